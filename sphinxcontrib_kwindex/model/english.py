"""English of messages, which are not translated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_NAMED: Final = 5


def number_of(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 file``, ``2,000 files``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def first_names(names: Sequence[str]) -> str:
    """Return some names, of many the first: ``a, b, c, d, e and 3 more``."""
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest:,} more" if rest > 0 else "")
