"""Leaves of records that are true or false, against claims that agree with them or deny them.

meaning_records.tsv has one leaf a line, in words written for these tests.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.support import Query

with (Path(__file__).parent / "meaning_records.tsv").open(encoding="utf-8", newline="") as lines:
    LEAVES = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))

COMPARE = """
    select m.kind, round(m.severity::numeric, 2)::float8
    from groundcheck_internal.compare_meaning(
      groundcheck_internal.word_features(%s), groundcheck_internal.word_features(%s)
    ) as m
    where m.kind <> 'name'
"""


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf["differs"])
def test_a_leaf_affirms_or_denies_its_key(query: Query, leaf: dict[str, str]) -> None:
    assert query.rows(COMPARE, leaf["agrees"], leaf["leaf"]) == []
    assert set(query.rows(COMPARE, leaf["differs"], leaf["leaf"])) == {("negation", 0.9)}


@pytest.mark.parametrize(
    ("leaf", "claim"),
    [
        ("outdoor seating: false", "Seating is available at the bar."),
        ("WiFi: yes", "The restaurant does not specify whether it has WiFi."),
        ("attributes outdoor seating: false", "It offers no WiFi, outdoor seating or delivery."),
        ("restaurants reservations: true", "Reservations are not required."),
        ("Beta Lodge: attributes WiFi: no", "Alpha Inn has WiFi."),
        ("He said: no.", "He said little."),
        ("attributes: none", "The attributes are listed below."),
    ],
)
def test_what_a_leaf_leaves_open(query: Query, leaf: str, claim: str) -> None:
    assert query.rows(COMPARE, claim, leaf) == []


def test_leaves_of_the_same_key_that_differ_say_nothing(query: Query) -> None:
    rows = query.rows(
        """
        select m.kind
        from groundcheck_internal.compare_meaning(
          groundcheck_internal.word_features('There is WiFi in the rooms.'),
          array[groundcheck_internal.word_features('WiFi: no'), groundcheck_internal.word_features('WiFi: yes')]
        ) as m
        where m.kind <> 'name'
        """
    )
    assert rows == []
