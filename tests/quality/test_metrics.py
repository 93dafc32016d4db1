"""The figures against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("sklearn")

from groundcheck_db.bench.metrics import auroc, best_threshold, calibration_error, decisions

ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 8)), min_size=2, max_size=40)


def arrays(rows: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([label for label, _ in rows]), np.array([score / 8 for _, score in rows])


@settings(deadline=None, max_examples=50)
@given(ROWS)
def test_auroc_is_the_share_of_pairs_in_order(rows: list[tuple[int, int]]) -> None:
    labels, scores = arrays(rows)
    pairs = [(good > bad) + (good == bad) / 2 for good in scores[labels == 1] for bad in scores[labels == 0]]
    if pairs:
        assert auroc(labels, scores) == pytest.approx(np.mean(pairs))
    else:
        assert auroc(labels, scores) is None


def test_decisions_by_hand() -> None:
    # Of three grounded answers two were accepted, of one that is not, none.
    found = decisions(np.array([1, 1, 1, 0]), np.array([True, True, False, False]))
    assert found.balanced_accuracy == pytest.approx((2 / 3 + 1) / 2)
    assert found.f1_hallucinated == pytest.approx(2 * 0.5 * 1 / 1.5)  # precision 1/2, recall 1


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
def test_decisions_on_one_label_say_nothing(labels: list[int]) -> None:
    found = decisions(np.array(labels), np.array([True, False]))
    assert found.balanced_accuracy is None
    assert found.f1_hallucinated is None


@settings(deadline=None, max_examples=50)
@given(ROWS)
def test_no_threshold_beats_the_best(rows: list[tuple[int, int]]) -> None:
    labels, scores = arrays(rows)
    best = best_threshold(labels, scores)
    if best is None:
        assert len(set(labels)) == 1
        return
    threshold, accuracy = best
    assert decisions(labels, scores >= threshold).balanced_accuracy == pytest.approx(accuracy)
    for other in {*scores, 2.0}:
        tried = decisions(labels, scores >= other).balanced_accuracy
        assert tried is not None
        assert tried <= accuracy + 1e-9


def test_best_threshold_lies_between_the_scores_it_parts() -> None:
    found = best_threshold(np.array([0, 0, 1, 1]), np.array([0.1, 0.2, 0.6, 0.9]))
    assert found is not None
    assert found[0] == pytest.approx(0.4)
    assert found[1] == 1.0


def test_weights_count_among_their_label() -> None:
    labels = np.array([0, 0, 1, 1])
    scores = np.array([0.1, 0.7, 0.5, 0.9])
    low = best_threshold(labels, scores, np.array([9.0, 1.0, 9.0, 1.0]))
    high = best_threshold(labels, scores, np.array([1.0, 9.0, 1.0, 9.0]))
    assert low is not None
    assert high is not None
    assert low[0] == pytest.approx(0.3)
    assert high[0] == pytest.approx(0.8)


def test_calibration_error_by_hand() -> None:
    # Two bins: 0.1 and 0.12 (one of them grounded), 0.9 (grounded).
    labels = np.array([1, 0, 1])
    scores = np.array([0.10, 0.12, 0.9])
    assert calibration_error(labels, scores) == pytest.approx((abs(0.10 + 0.12 - 1) + 0.1) / 3)


def test_calibration_error_of_perfect_and_of_worst_scores() -> None:
    labels = np.array([0, 1, 1])
    assert calibration_error(labels, labels.astype(float)) == 0
    assert calibration_error(labels, 1 - labels.astype(float)) == 1


def test_calibration_error_counts_weights() -> None:
    labels = np.array([0, 1])
    assert calibration_error(labels, np.array([1.0, 1.0]), np.array([3.0, 1.0])) == pytest.approx(0.75)
