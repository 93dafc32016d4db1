"""Verifier folders for tests: that of the package, changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from groundcheck_db.models import VERIFIER_FOLDER
from groundcheck_db.models.manifest import sha256_of

POISON = "\u2623"


def poisonous(folder: Path) -> Path:
    """The model of the package, with a tokenizer that gives the sign POISON an id that the model does not have.

    The model raises where a text has it. To the database it is the same model.
    """
    folder = folder / "poisonous"
    shutil.copytree(VERIFIER_FOLDER, folder)
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    tokenizer["added_tokens"].append({"id": len(tokenizer["model"]["vocab"]), "content": POISON, **flags})
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    manifest = (folder / "manifest.toml").read_text(encoding="utf-8")
    old, new = sha256_of(VERIFIER_FOLDER / "tokenizer.json"), sha256_of(folder / "tokenizer.json")
    (folder / "manifest.toml").write_text(manifest.replace(old, new), encoding="utf-8")
    return folder
