"""Dataclasses. Not one: class local_param, @dataclass class InDocstring."""

import dataclasses as dc
from dataclasses import dataclass
from dataclasses import dataclass as data

# class local_param is only spoken of; so is @dataclass, not: dataclass


@dataclass
class Plain:  # is: dataclass
    x: int


@dc.dataclass(frozen=True, slots=True)
class Dotted:  # is: dataclass
    x: int


@data()
class Renamed:  # is: dataclass
    class Inner:
        pass

    @dataclass
    class Nested:  # is: dataclass
        y: int


def function():
    @dataclass
    class Local:  # is: dataclass
        z: int

    def dataclass_like(cls):
        return cls

    @dataclass_like
    class NotOne:
        pass

    return Local, NotOne


def shadowing(dataclass):
    @dataclass
    class NotOne:
        pass

    return NotOne


class Holder:
    def dataclass(self):
        return "@dataclass"


@Holder().dataclass
class NotOneEither:  # not: dataclass
    pass
