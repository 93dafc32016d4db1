"""The wheel as installed: all it needs travels inside it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT],
        check=True,
    )
    (built,) = folder.glob("groundcheck_db-*.whl")
    return built


def test_wheel_carries_sql_migrations_and_models(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("sql", "migrations"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in {".sql", ".py"}:
                assert f"groundcheck_db/_database/{folder}/{path.relative_to(ROOT / folder).as_posix()}" in names
    for inside in (
        "py.typed",
        "models/static/manifest.toml",
        "models/static/token_vectors.npz",
        "models/all-minilm-l6-v2/manifest.toml",
        "models/all-minilm-l6-v2/model.onnx",
        "models/all-minilm-l6-v2/tokenizer.json",
    ):
        assert f"groundcheck_db/{inside}" in names


def test_installed_wheel_migrates_and_checks(wheel: Path, empty_dsn: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", site, wheel], check=True
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONSAFEPATH": "1", "GROUNDCHECK_DSN": empty_dsn}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = "import sys; from groundcheck_db.cli import app; app(prog_name='groundcheck-db')"
        return subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=elsewhere, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    where = subprocess.run(
        [sys.executable, "-c", "import groundcheck_db; print(groundcheck_db.__file__)"],
        cwd=elsewhere, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(site)

    migrated = run("migrate")
    assert migrated.returncode == 0, migrated.stderr
    passed = run("check", "The shop sells tea.", "--context", "The shop sells tea.")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    rejected = run("check", "Penguins run the cafeteria.", "--context", "The shop sells tea.")
    assert rejected.returncode == 1, rejected.stdout + rejected.stderr
