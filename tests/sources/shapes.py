#!/usr/bin/env python
"""Shapes: a module that binds names in every way.

It is not run; the tests compare what is read off it with ``shapes.txt``.
"""

from __future__ import annotations

import os.path
import typing as t
from functools import cached_property, partial as part
from typing import TYPE_CHECKING, overload

from . import sibling
from ..parent.module import *

if TYPE_CHECKING:
    from collections.abc import Iterator
else:
    Iterator = None

try:
    import fast_json as json
except ImportError:
    import json

__all__ = ["Shape", "area"] + ["LIMIT"]
__all__ += ("first",)
__all__.extend(["second"])
__all__.append("third")
__docformat__ = "restructuredtext en"

#: The largest number of corners.
#: A second line.
LIMIT: t.Final[int] = 1_000
UNIT = 'cm'  #: The unit of :attr:`Shape.width`.
TABLE = {
    "a": [1, 2],  # a comment
    "b": (
        3,
    ),
}
"""What the table is for. More on it."""
first, (second, *rest) = 1, (2, 3, 4)
third = fourth = lambda x: x
LIMIT += 1
for index, item in enumerate(TABLE):
    squares = [square for square in range(3)]
with open(os.devnull) as stream, open(os.devnull) as (left, right):
    pass
while (line := stream.readline()):
    pass
match LIMIT:
    case captured:
        MATCHED = captured


class Shape(
    t.Generic[t.T],  # of what
    metaclass=type,
):
    """A :class:`~geometry.Figure` of ``T``, e.g. a square. Second sentence."""

    corners: int
    """How many corners it has."""
    __slots__ = ("width",)
    sides = corners = 4
    for _side in "abcd":
        pass
    sides += 1

    def __init__(self, width: int = 0x10, *args: str, **options) -> None:
        """Make one."""
        self.width = self.height = width  #: In :data:`UNIT`.
        self.name: str = "a" "b"
        """Its name."""
        self.left, (self.right, *self.others) = options
        self.count += 1
        self.corners = 3
        local = 1

        def later(other):
            self.made_later = local
            other.not_ours = 1

        def rebound(self):
            self.not_ours = 1

        class Inner:
            value = 1

            def method(this):
                this.own = self.outer_too = 1

    @overload
    def area(self) -> int: ...
    @overload
    def area(
        self,
        unit: str,
        /,
        *,
        exact: bool = True,  # or about
    ) -> float: ...
    def area(self, unit=": # (", exact=False):
        """Return the area."""
        for self.step in range(3):
            with unit as self.handle:
                pass

    @property
    # behind the decorator
    def size(self):
        """The size of *it*."""

    @size.setter
    def size(self, value): self._size = value

    @cached_property
    def cached(self): return 1

    @classmethod
    def make(cls, *, a=(1,
                        2)):
        cls.made = 1

    @staticmethod
    def helper(self):
        self.not_ours = 1

    if LIMIT:
        async def fetch(self): ...

    class Meta(Base, *bases, key="v"): pass


def outer(function=lambda a, b: (a, b)) -> t.Callable[
    [int], str
]:
    global published
    import lazy_module

    def published(): pass

    def inner():
        class Deep: pass


def area(): pass


if "__main__" == __name__:
    area()
