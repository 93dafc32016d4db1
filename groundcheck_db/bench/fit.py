"""`fit`: the weights of a scorer from labelled claims.

A logistic regression with an L2 penalty over standardised signals, its weights then folded back to the signals as they
are measured, so that SQL needs nothing but a sum. Folds never part claims over the same context. Every file counts
alike; labels are left as they are distributed, so that support is a probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import psycopg
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold

from groundcheck_db.bench.examples import Examples
from groundcheck_db.bench.metrics import Floats, auroc, best_threshold, calibration_error, decisions
from groundcheck_db.queries import statement

FOLDS = 5
PENALTIES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
INTERCEPT = "intercept"
DECIMALS = 5


@dataclass(frozen=True, slots=True)
class FileFit:
    """How the scorer does on a file's claims, each scored by a fit that has not seen its context."""

    name: str
    n: int
    supported: int
    auroc: float | None
    calibration_error: float
    balanced_accuracy: float | None


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted scorer.

    Attributes:
        weights: by signal, with `intercept`; a signal that never varies has none.
        importance: by signal, the weight times the signal's standard deviation.
        penalty: scikit-learn's C, the inverse of the penalty's strength.
        threshold: of support, where the balanced accuracy out of fold, averaged over the files, is highest.
        calibration_error: out of fold, over all files, each counting alike.
        files: the same by file.
    """

    weights: dict[str, float]
    importance: dict[str, float]
    penalty: float
    threshold: float
    calibration_error: float
    files: tuple[FileFit, ...]


def fit(examples: Examples) -> Fit:
    """Fit a scorer, choosing the penalty by cross-validated log loss."""
    kept = np.ptp(examples.values, axis=0) > 0
    values, weights = examples.values[:, kept], examples.weights()
    names = [name for name, is_kept in zip(examples.signals, kept, strict=True) if is_kept]

    outcomes = {penalty: out_of_fold(examples, values, weights, penalty) for penalty in PENALTIES}
    penalty = min(PENALTIES, key=lambda c: log_loss(examples.labels, outcomes[c], sample_weight=weights))
    scores = outcomes[penalty]
    threshold = common_threshold(examples, scores)

    coefficients, intercept, deviation = _regress(values, examples.labels, weights, penalty)
    return Fit(
        weights={
            name: round(float(weight), DECIMALS)
            for name, weight in zip((INTERCEPT, *names), (intercept, *coefficients), strict=True)
        },
        importance=dict(zip(names, map(float, coefficients * deviation), strict=True)),
        penalty=penalty,
        threshold=threshold,
        calibration_error=calibration_error(examples.labels, scores, weights),
        files=tuple(_file_fit(name, examples, scores, threshold, number) for number, name in enumerate(examples.names)),
    )


def store(connection: psycopg.Connection, name: str, fitted: Fit, examples: Examples) -> tuple[int, str]:
    """Insert a fitted scorer as the next version of its name, in the caller's transaction.

    Returns:
        The version, and a statement that inserts the same scorer elsewhere.
    """
    fitted_on = f"{len(examples.labels)} claims of {', '.join(examples.names)}"
    scorer = connection.execute(
        statement("bench", "insert_scorer"),
        {
            "name": name,
            "fitted_on": fitted_on,
            "signals": list(fitted.weights),
            "weights": list(fitted.weights.values()),
        },
    ).fetchone()
    assert scorer is not None  # noqa: S101 - an insert of one row returns one
    scorer_id, version = scorer
    as_sql = connection.execute(statement("bench", "scorer_as_sql"), {"scorer_id": scorer_id}).fetchone()
    assert as_sql is not None  # noqa: S101 - it was inserted above
    return version, as_sql[0]


def out_of_fold(examples: Examples, values: Floats, weights: Floats, penalty: float) -> Floats:
    """Support of each claim by a fit without the claims over its context."""
    scores = np.empty(len(values))
    folds = GroupKFold(min(FOLDS, np.unique(examples.sources).size))
    for seen, unseen in folds.split(values, examples.labels, examples.sources):
        coefficients, intercept, _deviation = _regress(values[seen], examples.labels[seen], weights[seen], penalty)
        scores[unseen] = 1 / (1 + np.exp(-np.clip(values[unseen] @ coefficients + intercept, -36, 36)))
    return scores


def common_threshold(examples: Examples, scores: Floats) -> float:
    """The threshold with the highest balanced accuracy, averaged over the files that have both labels."""
    weights = np.zeros(len(scores))
    for number in range(len(examples.names)):
        of_file = examples.files == number
        for label in (0, 1):
            chosen = of_file & (examples.labels == label)
            other = of_file & (examples.labels != label)
            if chosen.any() and other.any():
                weights[chosen] = 1 / chosen.sum()
    found = best_threshold(examples.labels, scores, weights)
    return found[0] if found else 0.5


def _regress(values: Floats, labels: Any, weights: Floats, penalty: float) -> tuple[Floats, float, Floats]:
    """Weights and intercept for values as they are, and the standard deviations that they were fitted by."""
    mean = np.average(values, axis=0, weights=weights)
    deviation = np.sqrt(np.average((values - mean) ** 2, axis=0, weights=weights))
    deviation[deviation == 0] = 1.0
    model = LogisticRegression(C=penalty, max_iter=5000)
    model.fit((values - mean) / deviation, labels, sample_weight=weights)
    coefficients = model.coef_[0] / deviation
    return coefficients, float(model.intercept_[0] - coefficients @ mean), deviation


def _file_fit(name: str, examples: Examples, scores: Floats, threshold: float, number: int) -> FileFit:
    chosen = examples.files == number
    labels, of_file = examples.labels[chosen], scores[chosen]
    return FileFit(
        name=name,
        n=int(chosen.sum()),
        supported=int(labels.sum()),
        auroc=auroc(labels, of_file),
        calibration_error=calibration_error(labels, of_file) if labels.size else 0.0,
        balanced_accuracy=decisions(labels, of_file >= threshold).balanced_accuracy,
    )
