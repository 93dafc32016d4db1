"""How many checks a second several connections get: tests/performance/check.sql under pgbench.

    python tests/performance/throughput.py [--dsn DSN] [--clients 8] [--seconds 20]

Without --dsn it uses the server that groundcheck-db uses. The checks stay in the database: give it one of its own. Say
on how many cores the server ran, beside the figure; pgbench itself takes a small part of them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Annotated

import typer
from psycopg import conninfo
from rich.console import Console

from groundcheck_db.target import embedded_server, find_database

SCRIPT = Path(__file__).with_name("check.sql")


def run(dsn: str, clients: int, seconds: int) -> tuple[float, float]:
    """Checks a second and mean latency in ms."""
    program = shutil.which("pgbench") or str(embedded_server().program("pgbench"))
    parameters = {name: str(value) for name, value in conninfo.conninfo_to_dict(dsn).items()}
    environment = dict(os.environ)
    if password := parameters.pop("password", None):
        environment["PGPASSWORD"] = password  # arguments can be read by every user of the machine
    done = subprocess.run(
        [
            program,
            "--no-vacuum",
            f"--client={clients}",
            f"--jobs={min(clients, 2)}",
            f"--time={seconds}",
            f"--file={SCRIPT}",
            conninfo.make_conninfo(**parameters),
        ],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    rate = re.search(r"^tps = ([0-9.]+)", done.stdout, re.M)
    latency = re.search(r"^latency average = ([0-9.]+) ms", done.stdout, re.M)
    if done.returncode or rate is None or latency is None:
        raise SystemExit(done.stderr or done.stdout)
    return float(rate[1]), float(latency[1])


def main(
    dsn: Annotated[str | None, typer.Option(help="The database; without it, the one groundcheck-db uses.")] = None,
    clients: Annotated[int, typer.Option(min=1)] = 8,
    seconds: Annotated[int, typer.Option(min=2)] = 20,
) -> None:
    """Print checks a second and the mean latency, after a few seconds that warm up."""
    target = find_database(dsn)
    run(target.dsn, clients, 3)
    rate, latency = run(target.dsn, clients, seconds)
    Console().print(f"{clients} connections, {seconds} s: {rate:.0f} checks/s, {latency:.1f} ms each on average")


if __name__ == "__main__":
    typer.run(main)
