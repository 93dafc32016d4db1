"""Copies the static encoder's token vectors into the database, or writes them into a script that does."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import psycopg
from numpy.typing import NDArray
from psycopg.sql import Literal

from groundcheck_db.models import STATIC_FOLDER, statement
from groundcheck_db.models.manifest import Manifest, load_manifest
from groundcheck_db.sqlfiles import VECTOR_SCHEMA_TOKEN

COPY_HEADER: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_TRAILER: Final = b"\xff\xff"
_CHUNK = 2048


class TokenVectors(NamedTuple):
    """The static encoder's table: int8 codes times one float32 scale a token, so the product is the same everywhere.

    Attributes:
        tokens: the vocabulary; a token's position is its id.
        weights: float32 (n,), in [0, 1]; 0 for special tokens.
        scales: float32 (n,).
        codes: int8 (n, dims).
    """

    tokens: list[str]
    weights: NDArray[np.float32]
    scales: NDArray[np.float32]
    codes: NDArray[np.int8]

    @property
    def embeddings(self) -> NDArray[np.float32]:
        """The vectors: float32 (n, dims), weight times direction."""
        return self.codes.astype(np.float32) * self.scales[:, None]


def read_token_vectors(folder: Path, manifest: Manifest) -> TokenVectors:
    """Read a static encoder."""
    with np.load(folder / manifest.file, allow_pickle=False) as stored:
        tokens = stored["tokens"].tobytes().decode().split("\n")
        return TokenVectors(tokens, stored["weights"], stored["scales"], stored["codes"])


def load_token_vectors(conn: psycopg.Connection[Any], folder: Path = STATIC_FOLDER) -> bool:
    """Fill groundcheck_internal.token_vectors and register the static model, in the caller's transaction.

    Returns:
        False where the database holds these very vectors already.

    Raises:
        ModelError: a file is missing or not the one that the manifest describes.
    """
    manifest = load_manifest(folder)
    with conn.cursor() as cursor:
        cursor.execute(statement("token_vectors_are"), {"name": manifest.name, "digest": manifest.digest})
        if cursor.fetchone() is not None:
            return False
        cursor.execute(statement("delete_token_vectors"))
        with cursor.copy(statement("copy_token_vectors")) as copy:
            for block in _binary_rows(read_token_vectors(folder, manifest)):
                copy.write(block)
        cursor.execute(statement("register_model"), manifest.row())
        cursor.execute(statement("analyze_token_vectors"))
    return True


def token_vectors_script(vector_schema: str, folder: Path = STATIC_FOLDER) -> str:
    """Return a psql script that does what ``load_token_vectors`` does; ``vector_schema`` is a quoted identifier.

    Raises:
        ModelError: a file is missing or not the one that the manifest describes.
    """
    manifest = load_manifest(folder)
    literals = {name: Literal(value).as_string(None) for name, value in manifest.row().items()}
    parts = [
        statement("stage_token_codes"),
        statement("copy_token_codes") + "\n".join(_text_rows(read_token_vectors(folder, manifest))) + "\n\\.\n",
        statement("unpack_token_codes") % literals,
        statement("register_model") % literals,
        statement("analyze_token_vectors"),
    ]
    return "\n".join(parts).replace(VECTOR_SCHEMA_TOKEN, vector_schema)


def _text_rows(vectors: TokenVectors) -> Iterator[str]:
    """Yield the rows in PostgreSQL's text COPY format; a float32's str is the shortest that reads as the same one."""
    for number, (token, weight, scale, codes) in enumerate(zip(*vectors, strict=True)):
        escaped = token.replace("\\", "\\\\")
        yield f"{number}\t{escaped}\t{weight}\t{scale}\t{base64.b64encode(codes.tobytes()).decode()}"


def _binary_rows(vectors: TokenVectors) -> list[bytes]:
    """Return the rows in PostgreSQL's binary COPY format, vectors as vector_send of pgvector writes them."""
    count, dims = vectors.codes.shape
    heads = np.zeros(count, dtype=[("fields", ">i2"), ("id_size", ">i4"), ("id", ">i4"), ("token_size", ">i4")])
    tails = np.zeros(
        count,
        dtype=[
            ("weight_size", ">i4"),
            ("weight", ">f4"),
            ("size", ">i4"),
            ("dims", ">i2"),
            ("unused", ">i2"),
            ("embedding", ">f4", (dims,)),
        ],
    )
    tokens = [token.encode() for token in vectors.tokens]
    heads["fields"], heads["id_size"], heads["id"] = 4, 4, np.arange(count)
    heads["token_size"] = [len(token) for token in tokens]
    tails["weight_size"], tails["weight"] = 4, vectors.weights
    tails["size"], tails["dims"], tails["embedding"] = 4 + 4 * dims, dims, vectors.embeddings
    rows = [head.tobytes() + token + tail.tobytes() for head, token, tail in zip(heads, tokens, tails, strict=True)]
    blocks = [b"".join(rows[start : start + _CHUNK]) for start in range(0, count, _CHUNK)]
    return [COPY_HEADER, *blocks, COPY_TRAILER]
