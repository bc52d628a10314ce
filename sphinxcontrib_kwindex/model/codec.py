"""Facts as bytes, for the store.

MessagePack, because a cache that a build restores from elsewhere must not be able to
run code; msgspec holds what it reads to the types of the fields. References are apart:
they are nearly half of the bytes, and most who ask for facts ask for none.
"""

from __future__ import annotations

import re
import zlib
from functools import cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from .facts import FileFacts
from .named_tuple import NamedTuple
from .references import NO_REFERENCES, References

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


_decoder: Final = cache(msgspec.msgpack.Decoder)


class EncodedFacts(NamedTuple):
    """Facts as bytes."""

    facts: bytes
    """All but the references."""
    references: bytes
    """Empty without any."""


def encode(facts: FileFacts) -> EncodedFacts:
    """Return facts as bytes."""
    if facts.references == NO_REFERENCES:
        return EncodedFacts(_compressed(facts), b"")
    alone = replace(facts, references=NO_REFERENCES)
    return EncodedFacts(_compressed(alone), _compressed(facts.references))


def decode(facts: bytes, references: bytes = b"") -> FileFacts:
    """Return the facts that :func:`encode` was given, with references if they are.

    :raises msgspec.DecodeError: for anything else.
    :raises zlib.error: the same.
    """
    decoded: FileFacts = _decoder(FileFacts).decode(zlib.decompress(facts))
    if not references:
        return decoded
    return replace(decoded, references=decode_references(references))


def decode_references(references: bytes) -> References:
    """Return the references of facts that :func:`encode` was given.

    :raises msgspec.DecodeError: for anything else.
    :raises zlib.error: the same.
    """
    if not references:
        return NO_REFERENCES
    decoded: References = _decoder(References).decode(zlib.decompress(references))
    return decoded


def _compressed(value: FileFacts | References) -> bytes:
    try:
        data = msgspec.msgpack.encode(value)
    except UnicodeEncodeError:
        data = msgspec.msgpack.encode(_valid(msgspec.to_builtins(value)))
    return zlib.compress(data, 1)


def _valid(value: Any) -> Any:
    """Replace lone surrogates, for which JSON and some languages have escapes."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list | tuple):
        return list(map(_valid, value))
    if isinstance(value, dict):
        return {_valid(key): _valid(item) for key, item in value.items()}
    return value
