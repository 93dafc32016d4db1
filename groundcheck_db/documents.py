"""Files as documents: text in parts that belong apart."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from groundcheck_db.text import clean, decode

LARGEST_FILE: Final = 64 * 1024 * 1024


class UnreadableFileError(Exception):
    """A file cannot become a document; the message says why in a few words."""


@dataclass(frozen=True)
class Document:
    """One file.

    Attributes:
        uri: where it is, absolute.
        digest: sha256 of the file's bytes.
        parts: its text in pieces that no passage crosses the border of.
        format: txt, md, json, jsonl or html.
    """

    uri: str
    digest: bytes
    parts: list[str]
    format: str


def find_files(folder: Path) -> tuple[list[Path], int]:
    """The files below a folder that can be read, in order, and how many others there are.

    Hidden files do not count, nor do links that lead out of the folder: nobody named what lies there.
    """
    inside = folder.resolve()
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.resolve().is_relative_to(inside)
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    known = [path for path in files if path.suffix.lower() in _READERS]
    return known, len(files) - len(known)


def read_bytes(path: Path) -> bytes:
    """The file's bytes.

    Raises:
        UnreadableFileError: it cannot be read or is too large.
    """
    try:
        if (size := path.stat().st_size) > LARGEST_FILE:
            raise UnreadableFileError(f"{size / 2**20:.0f} MB are more than {LARGEST_FILE // 2**20} MB")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(error.strerror or str(error)) from error


def read_document(path: Path, data: bytes) -> Document:
    """Turn a file's bytes into text, by its suffix.

    Raises:
        UnreadableFileError: not text, not the format that the suffix says, or nothing in it.
    """
    form, reader = _READERS[path.suffix.lower()]
    try:
        texts = [text for text in reader(decode(data)) if text.strip()]
    except UnicodeDecodeError as error:
        raise UnreadableFileError(f"not UTF-8 text (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(f"not {form.upper()}: {error}") from error
    if not texts:
        raise UnreadableFileError("no text in it")
    return Document(uri=path.resolve().as_uri(), digest=hashlib.sha256(data).digest(), parts=texts, format=form)


# ---------------------------------------------------------------------------------------------------- formats


def _plain(text: str) -> list[str]:
    return [text]


def _json(text: str) -> list[str]:
    """A list gives a part for each element; anything else is one part."""
    value = json.loads(text)
    if not isinstance(value, list):
        return [_element(value, text.strip())]
    decoder, parts, position = json.JSONDecoder(), [], text.index("[") + 1
    for _ in value:
        while text[position] in " \t\n\r,":
            position += 1
        element, end = decoder.raw_decode(text, position)
        parts.append(_element(element, text[position:end]))
        position = end
    return parts


def _json_lines(text: str) -> list[str]:
    return [_element(json.loads(line), line.strip()) for line in text.split("\n") if line.strip()]


def _element(value: object, written: str) -> str:
    """A string is its text. All else stays as written, numbers above all, unless escapes hide what it says."""
    if isinstance(value, str):
        return clean(value)
    return clean(json.dumps(value, ensure_ascii=False)) if "\\u" in written else written


class _TextOfHtml(HTMLParser):
    """The text that a reader sees: blocks apart, list items and table cells marked, scripts and styles left out."""

    BLOCKS = frozenset(
        {"address", "article", "aside", "blockquote", "body", "br", "dd", "details", "div", "dl", "dt", "figcaption"}
        | {"figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav"}
        | {"ol", "option", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "title", "tr", "ul"}
    )
    CLOSE = frozenset({"br", "dd", "dt", "li", "option", "tr"})  # one line end, not an empty line
    HIDDEN = frozenset({"script", "style", "template", "noscript", "svg"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Begin a block, an item or a cell."""
        if tag in self.HIDDEN:
            self._hidden += 1
        self._border(tag)
        if tag == "li":
            self.pieces.append("- ")
        elif tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            self.pieces.append("#" * int(tag[1]) + " ")

    def handle_endtag(self, tag: str) -> None:
        """End a block or a cell."""
        if tag in self.HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        if tag in {"td", "th"}:
            self.pieces.append(" | ")
        self._border(tag)

    def handle_data(self, data: str) -> None:
        """Keep text, with white space as a browser shows it."""
        if not self._hidden:
            self.pieces.append(re.sub(r"\s+", " ", data))

    def _border(self, tag: str) -> None:
        if tag in self.BLOCKS:
            self.pieces.append("\n" if tag in self.CLOSE else "\n\n")

    def text(self) -> str:
        """All of it."""
        lines = "".join(self.pieces).split("\n")
        return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip(" ") for line in lines)).strip()


def _html(text: str) -> list[str]:
    parser = _TextOfHtml()
    parser.feed(text)
    parser.close()
    return [parser.text()]


_READERS: Final[dict[str, tuple[str, Callable[[str], list[str]]]]] = {
    ".txt": ("txt", _plain),
    ".text": ("txt", _plain),
    ".md": ("md", _plain),
    ".markdown": ("md", _plain),
    ".rst": ("txt", _plain),
    ".json": ("json", _json),
    ".jsonl": ("jsonl", _json_lines),
    ".ndjson": ("jsonl", _json_lines),
    ".html": ("html", _html),
    ".htm": ("html", _html),
}
