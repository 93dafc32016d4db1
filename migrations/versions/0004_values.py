"""Units, currencies, number words, month names."""

from __future__ import annotations

from groundcheck_db.migrate import refuse_downgrade, run_sibling

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run_sibling(__file__)


def downgrade() -> None:
    refuse_downgrade()
