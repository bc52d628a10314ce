"""The digests by which contents are compared.

:mod:`hashlib` loads OpenSSL, and then takes this one from Python itself. Answers are to
come at once, and need no other.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b", "digest"]


def digest(*parts: object, text: str = "") -> str:
    """Return a digest of plain data: of texts, numbers, tuples, lists, records.

    It is the same in each process and on each machine: 24 hexadecimal digits.

    :param text: a long one, which needs no quotation marks.
    """
    whole = f"{parts!r}{text}"
    return blake2b(whole.encode(errors="replace"), digest_size=12).hexdigest()
