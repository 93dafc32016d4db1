"""Many checks at once, and what a lost connection leaves behind."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

CHECK = "select groundcheck.check(%s, %s)"
SENTENCES = [f"Room {n} seats {n + 20} people. It has {n + 1} windows." for n in range(30)]


def test_overlapping_new_contexts_at_once(fresh_dsn: str) -> None:
    """Each worker brings the same new passages in another order."""
    start = threading.Barrier(8)

    def work(seed: int) -> list[str]:
        shuffled = random.Random(seed)
        actions = []
        with psycopg.connect(fresh_dsn, autocommit=True) as connection:
            start.wait()
            for _ in range(10):
                context = shuffled.sample(SENTENCES, 10)
                row = connection.execute(CHECK, [context[3].split(". ")[0] + ".", context]).fetchone()
                assert row is not None
                actions.append(row[0]["action"])
        return actions

    with ThreadPoolExecutor(8) as pool:
        actions = [action for result in pool.map(work, range(8)) for action in result]
    assert actions == ["PASS"] * 80
    with psycopg.connect(fresh_dsn) as connection:
        counts = connection.execute(
            "select (select count(*) from groundcheck.audit), (select count(*) from groundcheck_internal.passages),"
            " (select count(*) from groundcheck_internal.passage_sentences)"
        ).fetchone()
    assert counts is not None
    assert counts[0] == 80
    assert counts[2] == 2 * counts[1]


def test_a_terminated_check_leaves_nothing(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as victim, psycopg.connect(fresh_dsn, autocommit=True) as killer:
        victim.execute(CHECK, ["Room 1 seats 21 people.", SENTENCES])
        killer.execute("select pg_terminate_backend(%s)", [victim.info.backend_pid])
        with pytest.raises(psycopg.OperationalError):
            victim.execute("select 1")
        left = killer.execute(
            "select (select count(*) from groundcheck.audit), (select count(*) from groundcheck_internal.passages)"
        ).fetchone()
        assert left == (0, 0)
        row = killer.execute(CHECK, ["Room 1 seats 21 people.", SENTENCES]).fetchone()
        assert row is not None
        assert row[0]["action"] == "PASS"


def test_a_cancelled_check_passes_nothing(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        connection.execute("set statement_timeout = '1ms'")
        with pytest.raises(psycopg.errors.QueryCanceled):
            connection.execute(CHECK, ["Room 1 seats 21 people. " * 50, SENTENCES])
        connection.execute("set statement_timeout = 0")
        assert connection.execute("select count(*) from groundcheck.audit").fetchone() == (0,)


def test_rolled_back_check_never_happened(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as connection:
        connection.execute(CHECK, ["Room 1 seats 21 people.", SENTENCES])
        connection.rollback()
        assert connection.execute("select count(*) from groundcheck.audit").fetchone() == (0,)


def test_result_waits_until_a_check_is_final(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as waiting, psycopg.connect(fresh_dsn, autocommit=True) as other:
        row = waiting.execute(CHECK, ["Room 1 seats 21 people.", SENTENCES]).fetchone()
        assert row is not None
        other.execute("update groundcheck_internal.checks set status = 'provisional'")
        result = "select groundcheck.result(%s, %s::interval) ->> 'status'"
        assert waiting.execute(result, [row[0]["id"], "50 ms"]).fetchone() == ("provisional",)
        finish = threading.Timer(0.3, other.execute, ["update groundcheck_internal.checks set status = 'final'"])
        finish.start()
        assert waiting.execute(result, [row[0]["id"], "30 s"]).fetchone() == ("final",)
        finish.join()
