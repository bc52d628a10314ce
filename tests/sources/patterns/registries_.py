"""Registries: what decorators fill."""

from collections import defaultdict
from functools import cache

BY_NAME = {}  # is: registry
LISTED: list = []  # is: registry
GROUPED = defaultdict(dict)  # is: registry
CLASSES = set()  # is: registry
POOL = {}
KEPT = []
SEEN = {}  # not: registry
PLAIN = {}  # not: registry
NUMBER = 3


def register(name):
    def decorator(cls):
        BY_NAME[name] = cls
        return cls

    return decorator


def listed(function):
    LISTED.append(function)
    return function


@listed
def one():
    return 1


def grouped(cls):
    GROUPED[cls.kind][cls.name] = cls
    return cls


def all_classes():
    def decorator(cls):
        CLASSES.add(cls)
        return cls

    return decorator


class Base:  # is: __init_subclass__
    subclasses = []  # is: registry
    named = {}  # is: registry
    others = []

    def __init_subclass__(cls):
        cls.subclasses.append(cls)

    @classmethod
    def register(cls, other):
        cls.named[other.__name__] = other
        return other

    def remember(self, other):
        self.others.append(other)
        return other


def interned(text):
    POOL[text] = text
    return text


def kept_alive(thing):
    KEPT.append(thing)
    return thing


def remembered(key, value):
    SEEN[key] = value
    return value


def filled(cls):
    PLAIN[cls.__name__] = cls


def local_only(cls):
    found = {}
    found[cls.__name__] = cls
    return cls


def no_container(cls):
    NUMBER[cls.__name__] = cls
    return cls


@cache
def computed(x):  # is: cache
    SEEN[x] = 1
    return x
