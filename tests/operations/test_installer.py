"""Who installs: a role without powers, one that may make roles, and superusers of several databases at once."""

from __future__ import annotations

import multiprocessing
import re
import secrets
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import psycopg
import pytest
from psycopg import conninfo, sql

from groundcheck_db.migrate import migrate
from groundcheck_db.server import EmbeddedServer

CHECK = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.']) ->> 'action'"
OWNERS = (
    "select distinct proowner::regrole::text from pg_proc where pronamespace = 'groundcheck'::regnamespace order by 1"
)
OUR_ROLES = "select rolname from pg_roles where rolname like 'groundcheck\\_%' order by 1"


@pytest.fixture
def server(own_server: EmbeddedServer) -> Iterator[psycopg.Connection]:
    """A superuser's connection to a cluster that has no role of ours, and none afterwards."""
    with psycopg.connect(own_server.dsn("postgres"), autocommit=True) as connection:
        yield connection
        for (name,) in connection.execute("select datname from pg_database where datname like 'shop%'").fetchall():
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
        for (name,) in connection.execute(
            "select rolname from pg_roles where rolname like 'groundcheck\\_%' or rolname like 'installer%'"
            " order by rolname like 'groundcheck%' desc"
        ).fetchall():
            connection.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


def new_database(server: psycopg.Connection, name: str, installer: str | None = None, powers: str = "") -> str:
    """A database with pgvector, and the DSN of a role that may create in it; the superuser's without one."""
    server.execute(sql.SQL("create database {} template template0").format(sql.Identifier(name)))
    dsn = conninfo.make_conninfo(server.info.dsn, dbname=name)
    with psycopg.connect(dsn) as connection:
        connection.execute("create extension vector")
    if installer is None:
        return dsn
    password = secrets.token_hex(8)
    create = sql.SQL("create role {} login password {} " + powers)
    server.execute(create.format(sql.Identifier(installer), sql.Literal(password)))
    server.execute(sql.SQL("grant create on database {} to {}").format(sql.Identifier(name), sql.Identifier(installer)))
    return conninfo.make_conninfo(dsn, user=installer, password=password)


def values(dsn: str, statement: str) -> list[str]:
    with psycopg.connect(dsn) as connection:
        return [value for (value,) in connection.execute(statement.encode()).fetchall()]


def test_without_powers_and_then_with_the_roles(server: psycopg.Connection) -> None:
    dsn = new_database(server, "shop", "installer_plain")
    said: list[str] = []
    migrate(dsn, notify=said.append)
    assert "role installer_plain may not make or join the roles of groundcheck-db" in said[0]
    assert values(dsn, OUR_ROLES) == []
    assert values(dsn, OWNERS) == ["installer_plain"]
    assert values(dsn, CHECK) == ["PASS"]

    # Others are held to their tenant all the same.
    superuser = conninfo.make_conninfo(server.info.dsn, dbname="shop")
    with psycopg.connect(superuser) as connection:
        connection.execute("create role installer_app")
        connection.execute("grant usage on schema groundcheck to installer_app")
        connection.execute("grant execute on function groundcheck.check to installer_app")
        connection.execute("set local role installer_app")
        with pytest.raises(psycopg.DatabaseError) as caught, connection.transaction():
            connection.execute(CHECK)
        assert caught.value.sqlstate == "GC601"
        connection.execute("set local groundcheck.tenant = 'acme'")
        assert connection.execute(CHECK).fetchone() == ("PASS",)
        connection.rollback()

    # What it said is what a superuser has to run.
    for statement in re.findall(r"((?:create role|grant) [^;]+);", said[0]):
        server.execute(statement.encode())
    said.clear()
    migrate(dsn, notify=said.append)
    assert said == []
    assert values(dsn, OWNERS) == ["groundcheck_engine", "groundcheck_owner"]
    assert values(dsn, CHECK) == ["PASS"]
    assert values(dsn, "select groundcheck_internal.apply_privileges()::text") == ["0"]
    assert values(dsn, "select groundcheck.ensure_partitions(6)::text") != ["0"]


def test_an_installer_that_may_make_roles(server: psycopg.Connection) -> None:
    dsn = new_database(server, "shop", "installer_maker", "createrole")
    said: list[str] = []
    migrate(dsn, notify=said.append)
    assert said == []
    assert len(values(dsn, OUR_ROLES)) == 6
    assert values(dsn, OWNERS) == ["groundcheck_engine", "groundcheck_owner"]
    assert values(dsn, CHECK) == ["PASS"]
    assert not migrate(dsn).changed


def test_another_installer_beside_roles_that_are_not_its_own(server: psycopg.Connection) -> None:
    migrate(new_database(server, "shop"))
    dsn = new_database(server, "shop2", "installer_maker", "createrole")
    migrate(dsn)
    assert values(dsn, OWNERS) == ["installer_maker"]
    assert values(dsn, CHECK) == ["PASS"]
    with psycopg.connect(conninfo.make_conninfo(server.info.dsn, dbname="shop2")) as connection:
        connection.execute("set local role groundcheck_checker")
        connection.execute("set local groundcheck.tenant = 'acme'")
        assert connection.execute(CHECK).fetchone() == ("PASS",)
        connection.rollback()


def test_two_databases_at_once_make_the_roles_once(server: psycopg.Connection) -> None:
    databases = [new_database(server, f"shop{number}") for number in range(3)]
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(migrate, databases))
    for dsn in databases:
        assert values(dsn, OWNERS) == ["groundcheck_engine", "groundcheck_owner"]
        assert values(dsn, CHECK) == ["PASS"]
