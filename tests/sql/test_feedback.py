"""Labels, and stored checks made again."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support import Query

CONTEXT = ["The plan costs EUR 9 per month.", "Files are kept for 30 days."]
MIXED = "The plan costs EUR 12 per month. Files are kept for 30 days."
LAX = '{"threshold": 0.3, "claim_floor": null, "contradiction_gate": false}'


@pytest.fixture
def checked(query: Query) -> dict[str, Any]:
    return query.check(MIXED, CONTEXT, question="What does it cost?", metadata='{"user": "u"}')


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
