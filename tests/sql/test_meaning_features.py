"""What is read of a sentence: words with their places, clauses, negators, roles; several sentences as one; pronouns."""

from __future__ import annotations

from typing import Any, LiteralString

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import Query

PER_WORD = ("words", "starts", "concepts", "bare", "poles", "negations", "clauses", "kinds", "roles", "tags", "levels")
PER_CLAUSE = (
    "subject_clauses",
    "predicates",
    "passives",
    "speakers",
    "certainties",
    "obligations",
    "pivots",
    "pivot_ends",
    "comparators",
    "negators",
)
FEATURES: LiteralString = "select to_jsonb(groundcheck_internal.word_features(%s))"


def read(query: Query, body: str) -> dict[str, Any]:
    features: dict[str, Any] = query.value(FEATURES, body)
    return features


def with_value(features: dict[str, Any], name: str, value: object) -> list[str]:
    return [word for word, found in zip(features["words"], features[name], strict=True) if found == value]


def test_null_gives_null_and_no_words_give_empty_arrays(query: Query) -> None:
    assert query.value(FEATURES, None) is None
    assert read(query, " ")["words"] == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=80))
def test_any_text_is_read_into_arrays_of_one_length(query: Query, body: str) -> None:
    features = read(query, body)
    assert {len(features[name]) for name in PER_WORD} == {len(features["words"])}
    assert {len(features[name]) for name in PER_CLAUSE} == {len(features["predicates"])}
    assert features["starts"] == sorted(set(features["starts"]))
    assert all(0 <= start < len(body) for start in features["starts"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    bodies=st.lists(
        st.none()
        | st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=60)
        | st.lists(
            st.sampled_from(["no", "not", "the", "Group", "A", "is", "closed", "once", "only", ".", ",", "Ada's"]),
            max_size=12,
        ).map(" ".join),
        max_size=6,
    )
)
def test_texts_read_at_once_are_read_as_each_alone(query: Query, bodies: list[str | None]) -> None:
    rows = query.rows(
        "select r.ordinal, to_jsonb(r.features) from groundcheck_internal.read_words(%s::text[]) as r order by 1",
        bodies,
    )
    assert rows == [(place, query.value(FEATURES, body)) for place, body in enumerate(bodies, start=1)]


@pytest.mark.parametrize(
    ("body", "first_letters"),
    [
        ("Ab, cd; ef.", "a,c;e."),
        ("“Déjà vu” – or not", "“dv”–on"),
        ("\N{PARTY POPPER} né 3.2.1 (x)", "\N{PARTY POPPER}n3(x)"),
        ("a  b\tc\u00a0d", "abcd"),
    ],
)
def test_starts_are_code_points(query: Query, body: str, first_letters: str) -> None:
    features = read(query, body)
    found = [body[start] for start in features["starts"]]
    assert "".join(found).lower() == first_letters


@pytest.mark.parametrize(
    ("body", "denied"),
    [
        ("The valve does not leak.", ["leak"]),
        ("The valve isn't sealed, it leaks.", ["sealed"]),
        ("There are no side effects on sleep.", ["side", "effects"]),
        ("The film never seems to end.", ["seems", "end"]),
        ("It is not only cheap but also strong.", []),
        ("Nobody complained.", ["complained"]),
        ("The pump failed to start.", ["start"]),
    ],
)
def test_reach_of_a_negator(query: Query, body: str, denied: list[str]) -> None:
    assert with_value(read(query, body), "negations", 1) == denied


@pytest.mark.parametrize(
    ("body", "clauses"),
    [
        ("The door is green and the window is blue.", 2),
        ("Salt and pepper are cheap.", 1),
        ("It was signed in May and ended in June.", 2),
        ("The firm, which was founded in 1990, makes pumps.", 3),
        ("In 2016, Vexa bought Lumen.", 1),
        ("Ada sings; Bo dances.", 2),
        ("The kit holds a lamp, two cells and a strap.", 1),
    ],
)
def test_clauses(query: Query, body: str, clauses: int) -> None:
    assert len(read(query, body)["predicates"]) == clauses


def test_who_did_it_in_active_and_passive(query: Query) -> None:
    active = read(query, "Vexa acquired Lumen in 2016.")
    passive = read(query, "Lumen was acquired by Vexa in 2016.")
    assert with_value(active, "roles", "o") == ["lumen"]
    assert with_value(passive, "roles", "a") == ["vexa"]
    assert (active["passives"], passive["passives"]) == ([False], [True])


def test_names_are_capitals_that_do_not_open_the_sentence(query: Query) -> None:
    features = read(query, "Yesterday the mayor of Kestrel Bay met NATO. Then Ida left.")
    assert with_value(features, "kinds", "n") == ["kestrel", "bay", "nato", "ida"]


def test_quotations_of_three_words_or_more(query: Query) -> None:
    features = read(query, 'She called it "a very bad idea" and "wrong".')
    assert features["quotations"] == ["a very bad idea"]


@pytest.mark.parametrize(
    ("claim", "findings"),
    [
        ('The judge called it "a very bad idea".', []),
        ('The judge called it "a truly great idea".', [("quotation", 0.5, "a truly great idea")]),
    ],
)
def test_a_quotation_must_be_verbatim(query: Query, claim: str, findings: list[tuple[str, float, str]]) -> None:
    evidence = "The judge called it a very bad idea."
    rows = query.rows(
        """
        select m.kind, m.severity, m.claim_part
        from groundcheck_internal.compare_meaning(
          groundcheck_internal.word_features(%s), groundcheck_internal.word_features(%s)
        ) as m
        where m.kind = 'quotation'
        """,
        claim,
        evidence,
    )
    assert rows == findings


def test_names_that_the_evidence_lacks(query: Query) -> None:
    rows = query.rows(
        """
        select m.claim_part
        from groundcheck_internal.compare_meaning(
          groundcheck_internal.word_features('The fair in Ostrand, near Merel, opens in spring.'),
          groundcheck_internal.word_features('The fair in Ostrand opens every spring.')
        ) as m
        where m.kind = 'name'
        """
    )
    assert rows == [("merel",)]


JOINED = """
    select m.kind, m.evidence_ordinal
    from groundcheck_internal.compare_meaning(
      groundcheck_internal.word_features(%s),
      array(
        select groundcheck_internal.word_features(s.body)
        from unnest(%s::text[]) with ordinality as s (body, place)
        order by s.place
      )
    ) as m
    where m.severity >= 0.7
"""


@pytest.mark.parametrize(
    ("claim", "sentences", "findings"),
    [
        (
            "Ines Dahl found a moss in 2004.",
            ["Ines Dahl is a botanist.", "Her brother Kai Dahl found a moss in 2004."],
            [("binding", 2)],
        ),
        ("Ines Dahl found a moss in 2004.", ["Ines Dahl is a botanist.", "She found a moss in 2004."], []),
        ("The gate is closed.", ["The fence is red.", "The lawn is wet.", "The gate is open."], [("antonym", 3)]),
        (
            "Asta Kroon's book won a prize in 2011.",
            ["Asta Kroon wrote Salt Road.", "Salt Road won a prize in 2011."],
            [],
        ),
    ],
)
def test_several_sentences_as_one_text(
    query: Query, claim: str, sentences: list[str], findings: list[tuple[str, int]]
) -> None:
    assert query.rows(JOINED, claim, sentences) == findings


def test_joined_positions_count_on(query: Query) -> None:
    joined, apart = query.rows(
        """
        select to_jsonb(groundcheck_internal.join_features(array[
          groundcheck_internal.word_features('Ada sings.'), null, groundcheck_internal.word_features('Bo dances.')
        ]))
        union all
        select to_jsonb(groundcheck_internal.word_features('Ada sings. Bo dances.'))
        """
    )
    ignored = {"starts"}
    assert {k: v for k, v in joined[0].items() if k not in ignored} == {
        k: v for k, v in apart[0].items() if k not in ignored
    }


@pytest.mark.parametrize(
    ("claim", "previous", "resolved"),
    [
        ("She retired in 2001.", "Ines Dahl is a botanist.", "Ines Dahl retired in 2001."),
        ("Its roof leaks.", "The old mill was sold in May.", "The old mill's roof leaks."),
        ("It opens at nine.", "In 2016, the Larkfield Museum moved.", "the Larkfield Museum opens at nine."),
        ("The roof leaks.", "The old mill was sold.", None),
        ("She retired.", "Wonderful!", None),
        ("Item four is late.", "The old mill was sold.", None),
    ],
)
def test_an_opening_pronoun_takes_the_subject_before(
    query: Query, claim: str, previous: str, resolved: str | None
) -> None:
    assert query.value("select groundcheck_internal.resolve_pronoun(%s, %s)", claim, previous) == resolved


def test_cost_is_linear_in_length(query: Query) -> None:
    """Half a megabyte without a full stop takes seconds; were it the square of that, it would be cancelled."""
    query.connection.execute("set local statement_timeout = '30s'")
    body = "the red lamp does not blink and the blue lamp is on, " * 10_000
    words = query.value("select cardinality((groundcheck_internal.word_features(%s)).words)", body)
    assert words == 13 * 10_000
