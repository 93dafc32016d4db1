"""Whatever happens to the server, every check that was acknowledged is in the audit exactly once, and none is PASS that
was not checked."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import conninfo, sql

from groundcheck_db.migrate import migrate
from groundcheck_db.server import EmbeddedServer

CHECK = "select groundcheck.check(%s, %s)"
ROOMS = [f"Room {n} seats {n + 20} people. It has {n + 1} windows." for n in range(200)]


def one_check(connection: psycopg.Connection, shuffled: random.Random) -> dict[str, Any]:
    context = shuffled.sample(ROOMS, 6)
    right = shuffled.random() < 0.5
    answer = context[2].split(". ")[0] + "." if right else "Room 900 seats 1 person."
    row = connection.execute(CHECK, [answer, context]).fetchone()
    assert row is not None
    document: dict[str, Any] = row[0]
    assert (document["action"] == "PASS") == right
    return document


def audit_is_whole(connection: psycopg.Connection, acknowledged: Sequence[dict[str, Any]]) -> None:
    """The property of all these tests."""
    rows = connection.execute(
        "select 'audit_' || c.id, c.action, c.status, (select count(*) from groundcheck_internal.claims as k"
        "  where k.check_id = c.id), "
        " (select count(*) from groundcheck_internal.check_passages as p where p.check_id = c.id)"
        " , c.method from groundcheck_internal.checks as c"
    ).fetchall()
    times = Counter(row[0] for row in rows)
    assert max(times.values(), default=1) == 1
    kept = {row[0]: row for row in rows}
    for document in acknowledged:
        assert kept[document["id"]][1:5] == (document["action"], document["status"], 1, 6)
    assert all(
        status == "final" and (claims > 0 or method == "mean_cosine")
        for _, action, status, claims, _, method in rows
        if action == "PASS"
    )
    assert connection.execute(
        "select count(*) from groundcheck_internal.check_passages as cp where not exists (select from"
        " groundcheck_internal.passages as p where p.tenant = cp.tenant and p.hash = cp.passage_hash)"
    ).fetchone() == (0,)


def in_many(count: int, work: Callable[[int], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    with ThreadPoolExecutor(count) as pool:
        return [document for made in pool.map(work, range(count)) for document in made]


def checks_until(dsn: str, until: Callable[[], bool]) -> Callable[[int], list[dict[str, Any]]]:
    """Work for a thread: checks one after the other, and what was acknowledged before the connection broke."""

    def work(seed: int) -> list[dict[str, Any]]:
        shuffled, made = random.Random(seed), []
        with suppress(psycopg.OperationalError), psycopg.connect(dsn, autocommit=True) as connection:
            while not until():
                made.append(one_check(connection, shuffled))
        return made

    return work


@pytest.fixture
def own_dsn(own_server: EmbeddedServer) -> Iterator[str]:
    name = f"faults_{random.randrange(10**9)}"
    with psycopg.connect(own_server.dsn("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("create database {} template template0").format(sql.Identifier(name)))
    dsn = conninfo.make_conninfo(own_server.dsn("postgres"), dbname=name)
    migrate(dsn)
    yield dsn
    with psycopg.connect(own_server.dsn("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def test_server_killed_during_checks(own_server: EmbeddedServer, own_dsn: str) -> None:
    """kill -9 of the postmaster and of a backend in the middle of a check; then recovery."""
    started = threading.Event()
    stopped = threading.Event()
    database = conninfo.conninfo_to_dict(own_dsn)["dbname"]

    def kill() -> None:
        started.wait()
        time.sleep(2)
        pid = own_server.status().pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)

    def work(seed: int) -> list[dict[str, Any]]:
        started.set()
        return checks_until(own_dsn, stopped.is_set)(seed)

    killer = threading.Thread(target=kill)
    killer.start()
    acknowledged = in_many(4, work)
    killer.join()
    assert acknowledged
    own_server.start()
    dsn = conninfo.make_conninfo(own_server.dsn("postgres"), dbname=database)
    with psycopg.connect(dsn, autocommit=True) as connection:
        audit_is_whole(connection, acknowledged)
        audit_is_whole(connection, [one_check(connection, random.Random(0))])


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="groundcheck-disk-"))
    mount = ["/bin/mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "none", str(folder)]
    subprocess.run(mount, check=True)
    try:
        yield folder
    finally:
        subprocess.run(["/bin/umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system; .ci/run does it as root")
def test_full_disk(own_server: EmbeddedServer, own_dsn: str) -> None:
    """A database on a small disk takes checks until it is full: what does not fit fails, what came before is kept."""
    database = str(conninfo.conninfo_to_dict(own_dsn)["dbname"])
    admin = psycopg.connect(own_server.dsn("postgres"), autocommit=True)
    size = admin.execute("select pg_database_size(%s)", [database]).fetchone()
    assert size is not None
    with small_disk(size[0] // 2**20 + 8) as disk, admin:
        place = disk / "space"
        place.mkdir(mode=0o700)
        owner = own_server.cluster.stat()
        os.chown(place, owner.st_uid, owner.st_gid)
        admin.execute(sql.SQL("create tablespace small location {}").format(sql.Literal(str(place))))
        admin.execute(
            sql.SQL("create database full_disk template {} tablespace small strategy file_copy").format(
                sql.Identifier(database)
            )
        )
        dsn = conninfo.make_conninfo(own_dsn, dbname="full_disk")
        acknowledged = []
        try:
            with psycopg.connect(dsn, autocommit=True) as connection:
                number = 0
                with suppress(psycopg.errors.DiskFull):
                    while number < 10_000:
                        acknowledged.append(one_check(connection, random.Random(number)))
                        text = [f"Box {number}.{n} holds {n + 2} {'blue ' * (n % 40)}cups." for n in range(300)]
                        connection.execute(CHECK, ["Box 1.1 holds 3 cups.", text])
                        number += 1
                assert number < 10_000, "the disk was never full"
                assert acknowledged
                audit_is_whole(connection, acknowledged)
        finally:
            admin.execute("drop database full_disk with (force)")
            admin.execute("drop tablespace small")


@pytest.mark.parametrize("by", ["statement_timeout", "cancel", "terminate"])
def test_cut_off_in_the_middle(fresh_dsn: str, by: str) -> None:
    """At many points of a check, so that each step is cut somewhere."""
    shuffled, acknowledged, cut = random.Random(1), [], 0
    with psycopg.connect(fresh_dsn, autocommit=True) as other:
        for number in range(30):
            delay = 0.002 + number % 15 * 0.004
            with suppress(psycopg.OperationalError), psycopg.connect(fresh_dsn, autocommit=True) as connection:
                function = "pg_cancel_backend" if by == "cancel" else "pg_terminate_backend"
                if by == "statement_timeout":
                    connection.execute(f"set statement_timeout = {int(delay * 1000) + 1}".encode())
                    timer = threading.Timer(60, lambda: None)
                else:
                    timer = threading.Timer(
                        delay, other.execute, [f"select {function}(%s)".encode(), [connection.info.backend_pid]]
                    )
                timer.start()
                try:
                    acknowledged.append(one_check(connection, shuffled))
                except (psycopg.errors.QueryCanceled, psycopg.errors.AdminShutdown):
                    cut += 1
                timer.cancel()
                timer.join()
        other.execute("set statement_timeout = 0")
        acknowledged.append(one_check(other, shuffled))
        audit_is_whole(other, acknowledged)
    assert cut


def test_clock_going_backwards(fresh_dsn: str) -> None:
    """Ids go by the clock. Where that jumps to a month without a partition, and back, nothing is lost or doubled."""
    acknowledged = []
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        for jump in ("0", "-70 days", "+400 days", "-1 second", "-70 days", "0"):
            connection.execute("select set_config('test.jump', %s, false)", [jump])
            connection.execute(
                "create or replace function groundcheck_internal.new_id() returns uuid language sql volatile as $$"
                " select (lpad(to_hex((extract(epoch from clock_timestamp() + current_setting('test.jump')::interval)"
                "  * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid $$"
            )
            acknowledged.append(one_check(connection, random.Random(jump)))
        audit_is_whole(connection, acknowledged)
        waiting = "select count(*) from groundcheck_internal.checks_default"
        assert connection.execute(waiting).fetchone() == (3,)
        connection.execute("select groundcheck.ensure_partitions()")
        assert connection.execute(waiting).fetchone() == (0,)
        audit_is_whole(connection, acknowledged)
        for document in acknowledged:
            row = connection.execute("select groundcheck.result(%s)", [document["id"]]).fetchone()
            assert row == (document,)


def test_32_clients_at_once(fresh_dsn: str, nightly: bool) -> None:
    end = time.monotonic() + (60 if nightly else 4)
    acknowledged = in_many(32, checks_until(fresh_dsn, lambda: time.monotonic() > end))
    assert len(acknowledged) >= 32
    with psycopg.connect(fresh_dsn) as connection:
        audit_is_whole(connection, acknowledged)


def test_recheck_check_purge_and_label_together(fresh_dsn: str, nightly: bool) -> None:
    """Each of them alone in its transaction: none meets another in a deadlock."""
    end = time.monotonic() + (60 if nightly else 5)
    failures: list[str] = []

    def upkeep(statement: str) -> Callable[[int], list[dict[str, Any]]]:
        def work(seed: int) -> list[dict[str, Any]]:
            with psycopg.connect(fresh_dsn, autocommit=True) as connection:
                while time.monotonic() < end:
                    try:
                        connection.execute(statement.encode())
                    except psycopg.Error as error:
                        failures.append(f"{error.sqlstate} {statement}: {error}")
            return []

        return work

    check = checks_until(fresh_dsn, lambda: time.monotonic() > end)
    works = [
        check,
        check,
        check,
        upkeep("select groundcheck.recheck_all('mean_cosine')"),
        upkeep("select groundcheck.purge('1 month')"),
        upkeep("select groundcheck.ensure_partitions(6)"),
        upkeep(
            "select groundcheck.label(c.id::text, 0, true) from"
            " (select id from groundcheck.audit where method = 'claims' limit 5) as c"
        ),
        upkeep(
            "select groundcheck.recheck(c.id::text, 'mean_cosine') from (select id from groundcheck.audit limit 2) as c"
        ),
    ]
    acknowledged = in_many(len(works), lambda number: works[number](number))
    assert failures == []
    assert acknowledged
    with psycopg.connect(fresh_dsn) as connection:
        audit_is_whole(connection, acknowledged)


def test_transactions_of_many_checks_end_or_can_be_tried_again(fresh_dsn: str) -> None:
    """Two transactions that bring the same new passages in another order may meet in a deadlock: never an error that is
    not worth another try, and never half a transaction."""

    def work(seed: int) -> list[dict[str, Any]]:
        shuffled, acknowledged = random.Random(seed), []
        with psycopg.connect(fresh_dsn) as connection:
            for _ in range(3):
                while True:
                    try:
                        with connection.transaction():
                            made = [one_check(connection, shuffled) for _ in range(3)]
                        break
                    except psycopg.errors.DeadlockDetected:
                        continue
                acknowledged += made
        return acknowledged

    acknowledged = in_many(6, work)
    assert len(acknowledged) == 54
    with psycopg.connect(fresh_dsn) as connection:
        audit_is_whole(connection, acknowledged)
        assert connection.execute("select count(*) from groundcheck.audit").fetchone() == (54,)
