"""Lists of words that functions held become rows."""

from __future__ import annotations

from groundcheck_db.migrate import refuse_downgrade, run_sibling

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    run_sibling(__file__)


def downgrade() -> None:
    refuse_downgrade()
