"""Any text is data: no call fails but with a documented error, and none of it is ever run."""

from __future__ import annotations

import json
import os
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.operations.conftest import NIGHTLY
from tests.support import Query

EXAMPLES = settings(
    max_examples=10_000 if os.environ.get(NIGHTLY) else 25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
# PostgreSQL's text is UTF-8 without NUL; a driver refuses anything else.
CHARACTERS = st.characters(codec="utf-8", exclude_characters="\0")
PIECES = st.sampled_from(
    ["The hall seats 120 people. ", "- ", "1. ", "| a | b |\n", "```", "[1]", '{"a": [1, "b"]}', "<b>", "$x^2$",
     "12,5 %", "3 May 2024", "10–20 km", "1e999", "-0", "NaN", "\n\n", "http://", "a@b.c", "۱۲", "十二", "not ",
     "\u202e", "e\u0301"]
)  # fmt: skip
TEXTS = st.one_of(st.text(CHARACTERS, max_size=200), st.lists(st.one_of(PIECES, CHARACTERS), max_size=20).map("".join))


@given(answer=TEXTS, context=st.lists(st.one_of(TEXTS, st.none()), max_size=4), question=st.one_of(TEXTS, st.none()))
@EXAMPLES
def test_check_takes_any_text(query: Query, answer: str, context: list[str | None], question: str | None) -> None:
    document = query.check(answer, context, question=question)
    assert document["status"] == "final"
    assert document["action"] in {"PASS", "REVIEW", "REJECT"}
    assert document["trust_score"] is None or 0 <= document["trust_score"] <= 1
    for claim in document["audit_details"]["claims"]:
        start, end = claim["span"]
        assert 0 <= start < end <= len(answer)
    stored = query.value("select groundcheck.result(%s)", document["id"])
    assert stored["audit_details"] == document["audit_details"]


@given(text=TEXTS)
@EXAMPLES
def test_building_blocks_take_any_text(query: Query, text: str) -> None:
    for start, end in query.rows("select span_start, span_end from groundcheck.split_claims(%s)", text):
        assert 0 <= start < end <= len(text)
    for raw, start, end in query.rows("select raw, span_start, span_end from groundcheck.extract_values(%s)", text):
        assert text[start:end] == raw
    tokens = query.value("select groundcheck.tokens(%s)", text)
    assert all(isinstance(token, int) for token in tokens)


ATTACKS = [
    "'; drop table groundcheck_internal.checks; --",
    "x'); delete from groundcheck_internal.checks; select ('",
    '"; drop schema groundcheck cascade; --',
    "$$; drop table groundcheck_internal.claims; $$",
    "%s %I %L %1$s {} \\'; drop role groundcheck_checker; --",
    "\\",
    "a\nb\r\n-- :x",
    "x" * 10_000,
]
CALLS = [
    "select groundcheck.check(%s, array['Tea is sold.'])",
    "select groundcheck.check('Tea is sold.', array[%s])",
    "select groundcheck.check('Tea is sold.', array['Tea is sold.'], %s)",
    "select groundcheck.check('Tea is sold.', array['Tea is sold.'], null, %s)",
    "select groundcheck.check('Tea is sold.', array['Tea is sold.'], null, 'default', jsonb_build_object(%s::text, 1))",
    "select groundcheck.check_vectors(%s, '[1,0]', array['b'], array['[1,0]']::vector[])",
    "select groundcheck.check_vectors('a', '[1,0]', array['b'], array['[1,0]']::vector[], model => %s)",
    "select groundcheck.check_corpus('Tea is sold.', %s)",
    "select groundcheck.retrieve(%s, 'menu')",
    "select groundcheck.retrieve('tea', %s)",
    "select groundcheck.load_document(%s, 'menu', 'Tea is sold.')",
    "select groundcheck.load_document('menu', %s, 'Tea is sold.')",
    "select groundcheck.load_document('menu', 'menu', %s)",
    "select groundcheck.load_document('menu', 'm', 'Tea.', jsonb_build_object(%s::text, 1))",
    "select groundcheck.remove_document('menu', %s)",
    "select groundcheck.create_policy(%s)",
    "select groundcheck.create_policy('p', jsonb_build_object(%s::text, 1))",
    "select groundcheck.create_policy('p', jsonb_build_object('scorer', %s::text))",
    "select groundcheck.create_policy('p', jsonb_build_object('method', %s::text))",
    "select groundcheck.retire_policy(%s)",
    "select groundcheck.calibrate(%s)",
    "select groundcheck.recheck(%s)",
    "select groundcheck.recheck_all(%s)",
    "select groundcheck.result(%s)",
    "select groundcheck.label(%s, 0, true)",
    "select groundcheck.label((select id::text from groundcheck.audit limit 1), null, true, %s)",
    "select groundcheck.forget(check_id => %s)",
    "select groundcheck.forget(passage => %s)",
    "select groundcheck.forget(tenant => %s)",
    "select groundcheck.purge('1 year', %s)",
    "select groundcheck.evaluate(%s, array['Tea is sold.'])",
    "select groundcheck.extract_values(%s)",
    "select set_config('groundcheck.tenant', %s, true), groundcheck.check('Tea is sold.', array['Tea is sold.'])",
]
INVENTORY = (
    "select (select count(*) from pg_class), (select count(*) from pg_proc), (select count(*) from pg_roles),"
    " (select count(*) from pg_namespace)"
)


@pytest.mark.parametrize("call", CALLS)
def test_no_text_is_ever_run(query: Query, call: str) -> None:
    query.check("Tea is sold.", ["Tea is sold."])
    query.value("select groundcheck.load_document('menu', 'tea', 'Tea is sold.')")
    before = query.rows(INVENTORY)
    first = query.value("select min(id::text) from groundcheck.audit")
    for attack in ATTACKS:
        try:
            with query.connection.transaction():
                query.connection.execute(call.encode(), [attack])
        except psycopg.DatabaseError as error:
            assert str(error.sqlstate).startswith("GC"), f"{error.sqlstate} {error}"  # noqa: PT017
        query.connection.execute("reset groundcheck.tenant")
        assert query.rows(INVENTORY) == before
        assert query.value("select min(id::text) from groundcheck.audit") == first


def test_units_of_the_users_own_are_data(query: Query) -> None:
    """The tables of units and words may be extended by anyone who may write them; what is in them is never run."""
    columns: list[Any] = query.rows(
        "select attname, atttypid::regtype::text from pg_attribute"
        " where attrelid = 'groundcheck_internal.value_units'::regclass and attnum > 0 and not attisdropped"
    )
    before = query.rows(INVENTORY)
    for attack in ("'; drop table x; --", "(", "[", "\\", "a|b", ".*", "%s"):
        record = query.value("select to_jsonb(u) from groundcheck_internal.value_units as u limit 1")
        texts = {name: attack for name, kind in columns if kind == "text" and name not in {"dimension", "kind"}}
        with query.connection.transaction(force_rollback=True):
            query.connection.execute(
                "insert into groundcheck_internal.value_units"
                " select * from jsonb_populate_record(null::groundcheck_internal.value_units, %s)",
                [json.dumps({**record, **texts})],
            )
            document = query.check(f"The hall is 12 {attack} long.", [f"The hall is 12 {attack} long."])
            assert document["status"] == "final"
    assert query.rows(INVENTORY) == before
