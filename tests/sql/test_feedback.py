"""Labels, stored checks made again, and thresholds from labels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import psycopg
import pytest
from scipy.optimize import minimize

from tests.support import Query

CONTEXT = ["The plan costs EUR 9 per month.", "Files are kept for 30 days."]
MIXED = "The plan costs EUR 12 per month. Files are kept for 30 days."
LAX = '{"threshold": 0.3, "claim_floor": null, "contradiction_gate": false}'


@pytest.fixture
def checked(query: Query) -> dict[str, Any]:
    return query.check(MIXED, CONTEXT, question="What does it cost?", metadata='{"user": "u"}')


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


class TestLabel:
    def test_says_whether_the_verdict_agrees(self, query: Query, checked: dict[str, Any]) -> None:
        label = "select groundcheck.label(%s, %s, %s)"
        assert query.value(label, checked["id"], 0, False) is True
        assert query.value(label, checked["id"], 1, False) is False
        assert query.value(label, checked["id"], None, True) is False
        assert query.value(label, checked["id"], None, False) is True

    def test_uncheckable_claim_has_no_verdict(self, query: Query) -> None:
        document = query.check("Hello! The plan costs EUR 9.", CONTEXT)
        assert document["audit_details"]["claims"][0]["verdict"] == "not_checkable"
        assert query.value("select groundcheck.label(%s, 0, true)", document["id"]) is None

    def test_is_kept_with_note_and_name(self, query: Query, checked: dict[str, Any]) -> None:
        query.value("select groundcheck.label(%s, 1, true, 'read it', 'ann')", checked["id"])
        query.value("select groundcheck.label(%s, 1, true)", checked["id"])
        assert query.rows(
            "select claim_index, grounded, note, labelled_by = coalesce(nullif(labelled_by, current_user), 'ann')"
            " from groundcheck_internal.labels order by id"
        ) == [(1, True, "read it", True), (1, True, None, False)]  # fmt: skip

    def test_last_label_of_a_person_and_the_majority_count(self, query: Query, checked: dict[str, Any]) -> None:
        for grounded, person in ((True, "ann"), (False, "ben"), (True, "cy"), (False, "ann"), (True, "dee")):
            query.value("select groundcheck.label(%s, 1, %s, null, %s)", checked["id"], grounded, person)
        assert query.rows("select grounded from groundcheck_internal.claim_labels") == [(False,)], "two against two"
        query.value("select groundcheck.label(%s, 1, true, null, 'eve')", checked["id"])
        assert query.rows("select grounded from groundcheck_internal.claim_labels") == [(True,)]

    @pytest.mark.parametrize(
        ("labels", "grounded"),
        [
            ([(0, True)], None),
            ([(0, True), (1, True)], True),
            ([(0, False)], False),
            ([(0, True), (1, False)], False),
            ([(0, False), (None, True)], True),
            ([(None, False)], False),
        ],
    )
    def test_answer_by_its_claims(
        self, query: Query, checked: dict[str, Any], labels: list[tuple[int | None, bool]], grounded: bool | None
    ) -> None:
        for claim, value in labels:
            query.value("select groundcheck.label(%s, %s, %s)", checked["id"], claim, value)
        expected = [] if grounded is None else [(grounded,)]
        assert query.rows("select grounded from groundcheck_internal.answer_labels") == expected

    @pytest.mark.parametrize(
        ("id_", "claim", "grounded", "sqlstate"),
        [
            (None, 2, True, "GC511"),
            (None, -1, True, "GC511"),
            (None, 0, None, "GC512"),
            ("x", 0, True, "GC302"),
            ("01a22e9e-e33e-75d7-8a0a-50ac39641c37", 0, True, "GC301"),
        ],
    )
    def test_wrong_calls(
        self, query: Query, checked: dict[str, Any], id_: str | None, claim: int, grounded: bool | None, sqlstate: str
    ) -> None:
        with pytest.raises(psycopg.DatabaseError) as caught:
            query.value("select groundcheck.label(%s, %s, %s)", id_ or checked["id"], claim, grounded)
        assert caught.value.sqlstate == sqlstate

    def test_of_another_tenant(self, query: Query, checked: dict[str, Any]) -> None:
        query.connection.execute("set local groundcheck.tenant = 'other'")
        with pytest.raises(psycopg.DatabaseError) as caught:
            query.value("select groundcheck.label(%s, 0, true)", checked["id"])
        assert caught.value.sqlstate == "GC301"


class TestRecheck:
    def test_under_the_same_policy_nothing_changes(self, query: Query, checked: dict[str, Any]) -> None:
        again = query.value("select groundcheck.recheck(%s)", checked["id"])
        assert again["id"] != checked["id"]
        assert again["audit_details"].pop("recheck_of") == checked["id"]
        for document in (again, checked):
            for key in ("id", "timestamp", "latency_ms"):
                del document[key]
        assert again == checked

    def test_under_another_threshold_and_gate(self, query: Query, checked: dict[str, Any]) -> None:
        query.rows("select groundcheck.create_policy('lax', %s)", LAX)
        again = query.value("select groundcheck.recheck(%s, 'lax')", checked["id"])
        assert (checked["action"], again["action"]) == ("REJECT", "PASS")
        assert again["policy"]["name"] == "lax"
        assert again["trust_score"] == checked["trust_score"]
        assert query.value("select groundcheck.result(%s)", again["id"]) == again

    def test_is_what_check_would_say(self, query: Query, checked: dict[str, Any]) -> None:
        query.rows('select groundcheck.create_policy(\'p\', \'{"aggregate": "product", "threshold": 0.9}\')')
        again = query.value("select groundcheck.recheck(%s, 'p')", checked["id"])
        anew = query.check(MIXED, CONTEXT, question="What does it cost?", policy="p")
        assert again["trust_score"] == anew["trust_score"]
        assert again["audit_details"]["claims"] == anew["audit_details"]["claims"]
        assert again["audit_details"]["reason"] == anew["audit_details"]["reason"]

    def test_keeps_what_belongs_to_the_answer(self, query: Query, checked: dict[str, Any]) -> None:
        again = query.value("select groundcheck.recheck(%s)", checked["id"])
        rows = query.rows(
            "select c.answer, c.question, c.metadata, c.relevance, c.encoder_id, 'audit_' || c.recheck_of"
            " from groundcheck_internal.checks as c where 'audit_' || c.id in (%s, %s)"
            " order by c.created_at, c.recheck_of nulls first", checked["id"], again["id"],
        )  # fmt: skip
        assert rows[0][:5] == rows[1][:5]
        assert (rows[0][5], rows[1][5]) == (None, checked["id"])
        assert query.value(
            "select count(*) = 4 and count(distinct passage_hash) = 2 from groundcheck_internal.check_passages"
        )

    def test_of_a_recheck_belongs_to_the_first(self, query: Query, checked: dict[str, Any]) -> None:
        again = query.value("select groundcheck.recheck(%s)", checked["id"])
        third = query.value("select groundcheck.recheck(%s)", again["id"])
        assert third["audit_details"]["recheck_of"] == checked["id"]
        query.value("select groundcheck.label(%s, 0, false)", third["id"])
        assert query.value("select 'audit_' || check_id from groundcheck_internal.labels") == checked["id"]

    def test_from_the_texts_where_signals_are_missing(self, query: Query, checked: dict[str, Any]) -> None:
        query.connection.execute("update groundcheck_internal.claims set signals = signals - 'gap'")
        again = query.value("select groundcheck.recheck(%s)", checked["id"])
        assert again["trust_score"] == checked["trust_score"]

    @pytest.mark.parametrize("policy", ["mean_cosine", "weighted_cosine"])
    def test_by_another_method(self, query: Query, checked: dict[str, Any], policy: str) -> None:
        again = query.value("select groundcheck.recheck(%s, %s)", checked["id"], policy)
        anew = query.check(MIXED, CONTEXT, question="What does it cost?", policy=policy)
        assert again["trust_score"] == anew["trust_score"]
        back = query.value("select groundcheck.recheck(%s)", anew["id"])
        assert back["trust_score"] == checked["trust_score"]

    def test_of_vectors_by_claims(self, query: Query) -> None:
        document = query.value(
            "select groundcheck.check_vectors('Tea is sold.', '[1,0]', array['Tea is sold.'], array['[1,0]']::vector[])"
        )
        again = query.value("select groundcheck.recheck(%s)", document["id"])
        assert [claim["verdict"] for claim in again["audit_details"]["claims"]] == ["supported"]
        assert again["models"]["encoder"].startswith("static@")

    @pytest.mark.parametrize(
        ("answer", "context"), [("Tea is sold.", []), ("", ["Tea."]), ("Hello!", []), (None, None)]
    )
    def test_where_nothing_was_scored(self, query: Query, answer: str | None, context: list[str] | None) -> None:
        document = query.check(answer, context)
        again = query.value("select groundcheck.recheck(%s)", document["id"])
        assert again["action"] == document["action"]
        assert again["audit_details"]["reason"] == document["audit_details"]["reason"]

    def test_keeps_the_sources_of_a_corpus(self, query: Query) -> None:
        query.value("select groundcheck.load_document('kb', 'doc://tea', 'Tea is sold.')")
        document = query.value("select groundcheck.check_corpus('Tea is sold.', 'kb')")
        again = query.value("select groundcheck.recheck(%s)", document["id"])
        assert again["audit_details"]["claims"] == document["audit_details"]["claims"]
        assert again["audit_details"]["claims"][0]["evidence"][0]["source"]["uri"] == "doc://tea"

    def test_erased_context(self, query: Query, checked: dict[str, Any]) -> None:
        query.connection.execute("delete from groundcheck_internal.passages where body = %s", [CONTEXT[0]])
        assert query.value("select groundcheck.recheck_all('mean_cosine')") == 0
        with pytest.raises(psycopg.DatabaseError, match="erased") as caught:
            query.value("select groundcheck.recheck(%s)", checked["id"])
        assert caught.value.sqlstate == "GC513"

    def test_unknown_check_and_policy(self, query: Query, checked: dict[str, Any]) -> None:
        for statement, sqlstate in (
            ("select groundcheck.recheck(%s, 'nothing')", "GC101"),
            ("select groundcheck.recheck('x' || %s)", "GC302"),
        ):
            with pytest.raises(psycopg.DatabaseError) as caught, query.connection.transaction():
                query.value(statement, checked["id"])
            assert caught.value.sqlstate == sqlstate


class TestRecheckAll:
    def test_each_is_what_recheck_makes(self, query: Query) -> None:
        answers = [MIXED, "Files are kept for 30 days.", "Files are kept for 31 days.", "Hello!", "", "Rum is sold."]
        documents = [query.check(answer, CONTEXT) for answer in answers]
        query.rows("select groundcheck.create_policy('lax', %s)", LAX)
        assert query.value("select groundcheck.recheck_all('lax')") == len(answers)
        for document in documents:
            new = query.value(
                "select 'audit_' || id from groundcheck_internal.checks where 'audit_' || recheck_of = %s",
                document["id"],
            )
            made = query.value("select groundcheck.result(%s)", new)
            one = query.value("select groundcheck.recheck(%s, 'lax')", document["id"])
            for each in (made, one):
                for key in ("id", "timestamp", "latency_ms"):
                    del each[key]
            assert made == one

    @pytest.mark.usefixtures("checked")
    def test_twice_is_once(self, query: Query) -> None:
        assert query.value("select groundcheck.recheck_all('mean_cosine')") == 1
        assert query.value("select groundcheck.recheck_all('mean_cosine')") == 0
        assert query.value("select groundcheck.recheck_all('default')") == 0, "they were checked under it"

    @pytest.mark.usefixtures("checked")
    def test_of_a_time(self, query: Query) -> None:
        at = "(select created_at from groundcheck_internal.checks)"
        for arguments, number in (
            (f"since => {at} + interval '1 ms'", 0),
            (f"until => {at}", 0),
            (f"since => {at}, until => {at} + interval '1 ms'", 1),
        ):
            row = query.connection.execute(
                f"select groundcheck.recheck_all('mean_cosine', {arguments})".encode()
            ).fetchone()
            assert row == (number,)

    @pytest.mark.usefixtures("checked")
    def test_failed_ones_are_made_again_under_their_own_policy(self, query: Query) -> None:
        query.connection.execute(
            "update groundcheck_internal.checks set status = 'failed', action = 'REJECT', trust_score = null"
        )
        assert query.value("select groundcheck.recheck_all('default')") == 1
        assert query.value("select groundcheck.recheck_all('default')") == 0

    @pytest.mark.usefixtures("checked")
    def test_of_another_tenant(self, query: Query) -> None:
        query.connection.execute("set local groundcheck.tenant = 'other'")
        assert query.value("select groundcheck.recheck_all('mean_cosine')") == 0

    @pytest.mark.usefixtures("checked")
    def test_provisional_where_the_policy_asks_for_the_verifier(self, query: Query) -> None:
        query.connection.execute(
            "insert into groundcheck_internal.models (name, version, kind, digest)"
            " values ('v', '1', 'verifier', repeat('b', 64))"
        )
        query.rows('select groundcheck.create_policy(\'all\', \'{"verify": "always", "verified_scorer": "verify"}\')')
        assert query.value("select groundcheck.recheck_all('all')") == 1
        assert query.rows(
            "select c.status from groundcheck_internal.jobs as j"
            " join groundcheck_internal.checks as c on c.id = j.check_id"
        ) == [("provisional",)]


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
