"""Parts a rectangle by sizes (Bruls, Huizing and van Wijk, *Squarified treemaps*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Rectangle(NamedTuple):
    """An area of a drawing."""

    x: float
    y: float
    width: float
    height: float


def squares(sizes: Sequence[float], area: Rectangle) -> list[Rectangle]:
    """Return a part of an area for each size, as nearly square as can be.

    :param sizes: above zero, the largest first.
    """
    parts: list[Rectangle] = []
    total = sum(sizes)
    while len(parts) < len(sizes):
        rest = sizes[len(parts) :]
        scale = area.width * area.height / total
        side = min(area.width, area.height)
        row: list[float] = []
        for size in rest:
            longer = [*row, size * scale]
            if row and _worst(longer, side) > _worst(row, side):
                break
            row = longer
        depth = sum(row) / side if side else 0
        x, y = area.x, area.y
        for part in row:
            along = part / depth if depth else 0
            if area.width >= area.height:
                parts.append(Rectangle(x, y, depth, along))
                y += along
            else:
                parts.append(Rectangle(x, y, along, depth))
                x += along
        if area.width >= area.height:
            area = Rectangle(area.x + depth, area.y, area.width - depth, area.height)
        else:
            area = Rectangle(area.x, area.y + depth, area.width, area.height - depth)
        total -= sum(rest[: len(row)])
    return parts


def _worst(row: Sequence[float], side: float) -> float:
    """Return how much longer than wide the worst part of a row is."""
    total = sum(row)
    return max(side**2 * row[0] / total**2, total**2 / (side**2 * row[-1]))
