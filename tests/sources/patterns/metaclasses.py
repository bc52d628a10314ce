"""Metaclasses, their use, and the hook that spares them."""

from abc import ABCMeta
from enum import EnumMeta


class Meta(type):  # is: metaclass
    pass


class Further(Meta):  # is: metaclass
    pass


class Abstract(ABCMeta):  # is: metaclass
    pass


class Members(EnumMeta):  # is: metaclass
    pass


class Uses(metaclass=Meta):  # is: metaclass in use
    pass


class Hooked:  # is: __init_subclass__
    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)


class NotOne(type("Made", (), {})):  # not: metaclass
    metaclass = Meta


class NotOneEither(Hooked, option=type):  # not: metaclass in use
    """metaclass=Meta"""


def local(type):
    class NotOne(type):
        pass

    return NotOne


def __init_subclass__(cls):  # not: __init_subclass__
    """A function, and no class."""
