"""Whether an installation is well: what the database says of itself, and whether it fits the installed package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import class_row

import groundcheck_db
from groundcheck_db import sqlfiles
from groundcheck_db.errors import GroundcheckError, NotInstalledError
from groundcheck_db.models import MODELS_FOLDER
from groundcheck_db.models.manifest import load_manifest
from groundcheck_db.queries import statement


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that must be well.

    Attributes:
        name: what it is.
        ok: None where it cannot be told, or does not matter here.
        detail: how it stands.
        advice: what to do about it; None where it is well.
    """

    name: str
    ok: bool | None
    detail: str
    advice: str | None = None


@dataclass(frozen=True, slots=True)
class _Model:
    name: str
    version: str
    digest: str
    location: str | None


def examine(conn: psycopg.Connection[Any]) -> list[Finding]:
    """Return ``groundcheck.health()``'s findings, and those that need the installed package. Changes nothing.

    Raises:
        NotInstalledError: there is no groundcheck-db in the database, or one without ``health()``.
        PrivilegeError: the role may not call ``health()``.
    """
    with conn.cursor(row_factory=class_row(Finding)) as cursor:
        findings = cursor.execute(statement("doctor", "health")).fetchall()
    try:
        with conn.transaction(), conn.cursor(row_factory=class_row(Finding)) as cursor:
            jobs = cursor.execute(statement("doctor", "jobs")).fetchall()  # as the caller, who may see more of them
        findings = [*(finding for finding in findings if finding.name != "jobs"), *jobs]
        with conn.transaction(), conn.cursor(row_factory=class_row(_Model)) as cursor:
            models = cursor.execute(statement("doctor", "models")).fetchall()
            return [*findings, _package(conn), *map(_model, models)]
    except psycopg.errors.InsufficientPrivilege as error:
        closed = f"{conn.info.user} may not read what is installed: {error.diag.message_primary}"
        return [*findings, Finding("package", None, closed, "Run it as the owner to compare with this package.")]


def _package(conn: psycopg.Connection[Any]) -> Finding:
    """Whether the database holds what this package would install."""
    row = conn.execute(statement("target", "installed")).fetchone()
    if row is None:
        raise NotInstalledError("migrate has not finished in this database", hint="groundcheck-db migrate")
    version, digest, revision, vector_schema = row
    newest = max(path.stem for path in (sqlfiles.database_root() / "migrations" / "versions").glob("[0-9]*.py"))
    newest = newest.partition("_")[0]
    here = f"groundcheck-db {groundcheck_db.__version__} at revision {newest}"
    if (version, revision) != (groundcheck_db.__version__, newest):
        return Finding(
            "package",
            False,
            f"this is {here}, the database has {version} at {revision}",
            "Where the package is the newer one: groundcheck-db migrate; else: pip install --upgrade groundcheck-db",
        )
    if digest != sqlfiles.digest(sqlfiles.repeatable_scripts(vector_schema)):
        return Finding(
            "package", False, f"{here}, but the database's functions are of another build", "groundcheck-db migrate"
        )
    return Finding("package", True, f"{here}, functions of the same build")


def _model(model: _Model) -> Finding:
    """Whether the model's files are on this machine and the ones that the database knows."""
    name = f"model {model.name}"
    folder = MODELS_FOLDER / model.name if model.location is None else Path(model.location)
    if not folder.is_dir():
        return Finding(
            name,
            None,
            f"{model.version}, whose folder {folder} is not on this machine",
            "Needed where vectors or verdicts are made.",
        )
    try:
        manifest = load_manifest(folder)
    except GroundcheckError as error:
        return Finding(name, False, error.message, error.hint or "Restore the model folder.")
    if manifest.digest != model.digest:
        return Finding(
            name,
            False,
            f"the database has {model.version}, {folder} holds {manifest.version}",
            "groundcheck-db migrate, for a model of the package; groundcheck-db models add, for one of yours",
        )
    return Finding(name, True, f"{model.version}, as on disk")
