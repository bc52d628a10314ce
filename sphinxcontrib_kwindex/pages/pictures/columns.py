"""A graph in columns, as :mod:`.layered` places it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from .drawing import (
    CAPTION_WIDTH,
    NAME_WIDTH,
    PADDING,
    Box,
    Drawing,
    Graph,
    Line,
    Place,
    Point,
    wide,
)
from .layered import layered

_NARROWEST: Final = 48
_WIDEST: Final = 210
#: Heights of boxes without a caption, and with one.
_HEIGHTS: Final = (24, 36)
#: Around the picture, so that borders are seen in full.
_MARGIN: Final = 2
#: So far from a box its edges are level, and there is room for an arrowhead.
_LEVEL: Final = 12


@dataclass(frozen=True)
class Columns(Graph):
    """A graph whose edges lead from left to right, but for those of cycles."""

    own: frozenset[int] = frozenset()
    """The numbers of the places that the picture is about."""
    unsure: frozenset[int] = frozenset()
    """The numbers of the edges that are not sure."""
    backwards: bool = False
    """Whether edges lead from right to left instead."""

    def drawing(self) -> Drawing:
        """Return the boxes in columns."""
        sizes = [_size(place) for place in self.places]
        edges = [edge[::-1] for edge in self.edges] if self.backwards else self.edges
        placed = layered(sizes, edges)
        boxes = [
            Box(
                *(x - width / 2 + _MARGIN, y - height / 2 + _MARGIN, width, height),
                *(place.label, place.uri, place.caption, _title(place)),
                kind="note" if place.note else "self" if number in self.own else "",
            )
            for number, (place, (x, y), (width, height)) in enumerate(
                zip(self.places, placed.positions, sizes, strict=True)
            )
        ]
        lines = [
            Line(
                [*_points(route[::-1] if self.backwards else route)],
                "dashed" if number in self.unsure else "",
            )
            for number, route in enumerate(placed.routes)
            if route
        ]
        edge = 2 * _MARGIN
        return Drawing(placed.width + edge, placed.height + edge, boxes, lines)


def _title(place: Place) -> str:
    return f"{place.caption}/{place.label}" if place.caption else place.label


def _size(place: Place) -> tuple[float, float]:
    text = max(wide(place.label) * NAME_WIDTH, wide(place.caption) * CAPTION_WIDTH)
    width = min(max(ceil(text) + PADDING + 2, _NARROWEST), _WIDEST)
    return width, _HEIGHTS[bool(place.caption)]


def _points(route: list[Point]) -> Iterator[Point]:
    """Yield the points of a route that leaves boxes and columns levelly."""
    for (x, y), (end, other) in pairwise(route):
        yield x + _MARGIN, y + _MARGIN
        if y != other:
            way = _LEVEL if x < end else -_LEVEL
            yield x + _MARGIN + way, y + _MARGIN
            yield end + _MARGIN - way, other + _MARGIN
    yield end + _MARGIN, other + _MARGIN
