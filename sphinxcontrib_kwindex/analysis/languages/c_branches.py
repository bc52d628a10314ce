"""Branches of the preprocessor that a grammar cannot read one after the other.

``#if A``, ``if (x) {``, ``#else``, ``if (y) {``, ``#endif``, ``}`` is no text in which
brackets match. Where those of a branch do not, the first branch stands for all. All
other branches are read one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_DIRECTIVE: Final = re.compile(
    r"\n[ \t]*#[ \t]*(if|elif|else|endif)(?:[^\n\\]|\\.|\\\n)*"
)
#: What has brackets that are no brackets.
_OPAQUE: Final = re.compile(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
    r"|\n[ \t]*#(?:[^\n\\]|\\.|\\\n)*"
)
#: Where no bracket is open.
_EVEN: Final = (0, 0)


@dataclass(slots=True)
class _Group:
    """A condition with all of its branches."""

    directives: list[tuple[int, int]]
    depths: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    """How many brackets are open at the end of each branch, curly and round."""

    def add(self, depth: tuple[int, int]) -> None:
        curly, round_ = self.depths[-1]
        self.depths[-1] = curly + depth[0], round_ + depth[1]


def branches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the directives and branches that a grammar had better not see.

    :param text: with a line end before its first line.
    """
    groups: list[_Group] = []
    done = 0
    for found in _DIRECTIVE.finditer(text):
        place = found.start() + 1, found.end()
        if groups:
            depth = _depth(text, done, place[0])
            if depth != _EVEN:
                groups[-1].add(depth)
        done = place[1]
        if found[1] == "if":
            groups.append(_Group([place]))
        elif groups:
            groups[-1].directives.append(place)
            if found[1] != "endif":
                groups[-1].depths.append((0, 0))
                continue
            group = groups.pop()
            if any(map(any, group.depths)):
                yield from _all_but_first(group)
                if groups:
                    groups[-1].add(group.depths[0])


def _all_but_first(group: _Group) -> Iterator[tuple[int, int]]:
    yield group.directives[0]
    if len(group.directives) > 1:
        yield group.directives[1][0], group.directives[-1][1]


def _depth(text: str, start: int, end: int) -> tuple[int, int]:
    depth = _brackets(text, start, end)
    if depth == _EVEN:
        return depth
    return _brackets(_OPAQUE.sub("", text[start:end]), 0, end)


def _brackets(text: str, start: int, end: int) -> tuple[int, int]:
    count = text.count
    return (
        count("{", start, end) - count("}", start, end),
        count("(", start, end) - count(")", start, end),
    )
