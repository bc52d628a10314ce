"""Caches; most things called cache are none."""

import functools
from functools import cache, lru_cache
from functools import cached_property as once

import cachetools
from dogpile.cache import make_region

from . import caching
from .caching import region


@cache
def one():  # is: cache
    return 1


@lru_cache(maxsize=None)
def two():  # is: cache
    return 2


class Class:
    @once
    def three(self):  # is: cache
        return 3

    def cache(self):
        return self.three

    @cache
    def not_one(self):  # not: cache
        return 4

    @region.cache_on_arguments(expiration_time=3)
    def five(self):  # is: cache
        return 5

    @cachetools.cached(cache={})
    def six(self):  # is: cache
        return 6

    @caching.cached_property
    def seven(self):  # is: cache
        return 7

    @caching.uncached_property
    def eight(self):  # not: cache
        return 8


own = make_region()  # is: cache


def plain():
    return 5


cached = functools.lru_cache(maxsize=2)(plain)  # is: cache


def local_variable():
    cache = {}  # not: cache
    cache["x"] = 1
    cache.get("x")
    return cache


def parameter(cache):
    @cache
    def not_one():
        return 1

    return not_one, cache(plain)


def comprehension(caches):
    return [cache(plain) for cache in caches], [cache(plain) for x in caches]  # is: cache


def in_lambda():
    return (lambda lru_cache: lru_cache(plain))(None)


def string():
    # functools.cache(plain), not: cache
    return "functools.cache(plain)"
