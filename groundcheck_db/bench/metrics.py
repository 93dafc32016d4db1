"""What a score is worth against labels. A score says how likely an answer is grounded; label 1 means that it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score, roc_curve

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

CALIBRATION_BINS = 15


@dataclass(frozen=True, slots=True)
class Decisions:
    """How yes-or-no decisions compare with the labels.

    Attributes:
        balanced_accuracy: mean of the recall of both labels; 0.5 is chance, whatever the share of each.
        f1_hallucinated: F1 of label 0.
    """

    balanced_accuracy: float | None
    f1_hallucinated: float | None


def auroc(labels: Ints, scores: Floats) -> float | None:
    """The chance that a grounded answer scores above one that is not; a tie counts half.

    Returns:
        None where only one label occurs.
    """
    if np.unique(labels).size < 2:
        return None
    return float(roc_auc_score(labels, scores))


def decisions(labels: Ints, accepted: npt.NDArray[np.bool_]) -> Decisions:
    """Balanced accuracy and F1 of accepted (n booleans) against labels (n of 0 or 1)."""
    if np.unique(labels).size < 2:
        return Decisions(None, None)
    return Decisions(
        float(balanced_accuracy_score(labels, accepted)),
        float(f1_score(labels, accepted, pos_label=0, zero_division=0.0)),
    )


def best_threshold(labels: Ints, scores: Floats, weights: Floats | None = None) -> tuple[float, float] | None:
    """The threshold with the highest balanced accuracy, and that accuracy: what hindsight would have chosen.

    The threshold lies half way between the two scores that it parts, so that rounding does not matter.

    Args:
        labels: n of 0 or 1.
        scores: n scores.
        weights: n; how much each counts among those of its label, alike where not given.

    Returns:
        None where only one label occurs.
    """
    if np.unique(labels).size < 2:
        return None
    false_positive, true_positive, thresholds = roc_curve(
        labels, scores, sample_weight=weights, drop_intermediate=False
    )
    accuracies = (true_positive + 1 - false_positive) / 2
    best = int(np.argmax(accuracies))
    chosen = thresholds[best]
    below = scores[scores < chosen]
    if below.size and np.isfinite(chosen):
        chosen = (chosen + below.max()) / 2
    return float(chosen), float(accuracies[best])


def calibration_error(labels: Ints, scores: Floats, weights: Floats | None = None) -> float:
    """Expected calibration error: mean distance of score and share of label 1, over 15 bins of equal width.

    Naeini, Cooper, Hauskrecht: Obtaining well calibrated probabilities using Bayesian binning, AAAI 2015.

    Args:
        labels: n of 0 or 1.
        scores: n in [0,1].
        weights: n; how much each row counts, 1 where not given.
    """
    weights = np.ones(len(labels)) if weights is None else weights
    bins = np.minimum((scores * CALIBRATION_BINS).astype(np.int64), CALIBRATION_BINS - 1)
    differences = np.bincount(bins, weights * (scores - labels), minlength=CALIBRATION_BINS)
    return float(np.abs(differences).sum() / weights.sum())
