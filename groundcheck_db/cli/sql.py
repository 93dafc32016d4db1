"""`groundcheck-db sql`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def sql(
    from_revision: Annotated[
        str | None,
        typer.Option("--from", metavar="REVISION", help="Upgrade a database at this revision, instead of installing."),
    ] = None,
    vector_schema: Annotated[
        str, typer.Option("--vector-schema", metavar="SCHEMA", help="The schema of pgvector in that database.")
    ] = "public",
) -> None:
    """Print the installation as one script, for a DBA to review and to apply with psql; needs no database."""
    from groundcheck_db.script import installation_script  # noqa: PLC0415 - alembic takes half a second

    script = installation_script(from_revision=from_revision, vector_schema=vector_schema)
    sys.stdout.buffer.write(script.encode())  # UTF-8, whatever the terminal's encoding is
