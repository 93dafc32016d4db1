"""Loads the documents of a folder into a collection: passages, their parsed sentences, and ONNX vectors.

Resumable and idempotent. A file whose sha256 is known is skipped. A document and its passages are written in one
transaction, and vectors are made for whatever passages of the collection have none, so that a load that was
interrupted, or a new model, continues where something is missing. A document whose file has gone from the folder is
removed from the collection: what nobody says any more must not support an answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

import numpy as np
import psycopg
from numpy.typing import NDArray
from pgvector import Vector

from groundcheck_db import models
from groundcheck_db.documents import Document, UnreadableFileError, find_files, read_bytes, read_document
from groundcheck_db.errors import GroundcheckError, InputError
from groundcheck_db.models import registry
from groundcheck_db.queries import statement
from groundcheck_db.sqlfiles import VECTOR_SCHEMA_TOKEN

if TYPE_CHECKING:
    from groundcheck_db.encoder import Encoder

BATCH: Final = 256  # passages encoded and committed at a time

Connection = psycopg.Connection[Any]
Progress = Callable[[str, int, int], None]


@dataclass
class LoadReport:
    """What a load did.

    Attributes:
        added: documents that are new.
        changed: documents that replaced what was loaded from the same file.
        unchanged: documents that were loaded already.
        removed: documents whose files have gone from the folder.
        passages: passages of the new and changed documents.
        vectors: vectors that were made.
        unsupported: files of other kinds, left alone.
        failed: files that could not be read, with the reason.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    passages: int = 0
    vectors: int = 0
    unsupported: int = 0
    failed: list[tuple[Path, str]] = field(default_factory=list)


def load_folder(
    connection: Connection,
    folder: Path,
    collection: str,
    encoder: Encoder,
    *,
    progress: Progress,
    keep: bool = False,
) -> LoadReport:
    """Load every document below a folder, and remove those that this folder gave before and has no more.

    Args:
        connection: in autocommit mode; each document and each batch of vectors is a transaction of its own.
        folder: where the files are.
        collection: what they are loaded into.
        encoder: makes the vectors.
        progress: told ("documents" or "vectors", done, total).
        keep: remove nothing.

    Raises:
        GroundcheckError: the folder holds no file that can be loaded.
        DatabaseError: from the database.
    """
    files, unsupported = find_files(folder)
    if not files:
        raise GroundcheckError(
            f"no documents in {folder}", hint="files that can be loaded: .txt .md .rst .json .jsonl .html"
        )
    report = LoadReport(unsupported=unsupported)
    known = _known_documents(connection, collection)
    for done, path in enumerate(files):
        progress("documents", done, len(files))
        try:
            data = read_bytes(path)
            loaded = known.get(path.resolve().as_uri())
            if loaded is not None and loaded == hashlib.sha256(data).digest():
                report.unchanged += 1
                continue
            document = read_document(path, data)
        except UnreadableFileError as error:
            report.failed.append((path, str(error)))
            continue
        report.passages += store_document(connection, document, collection, folder)
        if loaded is None:
            report.added += 1
        else:
            report.changed += 1
    progress("documents", len(files), len(files))
    if not keep:
        report.removed = _remove_gone(connection, folder, collection)
    connection.execute(statement("load", "reindex_collection"), {"collection": collection})
    report.vectors = fill_vectors(connection, collection, encoder, progress=progress)
    return report


def store_document(connection: Connection, document: Document, collection: str, folder: Path) -> int:
    """Write a document with its passages, in place of what its file gave before; returns their number."""
    parameters = {
        "collection": collection, "uri": document.uri, "digest": document.digest, "format": document.format,
        "source": folder.resolve().as_uri(), "parts": document.parts,
    }  # fmt: skip
    row = connection.execute(statement("load", "store_document"), parameters).fetchone()
    return int(row[0]) if row else 0


def fill_vectors(connection: Connection, collection: str, encoder: Encoder, *, progress: Progress) -> int:
    """Make the vectors that passages of the collection lack for this encoder; returns their number."""
    model_id = registry.register_model(connection, encoder.manifest, _location(encoder)).id
    missing = [
        hash_
        for (hash_,) in connection.execute(
            statement("load", "passages_without_vector"), {"collection": collection, "model_id": model_id}
        )
    ]
    made = 0
    for start in range(0, len(missing), BATCH):
        progress("vectors", start, len(missing))
        rows = connection.execute(
            statement("load", "passage_bodies"), {"hashes": missing[start : start + BATCH]}
        ).fetchall()
        rows = [(hash_, body) for hash_, body in rows if _has_words(encoder, body)]
        if rows:
            vectors = encoder.encode([body for _hash, body in rows], purpose="passage")
            _store_vectors(connection, model_id, zip([hash_ for hash_, _body in rows], vectors, strict=True))
        made += len(rows)
    progress("vectors", len(missing), len(missing))
    return made


def nearest_passages(
    connection: Connection, collection: str, encoder: Encoder, question: str, *, count: int
) -> list[str]:
    """The passages of a collection whose vectors are nearest to a question's, nearest first."""
    model_id = registry.register_model(connection, encoder.manifest, _location(encoder)).id
    (vector,) = encoder.encode([question], purpose="query")
    parameters = {
        "collection": collection, "model_id": model_id, "vector": Vector(vector).to_text(), "count": count,
    }  # fmt: skip
    rows = connection.execute(_with_vector_schema(connection, "nearest_passages"), parameters)
    return [body for (body,) in rows]


def find_encoder(connection: Connection, name: str) -> Encoder:
    """The encoder of that name: the package's own, or the newest one registered with `models add`.

    Raises:
        ModelError: its files are missing or not the ones that its manifest describes.
        GroundcheckError: there is none of that name.
    """
    from groundcheck_db.encoder import Encoder  # noqa: PLC0415 - onnxruntime, which most commands do not need

    row = connection.execute(statement("load", "encoder_folder"), {"name": name}).fetchone()
    if row is not None and row[0] is not None:
        return Encoder(Path(row[0]))
    if name == models.ENCODER_FOLDER.name:
        return Encoder(models.ENCODER_FOLDER)
    raise GroundcheckError(
        f"the database knows no encoder {name}", hint="groundcheck-db models list, groundcheck-db models add DIR"
    )


def _has_words(encoder: Encoder, body: str) -> bool:
    """Whether there is anything in a text that the encoder reads; one that has nothing must not fail its batch."""
    try:
        return bool(encoder.windows([body]))
    except InputError:
        return False


def _location(encoder: Encoder) -> Path | None:
    folder = encoder.folder.resolve()
    return None if folder == models.ENCODER_FOLDER.resolve() else folder


def _known_documents(connection: Connection, collection: str) -> dict[str, bytes]:
    rows = connection.execute(statement("load", "known_documents"), {"collection": collection})
    return {uri: bytes(digest) for uri, digest in rows}


def _remove_gone(connection: Connection, folder: Path, collection: str) -> int:
    """Remove what this folder gave and has no more. What cannot be looked at, as its folder is locked, has not gone."""
    rows = connection.execute(
        statement("load", "documents_of_folder"), {"collection": collection, "source": folder.resolve().as_uri()}
    ).fetchall()
    gone = [uri for (uri,) in rows if _is_gone(Path(unquote(urlsplit(uri).path)))]
    if gone:
        connection.execute(statement("load", "remove_documents"), {"collection": collection, "uris": gone})
    return len(gone)


def _is_gone(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _store_vectors(connection: Connection, model_id: int, rows: Iterable[tuple[bytes, NDArray[np.float32]]]) -> None:
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(statement("load", "stage_vectors"))
        with cursor.copy(statement("load", "copy_vectors")) as copy:
            # vector's own binary form: so it is written whatever schema pgvector lives in.
            copy.set_types(["bytea", "bytea"])
            for hash_, vector in rows:
                copy.write_row((hash_, Vector(vector).to_binary()))
        cursor.execute(statement("load", "keep_vectors"), {"model_id": model_id})
        cursor.execute(statement("load", "drop_staged_vectors"))


def _with_vector_schema(connection: Connection, name: str) -> str:
    (schema,) = connection.execute(statement("load", "vector_schema")).fetchone() or ("public",)
    return statement("load", name).replace(VECTOR_SCHEMA_TOKEN, schema)
