"""How a document is cut into passages."""

from __future__ import annotations

import re
from itertools import pairwise

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import Query

TARGET, LIMIT = 1000, 1500
CUT = "select c.body, c.span_start, c.span_end from groundcheck_internal.cut_passages(%s) as c order by c.ordinal"


def passages(query: Query, *parts: str) -> list[str]:
    """The passages; each must be what its span says."""
    document = "\n\n".join(parts)
    rows = query.rows(CUT, list(parts))
    assert [document[start:end] for _, start, end in rows] == [body for body, _, _ in rows]
    return [body for body, _, _ in rows]


def test_sizes(query: Query) -> None:
    assert query.rows("select groundcheck_internal.passage_target(), groundcheck_internal.passage_limit()") == [
        (TARGET, LIMIT)
    ]


def test_short_paragraphs_stay_together(query: Query) -> None:
    assert passages(query, "One.\n\nTwo.\n \n\n Three. ") == ["One.\n\nTwo.\n \n\n Three."]


def test_paragraphs_beyond_the_target_are_apart(query: Query) -> None:
    first, second = "a" * (TARGET - 10), "b" * 100
    assert passages(query, f"{first}\n\n{second}") == [first, second]


def test_heading_begins_a_passage(query: Query) -> None:
    text = "Text. " * 50
    assert passages(query, f"# A\n\n{text}\n\n# B\n\n{text}") == [f"# A\n\n{text.strip()}", f"# B\n\n{text.strip()}"]


def test_heading_after_little_text_does_not(query: Query) -> None:
    assert passages(query, "# A\n\nText.\n\n# B\n\nText.") == ["# A\n\nText.\n\n# B\n\nText."]


def test_long_paragraph_is_cut_between_sentences(query: Query) -> None:
    cut_up = passages(query, "A sentence of some length. " * 200)
    assert len(cut_up) > 3
    assert all(passage.endswith(".") and passage.startswith("A ") for passage in cut_up)


def test_long_sentence_is_cut_between_words(query: Query) -> None:
    cut_up = passages(query, "word " * 2000)
    assert all(set(passage.split()) == {"word"} for passage in cut_up)


def test_what_has_no_space_is_cut_hard(query: Query) -> None:
    cut_up = passages(query, "x" * (2 * LIMIT + 1))
    assert "".join(cut_up) == "x" * (2 * LIMIT + 1)
    assert all(TARGET / 2 < len(passage) <= LIMIT for passage in cut_up[:-1])


def test_parts_are_never_joined(query: Query) -> None:
    assert passages(query, "one", "two") == ["one", "two"]


@pytest.mark.parametrize("parts", [[], [""], [" \n\n\t"], ["\u200b", "\u00ad"]])
def test_nothing_to_cut(query: Query, parts: list[str]) -> None:
    assert passages(query, *parts) == []


def test_longer_than_what_is_split_at_a_time(query: Query) -> None:
    text = "The tower is high and old. " * 3000
    cut_up = passages(query, text)
    assert " ".join(cut_up) == text.strip()
    assert all(passage.endswith("old.") for passage in cut_up)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.sampled_from("ab. \n#漢"), max_size=40).map(lambda text: text * 60), min_size=1, max_size=4))
def test_nothing_is_lost_and_nothing_is_too_long(query: Query, texts: list[str]) -> None:
    rows = query.rows(CUT, texts)
    document = "\n\n".join(texts)
    assert all(0 < end - start <= LIMIT for _, start, end in rows)
    assert all(before[2] <= after[1] for before, after in pairwise(rows))
    assert [document[start:end] for _, start, end in rows] == [body for body, _, _ in rows]
    assert re.sub(r"\s", "", "".join(body for body, _, _ in rows)) == re.sub(r"\s", "", document)


def test_cost_is_linear_in_lines(db: psycopg.Connection) -> None:
    """Four times the text takes about four times as long, not sixteen."""
    rows = [
        db.execute(
            "explain (analyze, timing off, format json) select * from groundcheck_internal.cut_passages(array[%s])",
            [("A line of text that is not so long.\n\n" * lines)],
        ).fetchone()
        for lines in (2000, 2000, 8000)
    ]
    times = [row[0][0]["Execution Time"] for row in rows if row is not None]
    assert times[2] < 10 * times[1]
