"""Large answers and contexts: slower in proportion, never wrong, never an error."""

from __future__ import annotations

import pytest

from tests.support import Query


def test_ten_thousand_passages(query: Query) -> None:
    context: list[str | None] = [f"Locker {n} belongs to team {n % 97}." for n in range(10_000)]
    document = query.check("Locker 7321 belongs to team 46.", context)
    assert document["action"] == "PASS"
    assert document["audit_details"]["claims"][0]["evidence"][0]["context_index"] == 7321
    document = query.check("Locker 7321 belongs to team 45.", context)
    assert document["action"] == "REJECT"


@pytest.mark.parametrize("unit", ["The hall seats 120 people. ", "x", "The hall, ", "# ", "1. ", "[", "((", "漢"])
def test_one_megabyte_answer(query: Query, unit: str) -> None:
    answer = unit * (1_000_000 // len(unit.encode()))
    query.connection.execute("set local statement_timeout = '120s'")
    document = query.check(answer, ["The hall seats 120 people."])
    assert document["status"] == "final"
    covered = [claim["span"] for claim in document["audit_details"]["claims"]]
    assert all(0 <= start < end <= len(answer) for start, end in covered)


def test_an_error_at_the_end_of_a_long_answer_is_found(query: Query) -> None:
    answer = "The hall seats 120 people. " * 500 + "The hall seats 140 people."
    document = query.check(answer, ["The hall seats 120 people."])
    assert document["audit_details"]["reason_code"] == "contradicted"
    assert [c["claim_index"] for c in document["audit_details"]["contradictions"]] == [500]


def test_a_fact_at_the_end_of_a_long_passage_is_found(query: Query) -> None:
    passage = "The council publishes notices about roads and bins. " * 2000 + "The dam is 52 metres high."
    assert query.check("The dam is 52 metres high.", [passage])["action"] == "PASS"
    assert query.check("The dam is 25 metres high.", [passage])["action"] == "REJECT"
