"""Facts as bytes, for the store.

JSON, because a cache that a build restores from elsewhere must not be able to run
code; msgspec holds what it reads to the types of the fields.
"""

from __future__ import annotations

import zlib

import msgspec

from .facts import FileFacts

_decoder = msgspec.json.Decoder(FileFacts)


def encode(facts: FileFacts) -> bytes:
    """Return facts as bytes."""
    return zlib.compress(msgspec.json.encode(facts), 1)


def decode(data: bytes) -> FileFacts:
    """Return the facts that :func:`encode` was given.

    :raises msgspec.DecodeError: for anything else.
    :raises zlib.error: the same.
    """
    return _decoder.decode(zlib.decompress(data))
