"""`bench quality`: how well the database tells grounded answers from others, beside five baselines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from groundcheck_db.bench.baselines import TextEncoder, vector_scores, word_scores
from groundcheck_db.bench.data import DataFile, Row
from groundcheck_db.bench.judge import Judged, judge_rows
from groundcheck_db.bench.metrics import Floats, Ints, auroc, best_threshold, calibration_error, decisions
from groundcheck_db.checker import Tier
from groundcheck_db.database import connect
from groundcheck_db.errors import Needs
from groundcheck_db.queries import statement

AGGREGATES = ("mean", "min", "product")


@dataclass(frozen=True, slots=True)
class Policy:
    """The policy that was measured."""

    name: str
    version: int
    threshold: float
    aggregate: str


@dataclass(frozen=True, slots=True)
class Score:
    """A score without regard to a threshold; None where only one label occurs.

    Attributes:
        auroc: the chance that a grounded answer scores above one that is not.
        best_balanced_accuracy: at the threshold that hindsight would have chosen.
    """

    auroc: float | None
    best_balanced_accuracy: float | None


@dataclass(frozen=True, slots=True)
class FileQuality:
    """What was measured on one file, over the rows that could be checked.

    Attributes:
        name: of the file.
        n: number of rows.
        grounded: how many of them have label 1.
        claims: checkable claims in all answers.
        not_checked: share of the rows whose check failed.
        no_claim: share of the rows whose answer makes no claim; they count as 1.
        auroc: of the trust score.
        auroc_scored: the same over the rows that have a trust score.
        balanced_accuracy: of trust_score >= threshold.
        action_balanced_accuracy: of the action, which a contradicted claim turns to REJECT whatever the score.
        f1_hallucinated: F1 of label 0, by the action.
        calibration_error: of the trust score, over 15 bins.
        best_threshold: where the balanced accuracy of the trust score would have been highest.
        best_balanced_accuracy: that accuracy.
        milliseconds: mean of a check whose context has been seen before.
        aggregates: the trust score by mean, min and product over the same claims.
        baselines: the simple scores over the same rows.
    """

    name: str
    n: int
    grounded: int
    claims: int
    not_checked: float
    no_claim: float
    auroc: float | None
    auroc_scored: float | None
    balanced_accuracy: float | None
    action_balanced_accuracy: float | None
    f1_hallucinated: float | None
    calibration_error: float | None
    best_threshold: float | None
    best_balanced_accuracy: float | None
    milliseconds: float
    aggregates: dict[str, Score]
    baselines: dict[str, Score]


def find_policy(dsn: str, name: str) -> Policy:
    """Read a policy.

    Raises:
        PolicyError: there is none of that name.
    """
    with connect(dsn, needs=Needs.OWNER) as connection:
        row = connection.execute(statement("bench", "policy"), {"policy": name}).fetchone()
        assert row is not None  # noqa: S101 - find_policy raises
        return Policy(*row)


def screen_weights(dsn: str, policy: str) -> dict[str, float]:
    """Read the weights of a policy's screen scorer, by signal.

    Raises:
        PolicyError: there is no such policy.
    """
    with connect(dsn, needs=Needs.OWNER) as connection:
        return dict(connection.execute(statement("bench", "screen_weights"), {"policy": policy}).fetchall())


def measure_file(
    dsn: str,
    file: DataFile,
    policy: Policy,
    *,
    jobs: int = 1,
    baselines: bool = True,
    encoder: TextEncoder | None = None,
    progress: Callable[[int], None] | None = None,
    verifier: Tier | None = None,
) -> tuple[FileQuality, list[Judged]]:
    """Judge the rows of a file and measure.

    Args:
        dsn: the database; it is left as it was.
        file: the labelled rows.
        policy: the policy to judge by.
        jobs: how many connections work at once.
        baselines: whether to measure the simple scores too.
        encoder: makes the vectors of the three cosine baselines, which are left out without it.
        progress: told how many rows have been judged since it was told last.
        verifier: runs over what the policy has verified; without it the screen decides.

    Returns:
        The figures, and what was decided on each row.
    """
    judged = judge_rows(dsn, file.rows, policy=policy.name, jobs=jobs, progress=progress, verifier=verifier)
    rivals: dict[str, Floats] = {}
    if baselines:
        if encoder is not None:
            claims = [[claim.statement for claim in item.claims if claim.support is not None] for item in judged]
            rivals |= vector_scores(file.rows, claims, read_sentences(dsn, file.rows), encoder)
        rivals |= word_scores(file.rows)
    return summarise(file.name, judged, policy, rivals), judged


def read_sentences(dsn: str, rows: Sequence[Row]) -> list[list[str]]:
    """The sentences of each row's context, split by the database; each distinct context is split once."""
    found: dict[tuple[str, ...], list[str]] = {}
    with connect(dsn, needs=Needs.OWNER) as connection:
        for row in rows:
            if row.context not in found:
                sentences = connection.execute(statement("bench", "sentences"), {"passages": list(row.context)})
                found[row.context] = [sentence for (sentence,) in sentences if sentence.strip()]
    return [found[row.context] for row in rows]


def summarise(name: str, judged: Sequence[Judged], policy: Policy, rivals: dict[str, Floats]) -> FileQuality:
    """Compare what was decided with the labels.

    Args:
        name: of the file.
        judged: n rows as they were judged.
        policy: what they were judged by.
        rivals: n scores each, by name.
    """
    checked = np.array([item.is_checked for item in judged], dtype=bool)
    kept = [item for item in judged if item.is_checked]
    labels = np.array([item.row.label for item in kept], dtype=np.int64)
    scores = np.array([item.score for item in kept], dtype=np.float64)
    by_score = decisions(labels, scores >= policy.threshold)
    by_action = decisions(labels, np.array([item.action == "PASS" for item in kept], dtype=bool))
    best = best_threshold(labels, scores)
    scored = np.array([item.trust_score is not None for item in kept], dtype=bool)
    return FileQuality(
        name=name,
        n=len(judged),
        grounded=sum(item.row.label for item in judged),
        claims=sum(claim.support is not None for item in judged for claim in item.claims),
        not_checked=1 - len(kept) / len(judged),
        no_claim=sum(item.reason_code == "nothing_to_check" for item in judged) / len(judged),
        auroc=auroc(labels, scores),
        auroc_scored=auroc(labels[scored], scores[scored]),
        balanced_accuracy=by_score.balanced_accuracy,
        action_balanced_accuracy=by_action.balanced_accuracy,
        f1_hallucinated=by_action.f1_hallucinated,
        calibration_error=calibration_error(labels, scores) if kept else None,
        best_threshold=best[0] if best else None,
        best_balanced_accuracy=best[1] if best else None,
        milliseconds=float(np.mean([item.milliseconds for item in judged])),
        aggregates={
            aggregate: _score(labels, np.array([item.scored(item.aggregates[aggregate]) for item in kept]))
            for aggregate in AGGREGATES
        },
        baselines={rival: _score(labels, values[checked]) for rival, values in rivals.items()},
    )


def _score(labels: Ints, scores: Floats) -> Score:
    best = best_threshold(labels, scores)
    return Score(auroc(labels, scores), best[1] if best else None)
