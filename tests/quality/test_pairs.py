"""Pairs of sentences as labelled data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from groundcheck_db.bench.data import read_folder, read_pairs
from groundcheck_db.bench.examples import PAIRS_COUNT, Examples
from groundcheck_db.errors import GroundcheckError

PAIRS = [
    {"premise": "Tea is sold.", "hypothesis": "They sell tea.", "label": "entail", "source": "a"},
    {"premise": "Tea is sold.", "hypothesis": "No tea is sold.", "label": "contradiction", "source": "a"},
    {"premise": "Tea is sold.", "hypothesis": "Tea is cheap.", "label": "neutral", "source": "b"},
]
GROUNDING = {"id": "1", "context": ["Tea is sold."], "question": None, "answer": "Tea.", "label": 1}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "train.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS))
    (tmp_path / "dev.jsonl").write_text(json.dumps(GROUNDING) + "\n")
    return tmp_path


def test_pairs_become_answers_over_one_passage(folder: Path) -> None:
    (file,) = read_pairs(folder, ["a"])
    assert file.name == "pairs/a"
    assert [(row.context, row.answer, row.label) for row in file.rows] == [
        (("Tea is sold.",), "They sell tea.", 1),
        (("Tea is sold.",), "No tea is sold.", 0),
    ]
    assert [len(found.rows) for found in read_pairs(folder, ["a", "b"], limit=1)] == [1, 1]


def test_pairs_are_no_grounding_rows(folder: Path) -> None:
    assert [file.name for file in read_folder(folder)] == ["dev"]


def test_a_source_that_is_not_there(folder: Path) -> None:
    with pytest.raises(GroundcheckError, match="no pairs of c"):
        read_pairs(folder, ["a", "c"])


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ({"label": "entails"}, 'label is "entails", where entail, neutral, contradiction is expected'),
        ({"premise": None}, "premise is null, where a string is expected"),
        ({"hypothesis": ["a"]}, 'hypothesis is ["a"], where a string is expected'),
        ({"source": 3}, "source is 3, where a string is expected"),
    ],
)
def test_pair_that_is_none_is_named(folder: Path, pair: dict[str, object], message: str) -> None:
    (folder / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (*PAIRS, PAIRS[0] | pair)))
    with pytest.raises(GroundcheckError) as caught:
        read_pairs(folder, ["a"])
    assert caught.value.message == f"train.jsonl, line 4: {message}"


def test_pair_without_a_key_is_named(folder: Path) -> None:
    lacking = {key: text for key, text in PAIRS[0].items() if key != "hypothesis"}
    (folder / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (PAIRS[0], lacking)))
    with pytest.raises(GroundcheckError, match="line 2: it has no key hypothesis; its keys are premise, label, source"):
        read_pairs(folder, ["a"])


def test_a_file_of_pairs_counts_less() -> None:
    examples = Examples(
        signals=("s",), values=np.zeros((5, 1)), labels=np.array([0, 1, 0, 1, 1]), files=np.array([0, 0, 0, 1, 1]),
        names=("dev", "pairs/a"), sources=np.array(list("abcde")),
    )  # fmt: skip
    weights = examples.weights()
    assert weights.mean() == pytest.approx(1)
    assert weights[3:].sum() / weights[:3].sum() == pytest.approx(PAIRS_COUNT)
