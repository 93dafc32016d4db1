"""Text as PostgreSQL can store it: no NUL, no lone surrogates, decoded from bytes without guessing."""

from __future__ import annotations

import codecs

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def clean(text: str) -> str:
    r"""Return text that PostgreSQL accepts: NUL removed, lone surrogates replaced by U+FFFD, pairs joined.

    Text without either comes back as it is. Spans that a check reports are spans of the cleaned text.

    >>> clean("90\0 litres \ud800")
    '90 litres �'
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", "")


def decode(data: bytes) -> str:
    """Decode a file: by its byte order mark, else as UTF-8. Line ends become newlines; the result is clean.

    Raises:
        UnicodeDecodeError: the bytes are something else; decoding them anyway would make up text.
    """
    encoding, skip = "utf-8", 0
    for mark, name in _BOMS:
        if data.startswith(mark):
            encoding, skip = name, len(mark)
            break
    text = data[skip:].decode(encoding, "strict")
    return clean(text.replace("\r\n", "\n").replace("\r", "\n"))
