"""Which database to talk to: the one given, else GROUNDCHECK_DSN's, else the embedded server's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import psycopg

import groundcheck_db
from groundcheck_db import sqlfiles
from groundcheck_db.database import CONNECTION, mapped_errors
from groundcheck_db.errors import NotInstalledError
from groundcheck_db.queries import statement
from groundcheck_db.server import EmbeddedServer
from groundcheck_db.settings import Settings, load_settings

if TYPE_CHECKING:
    from collections.abc import Callable

DATABASE = "groundcheck"


@dataclass(frozen=True)
class Target:
    """A database and how it was found; `server` is set where it is the embedded one."""

    dsn: str = field(repr=False)
    source: Literal["--dsn", "GROUNDCHECK_DSN", "embedded server"]
    server: EmbeddedServer | None = None


def embedded_server(settings: Settings | None = None, *, notify: Callable[[str], None] | None = None) -> EmbeddedServer:
    """The embedded server that the settings name; not started."""
    settings = settings or load_settings()
    return EmbeddedServer(
        settings.data_dir,
        settings.server_version,
        service_user=settings.server_user,
        start_timeout=settings.start_timeout,
        notify=notify,
    )


def find_database(dsn: str | None = None, *, ready: bool = True, notify: Callable[[str], None] | None = None) -> Target:
    """Find the database; start the embedded server and make its database where that is the one.

    Args:
        dsn: connection string that comes before all else.
        ready: bring an embedded database up to the installed package's version. A database that was named is
            only ever migrated by `migrate`: its owner decides when.
        notify: told one line before something slow happens.

    Raises:
        ServerError: the embedded server does not start.
        DatabaseError: the embedded database cannot be made or migrated.
        NotInstalledError: a newer package has migrated the embedded database.
    """
    settings = load_settings()
    if dsn:
        return Target(dsn, "--dsn")
    if settings.dsn:
        return Target(settings.dsn, "GROUNDCHECK_DSN")
    server = embedded_server(settings, notify=notify)
    server.start()
    with mapped_errors():
        create_database(server.dsn("postgres"))
        target = Target(server.dsn(DATABASE), "embedded server", server)
        if ready and not is_current(target.dsn):
            if notify is not None:
                notify(f"Installing groundcheck-db {groundcheck_db.__version__} in the embedded database")
            from groundcheck_db.migrate import migrate  # noqa: PLC0415 - half a second that most calls do not need

            migrate(target.dsn)
    return target


def create_database(maintenance_dsn: str) -> None:
    """Create the database `groundcheck` where it is missing; any number of callers at once are safe."""
    with psycopg.connect(maintenance_dsn, autocommit=True, **CONNECTION) as connection:
        if connection.execute(statement("target", "database_exists"), {"name": DATABASE}).fetchone():
            return
        try:
            connection.execute(statement("target", "create_database"))
        except (psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
            return  # another process was first


def is_current(dsn: str) -> bool:
    """Whether the database holds exactly what the installed package would install.

    Raises:
        NotInstalledError: a newer package has migrated it, so that this one must not.
    """
    with psycopg.connect(dsn, **CONNECTION) as connection:
        try:
            row = connection.execute(statement("target", "installed")).fetchone()
        except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
            return False
    if row is None:
        return False
    version, digest, revision, vector_schema = row
    newest = max(path.stem for path in (sqlfiles.database_root() / "migrations" / "versions").glob("[0-9]*.py"))
    if _release(version) > _release(groundcheck_db.__version__):
        raise NotInstalledError(
            f"the database was migrated by groundcheck-db {version}, this is the older {groundcheck_db.__version__}",
            hint="pip install --upgrade groundcheck-db",
        )
    return bool(
        version == groundcheck_db.__version__
        and newest.startswith(revision)
        and digest == sqlfiles.digest(sqlfiles.repeatable_scripts(vector_schema))
    )


def _release(version: str) -> tuple[int, ...]:
    """The numbers of a version before any dev, a, b or rc."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()
