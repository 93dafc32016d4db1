"""Fitting: which claims get which label, what the regression finds, and that SQL computes the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import psycopg
import pytest

pytest.importorskip("sklearn")

from groundcheck_db.bench.data import Row
from groundcheck_db.bench.examples import Examples, collect
from groundcheck_db.bench.fit import common_threshold, fit, fit_on_top, out_of_fold, store
from groundcheck_db.bench.judge import Claim, Judged
from groundcheck_db.errors import GroundcheckError

GENERATOR = 20_261


def judged(
    label: int, *spans: tuple[int, int], marked: tuple[tuple[int, int], ...] | None = None, greeting: bool = False
) -> Judged:
    """A row with a claim at each span, the signal `place` of each being its start."""
    claims = [
        Claim("c", "c", "statement", span, "supported", 0.5, {"place": float(span[0]), "other": 1.0}, None, ())
        for span in spans
    ]
    if greeting:
        claims.append(Claim("Hi", "Hi", "greeting", (90, 92), "not_checkable", None, {}, None, ()))
    row = Row(id="1", context=(f"context {spans}",), question=None, answer="", label=label, spans=marked)
    return Judged(row, "final", "PASS", "supported", 0.5, {}, tuple(claims), 1.0)


def drawn(n: int = 1200) -> Examples:
    """Claims whose label follows 3 * a - 2 * b + 1; c says nothing, and d never varies."""
    random = np.random.default_rng(GENERATOR)
    values = np.column_stack([random.normal(0, 1, n), random.normal(5, 2, n), random.normal(0, 9, n), np.full(n, 4.0)])
    chance = 1 / (1 + np.exp(-(3 * values[:, 0] - 2 * (values[:, 1] - 5) + 1)))
    return Examples(
        signals=("a", "b", "c", "d"),
        values=values,
        labels=(random.random(n) < chance).astype(np.int64),
        files=np.repeat([0, 1], [n - 200, 200]),
        names=("large", "small"),
        sources=np.array([str(number // 3) for number in range(n)]),
    )


class TestCollect:
    @pytest.mark.parametrize(
        ("item", "labels"),
        [
            (judged(0, (0, 9)), {0: 0}),
            (judged(1, (0, 9)), {0: 1}),
            (judged(0, (0, 9), greeting=True), {0: 0}),  # one claim that can be checked
            (judged(1, (0, 9), (10, 19)), {0: 1, 10: 1}),
            (judged(0, (0, 9), (10, 19)), {}),  # which of them is wrong?
            (judged(0, (0, 9), (10, 19), marked=((12, 14),)), {0: 1, 10: 0}),
            (judged(0, (0, 9), (9, 19), marked=((5, 9),)), {0: 0, 9: 1}),  # spans are half open
            (judged(0, (0, 9), (10, 19), marked=((8, 11),)), {0: 0, 10: 0}),
            (judged(0), {}),
        ],
    )
    def test_labels(self, item: Judged, labels: dict[int, int]) -> None:
        both = [judged(0, (70, 71)), judged(1, (80, 81))]
        examples = collect({"file": [item, *both]})
        place = examples.values[:, examples.signals.index("place")]
        found = dict(zip(map(int, place), map(int, examples.labels), strict=True))
        assert found == labels | {70: 0, 80: 1}

    def test_every_file_counts_alike(self) -> None:
        examples = collect(
            {"one": [judged(0, (0, 1))], "none": [], "three": [judged(1, (0, 1)), judged(1, (2, 3)), judged(0, (4, 5))]}
        )
        assert examples.weights().tolist() == pytest.approx([2, 2 / 3, 2 / 3, 2 / 3])

    def test_one_label_cannot_be_fitted(self) -> None:
        with pytest.raises(GroundcheckError, match="not both labels"):
            collect({"file": [judged(1, (0, 1))]})


class TestFit:
    def test_weights_are_those_that_made_the_labels(self) -> None:
        fitted = fit(drawn(6000))
        assert fitted.weights["a"] == pytest.approx(3, rel=0.2)
        assert fitted.weights["b"] == pytest.approx(-2, rel=0.2)
        assert fitted.weights["c"] == pytest.approx(0, abs=0.05)
        assert fitted.weights["intercept"] == pytest.approx(11, rel=0.2)
        assert "d" not in fitted.weights

    def test_support_is_a_probability(self) -> None:
        fitted = fit(drawn(6000))
        assert fitted.calibration_error < 0.03
        assert all(file.auroc is not None and file.auroc > 0.9 for file in fitted.files)
        assert [(file.name, file.n) for file in fitted.files] == [("large", 5800), ("small", 200)]

    def test_no_signal_counts_the_wrong_way(self) -> None:
        examples = drawn()
        renamed = replace(examples, signals=("difference", "cosine", "c", "d"))  # a speaks for support, b against it
        weights = fit(renamed).weights
        assert weights["difference"] == weights["cosine"] == 0
        right = fit(replace(examples, signals=("cosine", "difference", "c", "d"))).weights
        assert right["cosine"] > 1
        assert right["difference"] < -1

    def test_share_of_supported_claims_in_a_file_is_not_explained_by_a_signal(self) -> None:
        # x tells the files apart, of which one is mostly supported; within a file it says nothing. y does.
        random = np.random.default_rng(GENERATOR)
        n = 4000
        files = np.repeat([0, 1], n // 2)
        y = random.normal(0, 1, n)
        chance = 1 / (1 + np.exp(-(2 * y + np.where(files == 0, 2.0, -2.0))))
        examples = Examples(
            signals=("x", "y"),
            values=np.column_stack([random.normal(0, 1, n) + files, y]),
            labels=(random.random(n) < chance).astype(np.int64),
            files=files,
            names=("mostly", "seldom"),
            sources=np.arange(n).astype(str),
        )
        weights = fit(examples).weights
        assert abs(weights["x"]) < 0.1
        assert weights["y"] > 1

    def test_claims_over_one_context_are_never_parted(self) -> None:
        # Each context has its own signal, which gives the label away to whoever has seen the context.
        n = 60
        labels = np.tile([0, 0, 0, 1, 1, 1], n // 6)
        sources = np.arange(n) // 3
        examples = Examples(
            signals=tuple(map(str, range(n // 3))),
            values=np.eye(n // 3)[sources],
            labels=labels,
            files=np.zeros(n, dtype=np.int64),
            names=("file",),
            sources=sources.astype(str),
        )
        scores = out_of_fold(examples, 10.0)
        assert abs(scores[labels == 1].mean() - scores[labels == 0].mean()) < 0.1

    def test_threshold_averages_over_files(self) -> None:
        # The large file alone would part at 0.75, the small one at 0.25; what costs the large one less wins.
        examples = Examples(
            signals=("a",),
            values=np.zeros((7, 1)),
            labels=np.array([0, 0, 1, 1, 1, 0, 1]),
            files=np.array([0, 0, 0, 0, 0, 1, 1]),
            names=("large", "small"),
            sources=np.array(list("abcdefg")),
        )
        scores = np.array([0.1, 0.7, 0.8, 0.9, 0.9, 0.2, 0.3])
        threshold = common_threshold(examples, scores)
        # At 0.25: (3/3 + 1/2) / 2 and 1. At 0.75: 1 and 1/2.
        assert 0.2 < threshold <= 0.3


def test_sql_computes_what_was_fitted(db: psycopg.Connection) -> None:
    examples = drawn()
    fitted = fit(examples)
    version, as_sql = store(db, "trial", fitted, examples)
    found = db.execute(
        "select id, fitted_on from groundcheck_internal.scorers where name = 'trial' and version = %s", [version]
    ).fetchone()
    assert found is not None
    assert found[1] == "1200 claims of large, small"
    for values in examples.values[:20]:
        signals = dict(zip(examples.signals, map(float, values), strict=True))
        z = sum(weight * (1 if name == "intercept" else signals[name]) for name, weight in fitted.weights.items())
        support = db.execute(
            "select groundcheck_internal.score_support(%s, %s::jsonb)", [found[0], json.dumps(signals)]
        ).fetchone()
        assert support == (pytest.approx(1 / (1 + np.exp(-z))),)
    assert store(db, "trial", fitted, examples)[0] == version + 1
    assert "'trial'" in as_sql


def test_statement_makes_the_same_scorer_elsewhere(db: psycopg.Connection, fresh_dsn: str, tmp_path: Path) -> None:
    examples = drawn()
    _version, as_sql = store(db, "trial's", fit(examples), examples)
    file = tmp_path / "scorer.sql"
    file.write_text(as_sql, encoding="utf-8")
    weights = """
      select s.name, s.version, s.fitted_on, w.signal, w.weight
      from groundcheck_internal.scorers as s
      join groundcheck_internal.scorer_weights as w on w.scorer_id = s.id
      where s.name = 'trial''s'
      order by w.signal
    """
    with psycopg.connect(fresh_dsn) as other:
        other.execute(file.read_bytes())
        made = other.execute(weights).fetchall()
    assert len(made) == 4
    assert made == db.execute(weights).fetchall()


class TestFitOnTop:
    def test_the_verifier_decides_where_the_screen_says_nothing(self) -> None:
        drawn_examples = drawn()
        random = np.random.default_rng(GENERATOR)
        n = len(drawn_examples.labels)
        entailed = np.clip(drawn_examples.labels * 0.6 + random.random(n) * 0.4, 0.001, 0.999)
        logit = np.log(entailed / (1 - entailed)) / 8
        examples = replace(
            drawn_examples,
            signals=("coverage", "entailment", "entailment_logit"),
            values=np.column_stack([random.random(n), entailed, logit]),
        )
        screen = {"intercept": -1.0, "coverage": 2.0}
        fitted = fit_on_top(examples, screen)
        assert set(fitted.weights) == {"intercept", "coverage", "entailment_logit"}
        assert fitted.weights["entailment_logit"] > 1
        assert abs(fitted.weights["coverage"]) < 0.5
        assert all(file.auroc is not None and file.auroc > 0.95 for file in fitted.files)

    def test_without_a_verifier_that_knows_anything_it_is_the_screen(self) -> None:
        drawn_examples = drawn()
        n = len(drawn_examples.labels)
        zeros = np.zeros(n)
        zeros[0] = 0.5
        examples = replace(
            drawn_examples,
            signals=("cosine", "entailment_logit"),
            values=np.column_stack([drawn_examples.values[:, 0] * 3 - 2 * (drawn_examples.values[:, 1] - 5), zeros]),
        )
        weights = fit_on_top(examples, {"intercept": 0.0, "cosine": 1.0}).weights
        assert weights["cosine"] == pytest.approx(1.0, abs=0.25)
        assert weights["intercept"] == pytest.approx(1.0, abs=0.4)
