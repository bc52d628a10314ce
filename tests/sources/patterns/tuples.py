"""Named tuples and typed dictionaries."""

import collections
from typing import NamedTuple, TypedDict


class Point(NamedTuple):  # is: named tuple
    x: int


class Further(Point):  # not: named tuple
    y: int


Pair = collections.namedtuple("Pair", "a b")  # is: named tuple


class Derived(collections.namedtuple("Base", "a b")):  # is: named tuple
    pass


class Options(TypedDict, total=False):  # is: typed dictionary
    x: int


class More(Options):  # is: typed dictionary
    y: int


class NotOne(dict):  # not: typed dictionary
    """A TypedDict"""


def namedtuple(name):
    return name


namedtuple("x")  # not: named tuple
