"""Where names hold in a file: in what they stand, and the scopes of local variables."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from tree_sitter import Node

from ...model.references import Block, Spec
from ..decoding import line_starts

#: What begins in a text. Of what begins at one place the first counts, besides scopes.
(SCOPE, BLOCK, OPAQUE, PLACE, WIDE, NAMED, LOCAL, MEMBER, TYPE, NAME) = range(10)
SCOPES: Final = frozenset({SCOPE, BLOCK})
LOCALS: Final = frozenset({WIDE, NAMED, LOCAL})
#: By what a query calls it.
CAPTURES: Final = (
    *(("scope", SCOPE), ("block", BLOCK), ("opaque", OPAQUE)),
    *(("local", LOCAL), ("wide", WIDE), ("named", NAMED)),
    *(("member", MEMBER), ("type", TYPE), ("name", NAME)),
)
Event = tuple[int, int, int]
"""Where something begins, what it is, and where it ends, negative."""


def hoisted(
    events: Iterable[Event], own: Collection[int], text: str
) -> dict[tuple[int, int], dict[str, Spec]]:
    """Return the local variables of each scope, by where it begins and ends.

    :param own: where the names of definitions end.
    """
    lines = [*line_starts(text), len(text) + 1]
    declared: dict[tuple[int, int], dict[str, Spec]] = {}
    scopes: list[tuple[int, int, dict[str, Spec]]] = []
    for start, what, end in events:
        while scopes and scopes[-1][0] <= start:
            scopes.pop()
        if what in SCOPES:
            names = declared.setdefault((start, -end), {})
            scopes.append((-end, what, names))
        elif what in LOCALS and -end not in own:
            around: Iterable[tuple[int, int, dict[str, Spec]]] = scopes[-1:]
            if what == NAMED:
                around = scopes[-2:-1]
            elif what == WIDE:
                around = (one for one in reversed(scopes) if one[1] == SCOPE)
            if holding := next(iter(around), None):
                name = text[start:-end]
                line = str(bisect_right(lines, start))
                holding[2][name] = Spec("local", line, ("variable", name))
    return declared


class Inside:
    """Whether places are inside of some nodes; asked in their order."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._ranges: Iterator[tuple[int, int]] = iter(
            sorted(node.byte_range for node in nodes)
        )
        self._range = next(self._ranges, (0, 0))

    def has(self, at: int) -> bool:
        """Tell whether a place is inside of one."""
        while self._range[1] and self._range[1] <= at:
            self._range = next(self._ranges, (0, 0))
        return self._range[0] <= at < self._range[1]


class Around:
    """The innermost definition around a line.

    :param blocks: sorted, those around others first.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        last = max((block.last for block in blocks), default=0)
        self._names = [""] * (last + 1)
        for block in blocks:
            self._names[block.first : block.last + 1] = [block.qualname] * (
                block.last + 1 - block.first
            )

    def name(self, line: int) -> str:
        """Return its qualified name; empty at the top of the file."""
        return self._names[line] if line < len(self._names) else ""
