"""The SQL that travels with the package: where it lies, how it is rendered, what its digest is."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

VECTOR_SCHEMA_TOKEN: Final = "@vector_schema@"  # noqa: S105 - a place-holder, not a secret


def database_root() -> Path:
    """Return the folder that holds ``sql/`` and ``migrations/``: inside an installed wheel, or the checkout."""
    package = Path(__file__).parent
    shipped = package / "_database"
    return shipped if shipped.is_dir() else package.parent


def render(path: Path, vector_schema: str) -> str:
    """Return the SQL of ``path`` with the schema of pgvector (an already quoted identifier) put in."""
    return path.read_text(encoding="utf-8").replace(VECTOR_SCHEMA_TOKEN, vector_schema)


def repeatable_files() -> list[Path]:
    """Return all of ``sql/`` in load order: the order of the numbered folders."""
    root = database_root() / "sql"
    return sorted(root.rglob("*.sql"), key=lambda path: path.relative_to(root).parts)


def repeatable_scripts(vector_schema: str) -> list[str]:
    """Return all of ``sql/``, rendered, in load order."""
    return [render(path, vector_schema) for path in repeatable_files()]


def digest(scripts: list[str]) -> str:
    """Return the sha256 of some scripts, in hex."""
    return hashlib.sha256("\0".join(scripts).encode()).hexdigest()
