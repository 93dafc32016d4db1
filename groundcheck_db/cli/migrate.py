"""`groundcheck-db migrate`."""

from __future__ import annotations

from groundcheck_db.cli.console import DsnOption, notify, out
from groundcheck_db.target import find_database, is_current


def migrate(dsn: DsnOption = None) -> None:
    """Install groundcheck-db in the database, or bring it up to this version. Twice is a no-op."""
    from groundcheck_db.migrate import migrate as run_migrations  # noqa: PLC0415 - alembic takes half a second

    target = find_database(dsn, ready=False, notify=notify)
    is_current(target.dsn)  # refuses what a newer package has made
    report = run_migrations(target.dsn, notify=notify)
    if not report.changed:
        out.print(f"Nothing to do: the database is at revision {report.after}.")
    elif report.before is None:
        out.print(f"Installed: the database is at revision {report.after}.")
    else:
        functions = " with new functions and views" if report.sql_applied else ""
        out.print(f"Upgraded: from revision {report.before} to {report.after}{functions}.")
