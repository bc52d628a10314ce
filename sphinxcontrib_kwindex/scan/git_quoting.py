"""Names in quotes, with escapes as in C, as git writes and reads them.

See ``core.quotePath`` in https://git-scm.com/docs/git-config.
"""

from __future__ import annotations

import re
from typing import Final

#: A name in quotes; the group is what stands between them.
QUOTED: Final = re.compile(
    rb'"((?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*+)"', re.DOTALL
)
_ESCAPE: Final = re.compile(rb"\\(?:([0-7]{3})|(.))")
_CONTROLS: Final = dict(zip(b"abtnvfr", b"\a\b\t\n\v\f\r", strict=True))


def unquoted(name: bytes) -> bytes:
    """Return a name without quotes; as it is if it has none."""
    quoted = QUOTED.fullmatch(name)
    return unescaped(quoted[1]) if quoted else name


def unescaped(text: bytes) -> bytes:
    """Return what stands between quotes without its escapes."""

    def plain(escape: re.Match[bytes]) -> bytes:
        if escape[1]:
            return bytes([int(escape[1], 8)])
        (char,) = escape[2]
        return bytes([_CONTROLS.get(char, char)])

    return _ESCAPE.sub(plain, text)
