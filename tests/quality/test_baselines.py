"""The simple scores by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

pytest.importorskip("sklearn")

from groundcheck_db.bench.baselines import Vectors, mean_cosine, precision, vector_scores, word_scores
from groundcheck_db.bench.data import Row

AXES = ("mill", "river", "bridge", "keeper")


class AxisEncoder:
    """Counts four words: enough to know every cosine."""

    def encode(self, texts: Sequence[str], /, *, purpose: str = "passage") -> Vectors:  # noqa: ARG002 - the protocol
        assert all(any(letter.isalnum() for letter in text) for text in texts)  # as the real one, which refuses blanks
        counts = np.array([[text.count(word) for word in AXES] for text in texts], dtype=np.float32)
        lengths = np.linalg.norm(counts, axis=1, keepdims=True)
        vectors: Vectors = counts / np.maximum(lengths, 1e-9)
        return vectors


def row(answer: str, *context: str, question: str | None = None) -> Row:
    return Row(id="1", context=context, question=question, answer=answer, label=1)


@pytest.mark.parametrize(
    ("answer", "context", "size", "expected"),
    [
        ("The mill stands.", ["The mill burned."], 1, 2 / 3),
        ("The mill stands.", ["The mill burned."], 2, 1 / 2),
        ("THE MILL", ["the, mill"], 2, 1.0),  # case and punctuation do not count
        ("a b a b", ["a b"], 2, 1 / 3),  # the pair stands twice in the answer, once in the context
        ("a b", ["a", "b"], 2, 0.0),  # a pair is not made across passages
        ("a", ["a"], 2, 0.0),  # no pair at all
        ("", ["a"], 1, 0.0),
        ("Zürich", ["zürich"], 1, 1.0),
    ],
)
def test_precision(answer: str, context: list[str], size: int, expected: float) -> None:
    assert precision(answer, context, size=size) == pytest.approx(expected)


def test_word_scores_are_in_the_order_of_the_rows() -> None:
    scores = word_scores([row("a b", "a b"), row("a b", "b a")])
    assert scores["rouge2"].tolist() == [1.0, 0.0]
    assert scores["word_overlap"].tolist() == [1.0, 1.0]


def test_mean_and_weighted_cosine() -> None:
    answer, mill, river = np.eye(3, dtype=np.float32)[[0, 0, 1]]
    context = np.stack([mill, river])
    assert mean_cosine(answer, context) == pytest.approx(0.5)
    assert mean_cosine(answer, context, question=mill) == pytest.approx(1.0)
    assert mean_cosine(answer, context, question=river) == pytest.approx(0.0)
    assert mean_cosine(answer, context, question=-mill) == pytest.approx(0.5)  # nothing is relevant: all weigh alike


def test_vector_scores() -> None:
    rows = [
        row("mill. river.", "mill river", "bridge", question="bridge?"),
        row("Hello!", "mill"),
        row("mill", " "),
        row("...", "mill", question="?"),
    ]
    scores = vector_scores(
        rows,
        claims=[["mill.", "river."], [], ["mill"], []],
        sentences=[["mill", "river bridge"], ["mill"], ["-"], ["mill"]],
        encoder=AxisEncoder(),
    )
    assert scores["mean_cosine"] == pytest.approx([0.5, 0.0, 0.0, 0.0], abs=1e-6)
    assert scores["weighted_cosine"] == pytest.approx([0.0, 0.0, 0.0, 0.0], abs=1e-6)
    # The first claim stands in a sentence; the second has half of one. No claim scores 1, no sentence 0.
    assert scores["greatest_cosine"] == pytest.approx([0.5**0.5, 1.0, 0.0, 1.0], abs=1e-6)
