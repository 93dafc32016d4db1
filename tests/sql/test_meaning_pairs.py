"""Claims that evidence bears out and claims that it contradicts, by kind, in words written for these tests.

meaning_pairs.tsv has one pair a line. Words vary on purpose: a rule must hold for the kind, not for a word.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import Query

HARD = 0.7  # from here on a finding is at odds with the evidence; below, the claim is merely not what it says


class Pair(NamedTuple):
    kind: str
    evidence: str
    supported: str
    contradicted: str


with (Path(__file__).parent / "meaning_pairs.tsv").open(encoding="utf-8", newline="") as lines:
    PAIRS = [Pair(**row) for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]

# Found, but softer: how sure a bare past tense is, and what a lack of a lack leaves, lie beyond words.
SOFT = {"The fault caused the fire.", "The offer has no risk."}

COMPARE = """
    select
      (
        select coalesce(max(m.severity), 0)
        from groundcheck_internal.compare_meaning(
          groundcheck_internal.word_features(p.claim), groundcheck_internal.word_features(p.evidence)
        ) as m
        where m.kind <> 'name'
      )
    from unnest(%s::text[], %s::text[]) with ordinality as p (claim, evidence, place)
    order by p.place
"""


def severities(query: Query, claims: list[str], evidence: list[str]) -> dict[str, float]:
    """The greatest severity of each claim against its evidence."""
    rows = query.rows(COMPARE, claims, evidence)
    return {claim: severity for claim, (severity,) in zip(claims, rows, strict=True)}


@pytest.fixture(params=sorted({pair.kind for pair in PAIRS}))
def pairs(request: pytest.FixtureRequest) -> list[Pair]:
    return [pair for pair in PAIRS if pair.kind == request.param]


def test_supported_claims_are_not_at_odds(query: Query, pairs: list[Pair]) -> None:
    found = severities(query, [pair.supported for pair in pairs], [pair.evidence for pair in pairs])
    assert {claim: severity for claim, severity in found.items() if severity >= HARD} == {}


def test_contradicted_claims_are_at_odds(query: Query, pairs: list[Pair]) -> None:
    found = severities(query, [pair.contradicted for pair in pairs], [pair.evidence for pair in pairs])
    missed = {claim: s for claim, s in found.items() if s < (0.5 if claim in SOFT else HARD) - 1e-6}
    assert missed == {}


def test_evidence_agrees_with_itself(query: Query, pairs: list[Pair]) -> None:
    evidence = [pair.evidence for pair in pairs]
    assert {claim: s for claim, s in severities(query, evidence, evidence).items() if s >= HARD} == {}


def test_another_topic_is_no_contradiction(query: Query, pairs: list[Pair]) -> None:
    claims = [pair.contradicted for pair in pairs]
    other = "Nobody here has ever grown better tomatoes without a greenhouse."
    assert set(severities(query, claims, [other] * len(claims)).values()) == {0}


@pytest.mark.parametrize(
    ("evidence", "claim", "kind"),
    [
        ("The lamp is switched on.", "The lamp is switched off.", "antonym"),
        ("The lamp does not blink.", "The lamp blinks.", "negation"),
        ("Lake Vel is deeper than Lake Sorn.", "Lake Sorn is deeper than Lake Vel.", "comparative"),
        ("The vote was held before the debate.", "The vote was held after the debate.", "temporal_order"),
        ("Some of the ships returned.", "All of the ships returned.", "quantifier"),
        ("Visitors must sign the book.", "Visitors may sign the book if they wish.", "modality"),
        ("Prizes are paid only if the ticket is shown.", "Prizes are always paid.", "condition"),
        ("The cat bit the dog.", "The dog bit the cat.", "role_swap"),
        ("Route 12 serves Alden. Route 15 serves Corby.", "Route 15 serves Alden.", "binding"),
        ("Lind said the well was dry; Moro said it was full.", "Moro said the well was dry.", "attribution"),
        ("Only CSV and JSON are supported.", "PDF is supported.", "exclusive"),
        ("The sum is a + b.", "The sum is a - b.", "formula"),
    ],
)
def test_a_finding_names_its_kind(query: Query, evidence: str, claim: str, kind: str) -> None:
    rows = query.rows(
        """
        select m.kind, m.severity
        from groundcheck_internal.compare_meaning(
          groundcheck_internal.word_features(%s), groundcheck_internal.word_features(%s)
        ) as m
        """,
        claim,
        evidence,
    )
    assert kind in {found for found, severity in rows if severity >= HARD}


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The sauce can be thick or thin.", "The sauce can be thin."),
        ("The lake is deep at one end and shallow at the other end.", "The lake is shallow at one end."),
        ("The coat comes with or without a white collar.", "The coat comes with a white collar."),
        ("The lid may or may not be locked.", "The lid may be locked."),
        ("No, it is a wooden bridge.", "It is a wooden bridge."),
        ("No but the bridge is wooden.", "The bridge is wooden."),
        ("The prize appeals to non-chess fans too.", "The prize appeals to chess fans."),
        ("The tank holds barely 600 litres of water.", "The tank holds 600 litres of water."),
        ("Only CSV is supported by the old tool.", "PDF is printed by the new tool."),
        ("The hall has A/B doors.", "The hall has A-B doors."),
        ("South Harbour is busier in May.", "North Harbour is busier in May."),
        ("The large dam had an effect on small farms.", "The large dam had an effect on large farms and small farms."),
        ("Small firms must file the tax form in March.", "Large gardens in the north may file past the old mill."),
        (
            "If the sky is clear, the crew of the night ferry may launch a red balloon near the pier.",
            "The crew of the tug always paints a red stripe on the pier in winter.",
        ),
    ],
)
def test_what_only_looks_like_a_contradiction(query: Query, evidence: str, claim: str) -> None:
    assert severities(query, [claim], [evidence])[claim] < HARD
