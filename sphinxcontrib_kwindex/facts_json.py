"""Facts as bytes, for the store.

JSON, because a cache that a build restores from elsewhere must not be able to run
code. A dataclass becomes the list of its fields in their order.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

from .facts import (
    Base,
    Definition,
    EntryPoint,
    FileFacts,
    Heading,
    Import,
    LineKinds,
    Measure,
    Mention,
    Pattern,
    Problem,
    Remark,
    Requirement,
)

#: The fields of a file's facts that hold rows, and what a row is.
_ROWS = {
    "imports": Import,
    "headings": Heading,
    "patterns": Pattern,
    "bases": Base,
    "measures": Measure,
    "requirements": Requirement,
    "entry_points": EntryPoint,
    "mentions": Mention,
}
#: Those that hold one or none.
_ONE = {
    "line_kinds": LineKinds,
    "licence": Remark,
    "generated": Remark,
    "problem": Problem,
}


def encode(facts: FileFacts) -> bytes:
    """Return facts as bytes."""
    text = json.dumps(facts, default=_row, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode(errors="surrogatepass"), 1)


@cache
def _getter(kind: type) -> Callable[[Any], Any]:
    return attrgetter(*(field.name for field in fields(kind)))


def _row(value: Any) -> Any:
    """Return a dataclass as the tuple of its fields."""
    return _getter(value.__class__)(value)


def decode(data: bytes) -> FileFacts:
    """Return the facts that :func:`encode` was given."""
    values = json.loads(zlib.decompress(data).decode(errors="surrogatepass"))
    row = dict(zip((field.name for field in fields(FileFacts)), values, strict=True))
    row["definitions"] = tuple(_definition(one) for one in row["definitions"])
    for name, kind in _ROWS.items():
        row[name] = tuple(kind(*one) for one in row[name])
    for name, one in _ONE.items():
        row[name] = None if row[name] is None else one(*row[name])
    row["exports"] = None if row["exports"] is None else tuple(row["exports"])
    return FileFacts(**row)


def _definition(row: list[Any]) -> Definition:
    values: list[Any] = [tuple(v) if v.__class__ is list else v for v in row]
    return Definition(*values)
