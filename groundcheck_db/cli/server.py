"""`groundcheck-db server`: start, status, stop of the embedded PostgreSQL."""

from __future__ import annotations

import typer

from groundcheck_db.cli.console import notify, out
from groundcheck_db.target import DATABASE, embedded_server

NOT_RUNNING = 3  # as pg_ctl status says it

app = typer.Typer(no_args_is_help=True, help="The embedded PostgreSQL: start, status, stop.")


@app.command()
def start() -> None:
    """Start the embedded server, where it is not running, and print its connection string."""
    server = embedded_server(notify=notify)
    server.start()
    out.print(server.dsn(DATABASE), soft_wrap=True, markup=False)


@app.command()
def status() -> None:
    """Say whether the embedded server runs, and where its data are; exit code 3 where it does not."""
    server = embedded_server()
    found = server.status()
    lines = [
        ("server", f"running (process {found.pid})" if found.running else "not running"),
        ("version", f"PostgreSQL {found.version}"),
        ("data", str(found.data_dir)),
        ("log", str(found.log)),
        ("dsn", server.dsn(DATABASE) if found.running else "-"),
    ]
    for name, value in lines:
        out.print(f"{name:<8} {value}", soft_wrap=True, markup=False)
    if not found.running:
        raise typer.Exit(NOT_RUNNING)


@app.command()
def stop() -> None:
    """Stop the embedded server. The data stay."""
    server = embedded_server()
    out.print("Stopped." if server.stop() else "It was not running.")
