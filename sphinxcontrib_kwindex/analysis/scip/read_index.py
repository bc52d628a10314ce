"""The program of a process that reads an index in the SCIP format.

An index may be larger than memory, so its fields are read one after the other, as its
format asks for; each is a message of its own. What is read is written to standard
output, a line of JSON for each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from ..worker_memory import end_with, limit_memory
from .messages import message_classes

#: The fields of an index.
_METADATA: Final = 1
_DOCUMENT: Final = 2
_EXTERNAL_SYMBOL: Final = 3
#: The wire type of messages and strings.
_WITH_LENGTH: Final = 2
#: Bytes that one of them may have.
_LARGEST: Final = 256 << 20
#: Characters of what is said of a symbol.
_LONGEST_SENTENCE: Final = 300
#: Bits of a number on the wire.
_BITS: Final = 64


class Tool(msgspec.Struct, tag=True):
    """What made an index."""

    name: str
    version: str
    project_root: str
    """The folder that paths are relative to, as a URI."""


class Document(msgspec.Struct, tag=True):
    """What an index says of a file."""

    path: str
    """Relative to :attr:`Tool.project_root`."""
    symbols: list[str]
    """The symbols that occur."""
    occurrences: list[tuple[int, int, int, int, int]]
    """Of each occurrence on one line: the line, counted from 0, where it begins and
    where it ends, the number of its symbol, and its roles as the format has them."""
    encoding: int
    """What columns count, as :class:`.Encoding`; 0 if unknown."""
    text: str = ""
    """The digest of the text, if the index has it; see :func:`text_digest`."""


class ExternalSymbol(msgspec.Struct, tag=True):
    """Something that is defined elsewhere."""

    symbol: str
    documentation: str
    """The first paragraph in Markdown, without fences of code and rulers."""


class End(msgspec.Struct, tag=True):
    """The index has been read to its end."""

    problem: str = ""
    """Why not, if it has not."""


Message = Tool | Document | ExternalSymbol | End


def text_digest(text: str) -> str:
    r"""Return the digest of a text, whatever its line ends are."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return blake2b(lines.encode(errors="replace"), digest_size=16).hexdigest()


def fields(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of the fields of a message that have a length.

    :raises ValueError: for what is no message, or too large.
    """
    while first := stream.read(1):
        tag = _number(stream, first)
        if tag & 7 != _WITH_LENGTH:
            raise ValueError("it is not an index in the SCIP format")
        size = _number(stream, stream.read(1))
        if size > _LARGEST:
            raise ValueError("a part of it is too large")
        content = stream.read(size)
        if len(content) != size:
            raise ValueError("it ends in the middle")
        yield tag >> 3, content


def _number(stream: BinaryIO, first: bytes) -> int:
    value = 0
    for shift in range(0, _BITS, 7):
        if not first:
            raise ValueError("it ends in the middle")
        value |= (first[0] & 127) << shift
        if first[0] < 128:
            return value
        first = stream.read(1)
    raise ValueError("it is not an index in the SCIP format")


def read_index(stream: BinaryIO) -> Iterator[Message]:
    """Yield what an index says, :class:`End` at last."""
    try:
        messages = message_classes()
        for number, content in fields(stream):
            if number == _METADATA:
                metadata = messages["Metadata"].FromString(content)
                tool = metadata.tool_info
                yield Tool(tool.name, tool.version, metadata.project_root)
            elif number == _DOCUMENT:
                yield _document(messages["Document"].FromString(content))
            elif number == _EXTERNAL_SYMBOL:
                symbol = messages["SymbolInformation"].FromString(content)
                yield ExternalSymbol(symbol.symbol, _sentence(symbol.documentation))
    except Exception as error:
        # protobuf's own error for what it cannot read says no more than that.
        known = isinstance(error, ValueError | OSError | MemoryError)
        yield End((known and str(error)) or f"it cannot be read ({error})")
    else:
        yield End()


def _document(given: Any) -> Document:
    numbers: dict[str, int] = {}
    occurrences = []
    for occurrence in given.occurrences:
        where = occurrence.range
        # What goes over several lines has four numbers, and is no identifier.
        if len(where) == 4 and where[0] == where[2]:
            where = (where[0], where[1], where[3])
        if len(where) == 3 and occurrence.symbol:
            number = numbers.setdefault(occurrence.symbol, len(numbers))
            occurrences.append((*where, number, occurrence.symbol_roles))
    return Document(
        given.relative_path,
        list(numbers),
        sorted(set(occurrences)),
        given.position_encoding,
        text_digest(given.text) if given.text else "",
    )


def _sentence(documentation: Iterable[str]) -> str:
    """Return the first paragraph of a documentation in Markdown."""
    text = "\n".join(documentation).strip()
    lines = (line for line in text.split("\n") if not line.startswith(("```", "---")))
    paragraph = "\n".join(lines).strip().partition("\n\n")[0]
    return " ".join(paragraph.split())[:_LONGEST_SENTENCE]


def main() -> None:
    """Read the index that the first argument names."""
    limit_memory()
    end_with(os.getppid())
    output = sys.stdout.buffer
    encode = msgspec.json.encode
    with Path(sys.argv[1]).open("rb") as stream:
        for message in read_index(stream):
            output.write(encode(message) + b"\n")
    output.flush()
