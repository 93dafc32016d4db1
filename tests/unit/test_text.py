"""Texts that PostgreSQL can store."""

from __future__ import annotations

import codecs

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcheck_db.text import clean, decode

# Everything that a Python string can hold, lone surrogates and NUL included, often.
anything = st.text(st.one_of(st.characters(exclude_categories=()), st.sampled_from("\0\ud800\udc00\ud83d\ude00a ")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("as it is: ä 漢 😀 \ufffd", "as it is: ä 漢 😀 \ufffd"),
        ("The tank holds\0 90 litres.", "The tank holds 90 litres."),
        ("1\x0000\x00", "100"),
        ("a\ud800b", "a\ufffdb"),
        ("c\udc00d", "c\ufffdd"),
        ("\ud83d\ude00", "😀"),
        ("\udc00\ud800", "\ufffd\ufffd"),
    ],
)
def test_clean(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(anything)
def test_cleaned_text_is_utf8_without_nul_and_stays_clean(text: str) -> None:
    cleaned = clean(text)
    assert "\0" not in cleaned.encode().decode()
    assert clean(cleaned) == cleaned


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_text_that_is_clean_comes_back_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x\udcff\0", "\ud83d\ude00"])
def test_postgresql_takes_what_was_cleaned_and_nothing_else(db: psycopg.Connection, text: str) -> None:
    with pytest.raises((psycopg.DataError, UnicodeEncodeError)), db.transaction():
        db.execute("select %s::text", [text])
    row = db.execute("select %s::text", [clean(text)]).fetchone()
    assert row == (clean(text),)


@pytest.mark.parametrize(
    "data",
    [
        "naïve 漢".encode(),
        codecs.BOM_UTF8 + "naïve 漢".encode(),
        codecs.BOM_UTF16_LE + "naïve 漢".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "naïve 漢".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "naïve 漢".encode("utf-32-le"),
        codecs.BOM_UTF32_BE + "naïve 漢".encode("utf-32-be"),
    ],
    ids=["utf-8", "utf-8-bom", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"],
)
def test_decode_by_byte_order_mark(data: bytes) -> None:
    assert decode(data) == "naïve 漢"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_decode_makes_all_line_ends_newlines(end: str) -> None:
    assert decode(f"a{end}b{end}".encode()) == "a\nb\n"


@pytest.mark.parametrize("data", ["Müller".encode("latin-1"), b"\x89PNG\r\n\x1a\n\0", b"\xff\xfea"])
def test_decode_refuses_what_is_not_text(data: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        decode(data)
