"""groundcheck.embed against a numpy reference."""

from __future__ import annotations

import numpy as np
import psycopg
import pytest
import tokenizers
from pgvector.psycopg import register_vector

from groundcheck_db.models import ENCODER_FOLDER, STATIC_FOLDER
from groundcheck_db.models.manifest import load_manifest
from groundcheck_db.models.static_loader import load_token_vectors, read_token_vectors

TEXTS = [
    "Product supports XML export",
    "Export formats supported: JSON, CSV only.",
    "the the the the",
    "Die Straße ist 3,5 km lang – “Überraschung”!",
    "中文 한국어 العربية",
    "antidisestablishmentarianism zzyzx",
    "one [SEP] two [MASK]",
    "word " * 3000,
]


@pytest.mark.parametrize("text", TEXTS)
def test_embed_is_the_normalised_sum_of_token_vectors(db: psycopg.Connection, text: str) -> None:
    register_vector(db)
    tokenizer = tokenizers.Tokenizer.from_file(str(ENCODER_FOLDER / "tokenizer.json"))
    vectors = read_token_vectors(STATIC_FOLDER, load_manifest(STATIC_FOLDER))
    total = vectors.embeddings[tokenizer.encode(text, add_special_tokens=False).ids].astype(np.float64).sum(axis=0)
    row = db.execute("select groundcheck.embed(%s)", [text]).fetchone()
    assert row is not None
    found = np.asarray(row[0].to_numpy() if hasattr(row[0], "to_numpy") else row[0])
    assert found.shape == (256,)
    assert np.abs(found - total / np.linalg.norm(total)).max() < 1e-4


@pytest.mark.parametrize("text", ["", "  \n", "[SEP]", "\u200b", None])
def test_a_text_without_a_direction_has_no_vector(db: psycopg.Connection, text: str | None) -> None:
    assert db.execute("select groundcheck.embed(%s)", [text]).fetchone() == (None,)


def test_encode_texts_gives_what_the_single_functions_give(db: psycopg.Connection) -> None:
    texts = [*TEXTS, None, ""]
    rows = db.execute(
        "select e.ordinal, e.tokens is not distinct from groundcheck.tokens(t.body),"
        " e.embedding::text is not distinct from groundcheck.embed(t.body)::text"
        " from groundcheck_internal.encode_texts(%s) as e"
        " join unnest(%s::text[]) with ordinality as t (body, ordinal) using (ordinal) order by ordinal",
        [texts, texts],
    ).fetchall()
    assert rows == [(ordinal, True, True) for ordinal in range(1, len(texts) + 1)]


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("The battery lasts 14 hours.", "Battery life is fourteen hours.", "The library opens on Monday."),
        ("The firm bought its rival.", "The company acquired a competitor.", "It rained all day."),
        ("Die Katze schläft.", "die katze SCHLAFT", "Der Zug fährt ab."),
    ],
)
def test_like_texts_are_nearer_than_others(db: psycopg.Connection, text: str, near: str, far: str) -> None:
    row = db.execute(
        "select groundcheck.embed(%s) <=> groundcheck.embed(%s), groundcheck.embed(%s) <=> groundcheck.embed(%s)",
        [text, near, text, far],
    ).fetchone()
    assert row is not None
    assert row[0] + 0.2 < row[1]


def test_loading_again_changes_nothing_and_other_vectors_are_replaced(db: psycopg.Connection) -> None:
    assert load_token_vectors(db) is False
    db.execute("delete from groundcheck_internal.token_vectors")
    assert load_token_vectors(db) is True
    assert db.execute("select count(*) from groundcheck_internal.token_vectors").fetchone() == (30522,)
    assert db.execute("select count(*) from groundcheck_internal.models where kind = 'static'").fetchone() == (1,)


def test_frequent_tokens_weigh_less_than_rare_ones_and_special_ones_nothing(db: psycopg.Connection) -> None:
    weights: dict[str, float] = dict(
        db.execute(
            "select token, weight from groundcheck_internal.token_vectors"
            " where token in ('the', 'not', 'house', 'battery', '[SEP]', '[UNK]')"
        ).fetchall()
    )
    assert weights["[SEP]"] == weights["[UNK]"] == 0
    assert weights["the"] < 0.1 < weights["not"] < weights["house"] < weights["battery"]
