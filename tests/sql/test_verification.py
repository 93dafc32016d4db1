"""The queue in SQL: who asks for the verifier, leases, what comes of its numbers. The numbers are made up here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.support import Query

ANSWER = "The mill burned in 1911. Its owner was insured."
CONTEXT = ["The mill burned in 1911, and the village paid for a new one.", "Its owner had an insurance."]
WORKER = "worker-1"


@pytest.fixture
def asking(query: Query) -> Query:
    """A policy `asking` that has every claim verified."""
    policy(query, "asking", verify="always")
    return query


def policy(query: Query, name: str, **settings: object) -> dict[str, Any]:
    made: dict[str, Any] = query.value("select groundcheck.create_policy(%s, %s)", name, json.dumps(settings))
    return made


def model(query: Query, name: str = "minilm-l6-verifier") -> int:
    found: int = query.value(
        "select max(id) from groundcheck_internal.models where kind = 'verifier' and name = %s", name
    )
    return found


def lease(query: Query, worker: str = WORKER, most: int = 10, seconds: int = 60) -> list[tuple[Any, ...]]:
    return query.rows(
        "select * from groundcheck_internal.lease_jobs(%s, %s, %s, make_interval(secs => %s))",
        worker, model(query), most, seconds,
    )  # fmt: skip


def finish(
    query: Query, job: int, said: dict[int, tuple[float, float]], worker: str = WORKER, model_id: int | None = None
) -> bool:
    done: bool = query.value(
        "select groundcheck_internal.finish_job(%s, %s, %s, %s, %s, %s)",
        job, worker, model_id or model(query), list(said), [float(entailed) for entailed, _ in said.values()],
        [float(contradicted) for _, contradicted in said.values()],
    )  # fmt: skip
    return done


def result(query: Query, document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = query.value("select groundcheck.result(%s)", document["id"])
    return found


def test_never_is_final_at_once(query: Query) -> None:
    assert query.check(ANSWER, CONTEXT)["status"] == "final"
    assert query.value("select count(*) from groundcheck_internal.jobs") == 0


def test_provisional_says_what_the_screen_says(asking: Query) -> None:
    provisional = asking.check(ANSWER, CONTEXT, policy="asking")
    final = asking.check(ANSWER, CONTEXT)
    assert provisional["status"] == "provisional"
    for key in ("action", "trust_score"):
        assert provisional[key] == final[key]
    so_far, reason = provisional["audit_details"].pop("reason"), final["audit_details"].pop("reason")
    assert provisional["audit_details"] == final["audit_details"]
    assert so_far.startswith("Not decided yet: the verifier has still to read it")
    assert so_far.endswith(f"by the words alone: {reason}")
    assert asking.value("select reason from groundcheck.audit where status = 'provisional'") == so_far
    assert provisional["models"]["verifier"] is None


@pytest.mark.parametrize(
    ("answer", "context", "status", "reason_code"),
    [
        ("", CONTEXT, "final", "empty_answer"),
        (ANSWER, [], "final", "no_context"),
        ("Hello! How can I help you?", CONTEXT, "final", "nothing_to_check"),
    ],
)
def test_without_a_pair_nothing_waits(
    asking: Query, answer: str, context: list[str], status: str, reason_code: str
) -> None:
    document = asking.check(answer, context, policy="asking")
    assert (document["status"], document["audit_details"]["reason_code"]) == (status, reason_code)
    assert asking.value("select count(*) from groundcheck_internal.jobs") == 0


def test_borderline_verifies_the_band_only(query: Query) -> None:
    answer = "The mill burned in 1911. The owner of the mill had been insured by a bank."
    supports = [claim["support"] for claim in query.check(answer, CONTEXT)["audit_details"]["claims"]]
    assert supports[0] > supports[1] + 0.02
    policy(query, "band", verify="borderline", verify_from=supports[1] - 0.01, verify_to=supports[1] + 0.01)
    document = query.check(answer, CONTEXT, policy="band")
    expected = [1]
    (row,) = lease(query)
    assert row[1] == expected[0]
    other = 1 - expected[0]
    assert finish(query, row[0], {expected[0]: (0.99, 0.0)})
    after = result(query, document)["audit_details"]["claims"]
    assert after[other]["support"] == document["audit_details"]["claims"][other]["support"]
    assert after[expected[0]]["support"] > document["audit_details"]["claims"][expected[0]]["support"]


def test_a_missing_verifier_fails_closed(query: Query) -> None:
    policy(query, "foreign", verify="always", verifier="nobody-has-it")
    document = query.check(ANSWER, CONTEXT, policy="foreign")
    assert (document["status"], document["action"], document["trust_score"]) == ("failed", "REJECT", None)
    assert document["audit_details"]["reason_code"] == "verifier_missing"
    assert '"nobody-has-it", which is not registered' in document["audit_details"]["reason"]
    query.connection.execute("delete from groundcheck_internal.models where kind = 'verifier'")
    policy(query, "any", verify="always")
    document = query.check(ANSWER, CONTEXT, policy="any")
    assert document["audit_details"]["reason"] == "The policy asks for a verifier, and none is registered."


def test_pairs_are_evidence_in_order_and_statement(asking: Query) -> None:
    asking.check("Its owner had an insurance and the mill burned in 1911.", CONTEXT, policy="asking")
    ((_job, claim_index, premise, hypothesis),) = lease(asking)
    assert claim_index == 0
    assert premise == " ".join(CONTEXT)
    assert hypothesis == "Its owner had an insurance and the mill burned in 1911."


def test_a_fragment_is_read_with_its_question(asking: Query) -> None:
    asking.check("In 1911.", CONTEXT, question="When did the mill burn?", policy="asking")
    ((*_ids, hypothesis),) = lease(asking)
    assert "mill" in hypothesis
    assert "1911" in hypothesis


def test_a_statement_made_twice_is_read_once(asking: Query) -> None:
    document = asking.check("The mill burned in 1911. The mill burned in 1911.", CONTEXT, policy="asking")
    ((job, claim_index, *_texts),) = lease(asking)
    assert finish(asking, job, {claim_index: (0.9, 0.05)})
    claims = result(asking, document)["audit_details"]["claims"]
    assert claims[0]["support"] == claims[1]["support"]


def test_entailment_raises_support_and_contradiction_rejects(asking: Query) -> None:
    good, bad = (asking.check("Its owner was insured.", CONTEXT, policy="asking") for _ in range(2))
    (first, *_), (second, *_) = lease(asking)
    assert finish(asking, first, {0: (0.98, 0.01)})
    assert finish(asking, second, {0: (0.01, 0.98)})
    good_after, bad_after = result(asking, good), result(asking, bad)
    assert good_after["status"] == bad_after["status"] == "final"
    assert good_after["trust_score"] > good["trust_score"] > bad_after["trust_score"]
    assert bad_after["action"] == "REJECT"
    assert bad_after["audit_details"]["reason_code"] == "contradicted"
    (contradiction,) = bad_after["audit_details"]["contradictions"]
    assert contradiction["kind"] == "meaning"
    assert contradiction["source_truth"] == CONTEXT[1]
    assert bad_after["models"]["verifier"].startswith("minilm-l6-verifier@")
    assert asking.value(
        "select count(*) from groundcheck_internal.claims where finding ->> 'source' = 'verifier'"
    ) == 1  # fmt: skip


def test_a_contradiction_off_topic_is_none(asking: Query) -> None:
    document = asking.check("Penguins sell tickets at the gate.", CONTEXT, policy="asking")
    ((job, *_rest),) = lease(asking)
    assert finish(asking, job, {0: (0.0, 0.99)})
    assert result(asking, document)["audit_details"]["claims"][0]["verdict"] == "unsupported"


def test_the_screens_contradiction_stands_whatever_the_verifier_says(asking: Query) -> None:
    document = asking.check("The mill burned in 1912.", CONTEXT, policy="asking")
    assert document["audit_details"]["reason_code"] == "contradicted"
    ((job, *_rest),) = lease(asking)
    assert finish(asking, job, {0: (0.97, 0.01)})
    assert result(asking, document)["audit_details"]["reason_code"] == "contradicted"


def test_evaluate_is_the_screen_alone(asking: Query) -> None:
    document = asking.value("select groundcheck.evaluate(%s, %s, policy => 'asking')", ANSWER, CONTEXT)
    assert document["status"] == "final"
    assert asking.value("select count(*) from groundcheck_internal.jobs") == 0


@pytest.mark.parametrize(("rule", "expected"), [("reject", False), ("screen", True)])
def test_provisional_never_passes_unless_the_policy_says_so(query: Query, rule: str, expected: bool) -> None:
    policy(query, "ruled", verify="always", provisional=rule)
    claim = "The mill burned in 1911."
    assert query.check(claim, CONTEXT, policy="ruled")["action"] == "PASS"
    assert query.value("select groundcheck.passes(%s, %s, policy => 'ruled')", claim, CONTEXT) is expected
    assert query.value("select groundcheck.passes('Penguins sell it.', %s, policy => 'ruled')", CONTEXT) is False


def test_a_lease_is_one_workers_until_it_runs_out(asking: Query) -> None:
    asking.check(ANSWER, CONTEXT, policy="asking")
    job = lease(asking)[0][0]
    assert lease(asking, "worker-2") == []
    asking.connection.execute("update groundcheck_internal.jobs set leased_until = now() - interval '1 second'")
    assert lease(asking, "worker-2")[0][0] == job
    assert finish(asking, job, {0: (0.9, 0.0), 1: (0.9, 0.0)}) is False
    assert asking.value("select groundcheck_internal.fail_job(%s, %s, 'late', true)", job, WORKER) is False
    assert asking.value("select status from groundcheck.audit") == "provisional"
    assert finish(asking, job, {0: (0.9, 0.0), 1: (0.9, 0.0)}, "worker-2") is True
    assert finish(asking, job, {0: (0.1, 0.0), 1: (0.1, 0.0)}, "worker-2") is False


def test_a_retried_job_comes_alone(asking: Query) -> None:
    for _ in range(3):
        asking.check(ANSWER, CONTEXT, policy="asking")
    jobs = {row[0] for row in lease(asking)}
    asking.connection.execute("update groundcheck_internal.jobs set leased_until = now() - interval '1 second'")
    leased = [{row[0] for row in lease(asking, "worker-2")} for _ in range(3)]
    assert [len(of_lease) for of_lease in leased] == [1, 1, 1]
    assert set.union(*leased) == jobs


def test_failures_back_off_and_end_as_failed(asking: Query) -> None:
    document = asking.check(ANSWER, CONTEXT, policy="asking")
    waits = []
    for _ in range(5):
        job = lease(asking)[0][0]
        assert asking.value("select groundcheck_internal.fail_job(%s, %s, 'no room', true)", job, WORKER)
        waits.append(asking.value("select extract(epoch from run_at - now())::int from groundcheck_internal.jobs"))
        asking.connection.execute("update groundcheck_internal.jobs set run_at = now()")
    assert waits[:4] == [2, 4, 8, 16]
    failed = result(asking, document)
    assert (failed["status"], failed["action"], failed["trust_score"]) == ("failed", "REJECT", None)
    assert failed["audit_details"]["reason_code"] == "verification_failed"
    assert failed["audit_details"]["reason"] == "The claims could not be verified: no room"
    assert lease(asking) == []
    assert asking.rows("select waiting, leased, dead from groundcheck.queue") == [(0, 0, 1)]


def test_what_kills_its_workers_is_buried(asking: Query) -> None:
    document = asking.check(ANSWER, CONTEXT, policy="asking")
    for _ in range(5):
        assert lease(asking)
        asking.connection.execute("update groundcheck_internal.jobs set leased_until = now() - interval '1 second'")
    assert lease(asking) == []
    assert "the worker died over it 5 times" in result(asking, document)["audit_details"]["reason"]


def test_a_check_that_is_gone_takes_its_job_along(asking: Query) -> None:
    asking.check(ANSWER, CONTEXT, policy="asking")
    asking.connection.execute("delete from groundcheck_internal.checks")
    assert lease(asking) == []
    assert asking.value("select count(*) from groundcheck_internal.jobs") == 0


def test_erased_evidence_fails_closed(asking: Query) -> None:
    document = asking.check(ANSWER, CONTEXT, policy="asking")
    asking.connection.execute("delete from groundcheck_internal.sentences")
    ((job, claim_index, *_texts),) = lease(asking)
    assert claim_index is None
    assert finish(asking, job, {})
    assert result(asking, document)["status"] == "failed"


def test_a_worker_serves_its_model_only(query: Query) -> None:
    policy(query, "named", verify="always", verifier="other")
    query.connection.execute(
        "insert into groundcheck_internal.models (name, version, kind, digest) values ('other', '1', 'verifier', %s)",
        ["e" * 64],
    )
    query.check(ANSWER, CONTEXT, policy="named")
    assert lease(query) == []
    policy(query, "newest", verify="always")  # the one registered last is now "other"
    query.check(ANSWER, CONTEXT, policy="newest")
    assert lease(query) == []
    assert query.rows("select count(*) from groundcheck_internal.jobs") == [(2,)]


@pytest.mark.parametrize(
    ("claims", "entailment", "contradiction", "message"),
    [
        ([0, 1], [0.5], [0.5, 0.5], "2 claims came with 1 and 2 probabilities"),
        ([0], [float("nan")], [0.0], "claim 0 cannot have entailment NaN"),
        ([0], [0.8], [0.8], "claim 0 cannot have entailment 0.8 and contradiction 0.8"),
        ([0], [-0.1], [0.8], "claim 0 cannot have entailment -0.1"),
        ([0], [None], [0.8], "claim 0 cannot have entailment null"),
    ],
)
def test_numbers_that_are_no_probabilities(
    asking: Query, claims: list[int], entailment: list[float], contradiction: list[float], message: str
) -> None:
    asking.check(ANSWER, CONTEXT, policy="asking")
    job = lease(asking)[0][0]
    with pytest.raises(psycopg.Error, match=message) as raised:
        asking.value(
            "select groundcheck_internal.finish_job(%s, %s, %s, %s, %s::float8[], %s::float8[])",
            job, WORKER, model(asking), claims, entailment, contradiction,
        )  # fmt: skip
    assert raised.value.sqlstate == "GC401"


def test_citations_follow_the_final_verdict(asking: Query) -> None:
    document = asking.check("Its owner was insured [2].", CONTEXT, policy="asking")
    ((job, *_rest),) = lease(asking)
    assert finish(asking, job, {0: (0.99, 0.0)})
    ((citation,),) = [claim["citations"] for claim in result(asking, document)["audit_details"]["claims"]]
    assert (citation["exists"], citation["supports"], citation["flag"]) == (True, True, None)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"verify": "sometimes"}, 'verify cannot be "sometimes"'),
        ({"verify": "always", "method": "mean_cosine"}, 'verify cannot be "always"'),
        ({"verify_from": 0.8, "verify_to": 0.2}, "verify_from cannot be 0.8"),
        ({"verify_to": None}, "verify_from cannot be"),
        ({"verifier": 3}, "verifier cannot be 3"),
        ({"provisional": "wait"}, 'provisional cannot be "wait"'),
        ({"verify": "always", "verified_scorer": "none"}, 'verified_scorer cannot be "none"'),
    ],
)
def test_settings_that_cannot_be(query: Query, settings: dict[str, object], message: str) -> None:
    with pytest.raises(psycopg.Error, match=message) as raised:
        policy(query, "wrong", **settings)
    assert raised.value.sqlstate == "GC102"


def test_heartbeats_and_throughput(query: Query) -> None:
    beat = "select groundcheck_internal.heartbeat('w', %s, %s, %s, '{}')"
    query.value(beat, model(query), 0, 0)
    query.connection.execute("update groundcheck_internal.workers set seen_at = now() - interval '10 seconds'")
    query.value(beat, model(query), 5, 200)
    ((alive, checks, pairs),) = query.rows(
        "select workers_alive, checks_per_minute, pairs_per_second from groundcheck.queue"
    )
    assert (alive, checks, pairs) == (1, pytest.approx(30), pytest.approx(20))
    query.connection.execute("update groundcheck_internal.workers set seen_at = now() - interval '1 minute'")
    assert query.value("select workers_alive from groundcheck.queue") == 0


def test_signing_off_gives_jobs_back(asking: Query) -> None:
    asking.check(ANSWER, CONTEXT, policy="asking")
    job = lease(asking)[0][0]
    asking.value("select groundcheck_internal.sign_off(%s)", WORKER)
    assert asking.rows("select attempts, leased_by from groundcheck_internal.jobs") == [(0, None)]
    assert lease(asking, "worker-2")[0][0] == job


@pytest.fixture
def listening(fresh_dsn: str) -> Iterator[tuple[psycopg.Connection, psycopg.Connection]]:
    with psycopg.connect(fresh_dsn, autocommit=True) as one, psycopg.connect(fresh_dsn, autocommit=True) as other:
        one.execute("listen groundcheck_jobs")
        yield one, other


def test_many_checks_of_one_transaction_notify_once(
    listening: tuple[psycopg.Connection, psycopg.Connection],
) -> None:
    listener, caller = listening
    with caller.transaction():
        for _ in range(3):
            caller.execute(
                "select groundcheck.check(%s, %s, policy => 'verified')", ["Its owner was insured.", CONTEXT]
            )
    assert caller.execute("select count(*) from groundcheck_internal.jobs").fetchone() == (3,)
    assert len(list(listener.notifies(timeout=1.0))) == 1
    caller.execute("select groundcheck.check(%s, %s)", ["Its owner was insured.", CONTEXT])
    assert list(listener.notifies(timeout=0.3)) == []


def test_check_and_wait_inside_begin_says_so(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as connection, pytest.raises(psycopg.Error) as raised:
        connection.execute("call groundcheck.check_and_wait(%s, %s)", [ANSWER, CONTEXT])
    assert raised.value.sqlstate == "2D000"
    assert raised.value.diag.message_primary == "check_and_wait commits, and cannot run inside a transaction block"
    assert "groundcheck.result(id, wait)" in (raised.value.diag.message_hint or "")
    with psycopg.connect(fresh_dsn) as connection:
        assert connection.execute("select count(*) from groundcheck.audit").fetchone() == (0,)


def test_check_and_wait_without_a_worker_ends_provisional(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        row = connection.execute(
            "call groundcheck.check_and_wait(%s, %s, policy => 'verified', timeout => '100 ms')",
            ["Its owner was insured.", CONTEXT],
        ).fetchone()
        assert row is not None
        assert row[0]["status"] == "provisional"
        assert connection.execute("select status from groundcheck.audit").fetchone() == ("provisional",)


def test_check_and_wait_takes_any_interval(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        for timeout in ("178000000 years", "-178000000 years", None):
            row = connection.execute(
                "call groundcheck.check_and_wait(%s, %s, timeout => %s)", [CONTEXT[0], CONTEXT, timeout]
            ).fetchone()
            assert row is not None
            assert row[0]["status"] == "final"
