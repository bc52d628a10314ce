"""Functions with several bodies."""

import functools
import typing as t
from functools import singledispatch
from typing import overload


@singledispatch
def show(value):  # is: single dispatch
    return str(value)


@show.register
def _(value: int):
    return "int"


class Class:
    @functools.singledispatchmethod
    def show(self, value):  # is: single dispatch
        return str(value)

    @t.overload
    def twice(self, value: int) -> int: ...  # is: overload

    @t.overload
    def twice(self, value: str) -> str: ...  # is: overload

    def twice(self, value):
        return value * 2


@overload
def over(x: int) -> int: ...  # is: overload
@overload
def over(x: str) -> str: ...  # is: overload
def over(x):
    return x


class Local:
    def overload(self):  # not: overload
        return self.singledispatch

    singledispatch = "overload"  # not: single dispatch
