"""Use what has an area."""

import itertools

import pkg
from pkg.shapes import applied


def total(count: int) -> int:
    """Return the area of some squares."""
    shapes = [pkg.Square(side) for side in range(count)]
    doubled = [applied(lambda one: one.twice(), shape) for shape in shapes]
    by_area = itertools.groupby(doubled, lambda shape: shape.area())
    return sum(square.area() for _, group in by_area for square in group)
