"""Many clients on few server connections, in transaction mode."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import psycopg
import pytest
from psycopg import conninfo

from groundcheck_db.database import connect
from groundcheck_db.migrate import migrate
from tests.conftest import POOLER, database
from tests.support import lacking

CHECK = "select groundcheck.check(%s, %s)"


@pytest.fixture
def pooled_dsn(server_dsn: str, template: str) -> Iterator[str]:
    """The pooled DSN of a migrated database of its own."""
    if POOLER not in os.environ:
        lacking("pooler", f"{POOLER} names no pooler; tests/debian/serve.sh starts one")
    with database(server_dsn, template, reached_by=os.environ[POOLER]) as dsn:
        yield dsn


def test_clients_share_server_connections(pooled_dsn: str) -> None:
    def work(number: int) -> set[object]:
        pids: set[object] = set()
        with connect(pooled_dsn) as connection:
            for _ in range(12):
                row = connection.execute(
                    CHECK, [f"Room {number} seats 20 people.", [f"Room {number} seats 20 people."]]
                ).fetchone()
                assert row is not None
                assert row[0]["action"] == "PASS"
                pids.update(connection.execute("select pg_backend_pid()").fetchone() or ())
        return pids

    with ThreadPoolExecutor(30) as pool:
        pids = set[object]().union(*pool.map(work, range(30)))
    assert len(pids) <= 20, "no pooler: each client had a server connection of its own"
    with psycopg.connect(pooled_dsn) as connection:
        assert connection.execute("select count(*) from groundcheck.audit").fetchone() == (30 * 12,)


def test_a_tenant_does_not_stay_on_the_server_connection(pooled_dsn: str) -> None:
    def work(number: int) -> list[object]:
        tenant, sees = f"tenant_{number}", list[object]()
        with psycopg.connect(pooled_dsn, prepare_threshold=None, autocommit=True) as connection:
            for _ in range(10):
                with connection.transaction():
                    connection.execute("select set_config('groundcheck.tenant', %s, true)", [tenant])
                    connection.execute(CHECK, ["The shop sells tea.", [f"The shop of {tenant} sells tea."]])
                outside = connection.execute("select coalesce(current_setting('groundcheck.tenant', true), '')")
                sees.append((outside.fetchone() or ("?",))[0])
        return sees

    with ThreadPoolExecutor(25) as pool:
        outside = {seen for sees in pool.map(work, range(25)) for seen in sees}
    assert outside == {""}
    with psycopg.connect(pooled_dsn) as connection:
        rows = connection.execute("select tenant, count(*) from groundcheck.audit group by tenant").fetchall()
    assert sorted(rows) == sorted((f"tenant_{number}", 10) for number in range(25))


def test_migrations_at_once(server_dsn: str, pooled_dsn: str) -> None:
    name = conninfo.conninfo_to_dict(pooled_dsn)["dbname"]
    with psycopg.connect(server_dsn, dbname=str(name)) as connection:
        connection.execute("update groundcheck_internal.installation set sql_digest = 'of another version'")
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn")) as pool:
        changed = [report.changed for report in pool.map(migrate, [pooled_dsn] * 3)]
    assert sorted(changed) == [False, False, True]


def test_call_that_commits(pooled_dsn: str) -> None:
    with psycopg.connect(pooled_dsn, prepare_threshold=None, autocommit=True) as connection:
        for _ in range(7):
            row = connection.execute(
                "call groundcheck.check_and_wait(%s, %s)", ["The shop sells tea.", ["The shop sells tea."]]
            ).fetchone()
            assert row is not None
            assert row[0]["action"] == "PASS"
