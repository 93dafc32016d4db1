"""groundcheck.extract_values: what is a value, what it amounts to, and where it stands."""

from __future__ import annotations

from decimal import Decimal

import psycopg
import pytest

from tests.values import canonicals, extract


def check_each(db: psycopg.Connection, cases: dict[str, list[str]]) -> None:
    found = {text: canonicals(db, text) for text in cases}
    assert found == cases


def test_numbers_in_digits(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "It has 1,500 seats.": ["1500"],
            "It has 1500 seats in all.": ["1500"],
            "It has 1 500 seats.": ["1500"],
            "It has 1\u202f500 seats.": ["1500"],
            "It has 1\u00a0500\u00a0000 seats.": ["1500000"],
            "It has 1'500'000 seats.": ["1500000"],
            "It has 1,50,000 seats.": ["150000"],
            "a ratio of 0.5 or .5": ["0.5", "0.5"],
            "fell by -3.5 and −3.5": ["-3.5", "-3.5"],
            "the 3½ pies": ["3.5"],
            "５０ boats": ["50"],
            "٥٠ boats, ५० boats": ["50", "50"],
            "a factor of 1.234.567,89": ["1234567.89"],
            "a factor of 1,234,567.89": ["1234567.89"],
        },
    )


def test_a_tokeniser_parts_marks_from_digits(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "It lost 41, 000 books.": ["41000"],
            "raised $ 21, 408, 377 in all": ["USD 21408377"],
            "It counts 2. 7 billion cells.": ["2700000000"],
            "a load of 31. 4 kg": ["31.4 kg"],
            "between 41, 000 and 44, 000 litres": ["41000..44000 l"],
            "the school has 12, 300 pupils": ["12300"],
            "in 12, 300 pupils came": ["12", "300"],
            "rooms 12, 300 and 415": ["room 12", "room 300", "room 415"],
            "We came in 1998. 5 million stayed.": ["1998", "5000000"],
            "He scored 15. The other scored 5.": ["15", "5"],
            "from 1 500 to 2 000 kg": ["1500..2000 kg"],
        },
    )


def test_comma_and_point_by_the_evidence_of_the_text(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "The town has 16,181 people.": ["16181"],
            "The town has 16.181 points.": ["16.181"],
            "Die Stadt hat 16.181 Einwohner.": ["16181"],
            "Die Quote ist 16,181.": ["16.181"],
            "El pueblo tiene 16.181 habitantes.": ["16181"],
            "Prices of 2,5 and 16.181 units": ["2.5", "16181"],
            "Prices of 2.5 and 16.181 units": ["2.5", "16.181"],
        },
    )


def test_numbers_in_words(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "two hundred and ten guests": ["210"],
            "twenty-five chairs": ["25"],
            "three thousand four hundred and five": ["3405"],
            "half a million users": ["500000"],
            "one and a half million users": ["1500000"],
            "a dozen eggs": ["12"],
            "fünfundzwanzig Stühle, zweihundert Tische": ["25", "200"],
            "treinta y cinco mesas": ["35"],
            "soixante-dix, soixante et onze, soixante-quinze places": ["70", "71", "75"],
            "quatre-vingts, quatre-vingt-un, quatre-vingt-dix-sept places": ["80", "81", "97"],
            "vingt et un, dix-sept, quatre places": ["21", "17", "4"],
            "nonante-cinq places": ["95"],
            "sixty-five, four twenty": ["65", "4", "20"],
            "no one came, one of them left": [],
        },
    )


def test_magnitudes(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "58 thousand": ["58000"],
            "58k users": ["58000"],
            "2.75 billion": ["2750000000"],
            "2,75 Milliarden": ["2750000000"],
            "1,5 Mio. Nutzer": ["1500000"],
            "5130万": ["51300000"],
            "3亿5000万": ["350000000"],
            "5 lakh, 3 crore": ["500000", "30000000"],
        },
    )


def test_money_and_rates(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "€40, 40 €, 40 euros, EUR 40, 40 EUR": ["EUR 40"] * 5,
            "$641M and $641 million": ["USD 641000000"] * 2,
            "US$5.50 or A$7": ["USD 5.5", "AUD 7"],
            "-$5 and $-5": ["USD -5"] * 2,
            "40 euros per seat per month": ["EUR 40/seat/month"],
            "€480 per seat per year": ["EUR 40/seat/month"],
            "14 euros an hour, €14/h": ["EUR 14/h"] * 2,
            "5130億円": ["JPY 513000000000"],
        },
    )


def test_percent_and_percentage_points_are_two_dimensions(db: psycopg.Connection) -> None:
    values = extract(db, "up 5%, 5 percent, 5 Prozent, 5 percentage points, 5 pp, 500 basis points")
    assert [value.dimension for value in values] == ["percent"] * 3 + ["percentage_point"] * 3
    assert {value.amount for value in values} == {Decimal(5)}


def test_units_convert(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "1.5 km, 1,500 metres, 1500m": ["1500 m"] * 3,
            "250 mcg, 250 µg, 250 micrograms, 0.25 mg": ["0.00000025 kg"] * 4,
            "250 mg": ["0.00025 kg"],
            "1 mile, 1 lb, 1 gallon": ["1609.344 m", "0.45359237 kg", "3.785411784 l"],
            "25 °C, 77 °F": ["298.15 K"] * 2,
            "−40 °C": ["233.15 K"],
            "1 GiB, 1 GB": ["1073741824 B", "1000000000 B"],
            "36 km/h, 10 m/s": ["10 m/s"] * 2,
            "1 kWh": ["3600000 J"],
            "5 m2, 5 m², 5 square metres": ["5 m2"] * 3,
            "3.5 mg per kilogram": ["0.0000035 kg/kg"],
            "5 ft 10 in": ["1.778 m"],
            "5 MW, 5 mW": ["5000000 W", "0.005 W"],
        },
    )


def test_durations(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "14 days, two weeks, a 14-day stay": ["1209600 s"] * 3,
            "one year, 12 months": ["31556952 s"] * 2,
            "half an hour, 30 min": ["1800 s"] * 2,
            "2 hours 30 minutes, 2½ hours, 150 minutes": ["9000 s"] * 3,
            "4 times a day, 4 times per day": ["0.166666667 /h"] * 2,
        },
    )


def test_dates(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "14 March 1987; March 14, 1987; 14th of March, 1987; Mar. 14, 1987": ["1987-03-14"] * 4,
            "1987-03-14; 14.03.1987; 14/03/1987; 3/14/1987": ["1987-03-14"] * 4,
            "am 1. Oktober 2024": ["2024-10-01"],
            "le 14 juillet 1789, el 14 de julio de 1789": ["1789-07-14"] * 2,
            "1968年3月5日, 1968年": ["1968-03-05", "1968"],
            "in March 1987": ["1987-03"],
            "on 14 March": ["--03-14"],
            "It burned down in 1908.": ["1908"],
            "44 BC": ["-0044"],
            "Q3 2021; third quarter of 2021": ["2021-Q3"] * 2,
            "the 14th century": ["1301/1400"],
            "the fourteenth century": ["1301/1400"],
            "the 1990s": ["1990/1999"],
            "from 1990 to 1995": ["1990/1995"],
            "1914-18": ["1914/1918"],
            "14-16 March 1987": ["1987-03-14/1987-03-16"],
            "on Friday": ["weekday 5"],
            "30 February 2020": ["30", "2020-02"],
            "You may go. They march.": [],
        },
    )


def test_a_bare_year_is_a_date_and_a_count_is_not(db: psycopg.Connection) -> None:
    dimensions = [value.dimension for value in extract(db, "In 1908 it had 1908 members and 1908 kg of coal.")]
    assert dimensions == ["date", "count", "mass"]


def test_times(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "3:15 pm, 15:15, 3.15 p.m., 15.15 Uhr, 15h15": ["15:15"] * 5,
            "at noon, at midnight": ["12:00", "00:00"],
            "12 am, 12 pm": ["00:00", "12:00"],
            "10:00 CET, 09:00 UTC, 10:00+01:00": ["09:00Z"] * 3,
            "seven o'clock, 7 o’clock": ["07:00"] * 2,
            "下午3点15分": ["15:15"],
            "٩ صباحا": ["09:00"],
            "9 am to 5 pm": ["09:00/17:00"],
        },
    )


def test_ranges(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "between 4 kg and 5 kg; 4-5 kg; 4 to 5 kg; 4–5 kg": ["4..5 kg"] * 4,
            "from 8 to 16": ["8..16"],
            "$5-10 million": ["5000000..10000000 USD"],
            "5%-7%": ["5..7 %"],
            "won 3-1": ["3", "1"],
            "Crates 1 and 2": ["1", "2"],
        },
    )


def test_fractions_are_shares(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "a fifth of it": ["20 %"],
            "half of it": ["50 %"],
            "three quarters": ["75 %"],
            "3/4 of it": ["75 %"],
            "1/2 cup": ["0.118294118 l"],
            "the fifth attempt": ["#5"],
        },
    )


def test_ordinals_versions_identifiers_and_addresses(db: psycopg.Connection) -> None:
    found = {
        text: [(value.kind, value.canonical) for value in extract(db, text)]
        for text in [
            "the 3rd and third floor",
            "release 3.2.1",
            "v2.0",
            "AX-12 and AX12",
            "R5",
            r"A_1\B",
            "ISO 9001",
            "see https://a.example/b.html, or www.a.example/.",
            "Mail Desk@Harbour.example.",
            "call +49 30 1234567 or (916) 209-0912",
        ]
    }
    assert found == {
        "the 3rd and third floor": [("ordinal", "#3")] * 2,
        "release 3.2.1": [("version", "3.2.1")],
        "v2.0": [("version", "2.0")],
        "AX-12 and AX12": [("identifier", "AX12")] * 2,
        "R5": [("identifier", "R5")],
        r"A_1\B": [("identifier", r"A1\B")],
        "ISO 9001": [("identifier", "ISO 9001")],
        "see https://a.example/b.html, or www.a.example/.": [("url", "a.example/b.html"), ("url", "a.example")],
        "Mail Desk@Harbour.example.": [("email", "desk@harbour.example")],
        "call +49 30 1234567 or (916) 209-0912": [("phone", "49301234567"), ("phone", "9162090912")],
    }


def test_labels_are_no_counts(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "Repeat steps 4 and 5 now.": ["step 4", "step 5"],
            "It has 3 parts (Part 1, Part 1A and Part 2).": ["3", "part 1", "part 1a", "part 2"],
            "Line 12 of Form 2290": ["line 12", "form 2290"],
            "a game for Windows 10, which is old": ["window 10"],
            "the crew of Flight 1834 saw 150 birds": ["flight 1834", "150"],
            "see Table 2, pages 3-5": ["table 2", "page 3", "page 5"],
            "44 N Orchard St, Salem, OR 97301": ["orchard 44", "postcode 97301"],
            "No. 5 and zip: 97301": ["no 5", "zip 97301"],
            "at Boeing 737 was late, 737 people were not": ["boeing 737", "737"],
            "Then Harris 30 points, Harbour 2-1": ["30", "2", "1"],
            "In Turin 300 people slept": ["300"],
            "2 Peel the pears. 3  Boil them. 12 Germans ate them.": ["12"],
            "It has 10 rooms and 2 pages 30 cm wide": ["10", "2", "0.3 m"],
            "He has no 5 euro notes.": ["EUR 5"],
        },
    )


def test_ages_are_no_counts(db: psycopg.Connection) -> None:
    text = "Harris, 27, has a 5-year-old, 9 years old, 4 - year - old, aged 30, at the age of 42, ages 5 to 12"
    assert [value.dimension for value in extract(db, text)] == ["age"] * 7
    text = "In Turin, 27 boats, 12, 14 and 16 oars; it took 5 years"
    assert [value.dimension for value in extract(db, text)] == ["count"] * 4 + ["duration"]


def test_what_is_no_value(db: psycopg.Connection) -> None:
    check_each(
        db,
        {
            "It is 31 metres high [1].": ["31 m"],
            "It is high [1, 2].": [],
            "1. Hold the button.\n2. Wait.": [],
            "According to passages 1 and 2, it is red.": [],
            "According to passages 1 and 2 mice are red.": [],
            r"$\pi (R^2 - r^2)$": [],
            "&#39;quoted&#39;": [],
        },
    )


@pytest.mark.parametrize(
    "text",
    [
        "Tolland has **58** thousand residents",
        "has _58_ thousand",
        "has `58` thousand",
        "has 5\u200b8 thou\u200bsand",
        "has \ufeff58 thousand",
    ],
)
def test_marks_do_not_hide_a_number(db: psycopg.Connection, text: str) -> None:
    (value,) = extract(db, text)
    assert value.amount == 58_000
    assert text[value.start : value.end] == value.raw


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("at least 30", "at_least"),
        ("30 or more", "at_least"),
        ("no fewer than 30", "at_least"),
        ("mindestens 30", "at_least"),
        ("at most 30", "at_most"),
        ("no more than 30", "at_most"),
        ("up to 30", "at_most"),
        ("200 words or less", "at_most"),
        ("more than 30", "more_than"),
        ("over 30", "more_than"),
        ("mehr als 30", "more_than"),
        ("under 30", "less_than"),
        ("fewer than 30", "less_than"),
        ("about 30", "about"),
        ("~30", "about"),
        ("rund 30", "about"),
        ("nearly 30", "about"),
        ("before 1990", "before"),
        ("after 14 March 1987", "after"),
        ("since 1990", "at_least"),
        ("until 1990", "at_most"),
        ("exactly 30", None),
    ],
)
def test_qualifiers(db: psycopg.Connection, text: str, qualifier: str | None) -> None:
    (value,) = extract(db, text)
    assert value.qualifier == qualifier


def test_null_and_empty_have_no_values(db: psycopg.Connection) -> None:
    assert extract(db, None) == []
    assert extract(db, "") == []


def test_a_user_teaches_a_unit(db: psycopg.Connection) -> None:
    assert canonicals(db, "3 smoots") == ["3"]
    db.execute("insert into groundcheck_internal.value_units values ('smoot', 'length', 'm', 1.7018, 0)")
    db.execute("insert into groundcheck_internal.value_words (word, role, unit) values ('smoots', 'unit', 'smoot')")
    assert canonicals(db, "3 smoots") == ["5.1054 m"]


def test_a_long_text_is_read_to_its_end(db: psycopg.Connection) -> None:
    """What takes time by the square of the length would be cancelled."""
    db.execute("set local statement_timeout = '10s'")
    sentence = "The treaty of 14 March 1987 gave 25 countries $4.5 million, and two hundred guests came at 8:15 pm. "
    for text in (sentence, "7 ", "1.", "1, ", "A 7 ", "1-", "万", "x@"):
        extract(db, text * (100_000 // len(text)))
