"""Files as documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundcheck_db.documents import UnreadableFileError, find_files, read_bytes, read_document


class TestReading:
    @pytest.mark.parametrize(
        ("name", "content", "parts"),
        [
            ("a.txt", "One.\n\nTwo.", ["One.\n\nTwo."]),
            ("a.MD", "# Title\n\nText.", ["# Title\n\nText."]),
            ("a.json", '["one", {"price": 4}]', ["one", '{"price": 4}']),
            ("a.json", '{"price":  4}', ['{"price":  4}']),
            ("a.json", ' [ {"price":4.50} ,\n{"n": [1, 2]}, 1e400 ]', ['{"price":4.50}', '{"n": [1, 2]}', "1e400"]),
            ("a.json", r'[{"name": "M\u00fcller\u0000"}]', ['{"name": "Müller\\u0000"}']),
            ("a.jsonl", '"one"\n\n{"ä": 1}\n', ["one", '{"ä": 1}']),
            ("a.html", "<p>One<p>Two &amp; three", ["One\n\nTwo & three"]),
        ],
    )
    def test_each_format(self, name: str, content: str, parts: list[str]) -> None:
        assert read_document(Path("/docs") / name, content.encode()).parts == parts

    @pytest.mark.parametrize(
        ("html", "text"),
        [
            ("<head><title>T</title><style>p {}</style></head><p>Text</p>", "T\n\nText"),
            ("<p>a<script>var x = '<p>';</script>b</p>", "ab"),
            ("<h2>Prices</h2><ul><li>one</li><li>two</li></ul>", "## Prices\n\n- one\n\n- two"),
            ("<table><tr><td>R5</td><td>14 h</td></tr></table>", "R5 | 14 h |"),
            ("<p>line\n   broken <b>bold</b></p>", "line broken bold"),
            ("a<br>b", "a\nb"),
        ],
    )
    def test_html_is_what_a_reader_sees(self, html: str, text: str) -> None:
        assert read_document(Path("/a.html"), html.encode()).parts == [text]

    @pytest.mark.parametrize(
        ("name", "data", "reason"),
        [
            ("a.txt", "Müller".encode("latin-1"), "not UTF-8"),
            ("a.txt", b" \n\t\n", "no text"),
            ("a.txt", b"", "no text"),
            ("a.json", b'{"a": ', "not JSON"),
            ("a.jsonl", b'"a"\n{', "not JSONL"),
            ("a.json", b"[" * 100_000, "not JSON"),
            ("a.json", b"[]", "no text"),
            ("a.json", b"[" + b"1" * 10_000 + b"]", "not JSON"),
            ("a.html", b"<script>x</script>", "no text"),
        ],
    )
    def test_what_cannot_be_read_says_why(self, name: str, data: bytes, reason: str) -> None:
        with pytest.raises(UnreadableFileError, match=reason):
            read_document(Path("/") / name, data)

    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(UnreadableFileError, match="No such file"):
            read_bytes(tmp_path / "gone.txt")

    def test_surrogates_and_nul_in_json_strings_are_cleaned(self) -> None:
        assert read_document(Path("/a.json"), rb'["a\u0000b\ud800"]').parts == ["ab\ufffd"]

    def test_finding_files(self, tmp_path: Path) -> None:
        for name in ("b.txt", "sub/a.md", ".git/x.txt", ".hidden.txt", "picture.png"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("x")
        files, others = find_files(tmp_path)
        assert [file.relative_to(tmp_path).as_posix() for file in files] == ["b.txt", "sub/a.md"]
        assert others == 1


def test_links_that_lead_out_of_the_folder_are_left_alone(tmp_path: Path) -> None:
    folder, secret = tmp_path / "docs", tmp_path / "secret.txt"
    folder.mkdir()
    secret.write_text("not yours")
    (folder / "inside.txt").write_text("yours")
    (folder / "out.txt").symlink_to(secret)
    (folder / "in.txt").symlink_to(folder / "inside.txt")
    assert [path.name for path in find_files(folder)[0]] == ["in.txt", "inside.txt"]
