"""Installs and upgrades groundcheck-db in a database: alembic's revisions, then all of ``sql/``, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import sqlalchemy
from alembic import command, op
from alembic.config import Config
from sqlalchemy.pool import NullPool

from groundcheck_db import errors, sqlfiles
from groundcheck_db.database import CONNECTION

if TYPE_CHECKING:
    from collections.abc import Callable

_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What a migration did.

    Attributes:
        before: the revision found, None in a database without groundcheck-db.
        after: the revision now.
        sql_applied: whether the functions and views were created anew.
    """

    before: str | None
    after: str
    sql_applied: bool

    @property
    def changed(self) -> bool:
        """Whether anything was done at all."""
        return self.sql_applied or self.before != self.after


def migrate(dsn: str, *, notify: Callable[[str], None] | None = None) -> MigrationReport:
    """Bring the database at ``dsn`` to the newest revision.

    One transaction under an advisory lock: it happens whole or not at all, twice is a no-op, and any number of
    callers at once are safe. It waits for the transactions that have run a check; checks that begin later wait for it.
    Where it meets one in a deadlock it begins anew.

    Args:
        dsn: connection string of the role that is to own the installation, or that may make the roles that do.
        notify: told what the server says with a hint, as where that role may make no roles.

    Raises:
        errors.RetryableError: a transaction that has run a check did not end in time, or deadlocks did not cease.
        errors.DatabaseError: the server is too old, not UTF-8, lacks pgvector, or the role lacks a privilege.
    """
    for _ in range(_ATTEMPTS - 1):
        try:
            return _migrate_once(dsn, notify)
        except errors.RetryableError as error:
            if error.sqlstate != psycopg.errors.DeadlockDetected.sqlstate:
                raise
    return _migrate_once(dsn, notify)


def _migrate_once(dsn: str, notify: Callable[[str], None] | None) -> MigrationReport:
    def connect() -> psycopg.Connection:
        connection = psycopg.connect(dsn, **CONNECTION)
        if notify is not None:
            connection.add_notice_handler(partial(_pass_on, notify))
        return connection

    config = alembic_config()
    engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=connect, poolclass=NullPool)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except psycopg.Error as error:
        raise errors.from_psycopg(error, errors.Needs.MIGRATE) from error
    except sqlalchemy.exc.DBAPIError as error:
        if isinstance(error.orig, psycopg.Error):
            raise errors.from_psycopg(error.orig, errors.Needs.MIGRATE) from error.orig
        raise
    report: MigrationReport = config.attributes["report"]
    return report


def _pass_on(notify: Callable[[str], None], notice: psycopg.errors.Diagnostic) -> None:
    if notice.message_hint:
        notify(f"{notice.message_primary}. {notice.message_hint}")


def alembic_config(**attributes: object) -> Config:
    """Return alembic's configuration for the revisions of this package; ``attributes`` are for env.py."""
    config = Config(attributes=attributes)
    config.set_main_option("script_location", str(sqlfiles.database_root() / "migrations").replace("%", "%%"))
    return config


def run_sibling(revision: str) -> None:
    """Run, or print, the ``.sql`` file that lies beside a revision's ``.py`` file, with ``revision`` the latter's path.

    ``op.execute`` would read ``:x`` as a parameter and ``%`` as a place-holder.
    """
    path = Path(revision).with_suffix(".sql")
    context = op.get_context()
    if context.as_sql:
        context.impl.static_output(context.opts["render"](path))
    else:
        run_script(op.get_bind(), path)


def run_script(connection: sqlalchemy.Connection, path: Path) -> sqlalchemy.CursorResult[Any]:
    """Run one SQL file, rendered for the connection's database."""
    return run_sql(connection, sqlfiles.render(path, vector_schema(connection)))


def run_sql(connection: sqlalchemy.Connection, sql: str) -> sqlalchemy.CursorResult[Any]:
    """Run a script of any number of statements as it stands."""
    return connection.execution_options(no_parameters=True).exec_driver_sql(sql)


def vector_schema(connection: sqlalchemy.Connection) -> str:
    """Return the schema that pgvector lives in, as a quoted identifier."""
    find = sqlfiles.database_root() / "migrations" / "vector_schema.sql"
    found: str = run_sql(connection, find.read_text(encoding="utf-8")).scalar_one()
    return found


def refuse_downgrade() -> None:
    """Say that there is no way back."""
    raise errors.GroundcheckError(
        "groundcheck-db has no downgrades", hint="Restore a backup that was made before the upgrade."
    )
