"""Which models a database knows: rows of groundcheck_internal.models."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import kwargs_row
from psycopg.sql import Literal

from groundcheck_db.errors import ModelError
from groundcheck_db.models import VERIFIER_FOLDER, statement
from groundcheck_db.models.manifest import Manifest, load_manifest


@dataclass(frozen=True, slots=True)
class RegisteredModel:
    """A row of groundcheck_internal.models.

    Attributes:
        id: what vectors and audit rows refer to.
        name: what people call the model.
        version: the first 12 characters of digest.
        kind: ``static``, ``encoder`` or ``verifier``.
        digest: sha256 of the model file, the model's identity.
        dims: length of its vectors; None for a verifier.
        manifest: its manifest as it was when the model was registered.
        location: the folder it was registered from; None for one that travels with the package.
        registered_at: when.
    """

    id: int
    name: str
    version: str
    kind: str
    digest: str
    dims: int | None
    manifest: dict[str, Any]
    location: str | None
    registered_at: datetime


def add_model(conn: psycopg.Connection[Any], folder: Path) -> RegisteredModel:
    """Verify the model in ``folder``, run it once to see that it does what it says, and register it.

    Registering the same model again renews its location. In the caller's transaction.

    Raises:
        ModelError: a file is missing or not the one that the manifest describes, or the model's output has another
            shape than the manifest says.
    """
    folder = folder.resolve()
    manifest = load_manifest(folder)
    if manifest.kind == "static":
        raise ModelError(
            f"model folder {folder} holds a static encoder: migrate installs the one that travels with the package",
            sqlstate="GC201",
        )
    if manifest.kind == "encoder":
        from groundcheck_db.encoder import Encoder  # noqa: PLC0415 - onnxruntime, which only this needs

        Encoder(folder, threads=1).encode(["a trial run"])
    else:
        from groundcheck_db.verifier import Pair, Verifier  # noqa: PLC0415 - onnxruntime, which only this needs

        Verifier(folder, threads=1).verify([Pair("a trial run", "a run")])
    return register_model(conn, manifest, folder)


def register_model(conn: psycopg.Connection[Any], manifest: Manifest, location: Path | None) -> RegisteredModel:
    """Make a verified model known to the database, or renew its location. In the caller's transaction."""
    with conn.cursor(row_factory=kwargs_row(_registered)) as cursor:
        row = cursor.execute(statement("register_model"), manifest.row(location)).fetchone()
    if row is None:
        raise ModelError(f"model {manifest.name!r} could not be registered", sqlstate="GC201")
    return row


def register_packaged(conn: psycopg.Connection[Any]) -> None:
    """Make the verifier that travels with the package known to the database, so that policies can ask for it."""
    if VERIFIER_FOLDER.is_dir():
        register_model(conn, load_manifest(VERIFIER_FOLDER), None)


def packaged_script() -> str:
    """Return the SQL of what ``register_packaged`` does."""
    if not VERIFIER_FOLDER.is_dir():
        return ""
    values = load_manifest(VERIFIER_FOLDER).row()
    return statement("register_model") % {name: Literal(value).as_string(None) for name, value in values.items()}


def list_models(conn: psycopg.Connection[Any]) -> list[RegisteredModel]:
    """Return every model that the database knows, in the order in which they were registered."""
    with conn.cursor(row_factory=kwargs_row(_registered)) as cursor:
        return cursor.execute(statement("list_models")).fetchall()


def _registered(*, registered_at: str, **values: Any) -> RegisteredModel:
    """A row, whose time is in ISO 8601 whatever the session's datestyle."""
    return RegisteredModel(registered_at=datetime.fromisoformat(registered_at), **values)
