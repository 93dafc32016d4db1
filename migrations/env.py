"""Runs the revisions and then all of sql/: called by alembic, through groundcheck_db.migrate."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

import psycopg
import sqlalchemy
from alembic import context

import groundcheck_db
from groundcheck_db import sqlfiles
from groundcheck_db.migrate import MigrationReport, run_script, run_sql, vector_schema
from groundcheck_db.models.static_loader import load_token_vectors

HERE = Path(__file__).parent
SCHEMA = "groundcheck_internal"


def upgrade(connection: sqlalchemy.Connection) -> MigrationReport:
    """Bring the database to the newest revision, in the connection's transaction."""
    run_sql(connection, (HERE / "prepare.sql").read_text(encoding="utf-8"))
    context.configure(connection=connection, version_table_schema=SCHEMA, transaction_per_migration=False)
    migrations = context.get_context()
    before = migrations.get_current_revision()
    with context.begin_transaction():
        context.run_migrations()
    after = cast("str", migrations.get_current_revision())
    applied = after == context.get_head_revision() and apply_repeatable(connection)
    if applied or before == after:
        run_sql(connection, (HERE / "finish.sql").read_text(encoding="utf-8"))
    return MigrationReport(before, after, sql_applied=applied)


def apply_repeatable(connection: sqlalchemy.Connection) -> bool:
    """Create every function and view anew, unless the same ones are there already."""
    scripts = sqlfiles.repeatable_scripts(vector_schema(connection))
    digest = sqlfiles.digest(scripts)
    load_token_vectors(cast("psycopg.Connection", connection.connection.driver_connection))
    installed = run_script(connection, HERE / "installed.sql").one_or_none()
    if installed == (digest, groundcheck_db.__version__):
        return False
    # A function may call one that is created after it; the tests run every one of them.
    run_sql(connection, "set local check_function_bodies = off")
    for script in scripts:
        run_sql(connection, script)
    record = sqlalchemy.text((HERE / "record_installation.sql").read_text(encoding="utf-8"))
    connection.execute(record, {"package_version": groundcheck_db.__version__, "sql_digest": digest})
    return True


def main() -> None:
    """Use the caller's connection, or, under the bare alembic command, the one that GROUNDCHECK_DSN names."""
    connection = context.config.attributes.get("connection")
    if connection is not None:
        context.config.attributes["report"] = upgrade(connection)
        return
    dsn = os.environ.get("GROUNDCHECK_DSN", "")
    engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn))
    with engine.begin() as own:
        upgrade(own)


main()
