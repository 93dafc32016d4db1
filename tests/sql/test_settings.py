"""A verdict does not depend on the session's settings or on the plan."""

from __future__ import annotations

from typing import Any

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


@pytest.mark.parametrize("order", [[2, 1, 0], [1, 2, 0], [0, 0, 1, 2, 2]])
def test_order_and_repetition_of_passages(query: Query, order: list[int]) -> None:
    def actions(context: list[str]) -> list[tuple[str, float | None]]:
        document = query.check(ANSWER, context)
        return [(c["verdict"], c["support"]) for c in document["audit_details"]["claims"]]

    assert actions([CONTEXT[n] for n in order]) == actions(CONTEXT)
