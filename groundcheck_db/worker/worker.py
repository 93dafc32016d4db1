"""Leases jobs, has the model read their pairs, and has the database finish them.

Killed at any moment, it loses nothing: a job stays in the queue until the transaction that makes its check final, and
its lease runs out. Late, it repeats nothing: the database refuses what comes from a lease that another worker has now.
"""

from __future__ import annotations

import logging
import os
import random
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Final, cast

import psycopg
from psycopg.types.json import Jsonb

import groundcheck_db
from groundcheck_db.checker import Tier
from groundcheck_db.database import CONNECTION
from groundcheck_db.errors import GroundcheckError, Needs, from_psycopg
from groundcheck_db.models import VERIFIER_FOLDER
from groundcheck_db.queries import statement
from groundcheck_db.verifier import Probabilities
from groundcheck_db.worker.batch import Job, jobs_of, verify_jobs
from groundcheck_db.worker.metrics import Metrics, NoMetrics

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 10.0
# How long a signal to stop may go unnoticed while the worker waits.
ATTENTION_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class Options:
    """How a worker works.

    Attributes:
        most: jobs that are leased at once.
        lease_seconds: how long other workers leave them alone.
        poll_seconds: how often an idle worker looks at the queue without having been told to.
        listen: wait for notifications, too; a pooler in transaction mode does not carry them.
        until_empty: stop where nothing is left to do.
    """

    most: int = 32
    lease_seconds: float = 60.0
    poll_seconds: float = 5.0
    listen: bool = True
    until_empty: bool = False


def worker_name() -> str:
    """A name that no other worker has, and that says where to look."""
    return f"{socket.gethostname()}-{os.getpid()}-{random.getrandbits(32):08x}"


@dataclass
class Worker:
    """One process that serves the queue with one model; any number may run side by side.

    Attributes:
        dsn: the database.
        tier: the model.
        options: how to work.
        metrics: told what happens.
    """

    dsn: str
    tier: Tier = field(default_factory=lambda: Tier(VERIFIER_FOLDER, 0, worker_name()))
    options: Options = field(default_factory=Options)
    metrics: Metrics = field(default_factory=NoMetrics)

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._checks = self._pairs = 0
        self._heard = 0.0
        self._model_id = 0

    def stop(self) -> None:
        """Finish the batch at hand, give back the rest and return from ``run``. Safe in a signal handler."""
        self._stop.set()

    def run(self) -> None:
        """Work until told to stop.

        Raises:
            ModelError: the model cannot be loaded, or the database does not know it.
            GroundcheckError: the database refuses the worker at its first connection.
        """
        manifest = self.tier.verifier.manifest
        log.info("connecting", extra={"worker": self.tier.worker, "model": f"{manifest.name}@{manifest.version}"})
        pause, connected = 0.0, False
        while not self._stop.wait(pause):
            try:
                with psycopg.connect(
                    self.dsn, autocommit=True, application_name="groundcheck-db worker", **CONNECTION
                ) as connection:
                    self._begin(connection)
                    log.info("connected again" if connected else "started", extra={"worker": self.tier.worker})
                    pause, connected = 0.0, True
                    self._serve(connection)
                    self._execute(connection, "sign_off", worker=self.tier.worker)
                    break
            except psycopg.OperationalError as error:
                if not connected:
                    raise from_psycopg(error) from error
                pause = min(LONGEST_PAUSE_SECONDS, max(0.5, pause * 2)) * random.uniform(0.5, 1.0)  # noqa: S311
                self.metrics.reconnected()
                log.warning("connection lost", extra={"error": str(error).strip(), "again_in_seconds": round(pause, 1)})
            except psycopg.Error as error:
                raise from_psycopg(error, Needs.VERIFY) from error
        log.info("stopped", extra={"worker": self.tier.worker, "checks": self._checks, "pairs": self._pairs})

    def _begin(self, connection: psycopg.Connection) -> None:
        call = self.tier.find()
        self._model_id = self.tier.found(connection.execute(call.statement, call.parameters).fetchone())
        # What it held before the connection was lost, it holds no more.
        self._execute(connection, "sign_off", worker=self.tier.worker)
        if self.options.listen:
            connection.execute(statement("verify", "listen"))
        self._heard = 0.0

    def _serve(self, connection: psycopg.Connection) -> None:
        while not self._stop.is_set():
            self._heartbeat(connection)
            jobs = self._lease(connection)
            if jobs:
                self._verify(connection, jobs)
            elif self.options.until_empty:
                return
            else:
                self._wait(connection)

    def _lease(self, connection: psycopg.Connection) -> list[Job]:
        rows = connection.execute(
            statement("verify", "lease"),
            {
                "worker": self.tier.worker,
                "model_id": self._model_id,
                "most": self.options.most,
                "lease": f"{self.options.lease_seconds} seconds",
            },
        ).fetchall()
        return jobs_of(cast("list[tuple[int, int | None, str | None, str | None]]", rows))

    def _verify(self, connection: psycopg.Connection, jobs: list[Job]) -> None:
        started = time.perf_counter()
        said = verify_jobs(jobs, self.tier.verifier.verify)
        seconds, pairs = time.perf_counter() - started, sum(len(job.pairs) for job in jobs)
        self.metrics.batch(seconds, pairs)
        log.info("verified", extra={"jobs": len(jobs), "pairs": pairs, "milliseconds": round(seconds * 1000, 1)})
        for job in jobs:
            result = said[job.id]
            if isinstance(result, Exception):
                # What the model cannot take it will not take next time; what else went wrong may pass.
                self._fail(connection, job, result, retry=not isinstance(result, GroundcheckError))
            else:
                self._finish(connection, job, result)

    def _finish(self, connection: psycopg.Connection, job: Job, said: list[Probabilities]) -> None:
        try:
            (finished,) = self._execute(
                connection, "finish",
                job_id=job.id, worker=self.tier.worker, model_id=self._model_id,
                claim_indexes=list(job.claim_indexes),
                entailment=[probabilities.entailment for probabilities in said],
                contradiction=[probabilities.contradiction for probabilities in said],
            )  # fmt: skip
        except psycopg.Error as error:
            if connection.closed:
                raise
            self._fail(connection, job, error, retry=True)
            return
        self._count("finished" if finished else "stale", job)

    def _fail(self, connection: psycopg.Connection, job: Job, error: Exception, *, retry: bool) -> None:
        reason = error.message if isinstance(error, GroundcheckError) else f"{type(error).__name__}: {error}".strip()
        (was_ours,) = self._execute(
            connection, "fail", job_id=job.id, worker=self.tier.worker, reason=reason, retry=retry
        )
        log.error("job failed", extra={"job": job.id, "reason": reason, "retry": retry})
        self._count(("retried" if retry else "failed") if was_ours else "stale", job)

    def _count(self, outcome: str, job: Job) -> None:
        self._checks += outcome == "finished"
        self._pairs += len(job.pairs)
        self.metrics.done(outcome, len(job.pairs))

    def _heartbeat(self, connection: psycopg.Connection) -> None:
        if time.monotonic() - self._heard < HEARTBEAT_SECONDS:
            return
        self._execute(
            connection, "heartbeat",
            worker=self.tier.worker, model_id=self._model_id, checks=self._checks, pairs=self._pairs,
            about=Jsonb({"host": socket.gethostname(), "pid": os.getpid(), "version": groundcheck_db.__version__}),
        )  # fmt: skip
        waiting, _delayed, _leased, dead, oldest_seconds, _workers = self._execute(connection, "queue")
        self.metrics.queue(waiting, dead, oldest_seconds or 0.0)
        self._heard = time.monotonic()

    def _wait(self, connection: psycopg.Connection) -> None:
        until = time.monotonic() + min(self.options.poll_seconds, HEARTBEAT_SECONDS)
        while not self._stop.is_set() and (left := until - time.monotonic()) > 0:
            if not self.options.listen:
                self._stop.wait(left)
            elif any(True for _ in connection.notifies(timeout=min(left, ATTENTION_SECONDS), stop_after=1)):
                return

    def _execute(self, connection: psycopg.Connection, name: str, **parameters: object) -> tuple[Any, ...]:
        row = connection.execute(statement("verify", name), parameters or None).fetchone()
        assert row is not None  # noqa: S101 - each of these statements has a row
        return row
