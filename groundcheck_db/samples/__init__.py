"""The documents and answers of `groundcheck-db demo`, about a note-taking product that does not exist."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
DOCUMENTS: Final = FOLDER / "documents"


@dataclass(frozen=True)
class SampleAnswer:
    """An answer to a question about the sample documents, and what it is there to show."""

    title: str
    question: str
    text: str
    shows: str


def answers() -> list[SampleAnswer]:
    """All sample answers, in the order in which the demo shows them."""
    entries = tomllib.loads((FOLDER / "answers.toml").read_text("utf-8"))["answer"]
    return [SampleAnswer(**entry) for entry in entries]
