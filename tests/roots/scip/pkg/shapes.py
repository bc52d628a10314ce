"""What has an area."""

from __future__ import annotations

from collections.abc import Callable


class Square:
    """A square."""

    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        """Return the area."""
        return self.side**2

    def twice(self) -> Square:
        """Return a square with twice the side."""
        return Square(self.side * 2)


def largest(shapes: list[Square]) -> Square:
    """Return the largest of some squares."""
    return max(shapes, key=lambda shape: shape.area())


def applied(change: Callable[[Square], Square], shape: Square) -> Square:
    """Return what becomes of a square."""
    return change(shape)
