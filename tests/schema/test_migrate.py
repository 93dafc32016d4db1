"""migrate: whole or not at all, twice is nothing, any number at once, pgvector anywhere, no superuser."""

from __future__ import annotations

import multiprocessing
import secrets
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg import conninfo, sql

from groundcheck_db import errors, sqlfiles
from groundcheck_db.migrate import MigrationReport, migrate
from tests.schema.snapshot import contents, snapshot

CHECK = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.']) ->> 'action'"


def check(dsn: str) -> str:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(CHECK).fetchone()
        assert row is not None
        return str(row[0])


def head() -> str:
    return max(path.stem[:4] for path in (sqlfiles.database_root() / "migrations" / "versions").glob("[0-9]*.py"))


def test_fresh_database(empty_dsn: str) -> None:
    assert migrate(empty_dsn) == MigrationReport(before=None, after=head(), sql_applied=True)
    assert check(empty_dsn) == "PASS"


def test_twice_is_a_no_op(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as connection:
        before = connection.execute(
            "select pg_current_wal_lsn(), xmin from groundcheck_internal.installation"
        ).fetchone()
    report = migrate(fresh_dsn)
    assert not report.changed
    with psycopg.connect(fresh_dsn) as connection:
        after = connection.execute(
            "select pg_current_wal_lsn(), xmin from groundcheck_internal.installation"
        ).fetchone()
    assert before is not None
    assert after is not None
    assert before[1] == after[1]


def test_changed_sql_is_applied_again(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as connection:
        connection.execute("update groundcheck_internal.installation set sql_digest = 'of another version'")
        connection.execute("drop function groundcheck.passes")
    assert migrate(fresh_dsn) == MigrationReport(before=head(), after=head(), sql_applied=True)
    with psycopg.connect(fresh_dsn) as connection:
        assert connection.execute("select groundcheck.passes('Tea.', '{}')").fetchone() == (False,)


@pytest.mark.parametrize("client", [{}, {"PGCLIENTENCODING": "SQL_ASCII"}, {"PGCLIENTENCODING": "LATIN1"}])
def test_defaults_of_the_database_and_the_client_change_nothing(
    empty_dsn: str, dsn: str, monkeypatch: pytest.MonkeyPatch, client: dict[str, str]
) -> None:
    with psycopg.connect(empty_dsn, autocommit=True) as connection:
        name = sql.Identifier(connection.info.dbname)
        for setting in ("standard_conforming_strings = off", "quote_all_identifiers = on", "datestyle = 'German'"):
            connection.execute(sql.SQL("alter database {} set " + setting).format(name))
    with monkeypatch.context() as environment:
        for variable, value in client.items():
            environment.setenv(variable, value)
        migrate(empty_dsn)
    with psycopg.connect(empty_dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("alter database {} reset all").format(name))
    assert snapshot(empty_dsn, bodies=True) == snapshot(dsn, bodies=True)
    assert contents(empty_dsn) == contents(dsn)


def test_no_schema_to_make_pgvector_in(empty_dsn: str) -> None:
    with pytest.raises(errors.DatabaseError, match="search_path is nowhere") as caught:
        migrate(conninfo.make_conninfo(empty_dsn, options="-c search_path=nowhere"))
    assert caught.value.hint is not None
    assert "create extension vector schema" in caught.value.hint


@pytest.mark.parametrize("count", [2, 8])
def test_many_at_once(empty_dsn: str, count: int) -> None:
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
        reports = list(pool.map(migrate, [empty_dsn] * count))
    assert sum(report.before is None for report in reports) == 1
    assert sum(report.changed for report in reports) == 1
    assert {report.after for report in reports} == {head()}
    assert check(empty_dsn) == "PASS"


def test_failing_migration_leaves_nothing(empty_dsn: str) -> None:
    with psycopg.connect(empty_dsn) as connection:
        # In the way of the last thing that is made.
        connection.execute("create extension vector")
        connection.execute("create schema groundcheck_internal")
        connection.execute("create table groundcheck_internal.policies (something_else int)")
    with pytest.raises(errors.DatabaseError) as caught:
        migrate(empty_dsn)
    assert caught.value.sqlstate == "42P07"
    with psycopg.connect(empty_dsn) as connection:
        assert connection.execute(
            "select count(*) from pg_class where relnamespace = 'groundcheck_internal'::regnamespace"
        ).fetchone() == (1,)


@pytest.mark.parametrize("schema", ["extensions", 'We "quote"'])
def test_pgvector_in_another_schema(empty_dsn: str, schema: str) -> None:
    with psycopg.connect(empty_dsn) as connection:
        connection.execute(sql.SQL("create schema {}").format(sql.Identifier(schema)))
        connection.execute(sql.SQL("create extension vector schema {}").format(sql.Identifier(schema)))
    migrate(empty_dsn)
    assert check(empty_dsn) == "PASS"


@pytest.fixture
def owner_dsn(empty_dsn: str) -> Iterator[str]:
    """The DSN of a role that may create in the database, and nothing more."""
    role, password = f"owner_{secrets.token_hex(4)}", secrets.token_hex(8)
    name = conninfo.conninfo_to_dict(empty_dsn)["dbname"]
    with psycopg.connect(empty_dsn, autocommit=True) as connection:
        connection.execute(
            sql.SQL("create role {} login nosuperuser password {}").format(sql.Identifier(role), sql.Literal(password))
        )
        grant = sql.SQL("grant create, connect on database {} to {}")
        connection.execute(grant.format(sql.Identifier(str(name)), sql.Identifier(role)))
        yield conninfo.make_conninfo(empty_dsn, user=role, password=password)
        for statement in ("drop owned by {}", "drop role {}"):
            connection.execute(sql.SQL(statement).format(sql.Identifier(role)))


def test_role_that_is_no_superuser(empty_dsn: str, owner_dsn: str) -> None:
    with psycopg.connect(empty_dsn) as connection:
        connection.execute("create extension vector")
    migrate(owner_dsn)
    assert check(owner_dsn) == "PASS"
    assert not migrate(owner_dsn).changed


def test_role_that_may_not_create_pgvector(owner_dsn: str) -> None:
    with pytest.raises(errors.PrivilegeError) as caught:
        migrate(owner_dsn)
    assert "may not create the extension vector" in caught.value.message
    assert "create extension vector" in str(caught.value.hint)


def test_database_in_another_encoding(server_dsn: str) -> None:
    name = f"latin_{secrets.token_hex(4)}"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template template0 encoding 'LATIN1' locale_provider libc locale 'C'").format(
                sql.Identifier(name)
            )
        )
        try:
            with pytest.raises(errors.DatabaseError, match="needs a database in UTF8, this one is in LATIN1") as caught:
                migrate(conninfo.make_conninfo(server_dsn, dbname=name))
            assert caught.value.hint
        finally:
            connection.execute(sql.SQL("drop database {}").format(sql.Identifier(name)))


def test_pgvector_that_is_too_old(empty_dsn: str) -> None:
    with psycopg.connect(empty_dsn) as connection:
        connection.execute("create extension vector")
        connection.execute("update pg_extension set extversion = '0.7.4' where extname = 'vector'")
    with pytest.raises(errors.DatabaseError, match=r"needs pgvector 0\.8 or later, found 0\.7\.4") as caught:
        migrate(empty_dsn)
    assert caught.value.hint == "alter extension vector update;"


def test_no_server(tmp_path: Path) -> None:
    with pytest.raises(errors.ConnectionFailedError):
        migrate(f"host={tmp_path} dbname=nowhere")


def test_database_with_locale_c(server_dsn: str) -> None:
    name = f"plain_{secrets.token_hex(4)}"
    dsn = conninfo.make_conninfo(server_dsn, dbname=name)
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template template0 encoding 'UTF8' locale_provider libc locale 'C'").format(
                sql.Identifier(name)
            )
        )
        try:
            migrate(dsn)
            with psycopg.connect(dsn) as plain:
                answer = "In the ÉCOLE, Ägypten is taught. Übung macht den Meister."
                row = plain.execute(
                    "select groundcheck.check(%s, array[%s]) ->> 'action'", [answer.lower(), answer]
                ).fetchone()
            assert row == ("PASS",)
        finally:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
