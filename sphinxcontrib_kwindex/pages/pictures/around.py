"""The neighbourhood of a file: who leads to it, and where it leads to.

It is drawn as wide as a phone, so that it can be read there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ...i18n import say
from .drawing import NAME_WIDTH, Box, Drawing, Graph, Label, Line, Place, path_within

_WIDTH: Final = 380
_MIDDLE: Final = _WIDTH // 2
_BAR: Final = 4
#: Half of the gap between the columns.
_GAP: Final = 22
_BOX: Final = _MIDDLE - _GAP - 1
_ROW: Final = 42
_HEIGHT: Final = 36
_NOTE: Final = 22
#: Where the rows begin, behind the file's own name and the captions.
_TOP: Final = 54


@dataclass(frozen=True)
class Around(Graph):
    """A graph whose first place has lines from or to each of the others."""

    def sides(self) -> tuple[list[Place], list[Place], list[Place]]:
        """Return what leads to the file, what it leads to, and what does both."""
        edges = set(self.edges)
        sides: tuple[list[Place], list[Place], list[Place]] = ([], [], [])
        for number, place in enumerate(self.places):
            into, out = (number, 0) in edges, (0, number) in edges
            if into or out:
                sides[2 if into and out else 1 if out else 0].append(place)
        return sides

    def drawing(self) -> Drawing:
        """Return who leads to it on the left, and where it leads to on the right.

        The file is the bar between them.
        """
        into, out, both = self.sides()
        left, right = ([(place, False) for place in side] for side in (into, out))
        # What leads both ways stands where there is more room, and has two arrowheads.
        files = [sum(not place.note for place in side) for side in (into, out)]
        roomy = left if files[0] <= files[1] else right
        roomy[:0] = [(place, True) for place in both]
        bottom = max(_bottom(left), _bottom(right))
        name = path_within(self.places[0].label, _WIDTH, NAME_WIDTH)
        boxes = [
            Box(1, 1, _WIDTH - 2, 26, name, title=self.places[0].label, kind="self"),
            Box(_MIDDLE - _BAR, 27, 2 * _BAR, bottom - 28, kind="bar"),
        ]
        lines = []
        for rows, x in ((left, 1), (right, _WIDTH - 1 - _BOX)):
            start, end = (1 + _BOX, _MIDDLE - _BAR) if x == 1 else (_MIDDLE + _BAR, x)
            for place, y, height, mutual in _rows(rows):
                folder, _, file = place.label.rpartition("/")
                boxes.append(
                    Box(x, y, _BOX, height, place.label, place.uri, kind="note")
                    if place.note
                    else Box(
                        *(x, y, _BOX, height, file, place.uri, folder, place.label)
                    )
                )
                level = y + height / 2
                lines.append(Line([(start, level), (end, level)], both=mutual))
        labels = [
            Label(x, 44, text)
            for rows, x, text in (
                (left, 1 + _BOX / 2, say("imported by")),
                (right, _WIDTH - 1 - _BOX / 2, say("imports")),
            )
            if rows
        ]
        return Drawing(_WIDTH, bottom, boxes, lines, labels)


def _rows(
    rows: list[tuple[Place, bool]],
) -> Iterator[tuple[Place, int, int, bool]]:
    """Yield the places of a column with their upper sides and heights."""
    y = _TOP
    for place, mutual in rows:
        height = _NOTE if place.note else _HEIGHT
        yield place, y, height, mutual
        y += height + _ROW - _HEIGHT


def _bottom(rows: list[tuple[Place, bool]]) -> int:
    return max((y + height for _, y, height, _ in _rows(rows)), default=_TOP) + 2
