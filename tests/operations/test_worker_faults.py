"""Workers that die, come late or are told to stop. Property: every check that was acknowledged ends final, once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

CONTEXT = [
    f"Room {number} seats {number + 20} people, its windows face the harbour and a lamp burns there all night long."
    for number in range(40)
]


@contextmanager
def worker(dsn: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process; whatever is left of it at the end is killed."""
    program = shutil.which("groundcheck-db", path=str(Path(sys.executable).parent))
    assert program is not None
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GROUNDCHECK_")}
    process = subprocess.Popen(
        [program, "worker", "--dsn", dsn, "--threads", "1", *options], env=environment, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def connection(fresh_dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(fresh_dsn, autocommit=True) as opened:
        opened.execute("select groundcheck.create_policy('always', '{\"verify\": \"always\"}')")
        yield opened


def submit(connection: psycopg.Connection, count: int, claims: int = 4) -> None:
    for number in range(count):
        answer = " ".join(
            f"Room {(number + claim) % 40} seats {number + claim + 20} people." for claim in range(claims)
        )
        connection.execute("select groundcheck.check(%s, %s, policy => 'always')", [answer, CONTEXT])


def number(connection: psycopg.Connection, condition: str) -> int:
    row = connection.execute(f"select count(*) from {condition}".encode()).fetchone()
    assert row is not None
    return int(row[0])


def wait_for(connection: psycopg.Connection, condition: str, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not number(connection, condition):
        assert time.monotonic() < until, condition
        time.sleep(0.02)


def test_killed_in_the_middle_of_a_batch(fresh_dsn: str, connection: psycopg.Connection) -> None:
    submit(connection, 30)
    with worker(fresh_dsn, "--lease", "2", "--batch", "30") as victim:
        wait_for(connection, "groundcheck_internal.jobs where leased_by is not null")
        victim.send_signal(signal.SIGKILL)
        victim.wait()
    done = number(connection, "groundcheck.audit where status = 'final'")
    assert number(connection, "groundcheck_internal.jobs") == 30 - done > 0
    finished = connection.execute("select id, trust_score from groundcheck.audit where status = 'final'").fetchall()
    with worker(fresh_dsn, "--poll", "0.2"):
        wait_for(connection, "(select where not exists (select from groundcheck_internal.jobs)) as empty")
    assert number(connection, "groundcheck.audit where status = 'final'") == 30
    after: dict[Any, float] = dict(connection.execute("select id, trust_score from groundcheck.audit").fetchall())
    assert all(after[check] == score for check, score in finished)


def test_two_workers_with_leases_that_run_out_under_them(fresh_dsn: str, connection: psycopg.Connection) -> None:
    """Leases end while their batch is at work, so that the workers take jobs from each other."""
    submit(connection, 12, claims=1)
    connection.execute(
        "create table finished as select id, status from groundcheck_internal.checks with no data;"
        "create function note() returns trigger language plpgsql security definer as"
        " $$ begin insert into public.finished values (new.id, new.status); return new; end $$;"
        "create trigger note after update on groundcheck_internal.checks for each row execute function note()"
    )
    with worker(fresh_dsn, "--poll", "0.05"), worker(fresh_dsn, "--poll", "0.05"):
        deadline = time.monotonic() + 120
        while number(connection, "groundcheck_internal.jobs where dead_at is null"):
            assert time.monotonic() < deadline
            connection.execute(
                "update groundcheck_internal.jobs set leased_until = now() where leased_until > now() and attempts < 2"
            )
            time.sleep(0.05)
    assert connection.execute("select count(*), count(distinct id) from finished").fetchone() == (12, 12)
    assert number(connection, "groundcheck.audit where status = 'final'") == 12


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_graceful_stop(fresh_dsn: str, connection: psycopg.Connection, how: signal.Signals) -> None:
    submit(connection, 8)
    with worker(fresh_dsn, "--batch", "2") as process:
        wait_for(connection, "groundcheck.audit where status = 'final'")
        process.send_signal(how)
        _out, errors = process.communicate(timeout=60)
        assert process.returncode == 0
    last = json.loads(errors.decode().splitlines()[-1])
    assert last["event"] == "stopped"
    assert last["checks"] == number(connection, "groundcheck.audit where status = 'final'")
    assert number(connection, "groundcheck_internal.jobs where leased_by is not null") == 0
    assert number(connection, "groundcheck_internal.workers") == 0


def test_an_idle_worker_stops_at_once(fresh_dsn: str, connection: psycopg.Connection) -> None:
    with worker(fresh_dsn, "--poll", "60") as process:
        wait_for(connection, "groundcheck_internal.workers")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        assert process.returncode == 0
