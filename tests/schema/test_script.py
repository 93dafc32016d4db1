"""The script of `groundcheck-db sql` does what migrate does, with psql alone."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import pytest
from alembic import command
from psycopg import sql
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from groundcheck_db import errors
from groundcheck_db.migrate import alembic_config, migrate
from groundcheck_db.script import installation_script
from tests.programs import run_psql
from tests.schema.snapshot import contents, snapshot

CHECK = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.']) ->> 'action'"


def script(from_revision: str | None = None, vector_schema: str = "public") -> str:
    return installation_script(from_revision=from_revision, vector_schema=vector_schema)


@pytest.fixture(scope="module")
def installation() -> str:
    return script()


@pytest.fixture
def at_revision(empty_dsn: str) -> Callable[[str], str]:
    """Migrates an empty database up to a revision and no further."""

    def upgrade(revision: str) -> str:
        engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(empty_dsn), poolclass=NullPool)
        with engine.begin() as connection:
            command.upgrade(alembic_config(connection=connection), revision)
        return empty_dsn

    return upgrade


def value(dsn: str, statement: str) -> object:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(statement.encode()).fetchone()
        return None if row is None else row[0]


def apply(dsn: str, text: str) -> None:
    done = run_psql(dsn, text)
    assert done.returncode == 0, done.stderr[:3000].decode()
    assert done.stderr == b""


def refused(dsn: str, text: str) -> str:
    """What psql says about a script that fails."""
    done = run_psql(dsn, text)
    assert done.returncode == 3, "psql's code for a script that stopped at an error"
    return done.stderr[:3000].decode()


def test_it_installs_what_migrate_installs(installation: str, empty_dsn: str, fresh_dsn: str) -> None:
    apply(empty_dsn, installation)
    assert snapshot(empty_dsn, bodies=True) == snapshot(fresh_dsn, bodies=True)
    installed = contents(empty_dsn)
    assert installed == contents(fresh_dsn)
    for table in ("token_vectors", "installation", "alembic_version", "models"):
        assert installed[f"groundcheck_internal.{table}"][0] > 0
    assert value(empty_dsn, CHECK) == "PASS"
    assert not migrate(empty_dsn).changed


def test_it_upgrades_to_what_migrate_installs(at_revision: Callable[[str], str], fresh_dsn: str) -> None:
    dsn = at_revision("0004")
    apply(dsn, script("0004"))
    assert snapshot(dsn, bodies=True) == snapshot(fresh_dsn, bodies=True)
    assert contents(dsn) == contents(fresh_dsn)
    assert not migrate(dsn).changed


def test_an_upgrade_from_the_newest_revision_renews_the_functions(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as connection:
        connection.execute("drop function groundcheck.passes")
        connection.execute("update groundcheck_internal.installation set sql_digest = 'of another version'")
        before = connection.execute("select max(xmin::text::bigint) from groundcheck_internal.token_vectors").fetchone()
    newest = str(value(fresh_dsn, "select version_num from groundcheck_internal.alembic_version"))
    apply(fresh_dsn, script(newest))
    assert value(fresh_dsn, "select groundcheck.passes('The shop sells tea.', array['The shop sells tea.'])") is True
    assert not migrate(fresh_dsn).changed
    assert before is not None
    assert value(fresh_dsn, "select max(xmin::text::bigint) from groundcheck_internal.token_vectors") == before[0], (
        "token vectors that are the same stay"
    )


@pytest.mark.parametrize("schema", ["extensions", 'We "quote"'])
@pytest.mark.parametrize("there", [True, False], ids=["pgvector is there", "pgvector is not there"])
def test_pgvector_in_another_schema(empty_dsn: str, schema: str, there: bool) -> None:
    with psycopg.connect(empty_dsn) as connection:
        connection.execute(sql.SQL("create schema {}").format(sql.Identifier(schema)))
        if there:
            connection.execute(sql.SQL("create extension vector schema {}").format(sql.Identifier(schema)))
    apply(empty_dsn, script(vector_schema=schema))
    assert value(empty_dsn, CHECK) == "PASS"
    assert value(empty_dsn, "select extnamespace::regnamespace::text from pg_extension where extname = 'vector'") == (
        sql.Identifier(schema).as_string(None) if '"' in schema else schema
    )
    assert not migrate(empty_dsn).changed


def test_pgvector_elsewhere_than_the_script_says(installation: str, empty_dsn: str) -> None:
    with psycopg.connect(empty_dsn) as connection:
        connection.execute("create schema extensions")
        connection.execute("create extension vector schema extensions")
    said = refused(empty_dsn, installation)
    assert "this script is for pgvector in schema public, here it is in extensions" in said
    assert "groundcheck-db sql --vector-schema extensions" in said
    assert value(empty_dsn, "select to_regnamespace('groundcheck_internal')") is None


def test_a_database_that_has_it_already(installation: str, fresh_dsn: str) -> None:
    revision = value(fresh_dsn, "select version_num from groundcheck_internal.alembic_version")
    before = snapshot(fresh_dsn, bodies=True), contents(fresh_dsn)
    said = refused(fresh_dsn, installation)
    assert f"this script installs groundcheck-db, which is here already, at revision {revision}" in said
    assert f"groundcheck-db sql --from {revision}" in said
    assert (snapshot(fresh_dsn, bodies=True), contents(fresh_dsn)) == before


def test_an_upgrade_of_another_revision(fresh_dsn: str, empty_dsn: str) -> None:
    upgrade = script("0002")
    revision = value(fresh_dsn, "select version_num from groundcheck_internal.alembic_version")
    said = refused(fresh_dsn, upgrade)
    assert f"this script upgrades revision 0002, the database is at {revision}" in said
    assert f"groundcheck-db sql --from {revision}" in said
    said = refused(empty_dsn, upgrade)
    assert "this script upgrades revision 0002, the database is at none: groundcheck-db is not installed" in said
    assert value(empty_dsn, "select to_regnamespace('groundcheck_internal')") is None


def test_a_script_that_fails_leaves_nothing(installation: str, empty_dsn: str) -> None:
    with psycopg.connect(empty_dsn) as connection:
        connection.execute("create schema groundcheck_internal")
        connection.execute("create table groundcheck_internal.policies (something_else int)")
    assert 'relation "policies" already exists' in refused(empty_dsn, installation)
    assert (
        value(empty_dsn, "select count(*) from pg_class where relnamespace = 'groundcheck_internal'::regnamespace") == 1
    )


def test_a_revision_that_does_not_exist() -> None:
    with pytest.raises(errors.GroundcheckError, match="has no revision '0999'") as caught:
        script("0999")
    assert "0001, 0002" in str(caught.value.hint)


@pytest.fixture
def awkward_defaults(empty_dsn: str) -> str:
    """A database whose settings are not the server's defaults."""
    with psycopg.connect(empty_dsn, autocommit=True) as connection:
        for setting in (
            "default_transaction_isolation to 'repeatable read'",
            "default_transaction_read_only to on",
            "search_path to pg_temp",
            "client_encoding to 'LATIN1'",
            "escape_string_warning to on",
        ):
            connection.execute(f"alter database {connection.info.dbname} set {setting}".encode())
    return empty_dsn


def test_a_database_with_settings_of_its_own(installation: str, awkward_defaults: str, fresh_dsn: str) -> None:
    apply(awkward_defaults, installation)
    assert contents(awkward_defaults) == contents(fresh_dsn)


def test_nothing_is_left_to_fill_in(installation: str) -> None:
    head, _, vectors = installation.partition("copy groundcheck_internal.token_codes")
    assert "@vector_schema@" not in installation
    assert head.count("BEGIN;\n") == 1
    assert vectors.rstrip().endswith("COMMIT;")
    assert len(installation) < 16_000_000
