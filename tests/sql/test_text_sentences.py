"""Passages are parted by the same splitter, and keep what their parts must be read with."""

from __future__ import annotations

import json

import pytest

from tests.support import Query


def sentences(query: Query, passage: str) -> list[str]:
    return [
        row[0]
        for row in query.rows(
            "select concat_ws(' ', lead_in, body) from groundcheck_internal.split_sentences(%s) order by ordinal",
            passage,
        )
    ]


def test_a_record_keeps_its_name(query: Query) -> None:
    record = {
        "name": "Quay & Co",
        "categories": "Cafes, Bars",
        "hours": {"Monday": "8:0-17:30"},
        "attributes": {"BusinessParking": {"garage": False}, "WiFi": "free", "RestaurantsGoodForGroups": None},
        "reviews": [{"stars": 4.5, "text": "Nice place.\n\nThe soup was cold! Would come again."}],
    }
    assert sentences(query, json.dumps(record)) == [
        "name: Quay & Co",
        "Quay & Co: categories: Cafes, Bars",
        "Quay & Co: hours monday: 8:0-17:30",
        "Quay & Co: attributes business parking garage: false",
        "Quay & Co: attributes WiFi: free",
        "Quay & Co: reviews stars: 4.5",
        "Quay & Co: reviews text: Nice place.",
        "Quay & Co: reviews text: The soup was cold!",
        "Quay & Co: reviews text: Would come again.",
    ]


def test_lines_of_json_are_records_each(query: Query) -> None:
    lines = '{"id": "A1", "price": 3}\n{"id": "B2", "price": 4}\n'
    assert sentences(query, lines) == ["id: A1", "A1: price: 3", "id: B2", "B2: price: 4"]


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("He paid . . . and left . then she came .", ["He paid . . . and left .", "then she came ."]),
        ("Form no. 5 must reach Dr. Sol by Fri. noon.", ["Form no. 5 must reach Dr. Sol by Fri. noon."]),
        ("First line ends here.\nSecond line ends here.", ["First line ends here.", "Second line ends here."]),
        ("Fares\n\nA trip costs 3 euros.", ["Fares", "A trip costs 3 euros."]),
    ],
)
def test_prose_of_passages(query: Query, passage: str, expected: list[str]) -> None:
    assert sentences(query, passage) == expected


def test_ordinals_count_from_zero_in_order(query: Query) -> None:
    rows = query.rows(
        "select ordinal, span_start from groundcheck_internal.split_sentences(%s)", "One is. Two is.\n\n- Three is."
    )
    assert [row[0] for row in rows] == [0, 1, 2]
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('A brunch. He said "yes" to it.\nWe came back.', ["A brunch.", 'He said "yes" to it.', "We came back."]),
        ("A tab\there.\r\n\n\nA line there.", ["A tab", "here.", "A line there."]),
        ("Kept in C:\\new, on the disk.", ["Kept in C:\\\\new, on the disk."]),
        ("A café. It is \u200bold.", ["A café.", "It is old."]),
        ("The 😀 is old. So is 𝒳1.", ["The 😀 is old.", "So is X1."]),
    ],
)  # fmt: skip
def test_a_leaf_with_escapes_has_spans(query: Query, text: str, expected: list[str]) -> None:
    passage = json.dumps({"t": text})
    rows = query.rows("select body, span_start, span_end from groundcheck_internal.split_sentences(%s)", passage)
    assert [row[0] for row in rows] == expected
    for body, start, end in rows:
        assert query.value("select groundcheck_internal.clean_text(%s)", passage[start:end]) == body


@pytest.mark.parametrize(
    "sentence",
    [
        "It rose to 31. 8 million visitors.",
        "The stone weighs 102. 5 kg today.",
        "It cost $ 1. 3 billion.",
        "Prices rose by 3. 5 per cent.",
        "It fell by 4. 5 % in May.",
        "The ratio was 1. 3.",
        "It needs version 2. 1, which is old.",
        "They scored 0. 3 goals a game.",
        "It was sold for 1. 3bn euros.",
        "It got 4. 5 out of 5.",
        "Der Turm wurde am 3. 5. 1950 fertig.",
        "Er kostet 2. 4 Millionen Euro.",
        "Il coûte 2. 4 millions.",
    ],
)
def test_a_space_in_a_decimal_ends_nothing(query: Query, sentence: str) -> None:
    assert sentences(query, sentence + " Nobody knew.") == [sentence, "Nobody knew."]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The wall fell in 1908.", "3 people died."),
        ("The wall fell in 1908.", "3 million stones were used."),
        ("She was third in 2.", "15 boats took part."),
        ("The storm hit 7.", "8 of them sank."),
        ("He counted to 31.", "8 minutes later he left."),
        ("The score was 3.", "5 Labour members voted."),
        ("He finished in 5.", "20th century art bored him."),
        ("The number is 4.", "The next is 5."),
    ],
)
def test_a_number_may_open_a_sentence(query: Query, first: str, second: str) -> None:
    assert sentences(query, f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("`` It is good . '' He left .", ["`` It is good . ''", "He left ."]),
        ("`` it is good , '' he said . `` we are ok . '' they left .",
         ["`` it is good , '' he said .", "`` we are ok . ''", "they left ."]),
        ('" it is good . " he left . " we are ok . "', ['" it is good . "', "he left .", '" we are ok . "']),
        ("` the old pier ... , ' says dr . holm . he paid . . . and left .",
         ["` the old pier ... , ' says dr . holm .", "he paid . . . and left ."]),
        ("`` It is good . '' he said . J . Lund left .", ["`` It is good . '' he said .", "J . Lund left ."]),
        ("It ( the pier . ) is old . It leans .", ["It ( the pier . ) is old .", "It leans ."]),
    ],
)  # fmt: skip
def test_tokenised_text(query: Query, passage: str, expected: list[str]) -> None:
    assert sentences(query, passage) == expected
