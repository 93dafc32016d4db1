"""The whole installation, or an upgrade, as one script for psql."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import sqlalchemy.dialects.postgresql
from alembic import command
from alembic.script import ScriptDirectory

import groundcheck_db
from groundcheck_db.errors import GroundcheckError
from groundcheck_db.migrate import alembic_config

if TYPE_CHECKING:
    from alembic.config import Config

_HEAD: Final = """\
-- groundcheck-db {version}: {what}.
--
-- Made by `groundcheck-db sql`, for psql, which stops at the first error and then leaves nothing behind:
--   psql --no-psqlrc --quiet --output /dev/null --file THIS_FILE "dbname=..."
-- It needs PostgreSQL 16 or later and pgvector 0.8 or later, which is made in schema {vector_schema} where the database
-- lacks it. In order: {parts}.

\\set ON_ERROR_STOP on
\\encoding UTF8
set standard_conforming_strings = on;
set client_min_messages = warning;

"""


def installation_script(*, from_revision: str | None = None, vector_schema: str = "public") -> str:
    """Return the script that does what `migrate` does.

    Args:
        from_revision: the revision that the database is at; None installs.
        vector_schema: the schema that pgvector lives in, or is to be made in; not quoted.

    Raises:
        GroundcheckError: no such revision.
    """
    quoted = sqlalchemy.dialects.postgresql.dialect().identifier_preparer.quote(vector_schema)  # type: ignore[no-untyped-call]
    body = io.StringIO()
    config = alembic_config(vector_schema=quoted)
    config.output_buffer = body
    head = _head_revision(config, from_revision)
    command.upgrade(config, f"{from_revision}:head" if from_revision else "head", sql=True)
    head_comment = _HEAD.format(
        version=groundcheck_db.__version__,
        what=f"upgrades revision {from_revision} to {head}" if from_revision else f"installs revision {head}",
        vector_schema=quoted,
        parts="the revisions, all of sql/, the token vectors of the static encoder",
    )
    return head_comment + body.getvalue()


def _head_revision(config: Config, from_revision: str | None) -> str:
    directory = ScriptDirectory.from_config(config)
    known = [script.revision for script in directory.walk_revisions()]
    if from_revision is not None and from_revision not in known:
        raise GroundcheckError(
            f"groundcheck-db {groundcheck_db.__version__} has no revision {from_revision!r}",
            hint=f"The revisions are {', '.join(sorted(known))}. A database's own: groundcheck-db doctor.",
        )
    return known[0]
