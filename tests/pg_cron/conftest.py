"""The database that a real pg_cron lives in: one a server, so the tests take turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from groundcheck_db.migrate import migrate
from tests.conftest import on_database
from tests.support import lacking

HOME = "groundcheck_cron"  # the tests write to it, and so go to no database that merely has pg_cron
TURN = 7_245_002
RunsOf = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="session")
def cron_home(server_dsn: str) -> str:
    """The DSN of pg_cron's database, whether or not groundcheck-db is installed in it."""
    with psycopg.connect(server_dsn) as connection:
        row = connection.execute("select current_setting('cron.database_name', true)").fetchone()
    if row != (HOME,):
        lacking(
            "pg_cron", f"this server has no pg_cron in a database {HOME}; tests/debian/serve.sh starts one that has"
        )
    return on_database(server_dsn, HOME)


@pytest.fixture
def cron(server_dsn: str, cron_home: str) -> Iterator[psycopg.Connection]:
    """A superuser's connection to pg_cron's database, which holds no job but those that the test makes."""
    with (
        psycopg.connect(server_dsn, autocommit=True) as turn,
        psycopg.connect(cron_home, autocommit=True) as connection,
    ):
        turn.execute("select pg_advisory_lock(%s)", [TURN])
        connection.execute("create extension if not exists pg_cron")
        yield connection
        connection.execute("select cron.unschedule(jobid) from cron.job")
        settle(connection)
        connection.execute("delete from cron.job_run_details")


@pytest.fixture
def cron_dsn(cron: psycopg.Connection, cron_home: str) -> str:
    """The DSN of pg_cron's database, with groundcheck-db in it."""
    migrate(cron_home)
    return cron_home


def settle(connection: psycopg.Connection) -> None:
    """Wait until nothing that pg_cron has started runs any more."""
    for _ in range(200):
        if connection.execute("select 1 from pg_stat_activity where backend_type = 'pg_cron'").fetchone() is None:
            return
        time.sleep(0.1)


def wait_for_runs(connection: psycopg.Connection, jobs: int, *, seconds: float = 90) -> list[tuple[str, str, str]]:
    """Command, status and message of the runs that have ended, once as many jobs have run.

    pg_cron marks its list of jobs as valid after it has read it (RefreshTaskHash of its task_states.c): a job made
    while it reads stays unseen until the next change. A busy machine meets that, so the jobs are changed every ten
    seconds.
    """
    changed = time.monotonic()
    until = changed + seconds
    while True:
        ended = connection.execute(
            "select command, status, return_message from cron.job_run_details where end_time is not null order by runid"
        ).fetchall()
        if len({command for command, _, _ in ended}) >= jobs:
            return ended
        assert time.monotonic() < until, state_of_pg_cron(connection)
        if time.monotonic() > changed + 10:
            connection.execute("select cron.alter_job(jobid, active => active) from cron.job")
            changed = time.monotonic()
        time.sleep(0.2)


def state_of_pg_cron(connection: psycopg.Connection) -> str:
    """What tells why no job runs: jobs, runs, pg_cron's processes, and the end of the server's log."""
    found = [
        connection.execute(query).fetchall()
        for query in (
            "select * from cron.job",
            "select * from cron.job_run_details",
            "select pid, backend_type, state, wait_event_type, wait_event, backend_xmin, query, xact_start,"
            " pg_blocking_pids(pid) from pg_stat_activity where backend_type like 'pg_cron%'"
            " or application_name like 'pg_cron%'",
            "select pg_read_file(current_setting('data_directory') || '/../postgresql.log', true)",
        )
    ]
    jobs, runs, processes, ((log,),) = found
    return f"jobs {jobs}\nruns {runs}\nprocesses {processes}\nlog ...{(log or '')[-6000:]}"
