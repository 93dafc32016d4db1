"""groundcheck.check_vectors: whole-answer cosine over vectors that the caller brings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import psycopg
import pytest

from tests.support import Query

CHECK = (
    "select groundcheck.check_vectors('The answer.', %s::vector, %s, %s::vector[], question => %s,"
    " question_vector => %s::vector, policy => %s, model => %s, context_models => %s)"
)


def check_vectors(
    query: Query,
    answer: str | None,
    vectors: Sequence[str | None],
    *,
    context: list[str] | None = None,
    question: str | None = None,
    policy: str = "mean_cosine",
    model: str | None = None,
    models: list[str] | None = None,
) -> dict[str, Any]:
    texts = context if context is not None else [f"Passage {n}." for n in range(len(vectors))]
    document: dict[str, Any] = query.value(
        CHECK, answer, texts, list(vectors), question and "The question?", question, policy, model, models
    )
    return document


def test_mean_cosine(query: Query) -> None:
    document = check_vectors(query, "[1,0]", ["[2,0]", "[0,3]", "[1,1]"])
    assert document["trust_score"] == pytest.approx((1 + 0 + math.sqrt(0.5)) / 3, abs=1e-4)
    assert document["audit_details"]["similarities"] == pytest.approx([1, 0, math.sqrt(0.5)], abs=1e-4)
    assert (document["action"], document["audit_details"]["reason_code"]) == ("REJECT", "dissimilar")
    assert document["models"]["encoder"] is None


def test_weighted_cosine_weighs_by_the_question(query: Query) -> None:
    vectors = ["[1,0]", "[0,1]", "[-1,0]"]
    document = check_vectors(query, "[1,0]", vectors, question="[3,4]", policy="weighted_cosine")
    # Weights max(cosine(question, passage), 0): 0.6, 0.8, 0; similarities 1, 0, -1.
    assert document["trust_score"] == pytest.approx(0.6 / 1.4, abs=1e-4)
    assert document["relevance"] == pytest.approx(0.6, abs=1e-4)


@pytest.mark.parametrize("question", [None, "[0,0,1]"], ids=["no question", "question beside every passage"])
def test_weighted_cosine_without_weights_is_the_mean(query: Query, question: str | None) -> None:
    vectors = ["[1,0,0]", "[0,1,0]"]
    document = check_vectors(query, "[1,0,0]", vectors, question=question, policy="weighted_cosine")
    assert document["trust_score"] == pytest.approx(0.5, abs=1e-4)


def test_opposite_vectors_score_zero(query: Query) -> None:
    assert check_vectors(query, "[1,0]", ["[-1,0]"])["trust_score"] == 0


def test_equal_vectors_pass(query: Query) -> None:
    document = check_vectors(query, "[1,2,3]", ["[1,2,3]"])
    assert (document["action"], document["trust_score"]) == ("PASS", 1)


def test_blank_passages_are_no_context(query: Query) -> None:
    document = check_vectors(query, "[1,0]", ["[1,0]", "[0,1]"], context=[" ", "Text."])
    assert document["audit_details"]["similarities"] == [0]
    document = check_vectors(query, "[1,0]", ["[1,0]"], context=[""])
    assert (document["action"], document["audit_details"]["reason_code"]) == ("REJECT", "no_context")


@pytest.mark.parametrize(
    ("answer", "vectors", "parameters", "sqlstate", "value"),
    [
        ("[1,0]", ["[1,0]"], {"context": ["a", "b"]}, "GC003", "2 passages came with 1 vectors"),
        ("[1,0]", ["[1,0,0]"], {}, "GC003", "passage 0 has 3 dimensions, that of the answer has 2"),
        ("[1,0]", ["[1,0]"], {"question": "[1]"}, "GC003", "the question has 1 dimensions"),
        (None, ["[1,0]"], {}, "GC003", "the answer is null"),
        ("[1,0]", ["[1,0]", None], {}, "GC003", "passage 1 is null"),
        ("[0,0]", ["[1,0]"], {}, "GC004", "the answer has the norm 0"),
        ("[1,0]", ["[1,0]", "[0,0]"], {}, "GC004", "passage 1 has the norm 0"),
        ("[1,0]", ["[1e-30,0]"], {}, "GC004", "passage 0 has the norm"),
        ("[1,0]", ["[1,0]"], {"model": "m@1", "models": ["m@2"]}, "GC005", "'m@2', that of the answer from 'm@1'"),
        ("[1,0]", ["[1,0]"], {"models": ["m@2"]}, "GC005", "from null"),
        ("[1,0]", ["[1,0]"] * 2, {"model": "m", "models": ["m"]}, "GC005", "2 passages came with the models of 1"),
        ("[1,0]", ["[1,0]"], {"policy": "default"}, "GC105", "'default' judges claims"),
        ("[1,0]", ["[1,0]"], {"policy": "nope"}, "GC101", "nope"),
    ],
)
def test_vectors_that_cannot_be_compared(
    query: Query, answer: str | None, vectors: list[str | None], parameters: dict[str, Any], sqlstate: str, value: str
) -> None:
    with pytest.raises(psycopg.Error) as caught:
        check_vectors(query, answer, vectors, **parameters)
    assert caught.value.sqlstate == sqlstate
    assert value in (caught.value.diag.message_primary or "")
    assert caught.value.diag.message_hint


def test_vectors_of_one_model_are_taken(query: Query) -> None:
    document = check_vectors(query, "[1,0]", ["[1,0]"], model="m@1", models=["m@1"])
    assert document["audit_details"]["vectors_from"] == "m@1"


def test_check_by_cosine_uses_the_static_encoder(query: Query) -> None:
    document = query.check("The shop sells tea.", ["The shop sells tea."], policy="mean_cosine")
    assert (document["action"], document["trust_score"]) == ("PASS", 1)
    assert document["models"]["encoder"].startswith("static@")
    assert (
        query.check("", ["The shop sells tea."], policy="mean_cosine")["audit_details"]["reason_code"] == "empty_answer"
    )
    assert query.check("Tea.", [], policy="weighted_cosine")["audit_details"]["reason_code"] == "no_context"


@pytest.mark.parametrize(("answer", "passage"), [("\u2603", "Tea is sold."), ("Tea is sold.", "\u2603")])
def test_text_without_a_vector_fails_closed(query: Query, answer: str, passage: str) -> None:
    assert query.value("select groundcheck.embed(%s)", "\u2603") is None
    document = query.check(answer, [passage], policy="mean_cosine")
    assert (document["status"], document["action"], document["trust_score"]) == ("failed", "REJECT", None)


@pytest.mark.parametrize("vector", ["[0,0,0]", "[1e-20,0,0]"])
def test_a_vector_without_direction_is_not_kept(query: Query, vector: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation, match="embedding_has_a_direction"):
        query.connection.execute(
            "insert into groundcheck_internal.vectors (model_id, hash, embedding)"
            " select id, sha256('x'), %s::vector from groundcheck_internal.models limit 1",
            [vector],
        )


@pytest.mark.parametrize("vector", ["[NaN,0,0]", "[Infinity,0,0]"])
def test_a_vector_with_nan_is_not_even_a_vector(query: Query, vector: str) -> None:
    with pytest.raises(psycopg.errors.DataException):
        query.value("select %s::vector", vector)
