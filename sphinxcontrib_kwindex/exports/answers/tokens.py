"""How many tokens of a language model a text is.

Models count differently, and no library may be installed. So there is an estimate,
which is more than what the tokenizers that were tried count. If tiktoken is installed
and has been used on this machine, that counts; nothing is fetched for it.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Sized
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ...model.named_tuple import NamedTuple

#: tiktoken's vocabularies: the name of the file that it keeps, and its SHA-256.
_VOCABULARIES: Final = {
    "o200k_base": (
        "fb374d419588a4632f3f557e76b4b70aebbca790",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    "cl100k_base": (
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
}
#: Tokens begin at these: a part of a name, a number, white space, anything else.
_PIECE: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[ \t]+|\s|[^\sA-Za-z0-9]")
#: Letters, digits and bytes of other characters that a token has at least.
_LETTERS: Final = 5
_DIGITS: Final = 3

#: What the estimate is called.
ESTIMATE: Final = "estimate"


class Counter(NamedTuple):
    """What counts tokens."""

    name: str
    """:data:`ESTIMATE`, or the name of a vocabulary of tiktoken."""
    count: Callable[[str], int]


def token_counter() -> Counter:
    """Return the best counter that there is on this machine."""
    if find_spec("tiktoken"):
        for name, (file, digest) in _VOCABULARIES.items():
            if _is_there(file, digest):
                encode = import_module("tiktoken").get_encoding(name).encode_ordinary
                return Counter(name, partial(_length, encode))
    return Counter(ESTIMATE, estimated_tokens)


def _length(encode: Callable[[str], Sized], text: str) -> int:
    return len(encode(text))


def _is_there(file: str, digest: str) -> bool:
    """Tell whether tiktoken has a vocabulary; else it would fetch it."""
    told = map(os.environ.get, ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"))
    folder = next(filter(None, told), Path(tempfile.gettempdir(), "data-gym-cache"))
    try:
        return sha256(Path(folder, file).read_bytes()).hexdigest() == digest
    except OSError:
        return False


def estimated_tokens(text: str) -> int:
    """Return how many tokens a text is at most, in all likelihood."""
    return sum(map(_tokens, _PIECE.findall(text)))


def _tokens(piece: str) -> int:
    if piece == " ":
        return 0  # it is a part of what follows
    if not piece.isascii():
        return len(piece.encode("utf-8", "surrogatepass"))
    if piece[0].isdigit():
        return -(-len(piece) // _DIGITS)
    if piece.isalpha():
        return -(-len(piece) // (_LETTERS if piece.islower() or piece.istitle() else 2))
    return 1
