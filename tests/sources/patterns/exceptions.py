"""Exceptions, by the built-in ones that they come from."""

import builtins


class Own(Exception):  # is: exception
    pass


class Further(Own):  # is: exception
    pass


class Multiple(dict, KeyError):  # is: exception
    pass


class Dotted(builtins.ValueError):  # is: exception
    pass


class Group(ExceptionGroup[Own]):  # is: exception
    pass


class NamedError:  # not: exception
    """An Exception by name only."""


def local():
    class Exception:
        pass

    class NotOne(Exception):  # not: exception
        pass

    return NotOne
