"""What verification costs: the model alone, how many pairs a check has, a check with one worker from call to verdict.

    python tests/performance/verify.py [--dsn DSN] [--rounds 50] [--data DATA]

The checks are those of check.py: five claims against five passages of 100 words. They are stored, by the policy
`verified` (borderline) and one that verifies all; use a database for it. With --data, pairs per check are counted
on labelled rows, too.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import psutil  # type: ignore[import-untyped]
import psycopg
import typer
from rich.console import Console
from rich.table import Table

from groundcheck_db.bench.data import read_folder
from groundcheck_db.target import find_database
from groundcheck_db.verifier import Pair, Verifier
from tests.performance.check import ANSWER, passage

TOKENS = 128
CALL = "call groundcheck.check_and_wait(%s, %s, policy => %s, timeout => '60 seconds')"
PAIRS = """
select count(*) from groundcheck_internal.verification_pairs(array[groundcheck_internal.check_id(
  groundcheck.check(%s, %s, %s, 'verified') ->> 'id'
)])
"""


def pairs_of(verifier: Verifier, count: int) -> list[Pair]:
    """Pairs of about TOKENS tokens, special tokens included."""
    words = f"{passage(1)} {passage(2)}".split()
    length = 10
    while len(verifier.windows([Pair(" ".join(words[:length]), "A ticket costs 7 euros.")])[0].ids) < TOKENS:
        length += 1
    return [Pair(" ".join(words[:length]), "A ticket costs 7 euros.") for _ in range(count)]


@contextmanager
def worker(dsn: str) -> Iterator[psutil.Process]:
    """One worker process, listening."""
    program = shutil.which("groundcheck-db", path=str(Path(sys.executable).parent))
    assert program is not None
    with subprocess.Popen([program, "worker", "--dsn", dsn, "--log-level", "error"]) as process:
        try:
            yield psutil.Process(process.pid)
        finally:
            process.terminate()


def main(
    dsn: Annotated[str | None, typer.Option(help="The database; without it, the one groundcheck-db uses.")] = None,
    rounds: Annotated[int, typer.Option(min=10)] = 50,
    data: Annotated[Path | None, typer.Option(help="Folder of labelled rows to count pairs on.")] = None,
    limit: Annotated[int, typer.Option(help="Rows of each file of it.")] = 50,
) -> None:
    """Print the figures."""
    table = Table(title=f"{platform.machine()}, {os.cpu_count()} cores, {rounds} rounds")
    table.add_column("what")
    table.add_column("figure", justify="right")

    started, spent = time.perf_counter(), time.process_time()
    verifier = Verifier()
    table.add_row(
        "model loaded in, s (of the processor)",
        f"{time.perf_counter() - started:.2f} ({time.process_time() - spent:.2f})",
    )
    pairs = pairs_of(verifier, 64)
    verifier.verify(pairs)
    started, spent = time.perf_counter(), time.process_time()
    for _ in range(4):
        verifier.verify(pairs)
    seconds, processor = time.perf_counter() - started, time.process_time() - spent
    table.add_row(f"pairs of {TOKENS} tokens a second", f"{256 / seconds:.0f}")
    table.add_row("the same a second of one core", f"{256 / processor:.0f}")

    target = find_database(dsn).dsn
    context = [passage(number) for number in range(5)]
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("select groundcheck.create_policy('verified.always', '{\"verify\": \"always\"}')")
        with worker(target) as process:
            for policy in ("verified", "verified.always"):
                for _ in range(3):
                    connection.execute(CALL, [ANSWER, context, policy])
                times = []
                for _ in range(rounds):
                    started = time.perf_counter()
                    row = connection.execute(CALL, [ANSWER, context, policy]).fetchone()
                    times.append((time.perf_counter() - started) * 1000)
                    assert row is not None
                    assert row[0]["status"] == "final"
                table.add_row(
                    f"check_and_wait, 5 claims x 5 passages, {policy}, p50 (p95) ms",
                    f"{statistics.median(times):.0f} ({statistics.quantiles(times, n=20)[-1]:.0f})",
                )
            table.add_row("worker's resident memory, MB", f"{process.memory_info().rss / 1e6:.0f}")
        for file in [] if data is None else read_folder(data, limit=limit):
            counts = []
            for item in file.rows:
                with connection.transaction(force_rollback=True):
                    found = connection.execute(PAIRS, [item.answer, list(item.context), item.question]).fetchone()
                    assert found is not None
                    counts.append(found[0])
            table.add_row(f"pairs a check, borderline, {file.name}", f"{statistics.mean(counts):.1f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    typer.run(main)
