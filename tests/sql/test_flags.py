"""What is to be known of claims beside their verdicts: flags of the document and of audit_claim."""

from __future__ import annotations

import pytest

from tests.support import Query


def flags(query: Query, answer: str, context: list[str], question: str | None = None) -> list[tuple[int, str]]:
    found = query.check(answer, context, question=question)["audit_details"]["flags"]
    return [(flag["claim_index"], flag["flag"]) for flag in found]


@pytest.mark.parametrize(
    ("answer", "context", "question", "expected"),
    [
        ("I don't know.", "The boiler was repaired by Ola Berg in May.", "Who repaired the boiler?", True),
        ("I don't know.", "The boiler was repaired in May.", "Who repaired the boiler?", False),
        ("I could not find the price.", "A sauna visit is 12 euros.", "How much is a sauna visit?", True),
        ("I could not find the price in the documents.", "The sauna opens at 10.", "How much is a sauna visit?", False),
        ("The documents do not mention the visiting hours.", "Visiting hours: 14 to 18.", None, True),
        ("I could not find that.", "The mast is 31 m high.", "How high is the mast?", True),
        ("I could not find that.", "The mast stands in Hovden.", "How high is the mast?", False),
        ("I could not find that.", "The mast stands in Hovden.", "Where does the mast stand?", True),
        ("Das weiß ich nicht.", "Das Bad schließt um 20 Uhr.", "Wann schließt das Bad?", True),
        ("Das weiß ich nicht.", "Das Bad hat drei Becken.", "Wann schließt das Bad?", False),
    ],
)  # fmt: skip
def test_an_abstention_from_what_the_context_says(
    query: Query, answer: str, context: str, question: str | None, expected: bool
) -> None:
    assert flags(query, answer, [context], question) == ([(0, "abstention_but_answerable")] if expected else [])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("She moved to Bodø in 1994.", [(0, "ambiguous_reference")]),
        ("Ada Quist is a chemist. She moved to Bodø in 1994.", []),
        ("Ada Quist met Eva Lund. She moved to Bodø in 1994.", [(1, "ambiguous_reference")]),
        ("Ada Quist and Eva Lund are chemists. She moved to Bodø in 1994.", [(1, "ambiguous_reference")]),
        ("Hello! They moved to Bodø in 1994.", [(1, "ambiguous_reference")]),
        ("It is true that Ada Quist moved to Bodø.", []),
        ("This chemist moved to Bodø in 1994.", []),
    ],
)
def test_a_pronoun_without_a_subject(query: Query, answer: str, expected: list[tuple[int, str]]) -> None:
    context = ["Ada Quist and Eva Lund are chemists. Ada Quist met Eva Lund. Ada Quist moved to Bodø in 1994."]
    assert flags(query, answer, context) == expected


@pytest.mark.parametrize(
    ("answer", "context", "expected"),
    [
        ("Members pay 40 euros.", ["Members pay 40 euros.", "Members pay 55 euros."], True),
        ("Members pay 40 euros.", ["Members pay 40 euros.", "Guests pay 55 euros."], False),
        ("Members pay 40 euros.", ["Members pay 40 euros.", "Members pay 40 euros."], False),
        ("Pump P2 lifts 14 litres.", ["Pump P2 lifts 14 litres.", "Pump P9 lifts 20 litres."], False),
        ("A small mug is 12 euros.", ["A small mug is 12 euros.", "A large mug is 13 euros."], False),
        ("A shave costs $14.", ["A shave is 14 dollars.", "Price list: shave 15 dollars, trim 9 dollars."], True),
        ("Leave comes within 5 days.", ["Rules 2019: leave within 5 days.", "Rules 2023: leave within 9 days."], True),
        ("The trail is open to horses.", ["The trail is open to horses.", "The trail is closed to horses."], True),
        ("The trail is open to horses.", ["The trail is open to horses.", "The road is closed to lorries."], False),
    ],
)  # fmt: skip
def test_sources_that_disagree(query: Query, answer: str, context: list[str], expected: bool) -> None:
    assert flags(query, answer, context) == ([(0, "conflicting_sources")] if expected else [])


def test_a_conflict_shows_both_sources(query: Query) -> None:
    document = query.check("Members pay 40 euros.", ["Members pay 40 euros.", "Members pay 55 euros."])
    (flag,) = document["audit_details"]["flags"]
    assert [source["text"] for source in flag["sources"]] == ["Members pay 40 euros.", "Members pay 55 euros."]
    assert [source["context_index"] for source in flag["sources"]] == [0, 1]
    assert flag["sources"][1]["source_part"] == "55 euros"
    assert document["audit_details"]["claims"][0]["flags"] == ["conflicting_sources"]


def test_flags_are_stored_with_the_claim(query: Query) -> None:
    document = query.check("She moved to Bodø in 1994.", ["Ada Quist moved to Bodø in 1994."])
    rows = query.rows(
        "select flags from groundcheck.audit_claim where check_id = (%s)::uuid", document["id"].removeprefix("audit_")
    )
    assert rows == [(["ambiguous_reference"],)]
