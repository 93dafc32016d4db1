"""`groundcheck-db models`: the models that a database knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from groundcheck_db.cli.console import DsnOption, notify, out
from groundcheck_db.database import connect
from groundcheck_db.errors import Needs
from groundcheck_db.target import find_database

app = typer.Typer(no_args_is_help=True, help="The models that the database knows: list, add.")


@app.command("list")
def list_models(dsn: DsnOption = None) -> None:
    """List the models of the database, the newest last."""
    from groundcheck_db.models import registry  # noqa: PLC0415 - onnxruntime, which most commands do not need

    target = find_database(dsn, notify=notify)
    with connect(target.dsn, needs=Needs.OWNER) as connection:
        known = registry.list_models(connection)
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "version", "kind", "dims", "licence", "folder"):
        table.add_column(heading, overflow="fold")
    for model in known:
        table.add_row(
            model.name,
            model.version,
            model.kind,
            str(model.dims or "-"),
            str(model.manifest.get("licence", "-")),
            model.location or "in the package",
        )
    out.print(table)


@app.command()
def add(
    folder: Annotated[Path, typer.Argument(help="Folder with manifest.toml, the ONNX model and tokenizer.json.")],
    dsn: DsnOption = None,
) -> None:
    """Verify a model folder against its manifest, try the encoder on a text, and register it in the database."""
    from groundcheck_db.models import registry  # noqa: PLC0415 - onnxruntime, which most commands do not need

    target = find_database(dsn, notify=notify)
    with connect(target.dsn, needs=Needs.OWNER) as connection:
        model = registry.add_model(connection, folder)
    dims = f", {model.dims} dimensions" if model.dims else ""
    out.print(f"Registered {model.name} {model.version}: {model.kind}{dims}.", markup=False)
