"""``manifest.toml``: what a model folder holds, and the proof that it holds just that."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from groundcheck_db.errors import ModelError

FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Label = Literal["entailment", "neutral", "contradiction", "not_entailment"]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]

LABEL_SETS: Final = (["contradiction", "entailment", "neutral"], ["entailment", "not_entailment"])


class Manifest(BaseModel):
    """The contents of a ``manifest.toml``.

    Attributes:
        name: what people call the model.
        kind: ``encoder`` (text to vector, ONNX), ``static`` (one vector a token) or ``verifier`` (text pair to
            one logit a label, ONNX).
        file: the model file; its sha256 is the model's identity.
        tokenizer: the ``tokenizers`` file, for ONNX models.
        dims: length of the vectors; None for a verifier.
        pooling: how an encoder's token vectors become one: their ``mean``, or the one of the first token (``cls``).
            Without effect where the model's output is one vector a text already.
        max_tokens: most tokens of one input, special tokens included.
        labels: what each logit of a verifier stands for, in the order of the model's output: ``entailment``,
            ``neutral`` and ``contradiction``, or ``entailment`` and ``not_entailment``.
        query_prefix: put before a text that asks.
        passage_prefix: put before a text that is searched.
        licence: SPDX expression.
        origin: where the weights come from.
        sha256: digest of every file of the folder that is read, by file name.
        tools: versions of what made the files.
        measured: figures that the script which made the files took.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]*$")]
    kind: Literal["encoder", "static", "verifier"]
    file: FileName
    tokenizer: FileName | None = None
    dims: Annotated[int, Field(ge=1, le=16000)] | None = None
    pooling: Literal["mean", "cls"] | None = None
    max_tokens: Annotated[int, Field(ge=3)] | None = None
    labels: tuple[Label, ...] | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    licence: Text
    origin: Text
    sha256: dict[FileName, Sha256]
    tools: dict[str, str] = {}
    measured: dict[str, float | int | str] = {}

    @model_validator(mode="after")
    def _is_complete(self) -> Manifest:
        needed = {
            "encoder": ("tokenizer", "dims", "pooling", "max_tokens"),
            "static": ("dims",),
            "verifier": ("tokenizer", "max_tokens", "labels"),
        }[self.kind]
        missing = [field for field in needed if getattr(self, field) is None]
        if missing:
            raise ValueError(f"kind {self.kind!r} needs {', '.join(missing)}")
        unproven = [file for file in (self.file, self.tokenizer) if file and file not in self.sha256]
        if unproven:
            raise ValueError(f"sha256 lacks {', '.join(unproven)}")
        if self.kind == "verifier" and self.dims is not None:
            raise ValueError("a verifier has no dims")
        if self.labels is not None and sorted(self.labels) not in LABEL_SETS:
            raise ValueError(f"labels cannot be {', '.join(self.labels)}")
        return self

    @property
    def digest(self) -> str:
        """The sha256 of the model file, in hex."""
        return self.sha256[self.file]

    @property
    def version(self) -> str:
        """The first 12 characters of the digest: enough to tell versions apart when people speak of them."""
        return self.digest[:12]

    def row(self, location: Path | None = None) -> dict[str, str | int | None]:
        """The model as a row of groundcheck_internal.models; ``location`` is None where it travels with the package."""
        return {
            "name": self.name,
            "version": self.version,
            "kind": self.kind,
            "digest": self.digest,
            "dims": self.dims,
            "manifest": self.model_dump_json(),
            "location": None if location is None else str(location),
        }


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file, in hex.

    Raises:
        ModelError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"model file {path} cannot be read: {error.strerror}",
            hint="Install the package anew, or restore the model folder.",
            sqlstate="GC201",
        ) from error


def load_manifest(folder: Path) -> Manifest:
    """Read and validate ``folder/manifest.toml`` and verify every file that it lists.

    Raises:
        ModelError: no manifest, a manifest that is wrong, or a file that is missing or not the one described.
    """
    path = folder / "manifest.toml"
    try:
        manifest = Manifest.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ModelError(
            f"model folder {folder} has no readable manifest.toml: {error.strerror}",
            hint="A model folder holds manifest.toml, the model file and, for ONNX models, tokenizer.json.",
            sqlstate="GC201",
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} is not TOML: {error}", sqlstate="GC201") from error
    except ValidationError as error:
        faults = "; ".join(
            ": ".join(filter(None, (".".join(map(str, fault["loc"])), fault["msg"]))) for fault in error.errors()
        )
        raise ModelError(f"{path} is wrong: {faults}", sqlstate="GC201") from error
    for name, expected in manifest.sha256.items():
        found = sha256_of(folder / name)
        if found != expected:
            raise ModelError(
                f"model file {folder / name} is not the one in its manifest: expected sha256 {expected}, found {found}",
                hint="The file was changed or cut short. Install the package anew, or restore the model folder.",
                sqlstate="GC202",
            )
    return manifest
