"""Copies the static encoder's token vectors into the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import psycopg
from numpy.typing import NDArray

from groundcheck_db.models import STATIC_FOLDER, statement
from groundcheck_db.models.manifest import Manifest, load_manifest

COPY_HEADER: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_TRAILER: Final = b"\xff\xff"
_CHUNK = 2048


class TokenVectors(NamedTuple):
    """The static encoder's table.

    Attributes:
        tokens: the vocabulary; a token's position is its id.
        weights: float32 (n,), in [0, 1]; 0 for special tokens.
        embeddings: float32 (n, dims), weight times direction.
    """

    tokens: list[str]
    weights: NDArray[np.float32]
    embeddings: NDArray[np.float32]


def read_token_vectors(folder: Path, manifest: Manifest) -> TokenVectors:
    """Read a static encoder: int8 codes times one float32 scale a token, so the product is the same everywhere."""
    with np.load(folder / manifest.file, allow_pickle=False) as stored:
        tokens = stored["tokens"].tobytes().decode().split("\n")
        embeddings = stored["codes"].astype(np.float32) * stored["scales"][:, None]
        return TokenVectors(tokens, stored["weights"], embeddings)


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
        cursor.execute(
            statement("register_model"),
            {
                "name": manifest.name,
                "version": manifest.version,
                "kind": manifest.kind,
                "digest": manifest.digest,
                "dims": manifest.dims,
                "manifest": manifest.model_dump_json(),
                "location": None,
            },
        )
        cursor.execute(statement("analyze_token_vectors"))
    return True


def _binary_rows(vectors: TokenVectors) -> list[bytes]:
    """Return the rows in PostgreSQL's binary COPY format, vectors as vector_send of pgvector writes them."""
    count, dims = vectors.embeddings.shape
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
