"""Runs the revisions and then all of sql/, or prints them as one script: called by alembic, through groundcheck_db."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import cast

import psycopg
import sqlalchemy
from alembic import context
from sqlalchemy.dialects import postgresql

import groundcheck_db
from groundcheck_db import errors, sqlfiles
from groundcheck_db.database import CONNECTION
from groundcheck_db.migrate import MigrationReport, run_script, run_sql, vector_schema
from groundcheck_db.models import registry
from groundcheck_db.models.static_loader import load_token_vectors, token_vectors_script

HERE = Path(__file__).parent
SCHEMA = "groundcheck_internal"


def upgrade(connection: sqlalchemy.Connection) -> MigrationReport:
    """Bring the database to the newest revision, in the connection's transaction."""
    run_sql(connection, (HERE / "prepare.sql").read_text(encoding="utf-8"))
    context.configure(connection=connection, version_table_schema=SCHEMA, transaction_per_migration=False)
    migrations = context.get_context()
    before = migrations.get_current_revision()
    refuse_unknown(before)
    scripts = sqlfiles.repeatable_scripts(vector_schema(connection))
    wanted = (sqlfiles.digest(scripts), groundcheck_db.__version__)
    if before is not None and (before != context.get_head_revision() or installed(connection) != wanted):
        run_script(connection, HERE / "close_gate.sql")
    with context.begin_transaction():
        context.run_migrations()
    after = cast("str", migrations.get_current_revision())
    at_head = after == context.get_head_revision()
    if at_head:
        driver_connection = cast("psycopg.Connection", connection.connection.driver_connection)
        load_token_vectors(driver_connection)
        registry.register_packaged(driver_connection)
    applied = at_head and installed(connection) != wanted
    if applied:
        # A function may call one that is created after it; the tests run every one of them.
        run_sql(connection, "set local check_function_bodies = off")
        for script in scripts:
            run_sql(connection, script)
    if at_head:
        run_script(connection, HERE / "finish.sql")
    if applied:
        digest, version = wanted
        connection.execute(statement("record_installation", package_version=version, sql_digest=digest))
    return MigrationReport(before, after, sql_applied=applied)


def installed(connection: sqlalchemy.Connection) -> tuple[str, str] | None:
    """The digest of sql/ and the package version that were applied last."""
    row = run_script(connection, HERE / "installed.sql").one_or_none()
    return None if row is None else cast("tuple[str, str]", tuple(row))


def refuse_unknown(revision: str | None) -> None:
    """Refuse a database that a newer package has migrated."""
    known = {script.revision for script in context.script.walk_revisions()}
    if revision is not None and revision not in known:
        raise errors.NotInstalledError(
            f"the database is at revision {revision}, which groundcheck-db {groundcheck_db.__version__} does not know: "
            f"it knows up to {context.get_head_revision()}",
            hint="A newer groundcheck-db has migrated it: pip install --upgrade groundcheck-db. There are no "
            "downgrades; the way back is a backup that was made before the upgrade.",
        )


def statement(name: str, **values: str | None) -> sqlalchemy.TextClause:
    """A statement of this folder with its values."""
    return sqlalchemy.text((HERE / f"{name}.sql").read_text(encoding="utf-8")).bindparams(**values)


def print_script() -> None:
    """Print what `upgrade` does to a database at the starting revision, for psql."""
    schema = cast("str", context.config.attributes["vector_schema"])
    context.configure(
        dialect_name="postgresql",
        as_sql=True,
        version_table_schema=SCHEMA,
        transaction_per_migration=False,
        render=partial(titled, vector_schema=schema),
    )
    emit = context.get_context().impl.static_output
    digest = sqlfiles.digest(sqlfiles.repeatable_scripts(schema))
    with context.begin_transaction():
        emit(f"set local search_path = {schema};")
        emit(titled(HERE / "prepare.sql", schema))
        expects = literal("script_expects", revision=cast("str | None", context.get_starting_revision_argument()))
        emit(expects.replace(sqlfiles.VECTOR_SCHEMA_TOKEN, schema))
        if context.get_starting_revision_argument() is not None:
            emit(titled(HERE / "close_gate.sql", schema))
        context.run_migrations()
        emit("set local check_function_bodies = off;")
        for path in sqlfiles.repeatable_files():
            emit(titled(path, schema))
        emit(token_vectors_script(schema))
        emit(registry.packaged_script())
        emit(titled(HERE / "finish.sql", schema))
        emit(literal("record_installation", package_version=groundcheck_db.__version__, sql_digest=digest))


def titled(path: Path, vector_schema: str) -> str:
    """An SQL file, rendered, with its name above."""
    name = path.relative_to(sqlfiles.database_root()).as_posix()
    return f"-- {name} {'-' * max(3, 110 - len(name))}\n\n{sqlfiles.render(path, vector_schema).rstrip()}"


def literal(name: str, **values: str | None) -> str:
    """A statement of this folder with its values written out."""
    written = statement(name, **values).compile(
        dialect=postgresql.dialect(paramstyle="named"),  # type: ignore[no-untyped-call]
        compile_kwargs={"literal_binds": True},
    )
    return str(written).rstrip()


def main() -> None:
    """Use the caller's connection, or, under the bare alembic command, the one that GROUNDCHECK_DSN names."""
    if context.is_offline_mode():
        print_script()
        return
    connection = context.config.attributes.get("connection")
    if connection is not None:
        context.config.attributes["report"] = upgrade(connection)
        return
    dsn = os.environ.get("GROUNDCHECK_DSN", "")
    engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn, **CONNECTION))
    with engine.begin() as own:
        upgrade(own)


main()
