"""`groundcheck-db demo`: from documents to verdicts, on samples."""

from __future__ import annotations

from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from groundcheck_db import load as loader
from groundcheck_db import samples
from groundcheck_db.cli.check import run_check
from groundcheck_db.cli.console import DsnOption, notify, out, printable
from groundcheck_db.cli.load import progress_bars, summary
from groundcheck_db.cli.report import ACTION_STYLES, to_json
from groundcheck_db.database import connect
from groundcheck_db.errors import Needs
from groundcheck_db.models import ENCODER_FOLDER
from groundcheck_db.target import find_database

COLLECTION = "demo"
PASSAGES = 3
SHOWN_WHOLE = "wrong number"


def demo(dsn: DsnOption = None) -> None:
    """Load sample documents, check sample answers against them, and show the verdicts."""
    target = find_database(dsn, notify=notify)
    checked: list[tuple[samples.SampleAnswer, dict[str, Any]]] = []
    with connect(target.dsn, needs=Needs.OWNER) as connection:
        with progress_bars() as progress:
            encoder = loader.find_encoder(connection, ENCODER_FOLDER.name)
            report = loader.load_folder(connection, samples.DOCUMENTS, COLLECTION, encoder, progress=progress)
        out.print(summary(report, COLLECTION), markup=False, soft_wrap=True)
        for answer in samples.answers():
            context = loader.nearest_passages(connection, COLLECTION, encoder, answer.question, count=PASSAGES)
            document = run_check(
                connection, answer.text, context, question=answer.question, metadata={"demo": answer.title}
            )
            checked.append((answer, document))
    out.print(f"Each answer was checked against the {PASSAGES} passages nearest to its question.\n")
    out.print(_table(checked))
    for answer, document in checked:
        if answer.title == SHOWN_WHOLE:
            out.print(Text(f"\nThe whole document of the answer with the {answer.title}:\n", style="bold"))
            typer.echo(to_json(document))
    out.print(Text("\nNext", style="bold"))
    for line in _hints():
        out.print(Text(line), soft_wrap=True)


def _table(checked: list[tuple[samples.SampleAnswer, dict[str, Any]]]) -> Table:
    table = Table(show_lines=True, header_style="bold")
    table.add_column("answer", overflow="fold", ratio=5)
    table.add_column("action", no_wrap=True)
    table.add_column("trust", justify="right", no_wrap=True)
    table.add_column("why", overflow="fold", ratio=5)
    for answer, document in checked:
        score = document.get("trust_score")
        table.add_row(
            Text.assemble((f"{answer.title}: ", "bold"), answer.text, (f"\n({answer.shows})", "dim")),
            Text(document["action"], style=ACTION_STYLES.get(document["action"], "bold")),
            "-" if score is None else f"{score:.2f}",
            Text(printable(document["audit_details"].get("reason") or "")),
        )
    return table


def _hints() -> list[str]:
    return [
        '  groundcheck-db check "Product supports XML export" -c "Export formats supported: JSON, CSV only."',
        "  groundcheck-db psql -c 'select * from groundcheck.audit order by created_at desc limit 5'",
        "  groundcheck-db load FOLDER --collection NAME      your own documents",
        "  groundcheck-db --help                             everything else",
    ]
