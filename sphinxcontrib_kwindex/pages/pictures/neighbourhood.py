"""The files around a file: who imports it, what it imports, and imports among them."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ...codemap.code_map import CodeMap
from ...i18n import figure, noun, say
from ...links.tree_paths import folder_distance
from ...model.record import Record
from ..nodes import Part, fields, kw_picture, picture
from ..page_context import Context, section_id
from ..quantities import pluralize
from .columns import file_place
from .drawing import (
    NAME_WIDTH,
    Box,
    Drawing,
    Graph,
    Label,
    Line,
    Point,
    more_place,
    path_within,
)

#: Most files on each side.
NEIGHBOURS: Final = 6
_LIST: Final = section_id("Dependencies")


class Neighbours(Record, frozen=True):
    """The files around a file."""

    importers: tuple[str, ...]
    imported: tuple[str, ...]
    mutual: tuple[str, ...]
    more_importers: int
    more_imported: int
    among: tuple[tuple[int, int], ...]
    """Which of them import which, by their numbers in :attr:`files`.

    That importers import what the file imports, too, is left out: most do.
    """

    @property
    def files(self) -> tuple[str, ...]:
        """All of them."""
        return self.mutual + self.importers + self.imported


def neighbours(code: CodeMap, path: str) -> Neighbours:
    """Return the files around a file: the nearest ones, the most imported first."""
    into, out = code.import_graph.importers, code.import_graph.imported
    importers, imported = into.get(path, set()), out.get(path, set())

    def key(other: str) -> tuple[int, int, str]:
        between = folder_distance(path, other)
        return between, -len(into.get(other, ())), other

    mutual = heapq.nsmallest(NEIGHBOURS, importers & imported, key=key)
    only_into, only_out = importers - imported, imported - importers
    # Those that are both leave less room on the side where fewer are.
    room = NEIGHBOURS - len(mutual)
    fewer_into = len(only_into) <= len(only_out)
    left = heapq.nsmallest(room if fewer_into else NEIGHBOURS, only_into, key=key)
    right = heapq.nsmallest(NEIGHBOURS if fewer_into else room, only_out, key=key)
    numbers = {file: number for number, file in enumerate((*mutual, *left, *right))}
    sides = {*mutual, *left}, {*mutual, *right}
    among = {
        (numbers[file], numbers[other])
        for side in sides
        for file in side
        for other in out.get(file, set()) & side
    }
    return Neighbours(
        tuple(left),
        tuple(right),
        tuple(mutual),
        len(importers) - len(left) - len(mutual),
        len(imported) - len(right) - len(mutual),
        tuple(sorted(among)),
    )


def neighbourhood(context: Context, path: str, near: Neighbours) -> kw_picture:
    """Return the files around a file as a picture, its importers on the left."""
    places = [file_place(path, "")]
    places += [file_place(other, context.href("docs", other)) for other in near.files]
    own = len(near.files)
    importers = range(len(near.mutual + near.importers))
    imported = [*importers[: len(near.mutual)], *range(len(importers), own)]
    edges = [(start + 1, end + 1) for start, end in near.among]
    edges += [(other + 1, 0) for other in importers]
    edges += [(0, other + 1) for other in imported]
    where = context.href("docs", path, _LIST)
    for more, into in ((near.more_importers, True), (near.more_imported, False)):
        if more:
            edges.append((len(places), 0) if into else (0, len(places)))
            places.append(more_place(more, where))
    number = len(importers) + near.more_importers
    title = noun(
        number,
        "{number} file imports {path}, which imports {files}",
        "{number} files import {path}, which imports {files}",
    ).format(
        number=figure(number),
        path=path,
        files=pluralize(len(imported) + near.more_imported, "file"),
    )
    around = Around(title, tuple(places), tuple(edges))

    def parts(files: Sequence[str], more: int = 0) -> list[Part]:
        some = [Part(other, context.href("docs", other), True) for other in files]
        return [*some, Part(more_place(more, where).label, where)] if more else some

    text = (
        (say("Closest importers"), parts(near.importers, near.more_importers)),
        (say("Mutual imports"), parts(near.mutual)),
        (say("Closest imports"), parts(near.imported, near.more_imported)),
    )
    legend = say("At the sides: imports among these files.") if near.among else ""
    rows = fields(row for row in text if row[1])
    return picture(around, rows, legend=legend, listed=True)


# It is drawn as wide as a phone, so that it can be read there. A layout in layers would
# put what its neighbours import between them; here the two sides stay what they are.

_BOX: Final = 167
_BAR: Final = 4
#: Half of the gap between the columns.
_GAP: Final = 22
_ROW: Final = 42
_HEIGHT: Final = 36
_NOTE: Final = 22
#: Where the rows begin, behind the file's own name and the captions.
_TOP: Final = 54
#: How far lines within a column lead out of it: at first, and more for each row.
_OUT: Final = 12
_OUT_EACH: Final = 6
#: How far above the middle of a box they come in, and how far below they leave.
_APART: Final = 7


class Around(Graph, frozen=True):
    """A graph whose first place has lines from or to each of the others.

    Of the lines between others those within a side are drawn.
    """

    def drawing(self) -> Drawing:
        """Return who leads to it on the left, and where it leads to on the right.

        The file is the bar between them.
        """
        sides = self._sides()
        arcs = [[*self._arcs(side)] for side in sides]
        margins = [
            max([1, *(_out(row, other) + 2 for row, other in some)]) for some in arcs
        ]
        middle = margins[0] + _BOX + _GAP
        width = middle + _GAP + _BOX + margins[1]
        bottom = max(_bottom(*self._rows(side)) for side in sides)
        name = path_within(self.places[0].title, 2 * (_BOX + _GAP), NAME_WIDTH)
        boxes = [
            Box(
                *(margins[0], 1, 2 * (_BOX + _GAP), 26, name),
                title=self.places[0].title,
                kind="self",
            ),
            Box(middle - _BAR, 27, 2 * _BAR, bottom - 28, kind="bar"),
        ]
        lines = []
        labels = []
        for side, some, way in zip(sides, arcs, (-1, 1), strict=True):
            near = middle + way * _GAP
            far = near + way * _BOX
            heights = []
            for number, y, height in self._rows(side):
                place = self.places[number]
                boxes.append(
                    Box(
                        *(min(near, far), y, _BOX, height, place.label),
                        *(place.uri, place.caption, place.title),
                        kind="note" if place.note else "",
                    )
                )
                level = y + height / 2
                heights.append(level)
                ends = [(near, level), (middle + way * _BAR, level)]
                both = {(number, 0), (0, number)} <= set(self.edges)
                lines.append(Line(ends[::-way], both=both))
            for row, other in some:
                out = far + way * _out(row, other)
                lines.append(
                    Line(_arc(far, out, heights[row], heights[other]), "faint")
                )
            if side:
                text = say("imported by") if way < 0 else say("imports")
                labels.append(Label((near + far) / 2, 44, text))
        return Drawing(width, bottom, boxes, lines, labels)

    def _sides(self) -> tuple[list[int], list[int]]:
        """Return the numbers of the places on the left, and of those on the right.

        What leads both ways is where there are fewer files.
        """
        edges = set(self.edges)
        numbers = range(1, len(self.places))
        into = [number for number in numbers if (number, 0) in edges]
        out = [number for number in numbers if (0, number) in edges]
        files = [
            sum(not self.places[number].note for number in side) for side in (into, out)
        ]
        if files[0] <= files[1]:
            out = [number for number in out if number not in into]
        else:
            into = [number for number in into if number not in out]
        return self._downwards(into), self._downwards(out)

    def _downwards(self, side: list[int]) -> list[int]:
        """Return the places of a side so that most lines among them lead down."""
        leads: Counter[int] = Counter()
        for start, end in self.edges:
            if start in side and end in side:
                leads[start] -= 1
                leads[end] += 1
        return sorted(
            side, key=lambda number: (self.places[number].note, leads[number])
        )

    def _arcs(self, side: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the rows of a side between which there are lines."""
        rows = {number: row for row, number in enumerate(side)}
        for start, end in self.edges:
            if start in rows and end in rows:
                yield rows[start], rows[end]

    def _rows(self, side: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the places of a column with their upper sides and heights."""
        y = _TOP
        for number in side:
            height = _NOTE if self.places[number].note else _HEIGHT
            yield number, y, height
            y += height + _ROW - _HEIGHT


def _bottom(*rows: tuple[int, int, int]) -> int:
    return max((y + height for _, y, height in rows), default=_TOP) + 2


def _out(row: int, other: int) -> int:
    """Return how far a line between two rows leads out of its column."""
    return _OUT + _OUT_EACH * abs(row - other)


def _arc(far: float, out: float, start: float, end: float) -> list[Point]:
    """Return a line from one box of a column to another, around those between."""
    start, end = start + _APART, end - _APART
    return [(far, start), (out, start), (out, end), (far, end)]
