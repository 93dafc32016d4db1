"""`groundcheck-db psql`."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from psycopg import conninfo

from groundcheck_db.cli.console import DsnOption, notify, out
from groundcheck_db.database import mapped_errors
from groundcheck_db.target import embedded_server, find_database


def psql(
    context: typer.Context,
    dsn: DsnOption = None,
    print_dsn: Annotated[bool, typer.Option("--print", help="Print the connection string instead.")] = False,
) -> None:
    """Open psql on the database. Further arguments go to psql: groundcheck-db psql -c 'select 1'."""
    target = find_database(dsn, notify=notify)
    if print_dsn:
        out.print(target.dsn, soft_wrap=True, markup=False)
        return
    with mapped_errors():
        parameters = {name: str(value) for name, value in conninfo.conninfo_to_dict(target.dsn).items()}
    environment = dict(os.environ)
    if password := parameters.pop("password", None):
        environment["PGPASSWORD"] = password  # arguments can be read by every user of the machine
    program = (target.server or embedded_server()).program("psql")
    arguments = [str(program), f"--dbname={conninfo.make_conninfo(**parameters)}", *context.args]
    os.execve(program, arguments, environment)  # noqa: S606 - psql takes over the terminal
