"""The models that travel with the package, their manifests, and how a database gets to know them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, LiteralString

MODELS_FOLDER: Final = Path(__file__).parent
STATIC_FOLDER: Final = MODELS_FOLDER / "static"
ENCODER_FOLDER: Final = MODELS_FOLDER / "all-minilm-l6-v2"
VERIFIER_FOLDER: Final = MODELS_FOLDER / "minilm-l6-verifier"


def statement(name: str) -> LiteralString:
    """Return the SQL of ``sql/<name>.sql`` in this package."""
    return (MODELS_FOLDER / "sql" / f"{name}.sql").read_text(encoding="utf-8")
