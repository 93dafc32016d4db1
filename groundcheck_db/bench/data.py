"""Labelled data: JSON lines, gzipped or not, one answer or one pair of sentences a row."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundcheck_db.bench.held_out import is_held_out
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
    """The rows of one file.

    Attributes:
        name: the file's without the ending; of pairs, with ``/source`` behind it.
        rows: in the file's order.
    """

    name: str
    rows: tuple[Row, ...]


def read_folder(
    folder: Path, *, prefixes: Sequence[str] = ("",), limit: int | None = None, held_out: bool = False
) -> list[DataFile]:
    """Read the grounding files of a folder, in order of name; files with rows of another kind are left out.

    Args:
        folder: holds ``*.jsonl`` or ``*.jsonl.gz``. A grounding row has at least id, context (a list of passages),
            answer and label (0 or 1).
        prefixes: only files whose name begins with one of them.
        limit: at most this many rows a file, spread evenly over it.
        held_out: only rows over documents that no verifier was trained on, where any others were (see held_out).

    Raises:
        GroundcheckError: the folder has no such file, or a row is not as described.
    """
    files = []
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".gz").removesuffix(".jsonl")
        if path.name.endswith(SUFFIXES) and name.startswith(tuple(prefixes)):
            rows = _read_rows(path)
            if held_out and name.startswith("dev_"):
                rows = tuple(row for row in rows if is_held_out(row.source))
            if rows:
                files.append(DataFile(name, spread(rows, limit)))
    if not files:
        raise GroundcheckError(
            f"{folder} has no file {', '.join(prefix + '*.jsonl' for prefix in prefixes)} (or .gz) with grounding rows",
            hint="--files PREFIX reads files of other names. A row is a JSON object with id, context (a list of"
            " passages), answer and label (0 or 1).",
        )
    return files


def read_pairs(folder: Path, sources: Sequence[str], *, limit: int | None = None) -> list[DataFile]:
    """Read pairs of a premise and a hypothesis as answers of one sentence over one passage, a file a source.

    Args:
        folder: holds files of rows with premise, hypothesis, label (entail, neutral, contradiction) and source.
        sources: the sources that are wanted.
        limit: at most this many rows a source, spread evenly over it.

    Raises:
        GroundcheckError: the folder has no pair of one of the sources.
    """
    rows: dict[str, list[Row]] = {source: [] for source in sources}
    for path in sorted(folder.iterdir()):
        if path.name.endswith(SUFFIXES):
            for number, record in _records(path):
                if number == 1 and not {"premise", "hypothesis", "label", "source"} <= set(record):
                    break
                if record["source"] in rows:
                    rows[record["source"]].append(_pair(f"{path.name}:{number}", record))
    missing = [source for source, found in rows.items() if not found]
    if missing:
        raise GroundcheckError(
            f"{folder} has no pairs of {', '.join(missing)}",
            hint="A pair is a JSON object with premise, hypothesis, label and source.",
        )
    return [DataFile(f"pairs/{source}", spread(tuple(found), limit)) for source, found in rows.items()]


def spread(rows: tuple[Row, ...], limit: int | None) -> tuple[Row, ...]:
    """At most ``limit`` rows, evenly spread: files are sorted by source or label more often than not."""
    if limit is None or limit >= len(rows):
        return rows
    return tuple(rows[i * len(rows) // limit] for i in range(limit))


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    opener = gzip.open if path.suffix == ".gz" else Path.open
    with opener(path, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    record = json.loads(line)
                except ValueError as error:
                    raise GroundcheckError(f"{path.name}, line {number}: no JSON: {error}") from error
                yield number, record


def _read_rows(path: Path) -> tuple[Row, ...]:
    rows = []
    for number, record in _records(path):
        try:
            if number == 1 and not {"context", "answer", "label"} <= set(record):
                return ()
            rows.append(_row(record))
        except (ValueError, KeyError, TypeError) as error:
            raise GroundcheckError(f"{path.name}, line {number}: no grounding row: {error!r}") from error
    return tuple(rows)


def _pair(identifier: str, record: dict[str, Any]) -> Row:
    return Row(
        id=identifier,
        context=(clean(record["premise"]),),
        question=None,
        answer=clean(record["hypothesis"]),
        label=int(record["label"] == "entail"),
    )


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
