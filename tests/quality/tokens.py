"""Whether groundcheck.tokens equals the tokenizers library on all texts of a data folder.

    python tests/quality/tokens.py DATA [--dsn DSN]

Prints each file with its number of distinct texts and of those that differ; exit code 1 where any does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from tokenizers import Tokenizer

from groundcheck_db import database
from groundcheck_db.bench.data import read_folder
from groundcheck_db.models import ENCODER_FOLDER
from groundcheck_db.target import find_database

TOKENIZE = "select tokens from groundcheck_internal.tokenize(%s) order by ordinal"
BATCH = 200


def main(
    data: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="A folder of grounding rows.")],
    dsn: Annotated[str | None, typer.Option(help="The database; without it, the one groundcheck-db uses.")] = None,
) -> None:
    """Compare the tokens of every context, question and answer."""
    library = Tokenizer.from_file(str(ENCODER_FOLDER / "tokenizer.json"))
    table = Table("file", "texts", "different")
    differing = 0
    with database.connect(find_database(dsn).dsn) as connection:
        for file in read_folder(data):
            texts = sorted({text for row in file.rows for text in (*row.context, row.question or "", row.answer)})
            wrong = 0
            for start in range(0, len(texts), BATCH):
                batch = texts[start : start + BATCH]
                ours = [tokens for (tokens,) in connection.execute(TOKENIZE, [batch])]
                theirs = [coded.ids for coded in library.encode_batch(batch, add_special_tokens=False)]
                wrong += sum(a != b for a, b in zip(ours, theirs, strict=True))
            table.add_row(file.name, str(len(texts)), str(wrong))
            differing += wrong
    Console().print(table)
    raise typer.Exit(int(differing > 0))


if __name__ == "__main__":
    typer.run(main)
