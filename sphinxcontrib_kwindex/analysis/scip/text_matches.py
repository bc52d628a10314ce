"""Checks whether an index describes the current text of a file.

An index has no digest of the files that it was made from, and seldom their text. So
what it says of a file is taken where its occurrences fit the text: each of them is one
or more whole words, and three quarters of those whose symbol has a name hold it, or a
part of it, of those on the last line one. The others are other names for the same
(``import x as y``), or members of which only the class is known. Where a line was added
or removed since, what stands behind it is not where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...model.named_tuple import NamedTuple
from .read_index import Document, text_digest

#: What :attr:`.Document.encoding` may be, as Python names it.
_ENCODINGS: Final = {1: "utf-8", 2: "utf-16-le", 3: "utf-32-le"}
_BYTES: Final = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
#: The part of the names that has to be in the text: of the files of attrs that
#: scip-python 0.6.6 knows it is 88 % or more.
_PART: Final = 0.75
#: What a descriptor with a name ends with; a method's with ``().``, and what is between
#: these brackets.
_ENDS: Final = frozenset("#.!)]")
#: What begins a symbol that only its document knows.
LOCAL: Final = "local "

# Roles of an occurrence, as the format has them.
DEFINITION: Final = 1
IMPORT: Final = 2
WRITE: Final = 4


class Occurrence(NamedTuple):
    """A symbol at a place of the text."""

    line: int
    """Counted from 1."""
    column: int
    """In characters from 0."""
    length: int
    """In characters."""
    symbol: int
    """Which of :attr:`.Document.symbols` it is."""
    roles: int


@lru_cache(1 << 14)
def name_of(symbol: str) -> str:
    """Return the last name of a symbol; empty where it has none, as of a module."""
    if symbol.startswith(LOCAL) or symbol[-1:] not in _ENDS:
        return ""
    body = symbol[:-1]
    if symbol.endswith(")."):
        body = body[: body.rfind("(")]
    if not body.endswith("`"):
        start = len(body)
        while start and (_is_word(body[start - 1]) or body[start - 1] in "$+-"):
            start -= 1
        return body[start:]
    # In backticks two of them are one.
    start = body.rfind("`", 0, -1)
    while start > 0 and body[start - 1] == "`":
        start = body.rfind("`", 0, start - 1)
    name = body[start + 1 : -1].replace("``", "`")
    # No text has "<init>".
    return "" if name.startswith("<") else name


def fitting_occurrences(document: Document, text: str) -> list[Occurrence] | None:
    """Return the occurrences of a document, ``None`` if they do not fit a text."""
    if document.text and document.text != text_digest(text):
        return None
    lines = text.split("\n")
    given = _ENCODINGS.get(document.encoding)
    # Older programs do not say which.
    for encoding in (given,) if given else tuple(_BYTES):
        occurrences = list(_occurrences(document, lines, encoding))
        if len(occurrences) == len(document.occurrences) and (
            document.text or _fit(occurrences, lines, document.symbols)
        ):
            return occurrences
    return None


def _occurrences(
    document: Document, lines: Sequence[str], encoding: str
) -> Iterator[Occurrence]:
    """Yield those that are in the text, with columns in characters."""
    size = _BYTES[encoding]
    for line, start, end, symbol, roles in document.occurrences:
        if line == start == end == 0:
            # It stands for the file.
            yield Occurrence(1, 0, 0, symbol, roles)
            continue
        text = lines[line] if 0 <= line < len(lines) else ""
        if not text.isascii():
            data = text.encode(encoding, "surrogatepass")
            start, end = (
                len(data[: at * size].decode(encoding, "ignore")) for at in (start, end)
            )
        if 0 <= start < end <= len(text):
            yield Occurrence(line + 1, start, end - start, symbol, roles)


def _fit(
    occurrences: Sequence[Occurrence], lines: Sequence[str], symbols: Sequence[str]
) -> bool:
    """Tell whether the lines have the names of symbols where these occur.

    :param symbols: by the numbers that the occurrences have.
    """
    # What only the document knows has the name that stands where it occurs first.
    names = [None if name.startswith(LOCAL) else name_of(name) for name in symbols]
    named = right = 0
    last, checks = 0, set[bool]()
    for line, column, length, symbol, _ in occurrences:
        if not length:
            continue
        text, end = lines[line - 1], column + length
        word = text[column:end]
        if (
            word != word.strip()
            or _in_word(text, column)
            or (end < len(text) and _in_word(text, end))
        ):
            return False
        if line != last:
            last, checks = line, set()
        name = names[symbol]
        if name is None:
            names[symbol] = word
        elif name:
            is_right = name in word or word in name
            checks.add(is_right)
            named += 1
            right += is_right
    # Of what was moved by an edit near the end few places are left to tell.
    return right >= _PART * named and checks != {False}


def _in_word(text: str, at: int) -> bool:
    """Tell whether a place is inside of a word."""
    return at > 0 and _is_word(text[at - 1]) and _is_word(text[at])


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
