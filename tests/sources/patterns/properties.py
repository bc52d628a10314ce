"""Properties."""

import functools
from abc import abstractproperty


class Class:
    @property
    def x(self):  # is: property
        return 1

    @x.setter
    def x(self, value):
        pass

    def _y(self):
        return 2

    y = property(_y)  # is: property

    @functools.cached_property
    def z(self):  # is: cache
        return 3

    property_name = "property"  # not: property

    @property.__class__
    def w(self):  # not: property
        return 4


class Old:  # is: abstract class
    @abstractproperty
    def x(self): ...  # is: property


class Shadowed:
    def property(function):
        return function

    @property
    def x(self):
        return 1

    y = property(x)
