"""The worker: verifies the checks that wait in the queue, for any application."""

from __future__ import annotations

from groundcheck_db.worker.worker import Options, Worker

__all__ = ["Options", "Worker"]
