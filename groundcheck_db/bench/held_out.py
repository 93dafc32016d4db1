"""Which documents the verifier has not been trained on: its figures, and a scorer's weights for it, come from these."""

from __future__ import annotations


def is_held_out(source: str) -> bool:
    """Whether a document belongs to the third that no training has seen.

    Args:
        source: the sha256 of the context in hex, as ``Row.source`` gives it; the same for every row over a context.
    """
    return int(source[:8], 16) % 3 == 0


def is_held_out_pair(source: str) -> bool:
    """The same for a pair of sentences: one premise in twenty was held out; ``source`` is the premise's sha256."""
    return int(source[:8], 16) % 20 == 0
