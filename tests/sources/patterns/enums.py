"""Enumerations; a class of this file called Enum is none."""

import enum
from enum import Enum as E
from enum import IntFlag


class Color(E):  # is: enum
    RED = 1


class Bits(IntFlag):  # is: enum
    A = 1


class Base(enum.Enum):  # is: enum
    pass


class Derived(Base):  # is: enum
    A = 1


Functional = enum.Enum("Functional", "A B")  # is: enum


class Enum:
    pass


class NotOne(Enum):  # not: enum
    RED = 1


class NotOneEither(str):  # not: enum
    """class Color(enum.Enum)"""


def lookup(enum):
    return enum.Enum("x", "A B")
