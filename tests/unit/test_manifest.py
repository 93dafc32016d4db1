"""Model folders: what a manifest must say, and that a file which differs from it is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from groundcheck_db.errors import ModelError
from groundcheck_db.models import ENCODER_FOLDER, STATIC_FOLDER, VERIFIER_FOLDER
from groundcheck_db.models.manifest import load_manifest

MODEL, TOKENIZER = b"a model", b"a tokenizer"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def fields(**changes: str | None) -> dict[str, str | None]:
    return {
        "name": '"mine"',
        "kind": '"encoder"',
        "file": '"model.onnx"',
        "tokenizer": '"tokenizer.json"',
        "dims": "384",
        "pooling": '"mean"',
        "max_tokens": "256",
        "licence": '"MIT"',
        "origin": '"a test"',
        "sha256": f'{{ "model.onnx" = "{digest(MODEL)}", "tokenizer.json" = "{digest(TOKENIZER)}" }}',
    } | changes


def folder_with(path: Path, **changes: str | None) -> Path:
    (path / "model.onnx").write_bytes(MODEL)
    (path / "tokenizer.json").write_bytes(TOKENIZER)
    lines = [f"{name} = {value}" for name, value in fields(**changes).items() if value is not None]
    (path / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(("folder", "dims", "kind"), [(ENCODER_FOLDER, 384, "encoder"), (STATIC_FOLDER, 256, "static")])
def test_the_models_that_travel_with_the_package_are_what_they_say(folder: Path, dims: int, kind: str) -> None:
    manifest = load_manifest(folder)
    assert (manifest.dims, manifest.kind, manifest.licence) == (dims, kind, "Apache-2.0")
    assert manifest.version == manifest.digest[:12]


def test_the_encoder_is_near_its_fp32_original() -> None:
    measured = load_manifest(ENCODER_FOLDER).measured
    assert measured["sentences"] == 1000
    assert float(measured["mean_cosine_to_fp32"]) >= 0.99


def test_the_verifier_is_small_and_near_its_fp32_original() -> None:
    manifest = load_manifest(VERIFIER_FOLDER)
    assert (manifest.kind, manifest.labels) == ("verifier", ("entailment", "neutral", "contradiction"))
    assert (VERIFIER_FOLDER / manifest.file).stat().st_size <= 25_000_000
    assert float(manifest.measured["mean_difference_to_fp32"]) <= 0.01


def test_a_whole_manifest_loads(tmp_path: Path) -> None:
    manifest = load_manifest(folder_with(tmp_path, query_prefix='"query: "'))
    assert manifest.digest == digest(MODEL)
    assert (manifest.query_prefix, manifest.passage_prefix) == ("query: ", "")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": None}, "name: Field required"),
        ({"name": '"two words"'}, "name: String should match"),
        ({"kind": '"magic"'}, "kind: Input should be"),
        ({"dims": "0"}, "dims: Input should be greater"),
        ({"dims": '"many"'}, "dims: Input should be a valid integer"),
        ({"pooling": '"max"'}, "pooling: Input should be 'mean' or 'cls'"),
        ({"pooling": None}, "kind 'encoder' needs pooling"),
        ({"tokenizer": None, "max_tokens": None}, "kind 'encoder' needs tokenizer, max_tokens"),
        ({"file": '"../model.onnx"'}, "file: String should match"),
        ({"file": '"other.onnx"'}, "sha256 lacks other.onnx"),
        ({"sha256": '{ "model.onnx" = "abc" }'}, "sha256.model.onnx: String should match"),
        ({"colour": '"red"'}, "colour: Extra inputs are not permitted"),
        ({"kind": '"verifier"', "dims": None}, "kind 'verifier' needs labels"),
        ({"kind": '"verifier"', "labels": '["neutral", "entailment"]', "dims": None}, "labels cannot be neutral"),
        ({"kind": '"verifier"', "labels": '["not_entailment", "entailment"]'}, "a verifier has no dims"),
    ],
)
def test_a_manifest_that_is_wrong_is_refused(tmp_path: Path, changes: dict[str, str | None], message: str) -> None:
    with pytest.raises(ModelError) as caught:
        load_manifest(folder_with(tmp_path, **changes))
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)
    assert caught.value.sqlstate == "GC201"


@pytest.mark.parametrize(("name", "content"), [("model.onnx", MODEL), ("tokenizer.json", TOKENIZER)])
def test_a_file_that_differs_is_refused_by_name_and_digests(tmp_path: Path, name: str, content: bytes) -> None:
    folder_with(tmp_path)
    (tmp_path / name).write_bytes(content[:-1])
    with pytest.raises(ModelError) as caught:
        load_manifest(tmp_path)
    assert str(tmp_path / name) in caught.value.message
    assert digest(content) in caught.value.message
    assert digest(content[:-1]) in caught.value.message
    assert caught.value.sqlstate == "GC202"


@pytest.mark.parametrize("missing", ["manifest.toml", "model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    (folder_with(tmp_path) / missing).unlink()
    with pytest.raises(ModelError, match=f"{missing}.*No such file"):
        load_manifest(tmp_path)


def test_a_manifest_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    (folder_with(tmp_path) / "manifest.toml").write_text("name: mine", encoding="utf-8")
    with pytest.raises(ModelError, match="is not TOML"):
        load_manifest(tmp_path)
