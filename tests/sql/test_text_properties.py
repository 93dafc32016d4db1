"""Whatever the text: no error, spans in order, and a span cleaned is its claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import Query

FRAGMENTS = [
    "**", "*", "_", "`", "```\n", "~~~\n", "\n", "\n\n", "\r\n", "\t", "- ", "1. ", "a) ", "# ", "> ", "---", "==",
    "| a | b |\n", "|---|\n", "<p>", "</p>", "<li>", "<br/>", "<!-- c -->", "&amp;", "[1]", "(Lee, 2020)", "【3】",
    "[x](http://y.example)", "![i](j)", "{", "}", '{"a": "b\\n c"}', "\u200b", "\u00a0", "\u3000", "\u2028", "\x01",
    "。", "？", "؟", "।", "…", "...", ". ", "? ", "! ", ": ", '"', "“", "”", "(", ")", "[", "]", "\\u00e9", '\\"',
    "e.g. ", "Dr. ", "z. B. ", "am 1. Oktober ", "3.5 ", "$x_1$", "https://a.example/c. ", "a@b.example ",
    "I could not find it", ", but it is 8", "The gate is green.", "Yes.", "料金は", "价格", "ß", "İ", "a\u0301", "😀",
]  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=16).map("".join),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=200),
)
# White space apart, what no span holds: marks, numbers of items, citations, keys, tags, fences with their language.
DECORATION = re.compile(
    r"```\w*|~~~\w*|<!-- c -->|</?\w+/?>|\(Lee, 2020\)|【3】|\[1\]|\b\d{1,3}[.)]|\b[a-z]\)|\{\"a\": |null|\W|_"
)


@pytest.fixture(scope="module")
def connection(dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(dsn, autocommit=True) as opened:
        yield opened


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS)
@pytest.mark.parametrize(
    "statement",
    [
        b"select claim, span_start, span_end from groundcheck.split_claims(%s)",
        b"select body, span_start, span_end from groundcheck_internal.split_sentences(%s)",
    ],
    ids=["claims", "sentences"],
)
def test_spans(connection: psycopg.Connection, statement: bytes, text: str) -> None:
    rows = connection.execute(statement, [text]).fetchall()
    end_before = 0
    left = []
    for claim, start, end in rows:
        assert end_before <= start < end <= len(text)
        left.append(text[end_before:start])
        end_before = end
        cleaned = connection.execute("select groundcheck_internal.clean_text(%s)", [text[start:end]]).fetchone()
        assert cleaned == (claim,)
    left.append(text[end_before:])
    for gap in left:
        assert not re.search(r"[A-Za-z0-9]{2}", DECORATION.sub(" ", gap)), gap


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("Ten **58** and __59__ and *really* _so_", "Ten 58 and 59 and really so"),
        ("3 * 4 = 12, 2**3, a_b, snake_case_name, 5*6*7", "3 * 4 = 12, 2**3, a_b, snake_case_name, 5*6*7"),
        (r"$\pi (R^2 - r^2)$ and A_1\B and 100%", r"$\pi (R^2 - r^2)$ and A_1\B and 100%"),
        ("kro\u200bner 1\u202f200", "kroner 1 200"),
        ("~~~\n【3】The house is red. ~~~\n", "The house is red. ~~~"),
        ("~~\n[1] The house is red. ~~", "The house is red."),
        ("The house is red (sources 1 and 2).", "The house is red."),
        ("`x*y*z` and ~~old~~ <del>older</del> new", "x*y*z and new"),
        ("[the site](https://quay.example/a) and ![map](m.png)", "the site https://quay.example/a and map"),
        ("The <b>tall</b> tower<br>is R&amp;D", "The tall tower is R&D"),
        ("x < 5 and y > 3", "x < 5 and y > 3"),
        ("> 5 mm of rain", "> 5 mm of rain"),
        ("> quoted\n> text", "quoted text"),
        ("| a | b |", "a; b"),
        ("- an item", "an item"),
        ("-5 degrees", "-5 degrees"),
        ("  a \n\t b  ", "a b"),
        ("", ""),
    ],
)
def test_cleaning_keeps_the_meaning(query: Query, dirty: str, clean: str) -> None:
    assert query.value("select groundcheck_internal.clean_text(%s)", dirty) == clean


def test_null_in_null_out(query: Query) -> None:
    assert query.value("select groundcheck_internal.clean_text(null)") is None
    assert query.rows("select * from groundcheck_internal.split_sentences(null)") == []


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("The gate is green. " * 50_000, 50_000),
        ("- an item of a list\n" * 20_000, 20_000),
        ("word " * 200_000, 1_600),
        ("e.g. " * 100_000, 830),
        ("*a " * 200_000, 900),
        ("[" * 500_000, 0),
        ("全长1577米。" * 40_000, 40_000),
        ('[{"a": "It is. So."}' + ', {"a": "It is. So."}' * 10_000 + "]", 20_002),
    ],
    ids=["prose", "list", "no stops", "abbreviations", "stars", "brackets", "chinese", "json"],
)
def test_a_megabyte_takes_seconds(query: Query, text: str, claims: int) -> None:
    query.rows("select set_config('statement_timeout', '30s', true)")
    counted = query.value("select count(*) from groundcheck_internal.split_sentences(%s)", text)
    assert counted == pytest.approx(claims, rel=0.15)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("I could not find it. " * 30_000, 0),
        ("I do not know" + " and it" * 100_000, 1_500),
        ("? " * 300_000, 0),
        ("1. " * 200_000, 1_100),
        ("# " * 300_000, 0),
        ("(( " * 200_000, 0),
        ("> q\n" * 100_000, 100_000),
        ("| a | b |\n" * 50_000, 50_000),
    ],
    ids=["abstentions", "joined", "marks", "numbers", "hashes", "brackets", "quoted", "rows"],
)
def test_a_text_of_marks_takes_seconds_and_claims_little(query: Query, text: str, most: int) -> None:
    query.rows("select set_config('statement_timeout', '30s', true)")
    assert query.value("select count(*) filter (where checkable) from groundcheck.split_claims(%s)", text) <= most
