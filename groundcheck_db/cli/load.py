"""`groundcheck-db load`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from groundcheck_db import load as loader
from groundcheck_db.cli.console import DsnOption, err, notify, out
from groundcheck_db.database import connect
from groundcheck_db.errors import Needs
from groundcheck_db.models import ENCODER_FOLDER
from groundcheck_db.target import find_database


def load(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="Folder with the documents.")],
    collection: Annotated[
        str, typer.Option("--collection", metavar="NAME", help="The collection that they are loaded into.")
    ] = "default",
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="The encoder that makes the vectors.")
    ] = ENCODER_FOLDER.name,
    keep: Annotated[bool, typer.Option("--keep", help="Keep documents whose files have gone from the folder.")] = False,
    dsn: DsnOption = None,
) -> None:
    """Load documents (.txt .md .rst .json .jsonl .html) as passages with vectors.

    Files that were loaded before and have not changed are skipped; an interrupted load goes on where it was. Documents
    whose files have gone from this folder are removed from the collection, but never those of another folder. Exit code
    1 where some files could not be read: each is named, and all others are loaded.
    """
    target = find_database(dsn, notify=notify)
    with connect(target.dsn, needs=Needs.LOAD) as connection, progress_bars() as progress:
        encoder = loader.find_encoder(connection, model)
        report = loader.load_folder(connection, folder, collection, encoder, progress=progress, keep=keep)
    out.print(summary(report, collection), markup=False, soft_wrap=True)
    for path, reason in report.failed:
        err.print(Text.assemble(("Not loaded: ", "bold red"), f"{path}: {reason}"), soft_wrap=True)
    if report.failed:
        raise typer.Exit(1)


def summary(report: loader.LoadReport, collection: str) -> str:
    """One line that says what a load did."""
    parts = [f"{report.added} new", f"{report.changed} changed", f"{report.unchanged} unchanged"]
    if report.removed:
        parts.append(f"{report.removed} removed")
    if report.failed:
        parts.append(f"{len(report.failed)} not loaded")
    if report.unsupported:
        parts.append(f"{report.unsupported} of other kinds left alone")
    return (
        f"Collection {collection}: documents {', '.join(parts)}; "
        f"{report.passages} passages and {report.vectors} vectors written."
    )


@contextmanager
def progress_bars() -> Iterator[loader.Progress]:
    """A bar for each stage on stderr, as load_folder reports them; only on a terminal."""
    with Progress(
        TextColumn("{task.description:>9}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=err, disable=not err.is_terminal,
    ) as bars:  # fmt: skip
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield report
