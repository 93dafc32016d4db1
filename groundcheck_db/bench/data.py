"""Labelled data: JSON lines, gzipped or not, one answer or one pair of sentences a row."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundcheck_db.bench.held_out import is_held_out
from groundcheck_db.errors import GroundcheckError
from groundcheck_db.text import clean

SUFFIXES = (".jsonl", ".jsonl.gz")
ROW = "A row is a JSON object with id, context (a list of passages), answer and label (0 or 1)."
PAIR = "A pair is a JSON object with premise, hypothesis, label (entail, neutral or contradiction) and source."
ROW_KEYS = ("id", "context", "answer", "label")
PAIR_KEYS = ("premise", "hypothesis", "label", "source")
PAIR_LABELS = ("entail", "neutral", "contradiction")
# A first row with this many of ROW_KEYS is meant for a grounding row: one without the others is an error.
TELLING = 3


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
        GroundcheckError: the folder has no such file, or a row is not as described; names file, line and key.
    """
    files = []
    left_out = []
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".gz").removesuffix(".jsonl")
        if path.name.endswith(SUFFIXES) and name.startswith(tuple(prefixes)):
            rows = _read_rows(path)
            if not rows:
                left_out.append(path.name)
            if held_out and name.startswith("dev_"):
                rows = tuple(row for row in rows if is_held_out(row.source))
            if rows:
                files.append(DataFile(name, spread(rows, limit)))
    if not files:
        raise GroundcheckError(
            f"{folder} has no file {', '.join(prefix + '*.jsonl' for prefix in prefixes)} (or .gz) with grounding rows",
            hint="--files PREFIX reads files of other names. "
            + (f"{', '.join(left_out)} begin with rows of another kind, or have none. " if left_out else "")
            + ROW,
        )
    return files


def read_pairs(folder: Path, sources: Sequence[str], *, limit: int | None = None) -> list[DataFile]:
    """Read pairs of a premise and a hypothesis as answers of one sentence over one passage, a file a source.

    Args:
        folder: holds files of rows with premise, hypothesis, label (entail, neutral, contradiction) and source.
        sources: the sources that are wanted.
        limit: at most this many rows a source, spread evenly over it.

    Raises:
        GroundcheckError: the folder has no pair of one of the sources, or a row is not as described.
    """
    rows: dict[str, list[Row]] = {source: [] for source in sources}
    for path in sorted(folder.iterdir()):
        if path.name.endswith(SUFFIXES):
            for number, record in _records(path, PAIR):
                if number == 1 and not set(PAIR_KEYS) <= set(record):
                    break
                with _named(path, number, PAIR):
                    pair = _pair(f"{path.name}:{number}", record)
                    if record["source"] in rows:
                        rows[record["source"]].append(pair)
    missing = [source for source, found in rows.items() if not found]
    if missing:
        raise GroundcheckError(
            f"{folder} has no pairs of {', '.join(missing)}",
            hint=PAIR,
        )
    return [DataFile(f"pairs/{source}", spread(tuple(found), limit)) for source, found in rows.items()]


def spread(rows: tuple[Row, ...], limit: int | None) -> tuple[Row, ...]:
    """At most ``limit`` rows, evenly spread: files are sorted by source or label more often than not."""
    if limit is None or limit >= len(rows):
        return rows
    return tuple(rows[i * len(rows) // limit] for i in range(limit))


def _records(path: Path, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    opener = gzip.open if path.suffix == ".gz" else Path.open
    number = 0
    try:
        with opener(path, "rt", encoding="utf-8", errors="surrogatepass") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    with _named(path, number, kind):
                        yield number, _object(line)
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
        kept_as = "gzipped UTF-8" if path.suffix == ".gz" else "UTF-8"
        raise GroundcheckError(
            f"{path.name}, after line {number}: it cannot be read as {kept_as}: {error}", hint=kind
        ) from error


@contextmanager
def _named(path: Path, number: int, kind: str) -> Iterator[None]:
    """Say where a row is that is not as it should be, and how rows are."""
    try:
        yield
    except _WrongRowError as error:
        raise GroundcheckError(f"{path.name}, line {number}: {error}", hint=kind) from error


class _WrongRowError(Exception):
    """What is wrong with a row: the key, what it holds, what was expected."""


def _object(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise _WrongRowError(f"no JSON: {error}") from error
    if not isinstance(record, dict):
        raise _WrongRowError(f"a JSON object is expected, it holds {_shown(record)}")
    return record


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:60] + "..."


def _required(record: dict[str, Any], key: str) -> Any:
    if key not in record:
        raise _WrongRowError(f"it has no key {key}; its keys are {', '.join(record)}")
    return record[key]


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _WrongRowError(f"{what} is {_shown(value)}, where a string is expected")
    return clean(value)


def _one_of(value: object, what: str, allowed: Sequence[object]) -> Any:
    """The value where it is one of those allowed; True is not 1 here, and 1.0 is."""
    if isinstance(value, bool) or not any(value == one for one in allowed):
        raise _WrongRowError(f"{what} is {_shown(value)}, where {', '.join(map(str, allowed))} is expected")
    return value


def _read_rows(path: Path) -> tuple[Row, ...]:
    rows = []
    for number, record in _records(path, ROW):
        if number == 1 and len(set(ROW_KEYS) & set(record)) < TELLING:
            return ()
        with _named(path, number, ROW):
            rows.append(_row(record))
    return tuple(rows)


def _pair(identifier: str, record: dict[str, Any]) -> Row:
    _text(_required(record, "source"), "source")
    return Row(
        id=identifier,
        context=(_text(_required(record, "premise"), "premise"),),
        question=None,
        answer=_text(_required(record, "hypothesis"), "hypothesis"),
        label=int(_one_of(_required(record, "label"), "label", PAIR_LABELS) == "entail"),
    )


def _row(record: dict[str, Any]) -> Row:
    context = _required(record, "context")
    if not isinstance(context, list):
        raise _WrongRowError(f"context is {_shown(context)}, where a list of strings is expected")
    label = int(_one_of(_required(record, "label"), "label", (0, 1)))
    spans = _spans(record.get("spans") or [])
    # A row that is not supported and has no span says nothing about where it is wrong.
    marked = "spans" in record and (bool(spans) or label == 1)
    return Row(
        id=str(_required(record, "id")),
        context=tuple(_text(passage, f"context, passage {place},") for place, passage in enumerate(context, 1)),
        question=None if record.get("question") is None else _text(record["question"], "question"),
        answer=_text(_required(record, "answer"), "answer"),
        label=label,
        spans=spans if marked else None,
    )


def _spans(spans: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(spans, list) or not all(
        isinstance(span, dict) and type(span.get("start")) is int and type(span.get("end")) is int for span in spans
    ):
        raise _WrongRowError(f'spans is {_shown(spans)}, where a list of {{"start": 0, "end": 9}} is expected')
    return tuple((span["start"], span["end"]) for span in spans)
