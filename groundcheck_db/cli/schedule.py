"""`groundcheck-db schedule`: the upkeep as jobs of pg_cron."""

from __future__ import annotations

import json
from typing import Annotated, Any, cast

import typer
from rich.table import Table

from groundcheck_db.cli.console import DsnOption, notify, out
from groundcheck_db.database import connect
from groundcheck_db.errors import Needs
from groundcheck_db.queries import statement
from groundcheck_db.target import find_database


def schedule(
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep", metavar="INTERVAL", show_default=False, help="How long checks are kept; for ever without it."
        ),
    ] = None,
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at", metavar="JOB=SCHEDULE", show_default=False,
            help="Another time for a job: --at 'drift=0 6 * * *'; --at drift= leaves it out. May be repeated.",
        ),
    ] = None,
    cron_dsn: Annotated[
        str | None,
        typer.Option(
            "--cron-dsn", metavar="DSN", show_default=False,
            help="The database that pg_cron lives in, where that is another one of the same server.",
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the jobs.")] = False,
    dsn: DsnOption = None,
) -> None:  # fmt: skip
    """Have pg_cron run the upkeep of the database: partitions, retention, summaries and the rest. Twice is a no-op."""
    wishes = {"keep": keep, "schedules": json.dumps(_schedules(at or []))}
    target = find_database(dsn, notify=notify)
    with connect(target.dsn, needs=Needs.OWNER) as connection:
        if cron_dsn is not None:
            found = connection.execute(statement("schedule", "schedule_script"), {**wishes, "remove": remove})
            script = cast("tuple[str]", found.fetchone())[0]
            with connect(cron_dsn) as cron:
                cron.execute(script.encode())
            out.print("Removed." if remove else "Scheduled.")
        elif remove:
            removed = cast("tuple[int]", connection.execute(statement("schedule", "unschedule_jobs")).fetchone())[0]
            out.print(f"Removed {removed} jobs.")
        else:
            out.print(_table(connection.execute(statement("schedule", "schedule_jobs"), wishes).fetchall()))


def _schedules(at: list[str]) -> dict[str, str | None]:
    """What --at says: job to schedule, None to leave it out."""
    schedules: dict[str, str | None] = {}
    for wish in at:
        job, equals, when = wish.partition("=")
        if not equals:
            raise typer.BadParameter(f"{wish!r} is not JOB=SCHEDULE", param_hint="--at")
        schedules[job.strip()] = when.strip() or None
    return schedules


def _table(jobs: list[Any]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("job", "schedule", "command"):
        table.add_column(heading, overflow="fold")
    for job in jobs:
        table.add_row(*job)
    return table
