"""A graph in columns, as :mod:`.layered_layout` places it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Final, TypeVar

from msgspec import field

from . import drawing
from .layered_layout import layered

_Way = TypeVar("_Way", tuple[int, int], list[drawing.Point])
_NARROWEST: Final = 48
_WIDEST: Final = 210
#: Heights of boxes without a caption, and with one.
_HEIGHTS: Final = (24, 36)
#: Around the picture, so that borders are seen in full.
_MARGIN: Final = 2


class Columns(drawing.Graph, frozen=True):
    """A graph whose edges lead from left to right, but for those of cycles."""

    own: frozenset[int] = frozenset()
    """The numbers of the places that the picture is about."""
    kinds: Mapping[tuple[int, int], drawing.LineKind] = field(default_factory=dict)
    """What is special about edges."""
    backwards: bool = False
    """Whether edges lead from right to left instead."""
    ordered: bool = False
    """Whether the order of the places tells which edges close cycles: those to earlier
    places. Else the layout finds some."""

    def drawing(self) -> drawing.Drawing:
        """Return the boxes in columns."""
        sizes = [_size(place) for place in self.places]
        turned = [
            self.backwards or (self.ordered and start > end)
            for start, end in self.edges
        ]
        placed = layered(sizes, _turned(self.edges, turned))
        boxes = [
            drawing.Box(
                *(x - width / 2 + _MARGIN, y - height / 2 + _MARGIN, width, height),
                *(place.label, place.uri, place.caption, place.title),
                kind="note" if place.note else "self" if number in self.own else "",
            )
            for number, (place, (x, y), (width, height)) in enumerate(
                zip(self.places, placed.positions, sizes, strict=True)
            )
        ]
        routes = _turned(placed.routes, turned)
        lines = [
            drawing.Line(
                [(x + _MARGIN, y + _MARGIN) for x, y in route], self.kinds.get(edge, "")
            )
            for edge, route in zip(self.edges, routes, strict=True)
            if route
        ]
        edge = 2 * _MARGIN
        return drawing.Drawing(placed.width + edge, placed.height + edge, boxes, lines)


def _turned(ways: Sequence[_Way], turned: Iterable[bool]) -> list[_Way]:
    return [way[::-1] if back else way for way, back in zip(ways, turned, strict=True)]


def _size(place: drawing.GraphNode) -> tuple[float, float]:
    text = max(
        drawing.wide(place.label) * drawing.NAME_WIDTH,
        drawing.wide(place.caption) * drawing.CAPTION_WIDTH,
    )
    width = min(max(ceil(text) + drawing.PADDING + 2, _NARROWEST), _WIDEST)
    return width, _HEIGHTS[bool(place.caption)]


def definition_place(name: str, uri: str, path: str) -> drawing.GraphNode:
    """Return the place of a definition.

    :param path: its file; empty for that which the picture is about.
    """
    return drawing.GraphNode(
        name, uri, caption=path, title=f"{name} ({path})" if path else ""
    )


def file_place(path: str, uri: str) -> drawing.GraphNode:
    """Return the place of a file."""
    folder, _, name = path.rpartition("/")
    return drawing.GraphNode(name, uri, caption=folder, title=path)
