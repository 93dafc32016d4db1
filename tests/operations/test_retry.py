"""What could not be checked is checked again once it can be, in its place."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support import Query

ANSWER = "The shop sells tea. It opens at 9."
CONTEXT: list[str | None] = ["The shop sells tea.", None, "The shop opens at 9 in the morning."]


@pytest.fixture(autouse=True)
def nothing_else(query: Query) -> None:
    """No check of another test, inside the rollback."""
    query.connection.execute("delete from groundcheck_internal.checks")
    query.connection.execute("delete from groundcheck_internal.check_passages")


def break_check(query: Query, document: dict[str, Any], status: str, reason_code: str, details: str = "{}") -> None:
    query.connection.execute(
        "update groundcheck_internal.checks set status = %s, action = 'REJECT', trust_score = null, reason_code = %s,"
        " reason = 'broken', details = %s where id = groundcheck_internal.check_id(%s)",
        [status, reason_code, details, document["id"]],
    )


def result(query: Query, document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = query.value("select groundcheck.result(%s)", document["id"])
    return found


@pytest.mark.parametrize("reason_code", ["encoder_missing", "not_scored", "verification_failed"])
def test_failed_check_becomes_what_it_would_have_been(query: Query, reason_code: str) -> None:
    document = query.check(ANSWER, CONTEXT, question="What does it sell?", metadata='{"user": 7}')
    break_check(query, document, "failed", reason_code)
    query.connection.execute("delete from groundcheck_internal.claims")
    assert query.value("select groundcheck.retry_checks()") == 1
    again = result(query, document)
    assert again["audit_details"].pop("retries") == 1
    assert again == document
    assert query.value("select metadata from groundcheck.audit") == {"user": 7}
    assert query.value("select count(*) from groundcheck_internal.check_passages") == 2
    assert query.value("select groundcheck.retry_checks()") == 0


def test_what_is_final_for_good_reason_stays(query: Query) -> None:
    query.check(ANSWER, CONTEXT)
    query.check("Hello!", CONTEXT)
    query.check(ANSWER, [])
    document = query.check(ANSWER, CONTEXT)
    break_check(query, document, "failed", "something_else")
    assert query.value("select groundcheck.retry_checks()") == 0


def test_it_is_given_up_after_three_times(query: Query) -> None:
    document = query.check(ANSWER, CONTEXT)
    break_check(query, document, "failed", "verification_failed", '{"retries": 3}')
    assert query.value("select groundcheck.retry_checks()") == 0


def test_missing_encoder_is_waited_for(query: Query) -> None:
    document = query.check(ANSWER, CONTEXT)
    break_check(query, document, "failed", "encoder_missing")
    query.connection.execute("update groundcheck_internal.models set kind = 'encoder' where kind = 'static'")
    assert query.value("select groundcheck.retry_checks()") == 0
    assert "retries" not in result(query, document)["audit_details"]


def test_old_failures_and_more_than_a_batch_wait(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        query = Query(connection)
        for _ in range(3):
            break_check(query, query.check(ANSWER, CONTEXT), "failed", "not_scored")
        assert query.value("select groundcheck.retry_checks('0')") == 0
        assert query.value("select groundcheck.retry_checks(most => 2)") == 2
        assert query.value("select groundcheck.retry_checks(most => 2)") == 1


def test_texts_of_each_tenant_are_read_as_that_tenant(query: Query) -> None:
    documents = []
    for tenant in ("north", "south"):
        query.connection.execute("select set_config('groundcheck.tenant', %s, true)", [tenant])
        documents.append(query.check(f"{ANSWER} It is in the {tenant}.", [*CONTEXT, f"The shop is in the {tenant}."]))
        break_check(query, documents[-1], "failed", "not_scored")
    query.connection.execute("select set_config('groundcheck.tenant', '', true)")
    assert query.value("select groundcheck.retry_checks()") == 2
    assert query.value("select current_setting('groundcheck.tenant')") == ""
    for tenant, document in zip(("north", "south"), documents, strict=True):
        query.connection.execute("select set_config('groundcheck.tenant', %s, true)", [tenant])
        assert result(query, document)["action"] == "PASS"


class TestVerifier:
    @pytest.fixture(autouse=True)
    def verifier(self, query: Query) -> None:
        query.connection.execute(
            "insert into groundcheck_internal.models (name, version, kind, digest)"
            " values ('judge', '1', 'verifier', repeat('0', 64))"
        )
        query.value("""select groundcheck.create_policy('sure', '{"verify": "always"}')""")

    def test_provisional_check_that_fell_out_of_the_queue(self, query: Query) -> None:
        document = query.check(ANSWER, CONTEXT, policy="sure")
        assert document["status"] == "provisional"
        assert query.value("select groundcheck.retry_checks()") == 0
        query.connection.execute("delete from groundcheck_internal.jobs")
        assert query.value("select groundcheck.retry_checks()") == 1
        assert query.value("select count(*) from groundcheck_internal.jobs where dead_at is null") == 1
        assert result(query, document)["status"] == "provisional"

    def test_dead_job_begins_anew(self, query: Query) -> None:
        document = query.check(ANSWER, CONTEXT, policy="sure")
        query.value("select groundcheck_internal.bury_job(id, 'poison') from groundcheck_internal.jobs")
        assert result(query, document)["status"] == "failed"
        assert query.value("select groundcheck.retry_checks()") == 1
        assert result(query, document)["status"] == "provisional"
        assert query.value("select count(*) from groundcheck_internal.jobs where dead_at is null") == 1

    def test_verifier_that_came_late(self, query: Query) -> None:
        document = query.check(ANSWER, CONTEXT, policy="sure")
        query.connection.execute("delete from groundcheck_internal.jobs")
        break_check(query, document, "failed", "verifier_missing")
        assert query.value("select groundcheck.retry_checks()") == 1
        assert result(query, document)["status"] == "provisional"
