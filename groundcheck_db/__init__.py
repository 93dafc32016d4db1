"""groundcheck-db: a groundedness checker that lives inside PostgreSQL."""

from __future__ import annotations

from importlib.metadata import version

__version__ = version("groundcheck-db")
