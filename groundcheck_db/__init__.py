"""groundcheck-db: a groundedness checker that lives inside PostgreSQL."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundcheck_db.checker import AsyncChecker as AsyncChecker
    from groundcheck_db.checker import Checker as Checker

__version__ = version("groundcheck-db")


def __getattr__(name: str) -> Any:
    """Load the checkers, and onnxruntime with them, only where they are asked for."""
    if name in {"Checker", "AsyncChecker"}:
        from groundcheck_db import checker  # noqa: PLC0415

        return getattr(checker, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
