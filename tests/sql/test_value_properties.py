"""groundcheck.extract_values on generated texts."""

from __future__ import annotations

import datetime
from decimal import Decimal

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.values import canonicals, extract

PROPERTY = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

pieces = st.one_of(
    st.text(max_size=20),
    st.text("0123456789.,:/-+' $€%()[]#*_\u200b\u00a0\n", max_size=12),
    st.sampled_from(
        [
            "two hundred",
            "half a",
            "million",
            "March",
            "Q",
            "th",
            "st",
            "century",
            "pm",
            "am",
            "BC",
            "kg",
            "km/h",
            "per month",
            "between",
            "and",
            "to",
            "at least",
            "about",
            "$",
            "€",
            "v",
            "ISO",
            "No.",
            "1990s",
            "14",
            "1987",
            "3.2.1",
            "AX-12",
            "https://a.b/c",
            "a@b.co",
            "a fifth",
            "°C",
            "'",
            "o'clock",
            "年",
            "月",
            "万",
            "Uhr",
            "²",
            "½",
            "−",
            "–",
        ]
    ),
)
texts = st.lists(pieces, max_size=12).map(" ".join).map(lambda text: text.replace("\x00", ""))


@PROPERTY
@given(text=texts)
def test_no_text_is_an_error_and_spans_are_right(db: psycopg.Connection, text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    last = 0
    for value in extract(db, text):
        assert text[value.start : value.end] == value.raw
        assert last <= value.start < value.end
        assert value.canonical
        last = value.end


@PROPERTY
@given(number=st.integers(0, 10**9))
def test_spellings_of_a_number_are_equal(db: psycopg.Connection, number: int) -> None:
    grouped = f"{number:,}"
    spellings = [f"it holds {text} parts" for text in (str(number), grouped, grouped.replace(",", "\u202f"))]
    spellings.append(f"it holds {number} parts".translate({48 + i: 0xFF10 + i for i in range(10)}))
    if number >= 10**6:
        spellings.append(f"das sind {grouped.replace(',', '.')} Teile")
    values = [extract(db, text)[0] for text in spellings]
    amounts = {
        value.amount // (10_000 if value.dimension == "date" else 1) for value in values if value.amount is not None
    }
    assert amounts == {number}


@PROPERTY
@given(day=st.dates())
def test_spellings_of_a_date_are_equal(db: psycopg.Connection, day: datetime.date) -> None:
    day = day.replace(year=1000 + day.year % 1200)
    month = day.strftime("%B")
    spellings = [
        f"on {day.isoformat()} it began",
        f"on {day.day} {month} {day.year} it began",
        f"on {month} {day.day}, {day.year}, it began",
        f"on {day.day:02}.{day.month:02}.{day.year} it began",
        f"{day.year}年{day.month}月{day.day}日",
    ]
    assert {tuple(canonicals(db, text)) for text in spellings} == {(day.isoformat(),)}


@PROPERTY
@given(metres=st.integers(1, 10**6), other=st.integers(1, 10**6))
def test_spellings_of_a_length_are_equal_and_lengths_differ(db: psycopg.Connection, metres: int, other: int) -> None:
    kilometres = Decimal(metres) / 1000
    spellings = {
        f"it is {metres} m long",
        f"it is {metres:,} metres long",
        f"it is {kilometres:f} km long",
        f"it is {metres * 100} cm long",
    }
    assert {tuple(canonicals(db, text)) for text in spellings} == {(f"{metres} m",)}
    assert (canonicals(db, f"{other} m") == [f"{metres} m"]) == (other == metres)
