"""Decodes the bytes of files to text.

Python files say themselves how they are encoded (PEP 263), other files mostly do
not, and are taken as UTF-8. Either way there is a text at the end, since a page
is to show it: bytes that do not fit become U+FFFD. Lines end where the Python
tokenizer and Git end them, at LF, CR LF and CR, and not at the form
feeds and Unicode separators that :meth:`str.splitlines` adds.
"""

from __future__ import annotations

import codecs
import re
from io import BytesIO
from itertools import accumulate
from tokenize import detect_encoding
from typing import Final, NamedTuple

from ..model.facts import Problem
from .file_types import is_python

#: The number of bytes in which Git looks for a NUL (``buffer_is_binary`` in
#: xdiff-interface.c).
BINARY_PREFIX: Final = 8000

_UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Source(NamedTuple):
    """A file as text."""

    text: str
    """With ``\\n`` line ends; empty for binary files."""
    encoding: str
    """As Python names it; empty for binary files."""
    problem: Problem | None = None
    """Why the bytes are no valid text, where they are not. The text is then a
    reading with U+FFFD in the place of what could not be read."""


def line_count(text: str) -> int:
    """Return the number of lines of a text; an unfinished last line counts."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def line_starts(text: str) -> list[int]:
    """Return the offset of each line of a text, 0 first."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


def valid_text(text: str) -> str:
    """Replace lone surrogates, which no file and no database can take."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def decode_python(data: bytes) -> Source:
    """Decode Python source after PEP 263."""
    try:
        encoding, _ = detect_encoding(BytesIO(data).readline)
    except SyntaxError as error:
        # Either the cookie names no encoding, or without a cookie the first lines
        # are not UTF-8; then the place of the wrong byte is known.
        return _invalid(data, "utf-8", str(error.msg))
    try:
        text = data.decode(encoding)
    except (UnicodeError, LookupError, ValueError) as error:
        # LookupError: `hex` is a codec, but does not turn bytes into text.
        return _invalid(data, encoding, str(error))
    return Source(_newlines(valid_text(text)), encoding)


def _invalid(data: bytes, encoding: str, message: str) -> Source:
    """Return *data*, which its encoding does not fit, as well as it can be read."""
    # Where no byte is wrong, it is the cookie, in one of the first two lines.
    line = 1 if b"coding" in data.split(b"\n", 1)[0] else 2
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        line = line_count(_newlines(data[: error.start].decode("latin-1")) + "?")
        message = (
            f"byte 0x{data[error.start]:02x} is not valid {encoding}: {error.reason}"
        )
    except (UnicodeError, LookupError, ValueError):
        encoding = "utf-8"
    try:
        text = data.decode(encoding, "replace")
    except (UnicodeError, LookupError, ValueError):
        text = ""
    # Some codecs give up, or give nothing.
    text = text or data.decode("utf-8", "replace")
    return Source(
        _newlines(valid_text(text)), encoding, Problem(one_line(message), line)
    )


def is_binary(name: str, head: bytes) -> bool:
    """Return whether the first :data:`BINARY_PREFIX` bytes of a file tell that it is
    binary. Of UTF-16 the whole content has to be seen.
    """
    return b"\0" in head and not is_python(name) and not head.startswith(_UTF16_BOMS)


def decode_text(data: bytes) -> Source:
    """Decode any other file: a byte order mark decides, without a mark it is UTF-8."""
    if data.startswith(_UTF16_BOMS):
        try:
            text = data.decode("utf-16")
        except UnicodeError:
            pass
        else:
            if "\0" not in text[:BINARY_PREFIX]:
                return Source(_newlines(text), "utf-16")
    if b"\0" in data[:BINARY_PREFIX]:
        return Source("", "")
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    return Source(_newlines(data.decode(encoding, "replace")), encoding)


def one_line(message: str) -> str:
    """Put a message on one line."""
    return " ".join(message.split())


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
