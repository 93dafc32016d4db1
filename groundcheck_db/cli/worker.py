"""`groundcheck-db worker`."""

from __future__ import annotations

import signal
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from groundcheck_db.cli.console import DsnOption, notify
from groundcheck_db.target import find_database


class LogLevel(StrEnum):
    """From which level on lines are logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def worker(
    verifier: Annotated[
        Path | None,
        typer.Option("--verifier", metavar="DIR", help="Another verifier's model folder.", show_default=False),
    ] = None,
    threads: Annotated[int, typer.Option(min=0, help="Threads of the model; 0 is one a core.")] = 0,
    batch: Annotated[int, typer.Option(min=1, max=1000, help="Checks that are leased at once.")] = 32,
    lease: Annotated[float, typer.Option(min=1, help="Seconds that other workers leave them alone.")] = 60.0,
    poll: Annotated[float, typer.Option(min=0.01, help="Seconds between looks at the queue without a call.")] = 5.0,
    listen: Annotated[
        bool, typer.Option("--listen/--no-listen", help="Wait for notifications; not through a pooler.")
    ] = True,
    until_empty: Annotated[bool, typer.Option("--until-empty", help="Stop where nothing is left to do.")] = False,
    metrics_port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Serve Prometheus metrics on this port.", show_default=False)
    ] = None,
    metrics_address: Annotated[str, typer.Option(help="The address to serve them on.")] = "127.0.0.1",
    log_level: Annotated[LogLevel, typer.Option(help="From which level on lines are logged.")] = LogLevel.INFO,
    dsn: DsnOption = None,
) -> None:
    """Verify the checks that wait in the queue, until it is told to stop: SIGTERM or Ctrl-C ends it after the batch.

    Any number of workers may run side by side. Logs are JSON lines on stderr.
    """
    # onnxruntime, which most commands do not need
    from groundcheck_db.checker import Tier  # noqa: PLC0415
    from groundcheck_db.models import VERIFIER_FOLDER  # noqa: PLC0415
    from groundcheck_db.worker import Options, Worker  # noqa: PLC0415
    from groundcheck_db.worker.logs import log_to_stderr  # noqa: PLC0415
    from groundcheck_db.worker.metrics import NoMetrics, Prometheus  # noqa: PLC0415
    from groundcheck_db.worker.worker import worker_name  # noqa: PLC0415

    target = find_database(dsn, notify=notify)
    log_to_stderr(log_level)
    process = Worker(
        target.dsn,
        Tier(verifier or VERIFIER_FOLDER, threads, worker_name()),
        Options(most=batch, lease_seconds=lease, poll_seconds=poll, listen=listen, until_empty=until_empty),
        NoMetrics() if metrics_port is None else Prometheus(metrics_port, metrics_address),
    )

    def stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # a second one ends it at once
        process.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    process.run()
