"""groundcheck.tokens and fold against the tokenizers library and Python's own Unicode functions."""

from __future__ import annotations

import time

import psycopg
import pytest
import tokenizers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundcheck_db.models import ENCODER_FOLDER

REFERENCE = tokenizers.Tokenizer.from_file(str(ENCODER_FOLDER / "tokenizer.json"))
TOKENS_OF = "select tokens from groundcheck_internal.tokenize(%s::text[]) order by ordinal"
SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def reference(texts: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in REFERENCE.encode_batch(texts, add_special_tokens=False)]


def in_sql(db: psycopg.Connection, texts: list[str]) -> list[list[int]]:
    return [tokens for (tokens,) in db.execute(TOKENS_OF, [texts]).fetchall()]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(" \t\r\n\u00a0\u3000 ", id="white space"),
        pytest.param("The unaffable Zzyzx didn't pay $1,499.99!", id="pieces and punctuation"),
        pytest.param("ÉCOLE Ångström naïve Łódź straße ÆØ", id="accents"),
        pytest.param("İSTANBUL ıssız ǅ ΑΣ ſ K Å", id="case that is odd"),
        pytest.param("e\u0301a\u0323\u0302 q\u0307\u0323", id="combining sequences"),
        pytest.param("中文字abc，龍\uf900\u2f80\U00020000", id="ideographs"),
        pytest.param("한국어 각 \u1112\u1161\u11ab", id="Hangul"),
        pytest.param("हिन्दी ไทย עִברִית العَرَبِيَّة தமிழ்", id="marks"),
        pytest.param("a\u302f\u302eb \U0001d15f\U0001d16d\U0001d165 ᭄\u302e", id="marks that are put in order"),
        pytest.param("🙂👨‍👩‍👧🏽 ❤️ 🇩🇪", id="emoji"),
        pytest.param("a\x01b\x7fc\x85d\u200be\u00adf\ufeffg\ufffdh\ue000i\U0010fffdj", id="vanishing characters"),
        pytest.param("tab\tnew\nline\rvt\x0bff\x0cus\x1f", id="control characters"),
        pytest.param("x" * 100 + " " + "x" * 101 + " " + "é" * 100 + "é" * 101, id="100 characters and more"),
        pytest.param("a [SEP] b[CLS][MASK]c [sep] [PAD [UNK]] [unused5]", id="special tokens in the text"),
        pytest.param("[SEP][SEP]É[PAD]\n[SEP]", id="special tokens side by side"),
        pytest.param("[S\ue000EP] [\u200bSEP]", id="no special tokens until cleaned"),
        pytest.param("##ing # ##", id="marks of continuation"),
        pytest.param("“quoted” – 5 €/m² … ½", id="typography"),
        pytest.param("".join(map(chr, range(0xA0, 0x250))), id="many different characters"),
    ],
)
def test_tokens_equal_the_library(db: psycopg.Connection, text: str) -> None:
    row = db.execute("select groundcheck.tokens(%s)", [text]).fetchone()
    assert row is not None
    assert [row[0]] == reference([text])


@pytest.mark.parametrize("plane", range(17))
def test_every_code_point_is_treated_as_the_library_does(db: psycopg.Connection, plane: int) -> None:
    """Where most of a plane is unassigned, every 16th is enough of it; the first two go one by one."""
    step = 1 if plane < 2 else 16
    codes = [code for code in range(plane << 16, (plane + 1) << 16, step) if code and not 0xD800 <= code <= 0xDFFF]
    texts = [f"a{chr(code)}b" for code in codes]
    differing = [
        f"U+{code:04X}: {found} for {expected}"
        for code, found, expected in zip(codes, in_sql(db, texts), reference(texts), strict=True)
        if found != expected
    ]
    assert not differing


texts = st.text(
    st.one_of(
        st.characters(codec="utf-8", exclude_characters="\0"),
        st.characters(categories=("Mn", "Mc", "Me", "Cf", "Cc", "P", "Z"), exclude_characters="\0"),
        st.sampled_from("abcAB ÉİıßŁ中한'\u0301\u302e\u302f\u0327"),
    )
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.one_of(texts, st.sampled_from([*SPECIALS, "y" * 99, "running"]))).map("".join), min_size=1))
def test_tokens_equal_the_library_on_any_text(db: psycopg.Connection, samples: list[str]) -> None:
    assert in_sql(db, samples) == reference(samples)


def test_one_row_a_text_in_order_and_null_for_null(db: psycopg.Connection) -> None:
    rows = db.execute(
        "select ordinal, tokens from groundcheck_internal.tokenize(%s) order by ordinal", [["a", None, "", "a"]]
    ).fetchall()
    assert rows == [(1, [1037]), (2, None), (3, []), (4, [1037])]
    assert db.execute("select groundcheck.tokens(null)").fetchone() == (None,)


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("The battery lasts 14 hours, says ", id="words"),
        pytest.param("x", id="one word"),
        pytest.param("“é” — ", id="few characters above ASCII"),
        pytest.param("龍中文字한국", id="ideographs and Hangul"),
        pytest.param("[SEP]", id="special tokens"),
        pytest.param("a\u302e\u302f", id="marks"),
        pytest.param("., ", id="punctuation"),
    ],
)
def test_cost_is_linear_in_the_length(db: psycopg.Connection, unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit.encode()))
        start = time.perf_counter()
        db.execute("select cardinality(groundcheck.tokens(%s))", [text]).fetchone()
        return time.perf_counter() - start

    seconds(1000)
    short, long = min(seconds(40_000) for _ in range(3)), seconds(400_000)
    assert long < 30 * short + 0.5


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ÉCOLE Ångström", "ecole angstrom"),
        ("İstanbul IĞDIR", "istanbul igdir"),
        ("ΑΘΉΝΑ ЁЛКА", "αθηνα елка"),
        ("Straße Øre", "straße øre"),
        ("한국 中文", "한국 中文"),
        ("e\u0301\u200b a\u00a0b", "e a b"),
        ("Tab\tand\nLine", "tab\tand\nline"),
        ("", ""),
        ("".join(map(chr, range(0xC0, 0x100))) + "É" * 3, None),
    ],
)
def test_fold(db: psycopg.Connection, text: str, folded: str | None) -> None:
    row = db.execute("select groundcheck_internal.fold(%s)", [text]).fetchone()
    if folded is None:
        folded = "aaaaaaæceeeeiiiiðnooooo×øuuuuyþßaaaaaaæceeeeiiiiðnooooo÷øuuuuyþyeee"
    assert row == (folded,)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_folding_twice_is_folding_once(db: psycopg.Connection, text: str) -> None:
    row = db.execute(
        "select f, groundcheck_internal.fold(f) from groundcheck_internal.fold(%s) as f", [text]
    ).fetchone()
    assert row is not None
    assert row[0] == row[1]
