"""groundcheck_internal.compare_values: what the evidence does for each value of a claim."""

from __future__ import annotations

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def compare(db: psycopg.Connection, claim: str, evidence: str) -> list[str]:
    rows = db.execute(
        "select c.outcome from groundcheck_internal.compare_values("
        " array(select v from groundcheck.extract_values(%s::text) as v),"
        " array(select v from groundcheck.extract_values(%s::text) as v)) as c order by c.claim_pos",
        [claim, evidence],
    ).fetchall()
    return [outcome for (outcome,) in rows]


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("1,500 metres", "1.5 km", "equal"),
        ("1.5 miles", "1.5 km", "different"),
        ("250 mg", "250 micrograms", "different"),
        ("two weeks", "14 days", "equal"),
        ("77 °F", "25 °C", "equal"),
        ("5 miles", "8 km", "equal"),
        ("250 degrees Celsius", "250 °C", "equal"),
        ("5 °C", "between 41 °F and 165 °F", "equal"),
        (".99", "0.99", "equal"),
        ("$.99 each", "$0.99 each", "equal"),
        ("a 3.5-star inn", "stars: 3.5", "equal"),
        ("4.5 out of 5 stars", "4.5 stars", "equal"),
        ("4 stars", "stars: 3.5", "different"),
        ("4 stars", "7 rooms", "absent"),
        ("three crates", "3 boxes", "equal"),
        ("a fifth", "20%", "equal"),
        ("$641 million", "$641M", "equal"),
        ("$30 million", "$4,730 million and $730 million", "different"),
        ("50 seats", "1500 seats", "different"),
        ("16,181 people", "16.181 people", "different"),
        ("€40 per seat per month", "40 euros per seat per month", "equal"),
        ("€40 per seat per year", "40 euros per seat per month", "different"),
        ("€480 per year", "€40 per month", "equal"),
        ("40 dollars", "40 euros", "different"),
        ("5 percentage points", "5%", "different"),
        ("2.75 billion", "2,750,000,000", "equal"),
        ("58 thousand", "58,214", "equal"),
        ("about 3", "3.1", "equal"),
        ("3 tons", "3.1 tons", "different"),
        ("64%", "63.7%", "equal"),
        ("-5", "5", "different"),
    ],
)
def test_amounts(db: psycopg.Connection, claim: str, evidence: str, outcome: str) -> None:
    assert compare(db, claim, evidence) == [outcome]


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("the 14th century", "in 1312", "contained"),
        ("the 13th century", "in 1312", "different"),
        ("the 1990s", "on 14 March 1997", "contained"),
        ("in 1987", "on 14 March 1987", "contained"),
        ("on March 14, 1987", "on 14 March 1987", "equal"),
        ("on 14 March 1987", "in 1987", "absent"),
        ("on 1 June 1988", "on 14 March 1987", "different"),
        ("on 14 March", "on 14 March 1987", "equal"),
        ("before 1990", "in 1987", "bound_respected"),
        ("before 1980", "in 1987", "different"),
        ("before 1990", "before 1985", "different"),
        ("on 1 June 1988", "in 1901", "absent"),
        ("on 1 June 1988", "in the 1920s", "absent"),
        ("on 1 June 1988", "in the 12th century", "absent"),
        ("on 1 June 1988", "from 1950 to 1960", "absent"),
        ("on 1 June 1988", "in May 1988", "different"),
        ("on 1 June 1988", "in May 1901", "absent"),
        ("on 1 June", "on 14 March", "different"),
        ("in June 1988", "in 1987", "different"),
        ("in June 1988", "in the 1970s", "absent"),
        ("in June 1988", "in July 1988", "different"),
        ("in June 1988", "on 14 March 1987", "different"),
        ("in 1988", "in 1987", "different"),
        ("in 1988", "on 14 March 1987", "different"),
        ("in 1988", "in the 1970s", "absent"),
        ("in the 1980s", "in the 1970s", "different"),
        ("from 1980 to 1985", "from 1980 to 1986", "different"),
        ("from 1981 to 1985", "from 1980 to 1986", "absent"),
        ("at 15:15", "at 3:15 pm", "equal"),
        ("4 PM to 10 PM", "16:0-22:0", "equal"),
        ("4 PM to 9 PM", "16:0-22:0", "absent"),
        ("8 AM–10 PM", "8:00-22:00", "equal"),
        ("6 PM to 2 AM", "18:0-2:0", "equal"),
        ("open 24 hours", "0:0-0:0", "equal"),
        ("at 09:00 UTC", "at 10:00 CET", "equal"),
        ("at 3:15", "at 8:15", "different"),
    ],
)
def test_dates_and_times(db: psycopg.Connection, claim: str, evidence: str, outcome: str) -> None:
    assert compare(db, claim, evidence) == [outcome]


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("between 4 kg and 5 kg", "4.1 kg, 4.6 kg and 4.9 kg", "contained"),
        ("more than 4.5 kg", "4.1 kg, 4.6 kg and 4.9 kg", "different"),
        ("more than 4 kg", "4.1 kg, 4.6 kg and 4.9 kg", "bound_respected"),
        ("30 or more", "at least 30", "equal"),
        ("at most 30", "at least 30", "different"),
        ("at least 20 people", "at least 30 people", "different"),
        ("up to 2,500 sheets", "up to 1,500 sheets", "different"),
        ("up to 1,500 sheets", "up to 2,500 sheets", "different"),
        ("over 40 sheets", "over 30 sheets", "different"),
        ("90 or higher", "at least 90", "equal"),
        ("90 or better", "90 or more", "equal"),
        ("about 30 people", "about 31 people", "equal"),
        ("since 1990", "since 1985", "different"),
        ("at least 30 people", "35 people", "bound_respected"),
        ("5 kg", "4-5 kg", "equal"),
        ("6 kg", "4-5 kg", "different"),
    ],
)
def test_bounds_and_ranges(db: psycopg.Connection, claim: str, evidence: str, outcome: str) -> None:
    assert compare(db, claim, evidence) == [outcome]


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("200 people", "Hall A seats 120 people. Hall B seats 80 people.", "derived"),
        ("$40 more", "It was $100, now $60.", "derived"),
        ("a 25% rise", "from $80 then $100 later", "derived"),
        ("3 items", "1 box, 2 bags", "different"),
        ("201 people", "Hall A seats 120 people. Hall B seats 80 people.", "different"),
    ],
)
def test_what_follows_from_two_values(db: psycopg.Connection, claim: str, evidence: str, outcome: str) -> None:
    assert compare(db, claim, evidence) == [outcome]


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("model AX-12", "the AX12", "equal"),
        ("model AX-12", "the AX-13", "different"),
        ("model AX-12", "the R5", "absent"),
        ("version 3.10", "version 3.1", "different"),
        ("help@harbour.example", "desk@harbour.example", "different"),
        ("https://harbour.example/forms.html", "https://harbour.example/forms.html", "equal"),
        ("5 kg", "no value here", "absent"),
        ("5 kg", "5 km", "absent"),
        ("Chapter 3", "Chapter 3", "equal"),
        ("Chapter 3", "Chapter 4", "absent"),
        ("room 210", "room 120", "different"),
        ("room 210", "gate 120", "absent"),
        ("bus no. 14", "bus no. 41", "different"),
        ("12 pounds", "£12", "equal"),
        ("12 pounds a night", "£14 a night", "different"),
        ("£12 a night", "£12 a month", "different"),
        ("75 pounds per quarter", "£75 a quarter", "equal"),
        ("75 pounds per month", "£75 a quarter", "different"),
        ("Chapter 3", "4 chapters", "absent"),
        ("10 rooms", "on Windows 10, too", "absent"),
        ("12 rooms", "on Windows 10, too", "absent"),
        ("a 27-year-old", "Harris, 27, said so", "equal"),
        ("a 27-year-old", "Harris, 31, said so", "different"),
        ("Harris, 27, said so", "27 crates", "equal"),
        ("Harris, 27, said so", "30 crates", "absent"),
        ("a 27-year-old", "for 12 years", "absent"),
    ],
)
def test_names_and_absence(db: psycopg.Connection, claim: str, evidence: str, outcome: str) -> None:
    assert compare(db, claim, evidence) == [outcome]


def test_no_claim_value_no_row(db: psycopg.Connection) -> None:
    assert compare(db, "nothing", "5 kg") == []
    assert db.execute("select * from groundcheck_internal.compare_values(null, null)").fetchall() == []


def test_thousands_of_values_are_compared_at_once(db: psycopg.Connection) -> None:
    for unit in ("seats", "kg", "dollars"):
        evidence = " ".join(f"{1_000 + 7 * n} {unit};" for n in range(2_000))
        db.execute("drop table if exists held")
        db.execute(
            "create temp table held as select"
            " array(select v from groundcheck.extract_values(%s::text) as v) as evidence,"
            " array(select v from groundcheck.extract_values(%s::text) as v) as claim",
            [evidence, " and ".join(f"{n} {unit}" for n in (5, 31, 1_007, 14_993, 22_222))],
        )
        # 15 to 30 ms by itself; what reads the evidence again for each pair would be cancelled.
        db.execute("set local statement_timeout = '5s'")
        outcomes = db.execute(
            "select c.outcome from held, groundcheck_internal.compare_values(held.claim, held.evidence) as c"
        ).fetchall()
        db.execute("set local statement_timeout = 0")
        assert outcomes.count(("equal",)) == 2


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text("0123456789.,-/$%€: kmgthousandQ", max_size=40))
def test_a_text_agrees_with_itself(db: psycopg.Connection, text: str) -> None:
    assert set(compare(db, text, text)) <= {"equal", "contained", "bound_respected", "absent"}
