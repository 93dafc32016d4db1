"""One PostgreSQL a session, one migrated template database, a rollback or a fresh database a test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg import conninfo, sql

from groundcheck_db.migrate import migrate
from groundcheck_db.server import EmbeddedServer
from tests.commands import Cli
from tests.support import Query

SERVER = "GROUNDCHECK_TEST_SERVER"  # the DSN that the controller hands to the workers of pytest-xdist
POOLER = "GROUNDCHECK_TEST_POOLER"  # the DSN of a pooler in transaction mode before the server of GROUNDCHECK_TEST_DSN
TEMPLATE_LOCK = 7_245_001


def _docker_server(config: pytest.Config) -> str | None:
    """A throw-away pgvector container, where a Docker engine answers."""
    if "DOCKER_HOST" not in os.environ and not Path("/var/run/docker.sock").exists():
        return None
    import docker  # noqa: PLC0415 - comes with testcontainers
    from testcontainers.postgres import PostgresContainer  # noqa: PLC0415

    try:
        container = PostgresContainer("pgvector/pgvector:pg17", driver=None)
        container.start()
    except docker.errors.DockerException:
        return None
    config.add_cleanup(container.stop)
    return str(container.get_connection_url())


def _stop(server: EmbeddedServer) -> None:
    server.stop()


def _embedded_server(config: pytest.Config) -> str:
    folder = tempfile.TemporaryDirectory(prefix="groundcheck-test-")
    config.add_cleanup(folder.cleanup)
    Path(folder.name).chmod(0o711)  # run by root, the server is another account's
    server = EmbeddedServer(
        data_dir=Path(folder.name) / "data", version=int(os.environ.get("GROUNDCHECK_TEST_PG", "18"))
    )
    server.start()
    config.add_cleanup(partial(_stop, server))
    return server.dsn("postgres")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pooled", action="store_true", help=f"run the tests' connections through the pooler of {POOLER}")


def pytest_configure(config: pytest.Config) -> None:
    """Start the session's server once, in the process that starts the workers."""
    if hasattr(config, "workerinput") or config.option.collectonly:
        return
    if config.option.pooled and POOLER not in os.environ:
        raise pytest.UsageError(f"--pooled needs {POOLER}")
    os.environ[SERVER] = os.environ.get("GROUNDCHECK_TEST_DSN") or _docker_server(config) or _embedded_server(config)
    os.environ["GROUNDCHECK_TEST_RUN"] = uuid.uuid4().hex[:8]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind on a server that is not ours."""
    if hasattr(config, "workerinput") or SERVER not in os.environ:
        return
    run = os.environ["GROUNDCHECK_TEST_RUN"]
    with psycopg.connect(os.environ[SERVER], autocommit=True) as connection:
        for (name,) in connection.execute(
            "select datname from pg_database where starts_with(datname, %s)", [f"gc_{run}_"]
        ).fetchall():
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def on_database(dsn: str, name: str) -> str:
    """The same server, another database."""
    return conninfo.make_conninfo(dsn, dbname=name)


@pytest.fixture(scope="session")
def server_dsn() -> str:
    """A superuser's DSN of the session's server."""
    return os.environ[SERVER]


@pytest.fixture(scope="session")
def template(server_dsn: str) -> str:
    """The name of a migrated database that no test writes to: made once, by whichever worker comes first."""
    name = f"gc_{os.environ['GROUNDCHECK_TEST_RUN']}_template"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(%s)", [TEMPLATE_LOCK])
        if connection.execute("select 1 from pg_database where datname = %s", [name]).fetchone() is None:
            building = name + "_building"
            create_database(connection, building, "template0")
            migrate(on_database(server_dsn, building))
            connection.execute(
                sql.SQL("alter database {} rename to {}").format(sql.Identifier(building), sql.Identifier(name))
            )
        connection.execute("select pg_advisory_unlock(%s)", [TEMPLATE_LOCK])
    return name


def create_database(connection: psycopg.Connection, name: str, template: str) -> None:
    connection.execute(
        sql.SQL("create database {} template {} encoding 'UTF8' strategy file_copy").format(
            sql.Identifier(name), sql.Identifier(template)
        )
    )


@contextmanager
def database(server_dsn: str, template: str, *, reached_by: str | None = None) -> Iterator[str]:
    """A database of its own, dropped at the end; its DSN is like that of the server, or like reached_by."""
    name = f"gc_{os.environ['GROUNDCHECK_TEST_RUN']}_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        # Two clones of one template at once would find it in use.
        connection.execute("select pg_advisory_lock(%s)", [TEMPLATE_LOCK])
        create_database(connection, name, template)
        connection.execute("select pg_advisory_unlock(%s)", [TEMPLATE_LOCK])
    try:
        yield on_database(reached_by or server_dsn, name)
    finally:
        with psycopg.connect(server_dsn, autocommit=True) as connection:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def reached_by(server_dsn: str, pytestconfig: pytest.Config) -> str:
    """Where the tests connect to: the server, or with --pooled a pooler before it."""
    return os.environ[POOLER] if pytestconfig.option.pooled else server_dsn


@pytest.fixture(scope="session")
def dsn(server_dsn: str, template: str, reached_by: str) -> Iterator[str]:
    """A migrated database that the tests of one worker share: change it only inside a rollback."""
    with database(server_dsn, template, reached_by=reached_by) as shared:
        yield shared


@pytest.fixture
def fresh_dsn(server_dsn: str, template: str, reached_by: str) -> Iterator[str]:
    """A migrated database for one test alone."""
    with database(server_dsn, template, reached_by=reached_by) as fresh:
        yield fresh


@pytest.fixture
def empty_dsn(server_dsn: str, reached_by: str) -> Iterator[str]:
    """A database without groundcheck-db."""
    with database(server_dsn, "template0", reached_by=reached_by) as empty:
        yield empty


@pytest.fixture
def db(dsn: str) -> Iterator[psycopg.Connection]:
    """A connection whose transaction is rolled back at the end of the test."""
    with psycopg.connect(dsn) as connection:
        yield connection
        connection.rollback()


@pytest.fixture
def query(db: psycopg.Connection) -> Query:
    return Query(db)


@pytest.fixture(scope="session")
def cli() -> Cli:
    """Run the installed command groundcheck-db in an environment without GROUNDCHECK_* but the one given."""
    program = shutil.which("groundcheck-db", path=str(Path(sys.executable).parent))
    assert program is not None, "groundcheck-db is not installed beside this Python"

    def run(
        *arguments: str, env: dict[str, str] | None = None, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GROUNDCHECK_")}
        done = subprocess.run(
            [program, *arguments],
            env={**clean, "COLUMNS": "200", **(env or {})},
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            cwd=cwd,
            capture_output=True,
            timeout=300,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        )

    return run
