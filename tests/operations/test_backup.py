"""Dumps and replicas: what comes out is what went in, and it works."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import conninfo

from groundcheck_db.migrate import migrate
from groundcheck_db.server import EmbeddedServer
from tests.programs import run_program
from tests.schema.release import seed
from tests.schema.snapshot import contents, snapshot
from tests.schema.test_upgrades import audit

README = Path(__file__).parents[2] / "README.md"
CHECK = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.']) ->> 'action'"


@pytest.fixture
def used_dsn(fresh_dsn: str) -> str:
    seed(fresh_dsn)
    return fresh_dsn


def checks(dsn: str) -> bool:
    with psycopg.connect(dsn) as connection:
        passed = connection.execute(CHECK).fetchone() == ("PASS",)
        connection.rollback()
        return passed


def test_dump_and_restore(used_dsn: str, empty_dsn: str, tmp_path: Path) -> None:
    file = tmp_path / "audit.dump"
    run_program("pg_dump", used_dsn, "--format=custom", f"--file={file}")
    run_program("pg_restore", empty_dsn, "--exit-on-error", file)
    assert audit(empty_dsn) == audit(used_dsn)
    assert contents(empty_dsn) == contents(used_dsn)
    assert snapshot(empty_dsn, bodies=True) == snapshot(used_dsn, bodies=True)
    assert checks(empty_dsn)
    assert not migrate(empty_dsn).changed


def test_restore_without_owners_and_privileges(used_dsn: str, empty_dsn: str, tmp_path: Path) -> None:
    """As where the roles are missing: migrate puts owners and privileges right."""
    file = tmp_path / "audit.dump"
    run_program("pg_dump", used_dsn, "--format=custom", f"--file={file}")
    (options,) = re.findall(r"^pg_restore (.*) --dbname=other audit.dump$", README.read_text("utf-8"), re.MULTILINE)
    run_program("pg_restore", empty_dsn, *options.split(), file)
    assert snapshot(empty_dsn) != snapshot(used_dsn)
    migrate(empty_dsn)
    assert snapshot(empty_dsn, bodies=True) == snapshot(used_dsn, bodies=True)
    owners = (
        "select p.oid::regprocedure::text, p.proowner::regrole::text from pg_proc as p"
        " where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace) order by 1"
    )
    with psycopg.connect(empty_dsn) as restored, psycopg.connect(used_dsn) as first:
        assert restored.execute(owners).fetchall() == first.execute(owners).fetchall()
    assert audit(empty_dsn) == audit(used_dsn)
    assert checks(empty_dsn)


@pytest.fixture
def server() -> Iterator[Callable[[], str]]:
    """Starts servers of their own that can publish, and says where their database postgres is."""
    servers: list[tuple[EmbeddedServer, Path]] = []

    def start() -> str:
        folder = Path(tempfile.mkdtemp(prefix="gc-"))
        folder.chmod(0o711)
        started = EmbeddedServer(folder / "data", options={"fsync": "off", "wal_level": "logical"})
        servers.append((started, folder))
        started.start()
        return started.dsn("postgres")

    yield start
    for started, folder in servers:
        started.stop()
        shutil.rmtree(folder)


def statements(beginning: str) -> str:
    """The block of SQL in the README that begins so."""
    (block,) = [
        block
        for block in re.findall(r"```sql\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
        if block.startswith(beginning)
    ]
    return str(block)


def rows_there(dsn: str, wanted: dict[str, tuple[int, str]], seconds: float = 60) -> None:
    """Wait until the published tables are alike."""
    until = time.monotonic() + seconds
    while {table: rows for table, rows in contents(dsn).items() if table in wanted} != wanted:
        assert time.monotonic() < until, {t: (r, wanted.get(t)) for t, r in contents(dsn).items() if r != wanted.get(t)}
        time.sleep(0.3)


def test_logical_replication(server: Callable[[], str]) -> None:
    first, second = server(), server()
    migrate(first)
    seed(first)
    publication = statements("create publication groundcheck_audit")
    published = set(re.findall(r"groundcheck_internal\.\w+", publication))
    with psycopg.connect(first, autocommit=True) as connection:
        connection.execute(publication.encode())
    migrate(second)
    with psycopg.connect(second, autocommit=True) as connection:
        truncate, subscribe = statements("truncate groundcheck_internal.models").strip().split("\n")
        connection.execute(truncate.encode())
        address = conninfo.make_conninfo(**{k: str(v) for k, v in conninfo.conninfo_to_dict(first).items()})
        subscribe = subscribe.replace("host=first dbname=mydb user=replicator", address)
        connection.execute(subscribe.encode())

    def is_alike() -> None:
        rows_there(second, {table: rows for table, rows in contents(first).items() if table in published})
        assert audit(second) == audit(first)

    is_alike()  # what was there before
    with psycopg.connect(first) as connection:
        connection.execute(CHECK)
        connection.execute("select groundcheck.create_policy('later', '{\"threshold\": 0.3}')")
        connection.execute(CHECK.replace("'])", "'], policy => 'later')"))
        connection.execute("delete from groundcheck_internal.checks where reason_code = 'empty_answer'")
        connection.execute(
            "update groundcheck_internal.checks set action = 'REJECT' where reason_code = 'nothing_to_check'"
        )
    is_alike()  # and what came after
    with psycopg.connect(second) as connection:
        partitions = "select distinct tableoid::regclass::text from groundcheck_internal.checks"
        assert [row[0] for row in connection.execute(partitions)] != ["groundcheck_internal.checks_default"]
    assert checks(second), "the second server's own checks work, with the first one's policies and models"
