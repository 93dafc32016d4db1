"""What row-level security costs a check.

    python tests/performance/tenancy.py [--dsn DSN] [--rounds 10] [--turns 30]

A tenant checks five claims against five passages that were seen before, with the policies of the tables on and off in
turn, in one transaction that is rolled back. It locks those tables while it runs: use a database of its own, as a
superuser or the owner.
"""

from __future__ import annotations

import statistics
from typing import Annotated

import psycopg
import typer
from psycopg import sql

from groundcheck_db import database
from groundcheck_db.target import find_database
from tests.performance.check import ANSWER, CHECK, milliseconds, passage

GUARDED = """
select relnamespace::regnamespace::text, relname
from pg_class where relrowsecurity and relnamespace = 'groundcheck_internal'::regnamespace
"""


def measure(connection: psycopg.Connection, rounds: int, turns: int) -> dict[str, list[float]]:
    """The median of each turn's checks in milliseconds, with the policies on and off."""
    passages = [passage(number) for number in range(5)]
    tables = [sql.Identifier(*row) for row in connection.execute(GUARDED).fetchall()]
    connection.execute("set local groundcheck.tenant = 'a tenant'")
    times: dict[str, list[float]] = {"enable": [], "disable": []}
    for turn in range(2 * turns):
        state = ("enable", "disable")[turn % 2]
        for table in tables:
            connection.execute(sql.SQL("alter table {} {} row level security").format(table, sql.SQL(state)))
        times[state].append(
            statistics.median(milliseconds(rounds, lambda _: connection.execute(CHECK, [ANSWER, passages]).fetchone()))
        )
    return times


def main(
    dsn: Annotated[str | None, typer.Option(help="The database; without it, the one groundcheck-db uses.")] = None,
    rounds: Annotated[int, typer.Option(min=5)] = 10,
    turns: Annotated[int, typer.Option(min=4)] = 30,
) -> None:
    """Print the medians, and the quartiles of the ratio of one turn to the next."""
    with database.connect(find_database(dsn).dsn, autocommit=False) as connection:
        times = measure(connection, rounds, turns)
        connection.rollback()
    on, off = (statistics.median(times[state]) for state in ("enable", "disable"))
    ratios = [one / other for one, other in zip(times["enable"], times["disable"], strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    typer.echo(f"policies on {on:.2f} ms, off {off:.2f} ms; ratio {middle:.3f} (quartiles {low:.3f} and {high:.3f})")


if __name__ == "__main__":
    typer.run(main)
