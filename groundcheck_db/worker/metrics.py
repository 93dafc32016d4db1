"""Prometheus metrics of a worker, served on a port of their own where one is asked for."""

from __future__ import annotations

from typing import Protocol

from groundcheck_db.errors import GroundcheckError


class Metrics(Protocol):
    """What a worker counts."""

    def done(self, outcome: str, pairs: int) -> None:
        """A job came to an end: finished, failed, retried or stale."""

    def batch(self, seconds: float, pairs: int) -> None:
        """The model read a batch of pairs."""

    def queue(self, waiting: int, dead: int, oldest_seconds: float) -> None:
        """How the queue stands."""

    def reconnected(self) -> None:
        """The connection was lost and found again."""


class NoMetrics:
    """Counts nothing."""

    def done(self, outcome: str, pairs: int) -> None:
        """Nothing."""

    def batch(self, seconds: float, pairs: int) -> None:
        """Nothing."""

    def queue(self, waiting: int, dead: int, oldest_seconds: float) -> None:
        """Nothing."""

    def reconnected(self) -> None:
        """Nothing."""


class Prometheus:
    """Counts for Prometheus, under ``/metrics`` of a port."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        """Begin to serve.

        Raises:
            GroundcheckError: prometheus-client is not installed, or the port is taken.
        """
        try:
            import prometheus_client as client  # noqa: PLC0415 - an extra
        except ModuleNotFoundError as error:
            raise GroundcheckError(
                "prometheus-client is not installed", hint="pip install 'groundcheck-db[metrics]'"
            ) from error
        registry = client.CollectorRegistry()
        self._jobs = client.Counter("groundcheck_jobs", "Jobs by how they ended.", ["outcome"], registry=registry)
        self._pairs = client.Counter("groundcheck_pairs", "Pairs of texts that were read.", registry=registry)
        self._seconds = client.Histogram(
            "groundcheck_batch_seconds", "Time that the model took for a batch.", registry=registry
        )
        self._waiting = client.Gauge("groundcheck_queue_waiting", "Checks that no worker has taken.", registry=registry)
        self._dead = client.Gauge("groundcheck_queue_dead", "Checks that were given up.", registry=registry)
        self._oldest = client.Gauge(
            "groundcheck_queue_oldest_seconds", "Age of the oldest check that is not final.", registry=registry
        )
        self._reconnects = client.Counter("groundcheck_reconnects", "Lost connections.", registry=registry)
        for collector in (client.ProcessCollector, client.PlatformCollector):
            collector(registry=registry)
        try:
            client.start_http_server(port, addr=address, registry=registry)
        except OSError as error:
            raise GroundcheckError(
                f"metrics cannot be served on {address}:{port}: {error.strerror}", hint="Choose another --metrics-port."
            ) from error

    def done(self, outcome: str, pairs: int) -> None:
        """A job came to an end."""
        self._jobs.labels(outcome).inc()
        self._pairs.inc(pairs)

    def batch(self, seconds: float, pairs: int) -> None:  # noqa: ARG002 - pairs are counted by job
        """The model read a batch of pairs."""
        self._seconds.observe(seconds)

    def queue(self, waiting: int, dead: int, oldest_seconds: float) -> None:
        """How the queue stands."""
        self._waiting.set(waiting)
        self._dead.set(dead)
        self._oldest.set(oldest_seconds)

    def reconnected(self) -> None:
        """The connection was lost and found again."""
        self._reconnects.inc()
