"""Runs labelled rows through the database's own pipeline and brings back what it decided, with the signals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Any

import psycopg

from groundcheck_db.bench.data import Row
from groundcheck_db.checker import Call, Tier
from groundcheck_db.database import connect
from groundcheck_db.errors import Needs
from groundcheck_db.queries import statement


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of an answer as it was judged; support is None where it is not checkable."""

    claim: str
    statement: str
    kind: str
    span: tuple[int, int]
    verdict: str
    support: float | None
    signals: dict[str, float]
    finding: dict[str, Any] | None
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """What the database decided on a row.

    Attributes:
        row: the row.
        status, action, reason_code, trust_score: as in a check's document, trust_score not rounded.
        aggregates: trust score by mean, min and product over the same claims; None where nothing was scored.
        claims: the answer's claims.
        milliseconds: from the statement to its result, the context having been read before; 0 where it raised.
    """

    row: Row
    status: str
    action: str
    reason_code: str
    trust_score: float | None
    aggregates: dict[str, float | None]
    claims: tuple[Claim, ...]
    milliseconds: float

    @property
    def is_checked(self) -> bool:
        """False where the check failed: no score says anything then."""
        return self.status != "failed"

    @property
    def score(self) -> float:
        """The trust score; an answer that makes no claim counts as 1, an empty answer or context as 0."""
        return self.scored(self.trust_score)

    def scored(self, trust_score: float | None) -> float:
        """A trust score, or what its absence counts as."""
        if trust_score is not None:
            return trust_score
        return 1.0 if self.reason_code == "nothing_to_check" else 0.0


def judge_rows(
    dsn: str,
    rows: Iterable[Row],
    *,
    policy: str = "default",
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    verifier: Tier | None = None,
    verify_all: bool = False,
) -> list[Judged]:
    """Judge rows over ``jobs`` connections; the database is left as it was.

    Rows over the same context are judged one after the other, in a transaction that reads the context first and is
    rolled back: each context is parsed once, as in a database that has seen it before.

    Args:
        dsn: the database.
        rows: what to judge.
        policy: the policy to judge by.
        jobs: how many connections work at once.
        progress: told how many rows have been judged since it was told last; called from several threads.
        verifier: runs in this process over the pairs that the policy has verified; without it the screen decides.
        verify_all: verify every claim, whatever the policy says.

    Returns:
        One result a row, in the order of the rows.
    """
    by_context: dict[tuple[str, ...], list[tuple[int, Row]]] = {}
    for place, row in enumerate(rows):
        by_context.setdefault(row.context, []).append((place, row))
    groups = list(by_context.values())

    def work(job: int) -> list[tuple[int, Judged]]:
        judged: list[tuple[int, Judged]] = []
        with connect(dsn, autocommit=False, needs=Needs.OWNER) as connection:
            judge = _Judge(connection, verifier)
            for group in groups[job::jobs]:
                with _rolled_back(connection):
                    # Its own policy, which other connections do not wait for.
                    name = judge.verify_all(f"{policy}.bench{job}") if verify_all else policy
                    judged.extend(_judge_group(judge, group, name))
                if progress is not None:
                    progress(len(group))
        return judged

    with ThreadPoolExecutor(jobs) as pool:
        done = list(chain.from_iterable(pool.map(work, range(jobs))))
    return [judged for _place, judged in sorted(done, key=lambda item: item[0])]


class _Judge:
    """Judges rows over one connection: by the screen, which leaves no trace, or by both tiers."""

    def __init__(self, connection: psycopg.Connection, verifier: Tier | None) -> None:
        self.connection = connection
        self._verifier = verifier
        self._model_id = verifier.found(self._row(verifier.find())) if verifier else 0

    def verify_all(self, policy: str) -> str:
        """Make a policy that has every claim verified, in the connection's transaction; its name."""
        self.connection.execute(statement("bench", "verify_all"), {"policy": policy})
        return policy

    def __call__(self, row: Row, policy: str) -> tuple[tuple[Any, ...], float]:
        """What was decided, and the milliseconds that it took."""
        context = list(row.context)
        started = time.perf_counter()
        if self._verifier is None:
            parameters = {"policy": policy, "answer": row.answer, "context": context, "question": row.question}
            found = self._row(Call(statement("bench", "judge"), parameters))
            milliseconds = (time.perf_counter() - started) * 1000
        else:
            screened = self._row(self._verifier.screen(self._model_id, row.answer, context, row.question, policy, None))
            assert screened is not None  # noqa: S101 - the function returns one row
            if screened[1] is not None:
                self._row(self._verifier.finish(self._model_id, screened))
            milliseconds = (time.perf_counter() - started) * 1000
            found = self._row(Call(statement("bench", "judge_stored"), {"check_id": screened[0]["id"]}))
        assert found is not None  # noqa: S101 - each of them has a row
        return found, milliseconds

    def _row(self, call: Call) -> tuple[Any, ...] | None:
        return self.connection.execute(call.statement, call.parameters, prepare=True).fetchone()


def _judge_group(judge: _Judge, group: list[tuple[int, Row]], policy: str) -> Iterator[tuple[int, Judged]]:
    judge.connection.execute(statement("bench", "without_jit"))
    context = list(group[0][1].context)
    try:
        with judge.connection.transaction():
            judge.connection.execute(statement("bench", "read_context"), {"context": context})
    except psycopg.DatabaseError as error:
        _raise_if_no_row_could_be_judged(judge.connection, error)
        for place, row in group:
            yield place, _failed(row, error)
        return
    for place, row in group:
        try:
            with judge.connection.transaction():
                found, milliseconds = judge(row, policy)
        except psycopg.DatabaseError as error:
            _raise_if_no_row_could_be_judged(judge.connection, error)
            yield place, _failed(row, error)
        else:
            yield place, _judged(row, found, milliseconds)


def _judged(row: Row, found: tuple[Any, ...], milliseconds: float) -> Judged:
    status, action, reason_code, trust_score, aggregates, claims = found
    return Judged(
        row=row,
        status=status,
        action=action,
        reason_code=reason_code,
        trust_score=trust_score,
        aggregates=aggregates,
        claims=tuple(_claim(claim) for claim in claims),
        milliseconds=milliseconds,
    )


def _raise_if_no_row_could_be_judged(connection: psycopg.Connection, error: psycopg.Error) -> None:
    """Errors that are not about the row: connection lost, not installed or not allowed (42), no such policy (GC1)."""
    if connection.broken or (error.sqlstate or "").startswith(("42", "GC1")):
        raise error


def _failed(row: Row, error: psycopg.Error) -> Judged:
    """A row that raised: it was not checked, which is counted, and does not end the benchmark."""
    return Judged(row, "failed", "REJECT", f"{error.sqlstate}: {error}", None, {}, (), 0.0)


def _claim(record: dict[str, Any]) -> Claim:
    start, end = record.pop("span")
    return Claim(**{**record, "span": (start, end), "evidence": tuple(record["evidence"])})


@contextmanager
def _rolled_back(connection: psycopg.Connection) -> Iterator[None]:
    try:
        yield
    finally:
        connection.rollback()
