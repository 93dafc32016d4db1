"""A transaction that stays open keeps finished jobs' rows in the queue, but not in the way of who looks for work."""

from __future__ import annotations

import psycopg
import pytest

from tests.support import Query

ROUND = 250
LEASE = (
    "groundcheck_internal.lease_jobs("
    "'w', (select max(id) from groundcheck_internal.models where kind = 'verifier'), 250, '1 min')"
)


def work_through(connection: psycopg.Connection, rounds: int) -> None:
    """Jobs whose checks are gone go as soon as they are leased."""
    for _ in range(rounds):
        connection.execute(
            "insert into groundcheck_internal.jobs (task, check_id, policy_id, run_at)"
            " select 'verify', gen_random_uuid(), p.id, now() - interval '1 hour'"
            " from groundcheck_internal.policies as p cross join generate_series(1, %s) where p.name = 'verified'",
            [ROUND],
        )
        search_again(connection)
        connection.execute(f"select * from {LEASE}".encode())
        assert Query(connection).value("select count(*) from groundcheck_internal.jobs") == 0


def search_again(connection: psycopg.Connection) -> None:
    connection.execute("select setval('groundcheck_internal.jobs_searched_at', 1)")


def pages_read(connection: psycopg.Connection) -> int:
    """Of one look for work in an empty queue."""
    plan = Query(connection).value(f"explain (analyze, buffers, format json) select * from {LEASE}")
    return int(plan[0]["Plan"]["Shared Hit Blocks"]) + int(plan[0]["Plan"]["Shared Read Blocks"])


@pytest.mark.parametrize("rounds", [8])
def test_looking_for_work_costs_the_same_under_an_open_snapshot(fresh_dsn: str, rounds: int) -> None:
    with psycopg.connect(fresh_dsn) as snapshot, psycopg.connect(fresh_dsn, autocommit=True) as worker:
        worker.execute(
            "insert into groundcheck_internal.models (name, version, kind, digest)"
            " select 'any', '1', 'verifier', repeat('0', 64)"
        )
        work_through(worker, 1)
        snapshot.execute("set transaction isolation level repeatable read")
        snapshot.execute("select count(*) from groundcheck_internal.jobs")
        work_through(worker, rounds)
        search_again(worker)
        worker.execute(f"select * from {LEASE}".encode())
        few = min(pages_read(worker) for _ in range(3))
        search_again(worker)
        whole = pages_read(worker)
        assert whole - few > rounds * ROUND / 80, "the rows are there, and a search of the whole queue steps over them"
        assert few < whole / 2
