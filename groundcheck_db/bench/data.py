"""Labelled grounding data: JSON lines, gzipped or not, one answer a row."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundcheck_db.errors import GroundcheckError
from groundcheck_db.text import clean

SUFFIXES = (".jsonl", ".jsonl.gz")


@dataclass(frozen=True, slots=True)
class Row:
    """An answer with its context and a person's label.

    Attributes:
        id: names the row within its file.
        context: the passages.
        question: what was asked, or None.
        answer: what is checked.
        label: 1 where every part of the answer is supported by the context, else 0.
        spans: half-open code point ranges of the answer's unsupported parts, None where they are not marked.
    """

    id: str
    context: tuple[str, ...]
    question: str | None
    answer: str
    label: int
    spans: tuple[tuple[int, int], ...] | None = None

    @property
    def source(self) -> str:
        """The same for all rows over the same context, whatever the file."""
        return hashlib.sha256("\0".join(self.context).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class DataFile:
    """The rows of one file; its name is the file's without the ending."""

    name: str
    rows: tuple[Row, ...]


def read_folder(folder: Path, *, prefixes: Sequence[str] = ("",), limit: int | None = None) -> list[DataFile]:
    """Read the grounding files of a folder, in order of name; files with rows of another kind are left out.

    Args:
        folder: holds ``*.jsonl`` or ``*.jsonl.gz``. A grounding row has at least id, context (a list of passages),
            answer and label (0 or 1).
        prefixes: only files whose name begins with one of them.
        limit: at most this many rows a file, spread evenly over it.

    Raises:
        GroundcheckError: the folder has no such file, or a row is not as described.
    """
    files = []
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".gz").removesuffix(".jsonl")
        if not path.name.endswith(SUFFIXES) or not name.startswith(tuple(prefixes)):
            continue
        rows = _read_rows(path)
        if rows:
            files.append(DataFile(name, spread(rows, limit)))
    if not files:
        raise GroundcheckError(
            f"{folder} has no file {', '.join(prefix + '*.jsonl' for prefix in prefixes)} (or .gz) with grounding rows",
            hint="A row is a JSON object with id, context (a list of passages), answer and label (0 or 1).",
        )
    return files


def spread(rows: tuple[Row, ...], limit: int | None) -> tuple[Row, ...]:
    """At most ``limit`` rows, evenly spread: files are sorted by source or label more often than not."""
    if limit is None or limit >= len(rows):
        return rows
    return tuple(rows[i * len(rows) // limit] for i in range(limit))


def _read_rows(path: Path) -> tuple[Row, ...]:
    opener = gzip.open if path.suffix == ".gz" else Path.open
    rows = []
    with opener(path, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                if number == 1 and not {"context", "answer", "label"} <= set(record):
                    return ()
                rows.append(_row(record))
            except (ValueError, KeyError, TypeError) as error:
                raise GroundcheckError(f"{path.name}, line {number}: no grounding row: {error!r}") from error
    return tuple(rows)


def _row(record: dict[str, Any]) -> Row:
    if record["label"] not in {0, 1} or not isinstance(record["context"], list):
        raise ValueError(f"label {record['label']!r}, context {type(record['context']).__name__}")
    spans = record.get("spans") or []
    # A row that is not supported and has no span says nothing about where it is wrong.
    marked = "spans" in record and (bool(spans) or record["label"] == 1)
    return Row(
        id=str(record["id"]),
        context=tuple(clean(passage) for passage in record["context"]),
        question=None if record.get("question") is None else clean(record["question"]),
        answer=clean(record["answer"]),
        label=int(record["label"]),
        spans=tuple((span["start"], span["end"]) for span in spans) if marked else None,
    )
