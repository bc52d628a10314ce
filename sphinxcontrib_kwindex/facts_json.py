"""Facts as bytes, for the store.

JSON, because a cache that a build restores from elsewhere must not be able to run
code. A dataclass becomes the list of its fields in their order.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields
from typing import Any

from .facts import Definition, FileFacts, Heading, Import, Problem


def encode(facts: FileFacts) -> bytes:
    """Return facts as bytes."""
    return zlib.compress(
        json.dumps(_plain(facts), ensure_ascii=False, separators=(",", ":")).encode(
            errors="surrogatepass"
        ),
        1,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Definition | Import | Heading | Problem | FileFacts):
        return [_plain(getattr(value, field.name)) for field in fields(value)]
    return value


def decode(data: bytes) -> FileFacts:
    """Return the facts that :func:`encode` was given."""
    values = json.loads(zlib.decompress(data).decode(errors="surrogatepass"))
    row = dict(zip((field.name for field in fields(FileFacts)), values, strict=True))
    row["definitions"] = tuple(_definition(one) for one in row["definitions"])
    row["imports"] = tuple(Import(*one) for one in row["imports"])
    row["headings"] = tuple(Heading(*one) for one in row["headings"])
    row["exports"] = None if row["exports"] is None else tuple(row["exports"])
    row["problem"] = None if row["problem"] is None else Problem(*row["problem"])
    return FileFacts(**row)


def _definition(row: list[Any]) -> Definition:
    values: list[Any] = [tuple(v) if v.__class__ is list else v for v in row]
    return Definition(*values)
