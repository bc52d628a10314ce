"""Which binding of a name counts."""

import functools
from enum import Enum
from functools import cache, lru_cache

numba = None
try:
    import numba
except ImportError:
    pass

try:
    from functools import cached_property
except ImportError:

    def cached_property(function):
        return property(function)


if functools:
    from dataclasses import dataclass
else:
    from attr import dataclass

try:
    import torch
except ImportError as error:
    torch = error


@dataclass
class Either:  # is: dataclass; attrs class
    x: int


class Class:
    @cached_property
    def x(self):  # is: cache
        return 1


@numba.njit
def compiled():  # is: compiled code
    return torch.cuda.is_available()  # is: device code


def hides_for_good():
    from asyncio import run

    run = print
    run()


lru_cache = list


@lru_cache
def rebound():
    return 1


def reads_global():
    global cache
    return cache(compiled)  # is: cache


class Scopes:
    Enum = list

    class Inner(Enum):
        pass

    def method(self):
        class Seen(Enum):  # is: enum
            A = 1

        return Seen


def outer():
    def middle():
        class Enum:
            pass

        def inner():
            class NotOne(Enum):
                pass

            return NotOne

        return inner

    return middle
