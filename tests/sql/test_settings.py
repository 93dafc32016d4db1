"""A verdict does not depend on the session's settings or on the plan."""

from __future__ import annotations

from typing import Any, LiteralString

import psycopg
import pytest

from tests.support import Query

ANSWER = (
    'The mill reopened in 1911 and has 12.5 metre long sails. It\'s "listed" under A_1\\B. Tickets cost 9 euros. '
    "Penguins run the shop. On 3 May 2024 it closed for 2 weeks."
)
CONTEXT = [
    "The mill burned down in 1908. It reopened in 1911. Its sails are 12.5 metres long.",
    'It\'s "listed" under A_1\\B. A ticket costs 8 euros.',
    "It closed for 14 days on 3 May 2024.",
]


def verdict(query: Query) -> Any:
    document = query.value("select groundcheck.evaluate(%s, %s, 'When did it reopen?')", ANSWER, CONTEXT)
    del document["timestamp"], document["latency_ms"]
    return document


@pytest.mark.parametrize(
    "setting",
    [
        "extra_float_digits = -10", "standard_conforming_strings = off", "bytea_output = escape", "array_nulls = off",
        "datestyle = 'German, DMY'", "intervalstyle = sql_standard", "timezone = 'Asia/Kolkata'", "search_path = ''",
        "jit = on", "work_mem = '64kB'", "enable_hashjoin = off", "enable_nestloop = off", "enable_mergejoin = off",
        "geqo_threshold = 2", "plan_cache_mode = force_custom_plan", "lc_numeric = 'C'",
        "transform_null_equals = on", "quote_all_identifiers = on",
    ],
)  # fmt: skip
def test_setting(query: Query, setting: str) -> None:
    before = verdict(query)
    assert {c["verdict"] for c in before["audit_details"]["claims"]} >= {"supported", "contradicted"}
    query.connection.execute(f"set local {setting}".encode())
    assert verdict(query) == before


READS_TEXT: list[LiteralString] = [
    "select array_agg(c.claim) from groundcheck.split_claims(%s) as c",
    "select array_agg(v.canonical) from groundcheck.extract_values(%s) as v",
    "select groundcheck.tokens(%s)",
    "select groundcheck.embed(%s)::text",
    "select groundcheck.load_document('menu', 'a', %s)",
    "select array_agg(s.body) from groundcheck_internal.split_sentences(%s) as s",
]


@pytest.mark.parametrize("call", READS_TEXT)
def test_backslashes_of_functions_are_read_as_written(dsn: str, call: LiteralString) -> None:
    """In a session of its own: a function is read once in each, under the settings of its first call."""
    found = []
    for setting in ("on", "off"):
        with psycopg.connect(dsn) as connection:
            connection.execute(f"set standard_conforming_strings = {setting}".encode())
            found.append(Query(connection).value(call, ANSWER + " See [1] (5.5 km, a\u0301, \u4e2d\u6587)."))
            connection.rollback()
    assert found[0] == found[1] is not None


def test_every_entry_point_reads_backslashes_as_written(query: Query) -> None:
    assert query.rows(
        "select p.oid::regprocedure::text from pg_proc as p where p.prosecdef"
        " and p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)"
        " and not p.proconfig @> array['standard_conforming_strings=on']"
    ) == []  # fmt: skip


def test_quoted_names_change_no_privilege(query: Query) -> None:
    query.connection.execute("set local quote_all_identifiers = on")
    assert query.value("select groundcheck_internal.apply_privileges()") == 0
    assert query.value("select ok from groundcheck.health() where name = 'pgvector schema'")


@pytest.mark.parametrize("order", [[2, 1, 0], [1, 2, 0], [0, 0, 1, 2, 2]])
def test_order_and_repetition_of_passages(query: Query, order: list[int]) -> None:
    def actions(context: list[str]) -> list[tuple[str, float | None]]:
        document = query.check(ANSWER, context)
        return [(c["verdict"], c["support"]) for c in document["audit_details"]["claims"]]

    assert actions([CONTEXT[n] for n in order]) == actions(CONTEXT)
