"""Files as documents: text in parts that belong apart, and the spans of the passages they are cut into."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Final

from groundcheck_db.text import clean, decode

LARGEST_FILE: Final = 64 * 1024 * 1024
PART_SEPARATOR: Final = "\n\n"
# Code points. Some 1,000 characters are about 250 tokens: what a sentence encoder reads in one window.
TARGET: Final = 1000
LIMIT: Final = 1500
_SECTION: Final = 200  # a heading begins a new passage once this much stands before it

Span = tuple[int, int]


class UnreadableFileError(Exception):
    """A file cannot become a document; the message says why in a few words."""


@dataclass(frozen=True)
class Document:
    """One file.

    Attributes:
        uri: where it is, absolute.
        digest: sha256 of the file's bytes.
        text: its whole text.
        parts: spans of the text that no passage crosses the border of.
        format: txt, md, json, jsonl or html.
    """

    uri: str
    digest: bytes
    text: str
    parts: list[Span]
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
    parts, start = [], 0
    for text in texts:
        parts.append((start, start + len(text)))
        start += len(text) + len(PART_SEPARATOR)
    return Document(
        uri=path.resolve().as_uri(),
        digest=hashlib.sha256(data).digest(),
        text=PART_SEPARATOR.join(texts),
        parts=parts,
        format=form,
    )


def cut(document: Document, sentences: Callable[[str], list[Span]]) -> list[Span]:
    """Cut a document into passages of about TARGET and at most LIMIT code points; nothing but white space is left out.

    Paragraphs stay whole where they fit; a longer one is cut between sentences, a longer sentence between words. A
    Markdown heading begins a passage.

    Args:
        document: what to cut.
        sentences: spans of the sentences of a text, in order.

    Returns:
        Spans of the document's text, half open, in order.
    """
    passages: list[Span] = []
    for part in document.parts:
        units: list[Span] = []
        for start, end in _paragraphs(document.text, part):
            if end - start <= LIMIT:
                units.append((start, end))
                continue
            found = [(start + a, start + b) for a, b in sentences(document.text[start:end])]
            for piece in _tile((start, end), found):
                units.extend(_words(document.text, piece))
        passages.extend(_pack(document.text, units))
    return passages


def _paragraphs(text: str, part: Span) -> list[Span]:
    start, stop = part
    spans = []
    for gap in [*re.finditer(r"\n[ \t]*\n\s*", text[start:stop]), None]:
        end = part[0] + gap.start() if gap else stop
        spans.append((start, end))
        start = part[0] + gap.end() if gap else stop
    return [trimmed for span in spans if (trimmed := _trim(text, span))]


def _trim(text: str, span: Span) -> Span | None:
    body = text[slice(*span)]
    start = span[0] + len(body) - len(body.lstrip())
    end = span[1] - (len(body) - len(body.rstrip()))
    return (start, end) if start < end else None


def _tile(whole: Span, found: list[Span]) -> list[Span]:
    """Stretch sentence spans so that they cover the whole: what no sentence claims stays with the one before it."""
    starts = [whole[0], *(start for start, _end in found[1:] if start > whole[0]), whole[1]]
    return [(a, b) for a, b in pairwise(starts) if a < b]


def _words(text: str, span: Span) -> list[Span]:
    """Cut what is longer than LIMIT at the last white space that fits, or hard where there is none."""
    start, end = span
    pieces = []
    while end - start > LIMIT:
        space = max(
            text.rfind(" ", start + LIMIT // 2, start + LIMIT), text.rfind("\n", start + LIMIT // 2, start + LIMIT)
        )
        middle = space if space > 0 else start + LIMIT
        pieces.append((start, middle))
        start = middle
    return [trimmed for piece in [*pieces, (start, end)] if (trimmed := _trim(text, piece))]


def _pack(text: str, units: list[Span]) -> list[Span]:
    packed: list[Span] = []
    for start, end in units:
        if packed:
            first, last = packed[-1]
            heading = text.startswith("#", start) and last - first >= _SECTION
            if end - first <= TARGET and not heading:
                packed[-1] = (first, end)
                continue
        packed.append((start, end))
    return packed


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
