"""The tables that every check reads or writes."""

from __future__ import annotations

from groundcheck_db.migrate import refuse_downgrade, run_sibling

revision = "0001"
down_revision = None


def upgrade() -> None:
    run_sibling(__file__)


def downgrade() -> None:
    refuse_downgrade()
