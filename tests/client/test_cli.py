"""The command line as a process: exit codes, where text comes from, how errors are told."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

import groundcheck_db
from groundcheck_db.cli import app
from groundcheck_db.cli.check import exit_code
from tests.commands import Cli

FORMATS = "Export formats supported: JSON, CSV only."
GOOD = "JSON and CSV export are supported."
BAD = "Product supports XML export"


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


class TestCheck:
    @pytest.mark.parametrize(("answer", "code", "action"), [(GOOD, 0, "PASS"), (BAD, 1, "REJECT")])
    def test_exit_code_is_the_action(self, cli: Cli, dsn: str, answer: str, code: int, action: str) -> None:
        done = cli("check", answer, "-c", FORMATS, "--dsn", dsn)
        assert done.returncode == code, done.stderr
        assert done.stdout.startswith(action)
        assert done.stderr == ""

    def test_table_shows_claim_verdict_support_and_evidence(self, cli: Cli, dsn: str) -> None:
        out = cli("check", f"{GOOD} {BAD}.", "-c", "Fieldnote is a notebook.", "-c", FORMATS, "--dsn", dsn).stdout
        (good,) = [line for line in lines(out) if GOOD in line]
        assert "supported" in good
        assert f"1: {FORMATS}" in good
        assert re.search(r"\b[01]\.\d\d\b", good)
        assert [line for line in lines(out) if BAD in line and ("unsupported" in line or "contradicted" in line)]

    def test_rejected_claim_is_listed_with_its_source(self, cli: Cli, dsn: str) -> None:
        done = cli("check", BAD, "-c", FORMATS, "--json", "--dsn", dsn)
        details = json.loads(done.stdout)["audit_details"]
        pairs = [
            *[(entry["claim"], entry["source_truth"]) for entry in details["contradictions"]],
            *[(entry["claim"], entry["closest_source"]) for entry in details["unsupported"]],
        ]
        assert (BAD, FORMATS) in pairs

    def test_what_is_printed_as_json_is_what_is_stored(self, cli: Cli, dsn: str) -> None:
        done = cli("check", GOOD, "-c", FORMATS, "-q", "Which formats?", "--json", "--dsn", dsn)
        document = json.loads(done.stdout)
        with psycopg.connect(dsn) as connection:
            row = connection.execute(
                "select action, question, answer from groundcheck.audit where 'audit_' || id = %s", [document["id"]]
            ).fetchone()
        assert row == (document["action"], "Which formats?", GOOD)

    @pytest.mark.parametrize(
        ("arguments", "stdin"),
        [
            ([GOOD, "-c", FORMATS], ""),
            (["-c", FORMATS], GOOD),
            (["-", "-c", FORMATS], GOOD),
            (["--answer-file", "answer.txt", "-c", FORMATS], ""),
            ([GOOD, "--context-file", "context.txt"], ""),
            ([GOOD, "--context-file", "-"], FORMATS),
            ([GOOD, "--context-file", "context.json"], ""),
            ([GOOD, "--context-file", "bom.txt"], ""),
            ([GOOD, "-c", "Nothing.", "--context-file", "context.txt"], ""),
        ],
    )
    def test_texts_from_arguments_files_and_stdin(
        self, cli: Cli, dsn: str, tmp_path: Path, arguments: list[str], stdin: str
    ) -> None:
        (tmp_path / "answer.txt").write_text(GOOD)
        (tmp_path / "context.txt").write_text(FORMATS)
        (tmp_path / "bom.txt").write_text(FORMATS, encoding="utf-16")
        (tmp_path / "context.json").write_text(json.dumps(["First passage.", FORMATS]))
        done = cli("check", *arguments, "--dsn", dsn, stdin=stdin, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr

    @pytest.mark.parametrize("dirt", [b"\0", b"\xef\xbb\xbf"])
    def test_dirty_stdin_is_cleaned(self, cli: Cli, dsn: str, dirt: bytes) -> None:
        done = cli("check", "-c", FORMATS, "--dsn", dsn, stdin=dirt + GOOD.encode())
        assert done.returncode == 0, done.stderr

    @pytest.mark.parametrize("escaped", [r"\u0000", r"\ud800", ""])
    def test_dirty_json_is_cleaned(self, cli: Cli, dsn: str, tmp_path: Path, escaped: str) -> None:
        (tmp_path / "context.json").write_text(f'["{FORMATS}{escaped}"]')
        done = cli("check", GOOD, "--context-file", str(tmp_path / "context.json"), "--dsn", dsn)
        assert done.returncode == 0, done.stderr

    @pytest.mark.parametrize(
        ("arguments", "stdin", "code", "reason"),
        [
            (["", "-c", FORMATS], "", 1, "empty_answer"),
            (["-c", FORMATS], "", 1, "empty_answer"),
            ([GOOD], "", 1, "no_context"),
            ([GOOD, "-c", " "], "", 1, "no_context"),
            (["Hello!", "-c", FORMATS], "", 0, "nothing_to_check"),
        ],
    )
    def test_defined_outcomes(
        self, cli: Cli, dsn: str, arguments: list[str], stdin: str, code: int, reason: str
    ) -> None:
        done = cli("check", *arguments, "--json", "--dsn", dsn, stdin=stdin)
        assert json.loads(done.stdout)["audit_details"]["reason_code"] == reason
        assert done.returncode == code

    def test_control_characters_of_a_text_do_not_reach_the_terminal(self, cli: Cli, dsn: str) -> None:
        done = cli("check", f"\x1b[31m{BAD}\x1b]0;title\x07.", "-c", f"\x1b[2J{FORMATS}", "--dsn", dsn)
        assert "\x1b" not in done.stdout
        assert "\x07" not in done.stdout

    def test_brackets_of_a_text_are_no_markup(self, cli: Cli, dsn: str) -> None:
        done = cli("check", "The [bold]key[/bold] is [/].", "-c", "The [red]key[/red] is lost.", "--dsn", dsn)
        assert done.returncode in {0, 1}, done.stderr
        assert "[bold]key[/bold] is [/]" in done.stdout

    @pytest.mark.parametrize("as_json", [True, False])
    def test_output_where_the_terminal_is_not_utf8(self, cli: Cli, dsn: str, as_json: bool) -> None:
        done = cli(
            "check", "漢字 😀 is right.", "-c", "漢字 😀 is right.", "--dsn", dsn, *(["--json"] if as_json else []),
            env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
        )  # fmt: skip
        assert done.returncode in {0, 1}, done.stderr
        if as_json:
            assert json.loads(done.stdout)["audit_details"]["claims"][0]["claim"].startswith("漢字")


@pytest.mark.parametrize(
    ("status", "action", "code"),
    [
        ("final", "PASS", 0),
        ("final", "REVIEW", 1),
        ("final", "REJECT", 1),
        ("provisional", "PASS", 0),
        ("provisional", "REJECT", 1),
        ("pending", "REJECT", 2),
        ("failed", "REJECT", 2),
    ],
)
def test_exit_codes_of_check(status: str, action: str, code: int) -> None:
    assert exit_code({"status": status, "action": action}) == code


class TestErrors:
    """One line and a hint on stderr, nothing on stdout, exit code 2, never a traceback."""

    @staticmethod
    def told(done: object) -> str:
        stderr: str = done.stderr  # type: ignore[attr-defined]
        assert done.returncode == 2, stderr  # type: ignore[attr-defined]
        assert done.stdout == ""  # type: ignore[attr-defined]
        assert "Traceback" not in stderr
        assert stderr.startswith("Error: ")
        assert len(lines(stderr)) <= 2, stderr
        return stderr

    def test_unknown_policy(self, cli: Cli, dsn: str) -> None:
        error = self.told(cli("check", GOOD, "-c", FORMATS, "--policy", "strictest", "--dsn", dsn))
        assert "strictest" in error
        assert "Hint: " in error

    def test_server_that_is_not_there(self, cli: Cli) -> None:
        error = self.told(cli("check", GOOD, "-c", FORMATS, "--dsn", "host=/nowhere user=u password=sesame dbname=x"))
        assert "/nowhere" in error
        assert "sesame" not in error

    def test_connection_string_that_is_none(self, cli: Cli) -> None:
        self.told(cli("check", GOOD, "-c", FORMATS, "--dsn", "nonsense=1 2"))

    def test_database_without_groundcheck(self, cli: Cli, empty_dsn: str) -> None:
        error = self.told(cli("check", GOOD, "-c", FORMATS, "--dsn", empty_dsn))
        assert "groundcheck-db migrate" in error

    def test_setting_with_a_wrong_value(self, cli: Cli) -> None:
        error = self.told(cli("server", "status", env={"GROUNDCHECK_SERVER_VERSION": "17"}))
        assert "GROUNDCHECK_SERVER_VERSION" in error

    @pytest.mark.parametrize(
        ("name", "content"),
        [("gone.txt", None), ("latin.txt", "Müller".encode("latin-1")), ("x.json", b"{"), ("x.json", b'{"a": 1}')],
    )
    def test_context_file_that_cannot_be_used(
        self, cli: Cli, dsn: str, tmp_path: Path, name: str, content: bytes | None
    ) -> None:
        if content is not None:
            (tmp_path / name).write_bytes(content)
        error = self.told(cli("check", GOOD, "--context-file", str(tmp_path / name), "--dsn", dsn))
        assert name in error

    def test_folder_of_models_that_is_none(self, cli: Cli, dsn: str, tmp_path: Path) -> None:
        assert "manifest.toml" in self.told(cli("models", "add", str(tmp_path), "--dsn", dsn))


def test_interrupt_is_told_apart_from_a_verdict(dsn: str) -> None:
    program = "from groundcheck_db.cli import app; print('ready', flush=True); app()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "check", "-c", FORMATS, "--dsn", dsn],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)  # until it reads the answer from stdin
    process.send_signal(signal.SIGINT)
    _out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in error


class TestUsage:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["check", "x", "--answer-file", "y", "-c", "z"],
            ["check", "--answer-file", "-", "--context-file", "-"],
            ["check", "x", "--no-such-option"],
            ["load", "/no/such/folder"],
            ["no-such-command"],
        ],
    )
    def test_wrong_usage_is_exit_code_2(self, arguments: list[str]) -> None:
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2
        assert "Traceback" not in result.output

    def test_version(self, cli: Cli) -> None:
        done = cli("--version")
        assert (done.returncode, done.stdout) == (0, f"groundcheck-db {groundcheck_db.__version__}\n")

    @pytest.mark.parametrize(
        "command", [[], ["demo"], ["check"], ["load"], ["migrate"], ["models", "list"], ["psql"], ["server", "stop"]]
    )
    def test_help(self, command: list[str]) -> None:
        result = CliRunner().invoke(app, [*command, "--help"])
        assert result.exit_code == 0
        assert "Usage:" in result.output


class TestMigrate:
    def test_installs_and_is_then_done(self, cli: Cli, empty_dsn: str) -> None:
        first, second = (cli("migrate", "--dsn", empty_dsn) for _ in range(2))
        assert first.returncode == 0, first.stderr
        assert first.stdout.startswith("Installed")
        assert second.stdout.startswith("Nothing to do")

    def test_refuses_what_a_newer_package_has_made(self, cli: Cli, fresh_dsn: str) -> None:
        with psycopg.connect(fresh_dsn) as connection:
            connection.execute("update groundcheck_internal.installation set package_version = '99.1'")
        done = cli("migrate", "--dsn", fresh_dsn)
        assert done.returncode == 2
        assert "99.1" in done.stderr
        assert "Traceback" not in done.stderr


class TestPsql:
    def test_runs_a_statement(self, cli: Cli, dsn: str) -> None:
        done = cli("psql", "--dsn", dsn, "-At", "-c", "select 6 * 7")
        assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr

    def test_reads_stdin_and_hands_on_the_exit_code(self, cli: Cli, dsn: str) -> None:
        done = cli("psql", "--dsn", dsn, "-v", "ON_ERROR_STOP=1", stdin="select no_such_column;")
        assert done.returncode == 3
        assert "no_such_column" in done.stderr

    def test_checks_with_one_select(self, cli: Cli, dsn: str) -> None:
        statement = f"select groundcheck.check('{BAD}', array['{FORMATS}']) ->> 'action'"
        assert cli("psql", "--dsn", dsn, "-At", "-c", statement).stdout == "REJECT\n"

    def test_print(self, cli: Cli, dsn: str) -> None:
        assert cli("psql", "--print", "--dsn", dsn).stdout == f"{dsn}\n"


def test_dsn_comes_before_the_variable(cli: Cli, dsn: str) -> None:
    broken = {"GROUNDCHECK_DSN": "host=/nowhere dbname=x"}
    assert cli("psql", "-c", "select 1", env=broken).returncode == 2
    assert cli("psql", "--dsn", dsn, "-c", "select 1", env=broken).returncode == 0
    assert cli("psql", "-At", "-c", "select 1", env={"GROUNDCHECK_DSN": dsn}).stdout == "1\n"
