"""create_policy, retire_policy: immutable versions, and settings that are refused."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support import Query


def create(query: Query, name: str | None, settings: Any) -> dict[str, Any]:
    policy: dict[str, Any] = query.value("select groundcheck.create_policy(%s, %s)", name, Jsonb(settings))
    return policy


def test_a_new_version_takes_over_and_the_old_one_stays(query: Query) -> None:
    context: list[str | None] = ["The shop sells tea."]
    assert create(query, "strict", {"threshold": 0.6})["version"] == 1
    first = query.check("The shop sells tea.", context, policy="strict")
    assert create(query, "strict", {"threshold": 0.9, "aggregate": "min"})["version"] == 2
    second = query.check("The shop sells tea.", context, policy="strict")
    assert first["policy"] == {"name": "strict", "version": 1, "threshold": 0.6}
    assert second["policy"] == {"name": "strict", "version": 2, "threshold": 0.9}
    assert query.value("select groundcheck.result(%s)", first["id"])["policy"]["version"] == 1


def test_settings_left_out_are_those_of_the_version_before(query: Query) -> None:
    create(query, "strict", {"threshold": 0.6, "review_threshold": 0.4})
    policy = create(query, "strict", {"threshold": 0.7})
    assert (policy["threshold"], policy["review_threshold"]) == (0.7, 0.4)
    assert create(query, "strict", {"review_threshold": None})["review_threshold"] is None


def test_a_threshold_too_small_for_a_double_is_zero(query: Query) -> None:
    threshold = query.value("select groundcheck.create_policy('p', '{\"threshold\": 1e-400}') ->> 'threshold'")
    assert float(threshold) == 0
    assert query.check("Tea is sold.", ["Tea is sold."], policy="p")["policy"]["threshold"] == 0


@pytest.mark.parametrize(
    "statement",
    [
        "update groundcheck_internal.policies set threshold = 0",
        "update groundcheck_internal.policies set scorer_id = null, method = 'mean_cosine'",
        "update groundcheck_internal.scorer_weights set weight = 0",
        "delete from groundcheck_internal.scorer_weights",
    ],
)
def test_a_version_is_never_changed(query: Query, statement: str) -> None:
    with pytest.raises(psycopg.Error, match="is never changed") as caught:
        query.connection.execute(statement.encode())
    assert caught.value.sqlstate == "GC106"
    assert caught.value.diag.message_hint


def test_review_band(query: Query) -> None:
    create(query, "reviewed", {"threshold": 1, "review_threshold": 0.5})
    assert query.check("The shop sells tea.", ["The shop sells tea."], policy="reviewed")["action"] == "REVIEW"
    assert query.check("Dogs bark at night.", ["The shop sells tea."], policy="reviewed")["action"] == "REJECT"


@pytest.mark.parametrize(
    ("name", "settings", "sqlstate", "value"),
    [
        ("p", {"threshold": 1.5}, "GC102", "threshold cannot be 1.5"),
        ("p", {"threshold": "high"}, "GC102", 'threshold cannot be "high"'),
        ("p", {"threshold": None}, "GC102", "threshold cannot be null"),
        ("p", {"threshold": 0.5, "review_threshold": 0.6}, "GC102", "review_threshold cannot be 0.6"),
        ("p", {"claim_floor": 2}, "GC102", "claim_floor cannot be 2"),
        ("p", {"aggregate": "median"}, "GC102", 'aggregate cannot be "median"'),
        ("p", {"aggregate": None}, "GC102", "aggregate cannot be null"),
        ("p", {"method": "magic"}, "GC102", 'method cannot be "magic"'),
        ("p", {"contradiction_gate": "yes"}, "GC102", "contradiction_gate cannot be"),
        ("p", {"scorer": "unknown"}, "GC102", 'scorer cannot be "unknown"'),
        ("p", {"method": "mean_cosine", "scorer": "screen"}, "GC102", 'scorer cannot be "screen"'),
        ("p", {"treshold": 0.5}, "GC102", "treshold cannot be 0.5"),
        ("p", [], "GC102", "settings cannot be []"),
        ("Strict", {}, "GC103", "'Strict'"),
        ("", {}, "GC103", "''"),
        (None, {}, "GC103", "null"),
        ("a" * 64, {}, "GC103", "aaaa"),
    ],
)
def test_settings_that_no_policy_can_have(
    query: Query, name: str | None, settings: Any, sqlstate: str, value: str
) -> None:
    with pytest.raises(psycopg.Error) as caught:
        create(query, name, settings)
    assert caught.value.sqlstate == sqlstate
    assert value in (caught.value.diag.message_primary or "")
    assert caught.value.diag.message_hint


def test_retired_policy_is_gone_for_new_checks(query: Query) -> None:
    create(query, "strict", {})
    create(query, "strict", {})
    document = query.check("Tea is sold.", ["Tea is sold."], policy="strict")
    assert query.value("select groundcheck.retire_policy('strict')") == 2
    assert query.value("select groundcheck.result(%s)", document["id"])["policy"]["name"] == "strict"
    for statement in (
        "select groundcheck.retire_policy('strict')",
        "select groundcheck.check('a', '{b}', policy => 'strict')",
    ):
        with pytest.raises(psycopg.Error) as caught, query.connection.transaction():
            query.connection.execute(statement.encode())
        assert caught.value.sqlstate == "GC101"


def test_tenants_fall_back_to_the_shared_policies(query: Query) -> None:
    query.connection.execute("set local groundcheck.tenant = 'a'")
    assert query.check("Tea is sold.", ["Tea is sold."])["policy"]["name"] == "default"
    with pytest.raises(psycopg.Error) as caught, query.connection.transaction():
        query.value("select groundcheck.retire_policy('default')")
    assert caught.value.sqlstate == "GC104"
    create(query, "default", {"threshold": 0.9})
    assert query.check("Tea is sold.", ["Tea is sold."])["policy"]["threshold"] == 0.9
    query.connection.execute("set local groundcheck.tenant = 'b'")
    assert query.check("Tea is sold.", ["Tea is sold."])["policy"]["threshold"] != 0.9


@pytest.mark.parametrize(
    ("aggregate", "expected"),
    [("mean", 0.62), ("min", 0.5), ("product", 0.4)],
)
def test_aggregates(query: Query, aggregate: str, expected: float) -> None:
    score = query.value(
        """
        select groundcheck_internal.aggregate_support(%s, array_agg(row(
          n, '', '', 0, 0, 'statement', '[]', v, s, jsonb_build_object('length', l), null, '{}'
        )::groundcheck_internal.judged_claim))
        from (values (0, 'supported', 0.8, 2.0), (1, 'unsupported', 0.5, 3.0), (2, 'not_checkable', null, 5.0))
          as c (n, v, s, l)
        """,
        aggregate,
    )
    assert score == pytest.approx(expected)
