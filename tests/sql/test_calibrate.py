"""Calibrated support and thresholds from labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import psycopg
import pytest
from scipy.optimize import minimize

from tests.support import Query


def seed(query: Query, supports: list[tuple[float, bool]]) -> list[str]:
    """Checks of one claim each whose only signal is the logit of its support, and a label on each."""
    query.connection.execute(
        "insert into groundcheck_internal.scorers (name, version, fitted_on) values ('seeded', 1, 'nothing')"
        " on conflict do nothing"
    )
    query.connection.execute(
        "insert into groundcheck_internal.scorer_weights"
        " select s.id, w.signal, w.weight from groundcheck_internal.scorers as s"
        " cross join (values ('intercept', 0.0), ('logit', 1.0)) as w (signal, weight) where s.name = 'seeded'"
        " on conflict do nothing"
    )
    query.rows('select groundcheck.create_policy(\'seeded\', \'{"scorer": "seeded", "claim_floor": null}\')')
    ids = []
    for support, grounded in supports:
        id_ = query.check("Tea is sold.", ["Tea is sold."], policy="default")["id"]
        query.connection.execute(
            "update groundcheck_internal.claims set signals = jsonb_build_object('logit', %s::float8, 'length', 1)"
            " where 'audit_' || check_id = %s",
            [math.log(support / (1 - support)), id_],
        )
        query.value("select groundcheck.label(%s, 0, %s)", id_, grounded)
        ids.append(id_)
    return ids


class TestPlatt:
    def test_is_the_minimum_that_another_solver_finds(self, query: Query) -> None:
        random = np.random.default_rng(3)
        x = random.normal(0, 2, 200)
        y = random.random(200) < 1 / (1 + np.exp(-(0.6 * x - 0.5)))
        target = np.where(y, (y.sum() + 1) / (y.sum() + 2), 1 / ((~y).sum() + 2))

        def loss(p: np.ndarray[Any, np.dtype[np.float64]]) -> float:
            z = p[0] * x + p[1]
            return float(np.sum(np.logaddexp(0, z) - target * z))

        best = minimize(loss, [1.0, 0.0], tol=1e-12).x
        ((labels, slope, intercept, before, after),) = query.rows(
            "select (f.fit).* from (select groundcheck_internal.fit_platt(%s::float8[], %s) as fit) as f",
            x.tolist(), y.tolist(),
        )  # fmt: skip
        assert labels == 200
        assert (slope, intercept) == pytest.approx(tuple(best), abs=1e-4)
        p = 1 / (1 + np.exp(-x)), 1 / (1 + np.exp(-(slope * x + intercept)))
        assert (before, after) == pytest.approx([float(np.mean((q - y) ** 2)) for q in p])

    @pytest.mark.parametrize(
        ("logits", "grounded"),
        [([-30.0, -20.0, 20.0, 30.0], [False, False, True, True]), ([1.0] * 6, [True, False] * 3)],
        ids=["told apart", "all alike"],
    )
    def test_ends_with_finite_numbers(self, query: Query, logits: list[float], grounded: list[bool]) -> None:
        ((slope, intercept),) = query.rows(
            "select (f.fit).slope, (f.fit).intercept"
            " from (select groundcheck_internal.fit_platt(%s::float8[], %s) as fit) as f", logits, grounded,
        )  # fmt: skip
        assert math.isfinite(slope)
        assert math.isfinite(intercept)


class TestCalibrate:
    # 40 claims: of support .9 all twenty are grounded, of .6 five in ten, of .2 none.
    LABELLED = [(0.9, True)] * 20 + [(0.6, True), (0.6, False)] * 5 + [(0.2, False)] * 10

    def test_makes_the_next_version(self, query: Query) -> None:
        seed(query, self.LABELLED)
        found = query.value("select groundcheck.calibrate('seeded', 0.95)")
        assert (found["policy"], found["version"]) == ("seeded", 2)
        assert (found["level"], found["labels"], found["calibration"]["labels"]) == ("answer", 40, 40)
        assert (found["precision"], found["recall"]) == (1.0, 0.8), "20 of 25 that are grounded have .9"
        assert found["calibration"]["brier_after"] < found["calibration"]["brier_before"]
        assert found["verified_calibration"] is None
        scorer = query.value(
            "select s.name || '@' || s.version from groundcheck_internal.policies as p"
            " join groundcheck_internal.scorers as s on s.id = p.scorer_id where p.name = 'seeded' and p.version = 2"
        )
        assert scorer == "seeded-seeded@1"

    def test_threshold_is_the_lowest_that_reaches_it(self, query: Query) -> None:
        seed(query, self.LABELLED)
        found = query.value("select groundcheck.calibrate('seeded', 0.8)")
        assert (found["precision"], found["recall"]) == (round(25 / 30, 4), 1.0)
        slope, intercept = found["calibration"]["slope"], found["calibration"]["intercept"]
        support = 1 / (1 + math.exp(-(slope * math.log(0.6 / 0.4) + intercept)))
        assert found["threshold"] == pytest.approx(support, abs=1.1e-6)
        assert found["threshold"] <= support

    def test_checks_made_again_under_it_reach_the_precision(self, query: Query) -> None:
        seed(query, self.LABELLED)
        query.value("select groundcheck.calibrate('seeded', 0.95)")
        assert query.value("select groundcheck.recheck_all('seeded')") == 40
        assert query.rows(
            "select c.action, l.grounded, count(*) from groundcheck_internal.checks as c"
            " join groundcheck_internal.answer_labels as l on l.check_id = c.recheck_of group by 1, 2 order by 1, 2"
        ) == [("PASS", True, 20), ("REJECT", False, 15), ("REJECT", True, 5)]  # fmt: skip

    def test_again_goes_on_from_there(self, query: Query) -> None:
        seed(query, self.LABELLED)
        first = query.value("select groundcheck.calibrate('seeded', 0.95)")
        second = query.value("select groundcheck.calibrate('seeded', 0.95)")
        assert second["version"] == 3
        assert second["calibration"]["slope"] == pytest.approx(1, abs=1e-3)
        assert second["calibration"]["intercept"] == pytest.approx(0, abs=1e-3)
        assert second["threshold"] == pytest.approx(first["threshold"], abs=1e-3)

    def test_remarks_say_whose_policy_it_is_and_what_had_too_few_labels(self, query: Query) -> None:
        seed(query, self.LABELLED)
        shared = query.value("select groundcheck.calibrate('seeded', 0.95)")
        assert shared["tenant"] == ""
        (remark,) = shared["remarks"]
        assert remark.startswith('No tenant is set: this is the shared policy "seeded"')

        query.connection.execute("set local groundcheck.tenant = 'acme'")
        seed(query, self.LABELLED)
        query.rows("select groundcheck.create_policy('seeded', '{\"verify\": \"always\"}')")
        own = query.value("select groundcheck.calibrate('seeded', 0.95)")
        assert own["tenant"] == "acme"
        assert own["verified_calibration"] is None
        (remark,) = own["remarks"]
        assert remark.startswith("verified_calibration is null: fewer than 30 labelled claims")

    def test_remark_on_a_threshold_without_calibration(self, query: Query) -> None:
        """Labels of whole answers set a threshold, and say nothing of their claims."""
        seed(query, self.LABELLED)
        query.connection.execute("update groundcheck_internal.labels set claim_index = null")
        found = query.value("select groundcheck.calibrate('seeded', 0.95)")
        assert (found["level"], found["calibration"]) == ("answer", None)
        assert found["remarks"][0].startswith("calibration is null: fewer than 30 labelled claims")

    def test_claims_stand_for_answers_that_are_too_few(self, query: Query) -> None:
        seed(query, self.LABELLED)
        # A second claim that nobody labelled: no answer is labelled as a whole any more, unless one claim is wrong.
        query.connection.execute(
            "insert into groundcheck_internal.claims select check_id, created_at, tenant, 1, claim, statement,"
            " span_start, span_end, kind, verdict, support, finding, signals, citations"
            " from groundcheck_internal.claims"
        )
        assert query.value("select groundcheck.calibrate('seeded', 0.95)")["level"] == "claim"

    def test_a_floor_keeps_its_meaning(self, query: Query) -> None:
        seed(query, self.LABELLED)
        query.rows("select groundcheck.create_policy('seeded', '{\"claim_floor\": 0.4, \"review_threshold\": 0.5}')")
        found = query.value("select groundcheck.calibrate('seeded', 0.8)")
        slope, intercept = found["calibration"]["slope"], found["calibration"]["intercept"]
        ((floor, review),) = query.rows(
            "select claim_floor, review_threshold from groundcheck_internal.policies"
            " where name = 'seeded' and version = 3"
        )
        assert floor == pytest.approx(1 / (1 + math.exp(-(slope * math.log(0.4 / 0.6) + intercept))), abs=1e-5)
        assert review == pytest.approx(1 / (1 + math.exp(-intercept)), abs=1e-5)

    def test_too_few_labels(self, query: Query) -> None:
        seed(query, self.LABELLED[:29])
        with pytest.raises(psycopg.DatabaseError, match="29 answers and 29 claims are labelled") as caught:
            query.value("select groundcheck.calibrate('seeded')")
        assert caught.value.sqlstate == "GC515"
        assert "30 of either" in str(caught.value.diag.message_hint)

    def test_labels_that_all_say_the_same(self, query: Query) -> None:
        seed(query, [(0.9, True)] * 40)
        with pytest.raises(psycopg.DatabaseError, match="too few") as caught:
            query.value("select groundcheck.calibrate('seeded')")
        assert caught.value.sqlstate == "GC515"

    def test_precision_that_nothing_reaches(self, query: Query) -> None:
        seed(query, [(0.9, True), (0.9, True), (0.9, False), (0.2, False)] * 10)
        with pytest.raises(psycopg.DatabaseError, match=r"precision of 0\.99") as caught:
            query.value("select groundcheck.calibrate('seeded', 0.99)")
        assert caught.value.sqlstate == "GC516"
        assert str(caught.value.diag.message_hint).startswith("The best is 0.667.")

    def test_labels_the_wrong_way_round(self, query: Query) -> None:
        seed(query, [(0.9, False), (0.2, True)] * 20)
        with pytest.raises(psycopg.DatabaseError, match="no more support") as caught:
            query.value("select groundcheck.calibrate('seeded')")
        assert caught.value.sqlstate == "GC516"

    @pytest.mark.parametrize(
        ("arguments", "sqlstate"),
        [
            ("'mean_cosine'", "GC514"),
            ("'default', 0", "GC514"),
            ("'default', 1.01", "GC514"),
            ("'default', 'NaN'", "GC514"),
            ("'default', null", "GC514"),
            ("'default', 0.9, 9", "GC514"),
            ("'nothing'", "GC101"),
        ],
    )
    def test_wrong_calls(self, query: Query, arguments: str, sqlstate: str) -> None:
        with pytest.raises(psycopg.DatabaseError) as caught:
            query.connection.execute(f"select groundcheck.calibrate({arguments})".encode())
        assert caught.value.sqlstate == sqlstate

    def test_of_a_tenant_leaves_the_shared_policy_alone(self, query: Query) -> None:
        query.connection.execute("set local groundcheck.tenant = 'acme'")
        seed(query, self.LABELLED)
        query.value("select groundcheck.calibrate('seeded', 0.95)")
        (name,) = query.rows("select name from groundcheck_internal.scorers order by id desc limit 1")[0]
        assert name.startswith("seeded-seeded-")
        assert "acme" not in name
        query.connection.execute("set local groundcheck.tenant = ''")
        with pytest.raises(psycopg.DatabaseError) as caught:
            query.value("select groundcheck.calibrate('seeded')")
        assert caught.value.sqlstate == "GC101"
