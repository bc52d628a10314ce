"""English of messages, which are not translated."""

from __future__ import annotations


def number_of(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 file``, ``2,000 files``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
