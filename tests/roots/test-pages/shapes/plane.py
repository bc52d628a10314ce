"""Shapes that are flat. Docstrings in Google style."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Decimal places of what is printed.
PLACES: int = 2


class Shape:
    """A closed line and what is inside.

    Attributes:
        name: What it is called.
    """

    corners: int = 0
    """How many corners it has."""

    class Style:
        """How a shape is drawn."""

        colour = "black"

    def __init__(self, name: str = "shape") -> None:
        self.name = name
        self._style = self.Style()

    @property
    def area(self) -> float:
        """The size of the inside."""
        raise NotImplementedError

    def scaled(self, factor: float, *, places: int = PLACES) -> Shape:
        """Return a larger or smaller shape.

        Args:
            factor: How many times larger.
            places: Decimal places that are kept.

        Returns:
            A new shape, see :meth:`area`.

        Raises:
            ValueError: If the factor is 0.
        """
        if not factor:
            raise ValueError(factor)
        return self


class Circle(Shape):
    """All points at one distance from a centre."""

    def __init__(self, radius: float) -> None:
        super().__init__("circle")
        self.radius = radius

    @property
    def area(self) -> float:
        return math.pi * self.radius**2

    @area.setter
    def area(self, value: float) -> None:
        self.radius = math.sqrt(value / math.pi)

    @staticmethod
    def unit() -> Circle:
        """Return the circle with radius 1."""
        return Circle(1)


@overload
def area_of(shape: Shape) -> float: ...
@overload
def area_of(shape: Shape, *more: Shape) -> list[float]: ...
def area_of(shape, *more):
    """Return the area of one shape, or a list of areas."""

    def one(each):
        return each.area

    return [one(each) for each in (shape, *more)] if more else one(shape)


def _corners(shapes: Iterator[Shape]) -> int:
    return sum(shape.corners for shape in shapes)
