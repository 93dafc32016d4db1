"""Reading labelled files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from groundcheck_db.bench.data import read_folder, spread
from groundcheck_db.bench.held_out import is_held_out
from groundcheck_db.errors import GroundcheckError

GOOD: dict[str, Any] = {"id": 7, "context": ["The mill burned."], "question": None, "answer": "It burned.", "label": 1}


def write(path: Path, *records: dict[str, Any]) -> None:
    opener = gzip.open if path.suffix == ".gz" else Path.open
    with opener(path, "wt", encoding="utf-8") as lines:
        lines.write("".join(json.dumps(record) + "\n" for record in records))


def test_plain_and_gzipped_files_in_order_of_name(tmp_path: Path) -> None:
    write(tmp_path / "test_b.jsonl.gz", GOOD)
    write(tmp_path / "dev_a.jsonl", GOOD, GOOD)
    (tmp_path / "README.md").write_text("no data")
    files = read_folder(tmp_path)
    assert [(file.name, len(file.rows)) for file in files] == [("dev_a", 2), ("test_b", 1)]
    assert [file.name for file in read_folder(tmp_path, prefixes=["test_"])] == ["test_b"]


def test_file_of_other_rows_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "pairs.jsonl", {"premise": "a", "hypothesis": "b", "label": "entail"})
    write(tmp_path / "rows.jsonl", GOOD)
    assert [file.name for file in read_folder(tmp_path)] == ["rows"]


@pytest.mark.parametrize(
    ("record", "spans"),
    [
        (GOOD, None),
        (GOOD | {"spans": []}, ()),
        (GOOD | {"label": 0, "spans": []}, None),
        (GOOD | {"label": 0, "spans": [{"start": 3, "end": 9}]}, ((3, 9),)),
    ],
)
def test_spans_are_known_only_where_they_say_something(
    tmp_path: Path, record: dict[str, Any], spans: tuple[tuple[int, int], ...] | None
) -> None:
    write(tmp_path / "rows.jsonl", record)
    assert read_folder(tmp_path)[0].rows[0].spans == spans


def test_text_is_as_the_database_takes_it(tmp_path: Path) -> None:
    write(tmp_path / "rows.jsonl", GOOD | {"answer": "90\0 \ud800", "context": ["a\0b"], "question": "\0?"})
    row = read_folder(tmp_path)[0].rows[0]
    assert (row.answer, row.context, row.question) == ("90 \ufffd", ("ab",), "?")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (GOOD | {"label": 2}, "label is 2, where 0, 1 is expected"),
        (GOOD | {"label": None}, "label is null, where"),
        (GOOD | {"label": [1]}, "label is [1], where"),
        (GOOD | {"label": True}, "label is true, where"),
        (GOOD | {"context": "one text"}, 'context is "one text", where a list of strings is expected'),
        (GOOD | {"context": ["a", 7]}, "context, passage 2, is 7, where a string is expected"),
        (GOOD | {"answer": None}, "answer is null, where a string is expected"),
        (GOOD | {"question": 5}, "question is 5, where a string is expected"),
        (GOOD | {"spans": [[0, 3]]}, "spans is [[0, 3]], where a list of"),
        (GOOD | {"spans": [{"start": "0", "end": 3}]}, "where a list of"),
        ({"context": [], "answer": "", "label": 1}, "it has no key id; its keys are context, answer, label"),
        ({"id": 1, "context": [], "anwser": "", "label": 1}, "it has no key answer; its keys are id, context, anwser"),
    ],
)
def test_row_that_is_none_is_named(tmp_path: Path, record: dict[str, Any], message: str) -> None:
    write(tmp_path / "rows.jsonl", GOOD, record)
    with pytest.raises(GroundcheckError) as caught:
        read_folder(tmp_path)
    assert caught.value.message.startswith("rows.jsonl, line 2: ")
    assert message in caught.value.message
    assert (
        caught.value.hint == "A row is a JSON object with id, context (a list of passages), answer and label (0 or 1)."
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            b'{"id": 1, "contexts": [], "answer": "", "label": 1}',
            "line 1: it has no key context; its keys are id, contexts",
        ),
        (b'{"id": 1,', "line 1: no JSON: "),
        (b"\n[1, 2]", "line 2: a JSON object is expected, it holds [1, 2]"),
        (b"\xe9t\xe9", "after line 0: it cannot be read as UTF-8"),
    ],
)
def test_file_that_cannot_be_read_is_named(tmp_path: Path, lines: bytes, message: str) -> None:
    (tmp_path / "rows.jsonl").write_bytes(lines)
    with pytest.raises(GroundcheckError) as caught:
        read_folder(tmp_path)
    assert caught.value.message.startswith(f"rows.jsonl, {message}")
    assert caught.value.hint


def test_file_that_is_not_gzipped_or_cut_short_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(json.dumps(GOOD).encode() * 50)
    for content in (b"no gzip", whole[: len(whole) // 2]):
        (tmp_path / "rows.jsonl.gz").write_bytes(content)
        with pytest.raises(
            GroundcheckError, match=r"rows\.jsonl\.gz, after line 0: it cannot be read as gzipped UTF-8"
        ):
            read_folder(tmp_path)


def test_files_of_other_rows_alone_are_named(tmp_path: Path) -> None:
    write(tmp_path / "pairs.jsonl", {"premise": "a", "hypothesis": "b", "label": "entail"})
    with pytest.raises(GroundcheckError, match="with grounding rows") as caught:
        read_folder(tmp_path)
    assert "pairs.jsonl begin with rows of another kind" in str(caught.value.hint)


def test_folder_without_rows(tmp_path: Path) -> None:
    write(tmp_path / "rows.jsonl", GOOD)
    with pytest.raises(GroundcheckError, match=r"no file dev_\*\.jsonl"):
        read_folder(tmp_path, prefixes=["dev_"])


def test_limit_is_spread_over_the_file(tmp_path: Path) -> None:
    write(tmp_path / "rows.jsonl", *[GOOD | {"id": number} for number in range(10)])
    (file,) = read_folder(tmp_path, limit=4)
    assert [row.id for row in file.rows] == ["0", "2", "5", "7"]
    assert spread(file.rows, None) == file.rows
    assert spread(file.rows, 9) == file.rows


def test_rows_over_the_same_context_have_the_same_source(tmp_path: Path) -> None:
    write(tmp_path / "rows.jsonl", GOOD, GOOD | {"answer": "No."}, GOOD | {"context": ["The mill", "burned."]})
    first, second, third = read_folder(tmp_path)[0].rows
    assert first.source == second.source != third.source


def test_held_out_keeps_of_dev_files_what_no_training_saw(tmp_path: Path) -> None:
    lines = "".join(
        json.dumps({"id": str(n), "context": [f"Page {n}."], "answer": "A page.", "label": n % 2}) + "\n"
        for n in range(60)
    )
    for name in ("dev_pages", "test_pages"):
        (tmp_path / f"{name}.jsonl").write_text(lines)
    dev, test = read_folder(tmp_path, held_out=True)
    assert len(test.rows) == 60
    assert 10 <= len(dev.rows) <= 30
    assert all(is_held_out(row.source) for row in dev.rows)
