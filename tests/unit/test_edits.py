"""The edits that the verifier's synthetic pairs come from do what their label says."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from groundcheck_db.bench.held_out import is_held_out
from training import edits, lexicon, records, relations, templates

SEEDS = range(20)


@pytest.mark.parametrize(
    ("edit", "sentence", "possible"),
    [
        (
            edits.negate,
            "The door is open.",
            {"The door is not open.", "The door isn't open.", "The door is never open."},
        ),
        (edits.negate, "The door is not open.", {"The door is open."}),
        (edits.negate, "It cannot fly.", {"It can fly."}),
        (edits.negate, "Anna founded the club.", {"Anna did not found the club."}),
        (edits.negate, "Run.", {None}),
        (edits.quantity, "It took at most a day.", {"It took at least a day.", "It took less than a day."}),
        (edits.stronger, "It may rain.", {"It will rain."}),
        (edits.stronger, "It was in May.", {None}),
        (
            edits.swap_names,
            "Yesterday Anna praised Otto.",
            {"Yesterday Otto praised Anna.", "Anna Yesterday praised Otto."},
        ),
        (edits.passive, "Anna founded the club in 1990.", {"The club was founded by Anna in 1990."}),
        (edits.passive_swapped, "Anna founded the club in 1990.", {"Anna was founded by the club in 1990."}),
        (edits.passive, "She ran and counted the votes.", {None}),
        (edits.write_number, "It cost 1,500 euros.", {"It cost 1500 euros.", None}),
        (edits.contract, "They do not sell tea.", {"They don't sell tea."}),
    ],
)
def test_an_edit_gives_one_of_these(edit: edits.Edit, sentence: str, possible: set[str | None]) -> None:
    assert {edit(sentence, random.Random(seed)) for seed in SEEDS} <= possible


@pytest.mark.parametrize("sentence", ["In 1998 it sold 1,500 cars.", "It rose by 3.5%.", "The two men left."])
def test_a_number_becomes_another_one(sentence: str) -> None:
    for seed in SEEDS:
        assert edits.number(sentence, random.Random(seed)) not in {None, sentence}


def test_opposites_come_from_the_lexicon_in_the_same_inflection() -> None:
    assert "decreased" in lexicon.OPPOSITES["increased"]
    assert "increased" not in lexicon.OPPOSITES["increased"]
    assert "decrease" not in lexicon.OPPOSITES["increased"]


def test_templates_label_by_arithmetic() -> None:
    made = [templates.amount(random.Random(seed)) for seed in range(300)]
    assert {pair["label"] for pair in made} == {"entail", "contradiction"}
    for pair in made:
        if "exactly" in str(pair["hypothesis"]):
            assert pair["label"] == "entail"


def test_a_third_of_the_documents_is_held_out() -> None:
    digests = [f"{number * 2654435761 % 2**32:08x}" + "0" * 56 for number in range(3000)]
    assert 900 < sum(map(is_held_out, digests)) < 1100
    assert is_held_out("00000003" + "f" * 56)
    assert not is_held_out("00000004" + "f" * 56)


@pytest.mark.parametrize("way", [templates.make, records.make, relations.make])
def test_pairs_have_what_training_reads(way: Callable[[random.Random], dict[str, str | int]]) -> None:
    for seed in range(300):
        pair = way(random.Random(seed))
        assert pair["label"] in {"entail", "neutral", "contradiction", 0}
        assert "{" not in f"{pair['premise']}{pair['hypothesis']}"


def test_a_relation_said_of_the_two_exchanged_is_not_entailed() -> None:
    made = [relations.relation(random.Random(seed)) for seed in range(300)]
    assert {pair["label"] for pair in made if pair["kind"] == "relation:exchanged"} == {0}
    assert {pair["label"] for pair in made if pair["kind"] == "relation:same"} == {"entail"}
