"""The worker: with the model of the package and a real database."""

from __future__ import annotations

import io
import json
import logging
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from groundcheck_db.checker import Tier
from groundcheck_db.errors import ConnectionFailedError
from groundcheck_db.models import VERIFIER_FOLDER
from groundcheck_db.verifier import Pair, Probabilities
from groundcheck_db.worker import Options, Worker
from groundcheck_db.worker.batch import Job, jobs_of, verify_jobs
from groundcheck_db.worker.logs import JsonLines
from groundcheck_db.worker.metrics import Prometheus
from tests.commands import Cli
from tests.verifiers import POISON, poisonous

CONTEXT = ["Files on the free plan are kept for 30 days.", "Admission is free for children younger than six."]
CLAIM = "Kids under 6 get in without paying."


@pytest.fixture
def connection(fresh_dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(fresh_dsn, autocommit=True, prepare_threshold=None) as opened:
        opened.execute("select groundcheck.create_policy('always', '{\"verify\": \"always\"}')")
        yield opened


def submit(connection: psycopg.Connection, answer: str = CLAIM, context: list[str] = CONTEXT) -> str:
    row = connection.execute(
        "select groundcheck.check(%s, %s, policy => 'always') ->> 'id'", [answer, context]
    ).fetchone()
    assert row is not None
    return str(row[0])


def result(connection: psycopg.Connection, check: str, wait: str = "60 seconds") -> dict[str, Any]:
    row = connection.execute("select groundcheck.result(%s, %s)", [check, wait]).fetchone()
    assert row is not None
    document: dict[str, Any] = row[0]
    return document


@contextmanager
def working(dsn: str, folder: Path = VERIFIER_FOLDER, **options: Any) -> Iterator[Worker]:
    """A worker in a thread of its own, stopped at the end."""
    worker = Worker(dsn, Tier(folder, 1), Options(**options))
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(worker.run)
        try:
            yield worker
        finally:
            worker.stop()
            running.result(timeout=60)


@pytest.mark.parametrize("listen", [True, False])
def test_checks_become_final(fresh_dsn: str, connection: psycopg.Connection, listen: bool) -> None:
    with working(fresh_dsn, listen=listen, poll_seconds=0.05 if not listen else 60):
        documents = [result(connection, submit(connection)) for _ in range(3)]
    assert {document["status"] for document in documents} == {"final"}
    assert {document["models"]["verifier"].split("@")[0] for document in documents} == {"minilm-l6-verifier"}
    assert connection.execute("select waiting, leased, dead, workers_alive from groundcheck.queue").fetchall() == [
        (0, 0, 0, 0)
    ]


def test_check_and_wait(fresh_dsn: str, connection: psycopg.Connection) -> None:
    with working(fresh_dsn):
        row = connection.execute(
            "call groundcheck.check_and_wait(%s, %s, policy => 'always', timeout => '60 seconds')", [CLAIM, CONTEXT]
        ).fetchone()
    assert row is not None
    assert row[0]["status"] == "final"
    assert connection.execute("select id::text, status from groundcheck.audit").fetchall() == [
        (row[0]["id"].removeprefix("audit_"), "final")
    ]


def test_until_empty_over_many_batches(fresh_dsn: str, connection: psycopg.Connection, cli: Cli) -> None:
    for _ in range(5):
        submit(connection)
    done = cli("worker", "--dsn", fresh_dsn, "--until-empty", "--batch", "2", "--threads", "1")
    assert done.returncode == 0, done.stderr
    assert connection.execute("select distinct status from groundcheck.audit").fetchall() == [("final",)]
    events = [json.loads(line) for line in done.stderr.splitlines()]
    assert [event["event"] for event in events] == [
        "connecting", "started", "verified", "verified", "verified", "stopped",
    ]  # fmt: skip
    assert events[-1]["checks"] == 5
    assert CLAIM not in done.stderr


def test_one_poisonous_text_fails_alone(fresh_dsn: str, connection: psycopg.Connection, tmp_path: Path) -> None:
    healthy = [submit(connection) for _ in range(4)]
    sick = submit(connection, f"The plan has a {POISON} sign.", [f"The plan has a {POISON} sign, and more."])
    healthy += [submit(connection) for _ in range(3)]
    with working(fresh_dsn, poisonous(tmp_path)):
        assert {result(connection, check)["status"] for check in healthy} == {"final"}
        document = result(connection, sick)
    assert (document["status"], document["action"], document["trust_score"]) == ("failed", "REJECT", None)
    assert document["audit_details"]["reason"].startswith(
        "The claims could not be verified: model 'minilm-l6-verifier' failed"
    )
    assert connection.execute("select dead from groundcheck.queue").fetchone() == (1,)


def test_halving_isolates_what_raises() -> None:
    jobs = [Job(number, (0,), (Pair("a", str(number)),)) for number in range(11)]

    def verify(pairs: Any) -> list[Probabilities]:
        if any(pair.hypothesis in {"3", "7"} for pair in pairs):
            raise ValueError("cannot")
        return [Probabilities(1, 0, 0) for _ in pairs]

    found = verify_jobs(jobs, verify)
    assert [number for number, said in found.items() if isinstance(said, Exception)] == [3, 7]
    assert sorted(found) == list(range(11))


def test_rows_are_grouped_by_job() -> None:
    jobs = jobs_of([(4, 0, "p", "h"), (4, 2, "p", "i"), (9, None, None, None)])
    assert jobs == [Job(4, (0, 2), (Pair("p", "h"), Pair("p", "i"))), Job(9, (), ())]


def test_a_lost_connection_is_found_again(fresh_dsn: str, connection: psycopg.Connection) -> None:
    with working(fresh_dsn, poll_seconds=0.2):
        assert result(connection, submit(connection))["status"] == "final"
        ended = connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'groundcheck-db worker' and datname = current_database()"
        ).fetchall()
        assert ended == [(True,)]
        assert result(connection, submit(connection))["status"] == "final"


def test_no_server_is_an_error_at_once() -> None:
    with pytest.raises(ConnectionFailedError):
        Worker("postgresql://nobody@127.0.0.1:1/none", Tier(VERIFIER_FOLDER, 1)).run()


def test_metrics(fresh_dsn: str, connection: psycopg.Connection) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    worker = Worker(fresh_dsn, Tier(VERIFIER_FOLDER, 1), Options(until_empty=True), Prometheus(port))
    submit(connection)
    worker.run()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    assert 'groundcheck_jobs_total{outcome="finished"} 1.0' in lines
    assert "groundcheck_pairs_total 1.0" in lines
    assert "groundcheck_queue_waiting 1.0" in lines  # at its first heartbeat


def test_a_worker_heartbeats(fresh_dsn: str, connection: psycopg.Connection) -> None:
    with working(fresh_dsn):
        until = time.monotonic() + 30
        while connection.execute("select workers_alive from groundcheck.queue").fetchone() != (1,):
            assert time.monotonic() < until
            time.sleep(0.05)


def test_two_workers_share_the_queue(fresh_dsn: str, connection: psycopg.Connection) -> None:
    checks = [submit(connection) for _ in range(12)]
    workers = [Worker(fresh_dsn, Tier(VERIFIER_FOLDER, 1), Options(most=2, until_empty=True)) for _ in range(2)]
    threads = [threading.Thread(target=worker.run) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {result(connection, check, "0")["status"] for check in checks} == {"final"}


def test_log_lines_are_json() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("a test")
    logger.addHandler(handler)
    try:
        raise ValueError("why")
    except ValueError:
        logger.exception("job failed", extra={"job": 3, "reason": 'a "quote"\n'})
    record = json.loads(stream.getvalue())
    assert (record["level"], record["event"], record["job"], record["reason"]) == (
        "error", "job failed", 3, 'a "quote"\n',
    )  # fmt: skip
    assert "ValueError: why" in record["exception"]
