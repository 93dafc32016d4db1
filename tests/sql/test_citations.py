"""Citations are judged apart from the claims that carry them."""

from __future__ import annotations

import pytest

from tests.support import Query

CONTEXT: list[str | None] = ["The mill is 12 metres wide.", "The miller lived on site until 1962.", ""]


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("[1]", {"exists": True, "supports": True, "flag": None}),
        ("[2]", {"exists": True, "supports": False, "flag": "misattributed"}),
        ("[3]", {"exists": False, "supports": None, "flag": "invented"}),
        ("[9]", {"exists": False, "supports": None, "flag": "invented"}),
        ("(passage 1)", {"exists": True, "supports": True, "flag": None, "number": 1}),
        ("(see Source 2)", {"exists": True, "supports": False, "flag": "misattributed", "number": 2}),
        ("(document 9)", {"exists": False, "supports": None, "flag": "invented", "number": 9}),
        ("(Okafor, 2019)", {"exists": False, "supports": None, "flag": "outside"}),
    ],
)
def test_citation(query: Query, mark: str, expected: dict[str, object]) -> None:
    document = query.check(f"The mill is 12 metres wide {mark}.", CONTEXT)
    (claim,) = document["audit_details"]["claims"]
    assert claim["claim"] == "The mill is 12 metres wide."
    assert claim["verdict"] == "supported"
    assert document["action"] == "PASS"
    (citation,) = claim["citations"]
    assert {key: citation[key] for key in expected} == expected
    assert citation["marker"] == mark


def test_a_repeated_passage_may_be_cited_as_either(query: Query) -> None:
    document = query.check("The mill is 12 metres wide [2].", ["The mill is 12 metres wide."] * 2)
    (citation,) = document["audit_details"]["claims"][0]["citations"]
    assert citation["flag"] is None


def test_an_array_that_does_not_begin_at_1(query: Query) -> None:
    document = query.value(
        "select groundcheck.check('The mill is 12 metres wide [1].', '[0:1]={The mill is 12 metres wide.,x}'::text[])"
    )
    (citation,) = document["audit_details"]["claims"][0]["citations"]
    assert (citation["supports"], citation["flag"]) == (True, None)


def test_several_sources_in_one_mark(query: Query) -> None:
    document = query.check("The mill is 12 metres wide (passages 1, 2 and 7).", CONTEXT)
    (claim,) = document["audit_details"]["claims"]
    assert [(citation["number"], citation["flag"]) for citation in claim["citations"]] == [
        (1, None), (2, "misattributed"), (7, "invented"),
    ]  # fmt: skip


def test_what_is_no_citation_stays(query: Query) -> None:
    answer = "The mill (source of 2 legends) has a hall (room 2) and a cellar (document store)."
    (claim,) = query.check(answer, [answer])["audit_details"]["claims"]
    assert (claim["claim"], claim["citations"]) == (answer, [])
