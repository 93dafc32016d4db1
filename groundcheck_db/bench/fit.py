"""`fit`: the weights of a scorer from labelled claims.

A logistic regression with an L2 penalty over standardised signals, its weights then folded back to the signals as they
are measured, so that SQL needs nothing but a sum.

- No signal counts the wrong way: a weight whose direction is known (see DIRECTIONS) is bounded by 0. Signals that say
  nearly the same would otherwise get large weights of opposite sign, which other data does not bear out.
- Files differ in their share of supported claims, and no signal should explain that: while the weights are fitted, each
  file has an intercept of its own. Then one intercept and one scale for all are fitted, by which support is calibrated.
- Every file counts alike. Folds never part claims over the same context.
- A scorer of verified claims is fitted on top of the screen's: the screen's log-odds are one signal beside the
  verifier's, or the many signals that measure shared words would outvote what the verifier says of meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import psycopg
from scipy.optimize import minimize
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold

from groundcheck_db.bench.examples import Examples, is_pairs
from groundcheck_db.bench.metrics import Floats, Ints, auroc, best_threshold, calibration_error, decisions
from groundcheck_db.queries import statement

FOLDS = 5
PENALTIES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
INTERCEPT = "intercept"
DECIMALS = 5
SCREEN = "screen"
# Of the verifier's signals only this one: its probability of contradiction, next to it, costs AUROC on held-out WiCE.
VERIFIER_SIGNALS = ("entailment_logit",)

# 1: the more, the more is a claim supported; -1: the less. A signal that is not here may count either way.
DIRECTIONS = {
    "alignment": 1,
    "bigrams": 1,
    "bigrams_context": 1,
    "cosine": 1,
    "cosine_joint": 1,
    "coverage": 1,
    "coverage_context": 1,
    "coverage_first": 1,
    "contradiction": -1,
    "contradiction_logit": -1,
    "coverage_near": 1,
    "difference": -1,
    "entailment": 1,
    "entailment_logit": 1,
    "gap": -1,
    "gaps": -1,
    "missing_words": -1,
    "name_absence": -1,
    "name_displaced": -1,
    "screen": 1,
    "severity": -1,
    "skip_bigrams": 1,
    "subject_displaced": -1,
    "substitution": -1,
    "value_absence": -1,
    "value_conflict": -1,
    "value_support": 1,
}


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
        penalty: C, the inverse of the penalty's strength.
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


def fit_on_top(examples: Examples, screen: Mapping[str, float]) -> Fit:
    """Fit a scorer of verified claims: the screen's log-odds and the verifier's signals.

    Args:
        examples: claims that the verifier has read, none over a text that it was trained on.
        screen: the weights of the screen's scorer, with `intercept`.
    """
    logits = screen[INTERCEPT] + sum(
        examples.values[:, examples.signals.index(name)] * weight
        for name, weight in screen.items()
        if name != INTERCEPT
    )
    added = [examples.signals.index(name) for name in VERIFIER_SIGNALS]
    columns = np.column_stack([logits, examples.values[:, added]])
    fitted = fit(replace(examples, signals=(SCREEN, *VERIFIER_SIGNALS), values=columns))
    scale = fitted.weights.get(SCREEN, 0.0)
    weights = {name: round(scale * weight, DECIMALS) for name, weight in screen.items()}
    weights[INTERCEPT] = round(weights[INTERCEPT] + fitted.weights[INTERCEPT], DECIMALS)
    weights |= {name: fitted.weights[name] for name in VERIFIER_SIGNALS if name in fitted.weights}
    return replace(fitted, weights=weights)


def fit(examples: Examples) -> Fit:
    """Fit a scorer, choosing the penalty by cross-validated log loss."""
    kept = np.ptp(examples.values, axis=0) > 0
    examples = examples.of_signals(kept)
    weights = examples.weights()

    outcomes = {penalty: out_of_fold(examples, penalty) for penalty in PENALTIES}
    penalty = min(PENALTIES, key=lambda c: log_loss(examples.labels, outcomes[c], sample_weight=weights))
    scores = outcomes[penalty]
    threshold = common_threshold(examples, scores)

    model = Regression.fitted(examples, np.arange(len(weights)), penalty)
    names = (INTERCEPT, *examples.signals)
    return Fit(
        weights={
            name: round(float(weight), DECIMALS)
            for name, weight in zip(names, (model.intercept, *model.coefficients), strict=True)
        },
        importance=dict(zip(examples.signals, map(float, model.coefficients * model.deviation), strict=True)),
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


def out_of_fold(examples: Examples, penalty: float) -> Floats:
    """Support of each claim by a fit without the claims over its context."""
    scores = np.empty(len(examples.labels))
    folds = GroupKFold(min(FOLDS, np.unique(examples.sources).size))
    for seen, unseen in folds.split(examples.values, examples.labels, examples.sources):
        scores[unseen] = Regression.fitted(examples, seen, penalty).support(examples.values[unseen])
    return scores


def common_threshold(examples: Examples, scores: Floats) -> float:
    """The threshold with the highest balanced accuracy, averaged over the files of answers that have both labels."""
    weights = np.zeros(len(scores))
    for number in (n for n, name in enumerate(examples.names) if not is_pairs(name)):
        of_file = examples.files == number
        for label in (0, 1):
            chosen = of_file & (examples.labels == label)
            other = of_file & (examples.labels != label)
            if chosen.any() and other.any():
                weights[chosen] = 1 / chosen.sum()
    found = best_threshold(examples.labels, scores, weights)
    return found[0] if found else 0.5


@dataclass(frozen=True, slots=True)
class Regression:
    """Weights for signals as they are measured, and the deviations that these had where it was fitted."""

    coefficients: Floats
    intercept: float
    deviation: Floats

    @classmethod
    def fitted(cls, examples: Examples, chosen: Ints, penalty: float) -> Self:
        """Fit to the chosen claims (positions among the examples)."""
        values, labels = examples.values[chosen], examples.labels[chosen]
        weights = examples.weights()[chosen]
        mean = np.average(values, axis=0, weights=weights)
        deviation = np.sqrt(np.average((values - mean) ** 2, axis=0, weights=weights))
        deviation[deviation == 0] = 1.0
        signals = (values - mean) / deviation
        files = np.eye(len(examples.names))[examples.files[chosen]]

        bounds = [_BOUNDS[DIRECTIONS.get(name, 0)] for name in examples.signals]
        solution = _minimise(np.hstack([signals, files]), labels, weights * penalty, bounds)[: len(bounds)]
        combined = np.column_stack([np.ones(len(labels)), signals @ solution])
        intercept, scale = _minimise(combined, labels, weights * len(labels), [])

        coefficients = scale * solution / deviation
        return cls(coefficients, float(intercept - coefficients @ mean), deviation)

    def support(self, values: Floats) -> Floats:
        """The probability of label 1 for n rows of signals."""
        return np.asarray(_logistic(values @ self.coefficients + self.intercept), dtype=np.float64)


_BOUNDS = {1: (0.0, None), -1: (None, 0.0), 0: (None, None)}


def _minimise(values: Floats, labels: Ints, weights: Floats, bounds: list[tuple[float | None, float | None]]) -> Floats:
    """Coefficients of least weighted log loss; the first len(bounds) are bounded and pay half their square."""
    sides = 2.0 * labels - 1.0
    penalised = np.arange(values.shape[1]) < len(bounds)

    def loss(coefficients: Floats) -> tuple[float, Floats]:
        margins = sides * (values @ coefficients)
        paid = np.where(penalised, coefficients, 0.0)
        gradient = paid - values.T @ (weights * sides * _logistic(-margins))
        return float(weights @ np.logaddexp(0, -margins) + paid @ paid / 2), gradient

    free = [_BOUNDS[0]] * (values.shape[1] - len(bounds))
    found = minimize(
        loss, np.zeros(values.shape[1]), jac=True, method="L-BFGS-B", bounds=[*bounds, *free],
        options={"maxiter": 5000, "ftol": 1e-12, "gtol": 1e-8},
    )  # fmt: skip
    return np.asarray(found.x, dtype=np.float64)


def _logistic(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -36, 36))), dtype=np.float64)


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
