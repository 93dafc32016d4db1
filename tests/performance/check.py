"""How long one check takes, beside a bare vector query and an empty transaction on the same connection.

    python tests/performance/check.py [--dsn DSN] [--rounds 200]

Five claims against five passages of 100 words, once with passages that were seen before and once with new ones.
Without --dsn it uses the server that groundcheck-db uses. Everything it writes is rolled back.
"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Annotated

import psycopg
import typer
from rich.console import Console
from rich.table import Table

from groundcheck_db import database
from groundcheck_db.target import find_database

SUBJECTS = ["harbour", "museum", "bridge", "library", "station", "market", "theatre", "garden", "airport", "hospital"]
FACTS = [
    "The {0} of town {1} was opened in {2} and is run by the city council.",
    "Around {3} people visit it each year, most of them between May and September.",
    "Its main hall is {4} metres long and was restored after the flood.",
    "A ticket costs {5} euros, children under six get in without paying.",
    "Guided tours in English start at 10:30 and last about {6} minutes.",
    "The café on the second floor sells soup, bread and local cheese.",
    "Photography is allowed everywhere except in the reading room.",
    "The nearest tram stop is Mill Lane, a walk of {6} minutes.",
]
ANSWER = (
    "The harbour of town 0 was opened in 1900. About 12,000 people visit it each year. "
    "A ticket costs 7 euros. Guided tours in English start at 10:30. Photography is allowed in the reading room."
)
CHECK = "select groundcheck.check(%s, %s)"
VECTOR_QUERY = """
select s.n, 1 - (s.embedding operator({schema}.<=>) c.embedding)
from unnest(%s::{schema}.vector[]) with ordinality as c (embedding, n)
cross join lateral (
  select n, embedding from unnest(%s::{schema}.vector[]) with ordinality as s (embedding, n)
  order by s.embedding operator({schema}.<=>) c.embedding limit 1
) as s
"""


def passage(number: int) -> str:
    """A passage of about 100 words; each number gives another text."""
    return " ".join(FACTS).format(
        SUBJECTS[number % 10],
        number,
        1900 + number % 100,
        12_000 + number,
        40 + number % 30,
        7 + number % 9,
        20 + number % 40,
    )


def milliseconds(rounds: int, action: Callable[[int], object]) -> list[float]:
    """The times of ``rounds`` calls, after a few that warm up."""
    for number in range(5):
        action(-number - 1)
    times = []
    for number in range(rounds):
        start = time.perf_counter()
        action(number)
        times.append((time.perf_counter() - start) * 1000)
    return times


def measure(connection: psycopg.Connection, rounds: int) -> dict[str, list[float]]:
    """The times of each kind of call, in milliseconds."""
    known = [passage(number) for number in range(5)]
    base = time.time_ns()

    def check(passages: Sequence[str]) -> None:
        connection.execute(CHECK, [ANSWER, list(passages)]).fetchone()

    def new_passages(number: int) -> None:
        check([passage(base + 5 * number + offset) for offset in range(5)])

    vectors = connection.execute(
        "select array_agg(groundcheck.embed(c.claim)::text), (select array_agg(groundcheck.embed(s.body)::text)"
        " from unnest(%s::text[]) as p (body) cross join groundcheck_internal.split_sentences(p.body) as s)"
        " from groundcheck.split_claims(%s) as c",
        [known, ANSWER],
    ).fetchone()
    assert vectors is not None
    schema = connection.execute(
        "select extnamespace::regnamespace::text from pg_extension where extname = 'vector'"
    ).fetchone()
    assert schema is not None
    query = VECTOR_QUERY.format(schema=schema[0])

    def empty(_: int) -> None:
        with connection.transaction():
            pass

    return {
        "empty transaction": milliseconds(rounds, empty),
        "bare vector query": milliseconds(rounds, lambda _: connection.execute(query.encode(), vectors).fetchall()),
        "check, passages seen before": milliseconds(rounds, lambda _: check(known)),
        "check, new passages": milliseconds(max(rounds // 4, 20), new_passages),
    }


def main(
    dsn: Annotated[str | None, typer.Option(help="The database; without it, the one groundcheck-db uses.")] = None,
    rounds: Annotated[int, typer.Option(min=20)] = 200,
) -> None:
    """Print p50 and p95 of one check, and what part of it is the bare vector query."""
    with database.connect(find_database(dsn).dsn, autocommit=False) as connection:
        times = measure(connection, rounds)
        version = connection.execute(
            "select current_setting('server_version'), extversion from pg_extension where extname = 'vector'"
        ).fetchone()
        connection.rollback()
    assert version is not None
    table = Table(title=f"PostgreSQL {version[0]}, pgvector {version[1]}, {platform.machine()}, {rounds} rounds")
    table.add_column("call")
    for column in ("p50 ms", "p95 ms", "x vector query"):
        table.add_column(column, justify="right")
    bare = statistics.median(times["bare vector query"])
    for name, values in times.items():
        p50, p95 = statistics.median(values), statistics.quantiles(values, n=20)[-1]
        table.add_row(name, f"{p50:.2f}", f"{p95:.2f}", f"{p50 / bare:.1f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
