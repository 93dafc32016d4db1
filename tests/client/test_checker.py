"""Checker and AsyncChecker: both tiers in this process, with the model of the package and a real database."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import conninfo

from groundcheck_db import AsyncChecker, Checker
from groundcheck_db.errors import AuditError, ConnectionFailedError, DatabaseError, ModelError, PolicyError
from groundcheck_db.models import VERIFIER_FOLDER
from groundcheck_db.results import Check
from tests.verifiers import POISON, poisonous

CONTEXT = ["Files on the free plan are kept for 30 days.", "Admission is free for children younger than six."]
GOOD, UNSURE = "Files on the free plan are kept for 30 days.", "Kids under 6 get in without paying."


@pytest.fixture
def checker(fresh_dsn: str) -> Iterator[Checker]:
    with Checker(fresh_dsn, threads=1, max_size=2) as opened:
        yield opened


def always(dsn: str) -> str:
    """The name of a policy that has every claim verified."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("select groundcheck.create_policy('always', '{\"verify\": \"always\"}')")
    return "always"


def test_both_tiers_in_one_call(checker: Checker, fresh_dsn: str) -> None:
    check = checker.check(UNSURE, CONTEXT, policy=always(fresh_dsn), metadata={"user": "u-17"})
    assert check.status == "final"
    assert check.verifier is not None
    assert check.verifier.startswith("minilm-l6-verifier@")
    assert check.claims[0].evidence[0].text in CONTEXT
    assert check.document["id"] == check.id
    with psycopg.connect(fresh_dsn) as connection:
        row = connection.execute(
            "select status, verifier, metadata, (select count(*) from groundcheck_internal.jobs) from groundcheck.audit"
        ).fetchone()
        signals = connection.execute("select signals from groundcheck.audit_claim").fetchone()
    assert row == ("final", "minilm-l6-verifier", {"user": "u-17"}, 0)
    assert signals is not None
    assert 0 <= signals[0]["entailment"] <= 1


def test_what_needs_no_verifier_takes_one_round_trip(checker: Checker) -> None:
    check = checker.check(GOOD, CONTEXT, policy="default")
    assert check.passed
    assert check.verifier is None


def test_results_are_typed_and_frozen(checker: Checker) -> None:
    check = checker.check("Files on the free plan are kept for 90 days.", CONTEXT, question="How long?")
    (contradiction,) = check.contradictions
    assert contradiction.source_truth == CONTEXT[0]
    assert (contradiction.claim_part, contradiction.source_part) == ("90 days", "30 days")
    assert check.timestamp.tzinfo is not None
    assert not check.passed
    with pytest.raises(dataclasses.FrozenInstanceError):
        check.action = "PASS"  # type: ignore[misc]
    assert checker.result(check.id) == check


def test_texts_that_postgresql_cannot_store(checker: Checker) -> None:
    assert checker.check("Files are kept\0 for 30 days. \ud800", CONTEXT).status == "final"


def test_nothing_given(checker: Checker) -> None:
    assert checker.check(None, None).reason_code == "empty_answer"
    assert checker.check(GOOD, []).reason_code == "no_context"


def test_errors_have_their_types(checker: Checker) -> None:
    with pytest.raises(PolicyError, match="there is no policy 'nope'"):
        checker.check(GOOD, CONTEXT, policy="nope")
    with pytest.raises(AuditError):
        checker.result("audit_0199c0de-0000-7000-8000-000000000000")


def test_no_server() -> None:
    checker = Checker("postgresql://nobody@127.0.0.1:1/none", connect_seconds=0.5)
    with pytest.raises(ConnectionFailedError, match="refused"):
        checker.open()
    checker.close()


def test_a_role_that_is_not_there(dsn: str) -> None:
    """The reason is told, not only that the pool waited; by both checkers."""
    why = "groundcheck_nobody|no such user"  # as the server says it, and as PgBouncer does
    nobody = conninfo.make_conninfo(dsn, user="groundcheck_nobody")

    async def enter() -> None:
        async with AsyncChecker(nobody, connect_seconds=0.5):
            pass

    checker = Checker(nobody, connect_seconds=0.5)
    with pytest.raises(DatabaseError, match=why):
        checker.open()
    checker.close()
    with pytest.raises(DatabaseError, match=why):
        asyncio.run(enter())


def test_a_context_that_is_one_text_is_refused(checker: Checker, fresh_dsn: str) -> None:
    """Taken as a list, it would be one of single letters, which support nothing."""
    with pytest.raises(TypeError, match="give \\[context\\]"):
        checker.check("The shop sells tea.", "The shop sells tea.")
    with pytest.raises(TypeError, match="give \\[context\\]"):
        asyncio.run(once(fresh_dsn, "The shop sells tea."))


async def once(dsn: str, context: str) -> Check:
    async with AsyncChecker(dsn) as checker:
        return await checker.check("The shop sells tea.", context)


def test_the_verifiers_folder_as_text(fresh_dsn: str) -> None:
    with Checker(fresh_dsn, verifier=str(VERIFIER_FOLDER)) as checker:
        assert checker.check(UNSURE, CONTEXT, policy=always(fresh_dsn)).verifier is not None
    checker = Checker(fresh_dsn, verifier="/nowhere")
    with pytest.raises(ModelError, match="/nowhere"):
        checker.open()
    checker.close()


def test_a_verifier_that_the_database_does_not_know(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        connection.execute("delete from groundcheck_internal.models where kind = 'verifier'")
    checker = Checker(fresh_dsn)
    with pytest.raises(ModelError, match="does not know the verifier minilm-l6-verifier@"):
        checker.open()
    checker.close()


def test_threads_share_a_checker(checker: Checker) -> None:
    found: list[Check] = []
    threads = [threading.Thread(target=lambda: found.append(checker.check(UNSURE, CONTEXT))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({check.id for check in found}) == 6
    assert {check.status for check in found} == {"final"}


def test_asyncio(fresh_dsn: str) -> None:
    async def run() -> list[Check]:
        async with AsyncChecker(fresh_dsn, policy=always(fresh_dsn), threads=1) as checker:
            found = await asyncio.gather(*(checker.check(text, CONTEXT) for text in (GOOD, UNSURE, "Hello!")))
            assert await checker.result(found[0].id) == found[0]
            return found

    checks = asyncio.run(run())
    assert [check.status for check in checks] == ["final"] * 3
    assert [check.verifier is not None for check in checks] == [True, True, False]


def test_a_text_that_the_model_cannot_take_ends_as_failed(fresh_dsn: str, tmp_path: Path) -> None:
    folder = poisonous(tmp_path)
    with Checker(fresh_dsn, verifier=folder, policy=always(fresh_dsn), threads=1) as checker:
        check = checker.check(f"The plan has a {POISON} sign.", [f"The plan has a {POISON} sign."])
        assert (check.status, check.action, check.trust_score) == ("failed", "REJECT", None)
        assert "The claims could not be verified: model" in check.reason
        assert checker.check(UNSURE, CONTEXT).status == "final"


def test_the_model_loads_within_a_second() -> None:
    from groundcheck_db.verifier import Verifier  # noqa: PLC0415 - the import of onnxruntime is not the model's

    started = time.process_time()
    Verifier(threads=1)
    assert time.process_time() - started < 1.0
