"""Connections: autocommit, with pgvector's types, and with our own errors.

None of ours prepares statements by name: through a pooler in transaction mode the next one may run on another server
process, which does not know the name or knows it as another's. All of them speak UTF-8: psycopg knows text by it alone,
whatever the defaults of the role, the database or PGCLIENTENCODING are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pgvector.psycopg
import psycopg

from groundcheck_db import errors

# What every connection is opened with.
CONNECTION: Final[dict[str, Any]] = {"prepare_threshold": None, "client_encoding": "utf8"}


@contextmanager
def mapped_errors(needs: errors.Needs = errors.Needs.NOTHING_KNOWN) -> Iterator[None]:
    """Turn what psycopg raises into the exceptions of groundcheck_db.errors; ``needs`` says what a role lacks."""
    try:
        yield
    except psycopg.Error as error:
        raise errors.from_psycopg(error, needs) from error


@contextmanager
def connect(
    dsn: str, *, autocommit: bool = True, needs: errors.Needs = errors.Needs.NOTHING_KNOWN
) -> Iterator[psycopg.Connection]:
    """Open a connection that adapts numpy arrays to vectors, and close it at the end.

    Args:
        dsn: connection string.
        autocommit: each statement is a transaction of its own.
        needs: what the role needs for what the block does.

    Raises:
        errors.DatabaseError: what psycopg raised, inside the block too.
    """
    with (
        mapped_errors(needs),
        psycopg.connect(dsn, autocommit=autocommit, application_name="groundcheck-db", **CONNECTION) as connection,
    ):
        if psycopg.types.TypeInfo.fetch(connection, "vector") is not None:
            pgvector.psycopg.register_vector(connection)
        yield connection
