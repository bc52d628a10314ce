"""Abstract classes."""

import abc
from abc import ABC, ABCMeta, abstractmethod


class Shape(ABC):  # is: abstract class
    @abstractmethod
    def area(self): ...

    @property
    @abc.abstractmethod
    def name(self): ...  # is: property

    def concrete(self):
        return 1


class ByMeta(metaclass=ABCMeta):  # is: abstract class; metaclass in use
    pass


class StillAbstract(Shape):  # is: abstract class
    @abstractmethod
    def more(self): ...


class Circle(Shape):  # not: abstract class
    def area(self):
        return 3

    name = "circle"


class Local:  # not: abstract class
    def abstractmethod(self):
        return self

    def method(self):
        """Says abstractmethod, is none."""
        raise NotImplementedError


class Shadowed:  # not: abstract class
    def abstractmethod(function):
        return function

    @abstractmethod
    def method(self): ...
