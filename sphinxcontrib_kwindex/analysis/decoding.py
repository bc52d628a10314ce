"""Decodes the bytes of files to text.

Most files do not say how they are encoded, and are taken as UTF-8; languages whose
files do have a decoder of their own. Either way there is a text at the end, since a
page is to show it: bytes that do not fit become U+FFFD. Lines end where the Python
tokenizer and Git end them, at LF, CR LF and CR, and not at the form
feeds and Unicode separators that :meth:`str.splitlines` adds.
"""

from __future__ import annotations

import codecs
import re
from itertools import accumulate
from typing import Final

from ..model.facts import Problem
from ..model.named_tuple import NamedTuple

#: The number of bytes in which Git looks for a NUL (``buffer_is_binary`` in
#: xdiff-interface.c).
BINARY_PREFIX: Final = 8000

#: What says no encoding and is not UTF-8 has this one, as RFC 1428 names it.
UNKNOWN_ENCODING: Final = "unknown-8bit"
UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Source(NamedTuple):
    """A file as text."""

    text: str
    """With ``\\n`` line ends; empty for binary files."""
    encoding: str
    """As Python names it, or :data:`UNKNOWN_ENCODING`; empty for binary files."""
    problem: Problem | None = None
    """Why the bytes are no valid text, where they are not. The text is then a
    reading with U+FFFD in the place of what could not be read."""


def line_count(text: str) -> int:
    """Return the number of lines of a text; an unfinished last line counts."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def line_starts(text: str) -> list[int]:
    """Return the offset of each line of a text, 0 first."""
    lengths = map(len, text.split("\n")[:-1])
    return [0, *accumulate(map((1).__add__, lengths))]


def valid_text(text: str) -> str:
    """Replace lone surrogates, which no file and no database can take."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def decode_text(data: bytes) -> Source:
    """Decode a file: a byte order mark decides, without a mark it is UTF-8."""
    if data.startswith(UTF16_BOMS):
        try:
            text = data.decode("utf-16")
        except UnicodeError:
            pass
        else:
            if "\0" not in text[:BINARY_PREFIX]:
                return Source(lf_lines(text), "utf-16")
    if b"\0" in data[:BINARY_PREFIX]:
        return Source("", "")
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text, encoding = data.decode(encoding, "replace"), UNKNOWN_ENCODING
    return Source(lf_lines(text), encoding)


def one_line(message: str) -> str:
    """Put a message on one line."""
    return " ".join(message.split())


def lf_lines(text: str) -> str:
    """Return a text with LF line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
