"""The command line `groundcheck-db`.

Exit codes of every command: 0 done (of `check`: PASS), 1 done with a finding (of `check`: REJECT or REVIEW; of
`load`: some files could not be read; of `doctor`: something is not well), 2 could not be done, 130 interrupted.
"""

from __future__ import annotations

from typing import Annotated

import typer

import groundcheck_db
from groundcheck_db.cli import bench, check, demo, doctor, load, migrate, models, psql, schedule, server, sql, worker
from groundcheck_db.cli.console import Commands, out

app = typer.Typer(
    cls=Commands,
    name="groundcheck-db",
    help="Is each claim of an answer supported by its context? A groundedness checker inside PostgreSQL.",
    epilog="The database: --dsn, else GROUNDCHECK_DSN, else an embedded PostgreSQL that is started on demand.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"groundcheck-db {groundcheck_db.__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    pass


app.command()(demo.demo)
app.command()(check.check)
app.command()(load.load)
app.command()(bench.fit)
app.command()(migrate.migrate)
app.command()(schedule.schedule)
app.command()(sql.sql)
app.command()(doctor.doctor)
app.command()(worker.worker)
app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(psql.psql)
app.add_typer(bench.app, name="bench")
app.add_typer(models.app, name="models")
app.add_typer(server.app, name="server")
