"""Token vectors of the static encoder and the Unicode tables of its normaliser."""

from __future__ import annotations

from groundcheck_db.migrate import refuse_downgrade, run_sibling

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    run_sibling(__file__)


def downgrade() -> None:
    refuse_downgrade()
