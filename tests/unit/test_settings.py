"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundcheck_db.settings import SettingsError, load_settings

VARIABLES = ("DSN", "DATA_DIR", "SERVER_VERSION", "SERVER_USER", "START_TIMEOUT")


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(f"GROUNDCHECK_{name}", raising=False)


def test_defaults_need_no_variable() -> None:
    settings = load_settings()
    assert settings.dsn is None
    assert settings.data_dir is None
    assert settings.server_version == 18


@pytest.mark.parametrize(
    ("variable", "value", "attribute", "expected"),
    [
        ("DSN", "postgresql:///x", "dsn", "postgresql:///x"),
        ("DATA_DIR", "/srv/a b", "data_dir", Path("/srv/a b")),
        ("SERVER_VERSION", "16", "server_version", 16),
        ("SERVER_USER", "pg-runner", "server_user", "pg-runner"),
        ("START_TIMEOUT", "7.5", "start_timeout", 7.5),
    ],
)
def test_each_variable_is_read(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, attribute: str, expected: object
) -> None:
    monkeypatch.setenv(f"GROUNDCHECK_{variable}", value)
    assert getattr(load_settings(), attribute) == expected


@pytest.mark.parametrize("blank", ["", "  "])
def test_blank_dsn_counts_as_unset(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    monkeypatch.setenv("GROUNDCHECK_DSN", blank)
    assert load_settings().dsn is None


@pytest.mark.parametrize(
    ("variable", "value"),
    [("SERVER_VERSION", "17"), ("SERVER_VERSION", "new"), ("SERVER_USER", "-x; y"), ("START_TIMEOUT", "0")],
)
def test_wrong_value_is_told_by_the_name_of_its_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(f"GROUNDCHECK_{variable}", value)
    with pytest.raises(SettingsError, match=f"GROUNDCHECK_{variable}") as caught:
        load_settings()
    assert "\n" not in str(caught.value)
    assert f"GROUNDCHECK_{variable}" in (caught.value.hint or "")


def test_password_is_in_no_representation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDCHECK_DSN", "postgresql://u:sesame@h/x")
    assert "sesame" not in repr(load_settings())
