"""Ranges of a text that have a class of Pygments' style sheets."""

from __future__ import annotations

from typing import TypeAlias

#: Where a piece begins and ends, in characters, and its class. It has no line end.
Range: TypeAlias = tuple[int, int, str]


def add(ranges: list[Range], text: str, start: int, end: int, css: str) -> None:
    """Add a piece to the others, one for each of its lines that are not empty.

    :param ranges: is extended; in order where pieces are added in order.
    :param start: where it begins in the text, in characters from 0.
    :param end: where it ends, exclusive.
    :param css: the class that it has.
    """
    while (behind := text.find("\n", start, end)) >= 0:
        if start < behind:
            ranges.append((start, behind, css))
        start = behind + 1
    if start < end:
        ranges.append((start, end, css))
