"""`groundcheck-db models`: the models that a database knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from groundcheck_db import models
from groundcheck_db.cli.console import DsnOption, notify, out
from groundcheck_db.database import connect
from groundcheck_db.errors import ModelError
from groundcheck_db.load import register_model
from groundcheck_db.target import find_database

app = typer.Typer(no_args_is_help=True, help="The models that the database knows: list, add.")


@app.command("list")
def list_models(dsn: DsnOption = None) -> None:
    """List the models of the database, the newest last."""
    target = find_database(dsn, notify=notify)
    with connect(target.dsn) as connection:
        rows = connection.execute(models.statement("list_models")).fetchall()
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "version", "kind", "dims", "licence", "folder"):
        table.add_column(heading, overflow="fold")
    for _id, name, version, kind, _digest, dims, manifest, location, _registered in rows:
        table.add_row(name, version, kind, str(dims or "-"), manifest.get("licence", "-"), location or "in the package")
    out.print(table)


@app.command()
def add(
    folder: Annotated[Path, typer.Argument(help="Folder with manifest.toml, the ONNX model and tokenizer.json.")],
    dsn: DsnOption = None,
) -> None:
    """Verify a model folder against its manifest, try the encoder on a text, and register it in the database."""
    from groundcheck_db.encoder import Encoder  # noqa: PLC0415 - onnxruntime, which most commands do not need

    encoder = Encoder(folder)
    manifest = encoder.manifest
    vectors = encoder.encode(["Is this text turned into a vector?"])
    if vectors.shape != (1, manifest.dims):
        raise ModelError(
            f"{manifest.name} makes vectors of {vectors.shape[-1]} dimensions, its manifest says {manifest.dims}",
            hint="Correct dims in manifest.toml.",
        )
    target = find_database(dsn, notify=notify)
    with connect(target.dsn) as connection:
        register_model(connection, manifest, folder.resolve())
    out.print(f"Registered {manifest.name} {manifest.version}: {manifest.dims} dimensions.")
