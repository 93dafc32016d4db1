"""Both tiers in one call: the database screens, the verifier runs in this process, the database decides.

    with Checker("postgresql://app@host/mydb") as checker:
        if not checker.check(answer, passages, question=question).passed:
            ...

A check takes two round trips: the first screens it and brings the pairs of texts to verify, the second brings back what
the verifier said and gets the verdict. Where there is nothing to verify, the first is all.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, LiteralString, Self

import psycopg
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool, ConnectionPool, PoolTimeout

from groundcheck_db.database import CONNECTION, mapped_errors
from groundcheck_db.errors import GroundcheckError, ModelError, Needs
from groundcheck_db.models import VERIFIER_FOLDER
from groundcheck_db.queries import statement
from groundcheck_db.results import Check
from groundcheck_db.text import clean
from groundcheck_db.verifier import Pair, Verifier

POLICY: Final = "verified"
# Where this process dies in between, a worker may take the check over after so long.
LEASE: Final = "60 seconds"
# How long the connection may take that only finds out why the pool has none.
REASON_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class Call:
    """A statement and its parameters."""

    statement: LiteralString
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Tier:
    """What the sync and the async checker share: the verifier, its row in the database, how calls are put.

    Attributes:
        folder: the verifier's.
        threads: of one run, 0 for one a core.
        worker: names this process in leases.
    """

    folder: Path
    threads: int
    worker: str = field(default_factory=lambda: f"checker-{uuid.uuid4()}")

    @cached_property
    def verifier(self) -> Verifier:
        """The model, loaded at its first use."""
        return Verifier(self.folder, threads=self.threads)

    def find(self) -> Call:
        """Ask which model this is in the database."""
        manifest = self.verifier.manifest
        return Call(statement("verify", "verifier"), {"name": manifest.name, "digest": manifest.digest})

    def found(self, row: tuple[Any, ...] | None) -> int:
        """The model's id.

        Raises:
            ModelError: the database does not know it.
        """
        if row is None:
            manifest = self.verifier.manifest
            raise ModelError(
                f"the database does not know the verifier {manifest.name}@{manifest.version}",
                hint="groundcheck-db migrate registers the one of the package, groundcheck-db models add another.",
                sqlstate="GC203",
            )
        return int(row[0])

    def screen(
        self,
        model_id: int,
        answer: str | None,
        context: Sequence[str] | None,
        question: str | None,
        policy: str,
        metadata: Mapping[str, Any] | None,
    ) -> Call:
        """Check, and bring the pairs to verify."""
        if isinstance(context, str):
            raise TypeError("context is a list of passages, not a text: give [context]")
        return Call(
            statement("verify", "check_and_lease"),
            {
                "answer": None if answer is None else clean(answer),
                "context": None if context is None else [clean(passage) for passage in context],
                "question": None if question is None else clean(question),
                "policy": clean(policy),
                "metadata": Jsonb(dict(metadata or {})),
                "worker": self.worker,
                "model_id": model_id,
                "lease": LEASE,
            },
        )

    def finish(self, model_id: int, screened: tuple[Any, ...]) -> Call:
        """Run the verifier over what ``screen`` brought, and say what came of it."""
        document, job_id, claim_indexes, premises, hypotheses = screened
        whose = {"job_id": job_id, "worker": self.worker, "check_id": document["id"]}
        try:
            said = self.verifier.verify([Pair(*pair) for pair in zip(premises, hypotheses, strict=True)])
        except GroundcheckError as error:
            return Call(statement("verify", "fail_check"), {**whose, "reason": error.message, "retry": False})
        return Call(
            statement("verify", "finish_check"),
            {
                **whose,
                "model_id": model_id,
                "claim_indexes": claim_indexes,
                "entailment": [probabilities.entailment for probabilities in said],
                "contradiction": [probabilities.contradiction for probabilities in said],
            },
        )


class Checker:
    """Checks answers by both tiers, over a pool of connections. Threads may share one."""

    def __init__(
        self,
        dsn: str,
        *,
        policy: str = POLICY,
        verifier: str | Path = VERIFIER_FOLDER,
        threads: int = 0,
        min_size: int = 1,
        max_size: int = 4,
        connect_seconds: float = 30.0,
    ) -> None:
        """Set up; ``open`` or the first check connects.

        Args:
            dsn: connection string.
            policy: what checks are judged by where they do not say otherwise.
            verifier: the verifier's model folder.
            threads: threads of one run of it, 0 for one a core.
            min_size: connections that are kept open.
            max_size: connections at most.
            connect_seconds: how long to wait for a connection.
        """
        self._dsn = dsn
        self._policy = policy
        self._tier = Tier(Path(verifier), threads)
        self._model_id: int | None = None
        self._pool = ConnectionPool(
            dsn, min_size=min_size, max_size=max_size, open=False, kwargs=_CONNECTION, timeout=connect_seconds
        )

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> Self:
        """Connect and load the model.

        Raises:
            DatabaseError: no connection.
            ModelError: the verifier cannot be loaded, or the database does not know it.
        """
        with mapped_errors(Needs.BOTH_TIERS):
            try:
                self._pool.open(wait=True, timeout=self._pool.timeout)
            except PoolTimeout:
                # The pool says only that it has waited; a connection of our own says why there is none.
                psycopg.connect(self._dsn, connect_timeout=REASON_SECONDS).close()
                raise
            self._model_id = self._tier.found(self._row(self._tier.find()))
        return self

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def check(
        self,
        answer: str | None,
        context: Sequence[str] | None,
        *,
        question: str | None = None,
        policy: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Check:
        """Check whether the context supports each claim of the answer; the check is stored and committed.

        Args:
            answer: what the model wrote.
            context: the passages that it was given.
            question: what was asked.
            policy: what to judge by, instead of the checker's own.
            metadata: kept with the check.

        Raises:
            PolicyError: unknown policy.
            DatabaseError: the database refused or failed.
            TypeError: the context is a single text.
        """
        if self._model_id is None:
            self.open()
        assert self._model_id is not None  # noqa: S101 - open sets it or raises
        with mapped_errors(Needs.BOTH_TIERS):
            call = self._tier.screen(self._model_id, answer, context, question, policy or self._policy, metadata)
            screened = self._row(call)
            assert screened is not None  # noqa: S101 - the function returns one row
            if screened[1] is None:
                return Check.from_document(screened[0])
            finished = self._row(self._tier.finish(self._model_id, screened))
        assert finished is not None  # noqa: S101 - a statement without FROM has a row
        return Check.from_document(finished[0])

    def result(self, check_id: str, *, wait_seconds: float = 0.0) -> Check:
        """Read a stored check; wait for a worker to finish it where it is provisional.

        Raises:
            AuditError: no such check.
        """
        with mapped_errors(Needs.BOTH_TIERS):
            row = self._row(_result(check_id, wait_seconds))
        assert row is not None  # noqa: S101 - a statement without FROM has a row
        return Check.from_document(row[0])

    def _row(self, call: Call) -> tuple[Any, ...] | None:
        with self._pool.connection() as connection:
            return connection.execute(call.statement, call.parameters).fetchone()


class AsyncChecker:
    """The same for asyncio: the verifier runs in a thread, so that the loop goes on."""

    def __init__(
        self,
        dsn: str,
        *,
        policy: str = POLICY,
        verifier: str | Path = VERIFIER_FOLDER,
        threads: int = 0,
        min_size: int = 1,
        max_size: int = 4,
        connect_seconds: float = 30.0,
    ) -> None:
        """Set up, as ``Checker`` does."""
        self._dsn = dsn
        self._policy = policy
        self._tier = Tier(Path(verifier), threads)
        self._model_id: int | None = None
        self._pool = AsyncConnectionPool(
            dsn, min_size=min_size, max_size=max_size, open=False, kwargs=_CONNECTION, timeout=connect_seconds
        )

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> Self:
        """Connect and load the model, as ``Checker.open`` does."""
        with mapped_errors(Needs.BOTH_TIERS):
            try:
                await self._pool.open(wait=True, timeout=self._pool.timeout)
            except PoolTimeout:
                probe = await psycopg.AsyncConnection.connect(self._dsn, connect_timeout=REASON_SECONDS)
                await probe.close()
                raise
            self._model_id = self._tier.found(await self._row(await asyncio.to_thread(self._tier.find)))
        return self

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()

    async def check(
        self,
        answer: str | None,
        context: Sequence[str] | None,
        *,
        question: str | None = None,
        policy: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Check:
        """Check whether the context supports each claim of the answer, as ``Checker.check`` does."""
        if self._model_id is None:
            await self.open()
        assert self._model_id is not None  # noqa: S101 - open sets it or raises
        with mapped_errors(Needs.BOTH_TIERS):
            call = self._tier.screen(self._model_id, answer, context, question, policy or self._policy, metadata)
            screened = await self._row(call)
            assert screened is not None  # noqa: S101 - the function returns one row
            if screened[1] is None:
                return Check.from_document(screened[0])
            finished = await self._row(await asyncio.to_thread(self._tier.finish, self._model_id, screened))
        assert finished is not None  # noqa: S101 - a statement without FROM has a row
        return Check.from_document(finished[0])

    async def result(self, check_id: str, *, wait_seconds: float = 0.0) -> Check:
        """Read a stored check, as ``Checker.result`` does."""
        with mapped_errors(Needs.BOTH_TIERS):
            row = await self._row(_result(check_id, wait_seconds))
        assert row is not None  # noqa: S101 - a statement without FROM has a row
        return Check.from_document(row[0])

    async def _row(self, call: Call) -> tuple[Any, ...] | None:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(call.statement, call.parameters)
            return await cursor.fetchone()


def _result(check_id: str, wait_seconds: float) -> Call:
    parameters = {"check_id": clean(check_id), "wait": f"{wait_seconds} seconds"}
    return Call(statement("verify", "result"), parameters)


_CONNECTION: Final[dict[str, Any]] = {
    **CONNECTION,
    "autocommit": True,
    "application_name": "groundcheck-db checker",
}
