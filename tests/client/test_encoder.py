"""The ONNX encoder and the registry of models."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import psycopg
import pytest
import tokenizers

from groundcheck_db.encoder import BATCH_TEXTS, BATCH_TOKENS, Encoder, batches
from groundcheck_db.errors import InputError, ModelError
from groundcheck_db.models import ENCODER_FOLDER
from groundcheck_db.models.registry import add_model, list_models

FACT = "The battery lasts 14 hours."


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(threads=1)


def folder_like(path: Path, old: str, new: str) -> Path:
    """A copy of the package's encoder with another manifest."""
    shutil.copytree(ENCODER_FOLDER, path)
    manifest = (path / "manifest.toml").read_text(encoding="utf-8")
    assert old in manifest
    (path / "manifest.toml").write_text(manifest.replace(old, new), encoding="utf-8")
    return path


def test_vectors_equal_those_of_a_bare_session(encoder: Encoder) -> None:
    texts = [FACT, "Short.", "A longer text, with more words than the others, comes here."]
    tokenizer = tokenizers.Tokenizer.from_file(str(ENCODER_FOLDER / "tokenizer.json"))
    session = onnxruntime.InferenceSession(str(ENCODER_FOLDER / "model.onnx"), providers=["CPUExecutionProvider"])
    expected = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids])
        states = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0]
        expected.append(states.mean(axis=0) / np.linalg.norm(states.mean(axis=0)))
    vectors = encoder.encode(texts)
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, 384)
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5
    # int8 activations are scaled a batch, so that neighbours move a vector a little.
    assert (vectors * np.array(expected)).sum(axis=1).min() > 0.98


def test_meaning_is_kept_and_order_is_that_of_the_texts(encoder: Encoder) -> None:
    texts = [
        "Paris is the capital of France. " * 20,
        FACT,
        "Battery life is fourteen hours.",
        "France's capital is Paris.",
    ]
    similarity = encoder.encode(texts) @ encoder.encode(texts[::-1])[::-1].T
    assert similarity[1, 2] > 0.6
    assert similarity[1, 0] < 0.3
    assert similarity[0, 3] > 0.6
    assert similarity.diagonal().min() > 0.97


def test_long_texts_are_read_to_their_end(encoder: Encoder) -> None:
    filler = "The river flows through the old town. " * 60
    plain, with_end = encoder.encode([filler, filler + FACT * 10])
    assert float(plain @ with_end) < 0.995
    ids = [window.ids for window in encoder.windows([filler + "zebra"])]
    zebra = encoder.windows(["zebra"])[0].ids[1:-1]
    assert len(ids) > 1
    assert max(map(len, ids)) == 256
    assert ids[-1][-1 - len(zebra) : -1] == zebra


@pytest.mark.parametrize("count", [1, 253, 254, 255, 256, 445, 446, 1000])
def test_windows_hold_every_token_once_or_overlap(encoder: Encoder, count: int) -> None:
    words = [f"{chr(97 + place % 26)}" for place in range(count)]
    expected = encoder.windows(words)
    tokens = [window.ids[1] for window in expected]
    rebuilt: list[int] = []
    for window in encoder.windows([" ".join(words)]):
        body = window.ids[1:-1]
        assert len(body) == window.weight <= 254
        start = len(rebuilt) - 63 if rebuilt else 0
        assert rebuilt[start:] == body[: len(rebuilt) - start]
        rebuilt = rebuilt[:start] + body
    assert rebuilt == tokens


@pytest.mark.parametrize("blank", ["", " \n", "\u200b"])
def test_a_text_without_words_is_refused_by_its_place(encoder: Encoder, blank: str) -> None:
    with pytest.raises(InputError, match="text 1 has no words"):
        encoder.encode([FACT, blank])


def test_no_texts_give_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, 384)


def test_what_utf8_cannot_hold_is_cleaned(encoder: Encoder) -> None:
    dirty, clean = encoder.encode(["The bat\0tery lasts \ud800 14 hours.", FACT])
    assert float(dirty @ clean) > 0.98


def test_batches_hold_like_lengths_within_both_bounds() -> None:
    lengths = [3, 250, 5, 4, 256, *[7] * 200]
    found = list(batches(lengths))
    assert sorted(place for batch in found for place in batch) == list(range(len(lengths)))
    for batch in found:
        assert len(batch) <= BATCH_TEXTS
        assert len(batch) * max(lengths[place] for place in batch) <= BATCH_TOKENS
    flat = [lengths[place] for batch in found for place in batch]
    assert flat == sorted(flat, reverse=True)


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        pytest.param('pooling = "mean"', 'pooling = "cls"', True, id="cls"),
        pytest.param("dims = 384", 'dims = 384\nquery_prefix = "search for: "', True, id="query prefix"),
        pytest.param("dims = 384", 'dims = 384\npassage_prefix = "search for: "', False, id="passage prefix"),
    ],
)
def test_pooling_and_prefixes_are_the_manifest_s(
    encoder: Encoder, tmp_path: Path, old: str, new: str, differs: bool
) -> None:
    other = Encoder(folder_like(tmp_path / "other", old, new), threads=1)
    similarity = float((other.encode([FACT], purpose="query") @ encoder.encode([FACT], purpose="query").T)[0, 0])
    assert (similarity < 0.99) is differs


def test_add_registers_once_and_list_shows_it(db: psycopg.Connection, tmp_path: Path) -> None:
    folder = folder_like(tmp_path / "mine", 'name = "all-minilm-l6-v2"', 'name = "mine"')
    added = add_model(db, folder)
    assert (added.name, added.kind, added.dims, added.location) == ("mine", "encoder", 384, str(folder))
    assert added.version == added.digest[:12]
    assert added.manifest["pooling"] == "mean"
    assert add_model(db, folder).id == added.id
    assert [model.name for model in list_models(db)].count("mine") == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("dims = 384", "dims = 512", r"shape \(1, \d+, 384\)", id="dims"),
        pytest.param("max_tokens = 256", "max_tokens = 3", None, id="room for one token"),
        pytest.param('kind = "encoder"', 'kind = "static"', "static encoder", id="kind"),
    ],
)
def test_add_tries_the_encoder_out(
    db: psycopg.Connection, tmp_path: Path, old: str, new: str, message: str | None
) -> None:
    folder = folder_like(tmp_path / "mine", old, new)
    if message is None:
        assert add_model(db, folder).dims == 384
        return
    before = len(list_models(db))
    with pytest.raises(ModelError, match=message):
        add_model(db, folder)
    assert len(list_models(db)) == before


def test_a_file_that_is_no_model_is_refused(db: psycopg.Connection, tmp_path: Path) -> None:
    folder = folder_like(tmp_path / "mine", "dims = 384", "dims = 384")
    (folder / "model.onnx").write_bytes(b"not ONNX")
    manifest = (folder / "manifest.toml").read_text(encoding="utf-8")
    was = hashlib.sha256((ENCODER_FOLDER / "model.onnx").read_bytes()).hexdigest()
    (folder / "manifest.toml").write_text(
        manifest.replace(was, hashlib.sha256(b"not ONNX").hexdigest()), encoding="utf-8"
    )
    with pytest.raises(ModelError, match="cannot be loaded"):
        add_model(db, folder)
