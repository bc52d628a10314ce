"""Context managers of both kinds."""

import contextlib
from contextlib import contextmanager as cm


class Both:  # is: context manager
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


class Assigned:  # is: context manager
    def __enter__(self):
        return self

    def close(self, *args):
        return None

    __exit__ = close


class Half:  # not: context manager
    def __enter__(self):
        return self


class Async:  # is: async context manager
    async def __aenter__(self):  # is: coroutine
        return self

    async def __aexit__(self, *args):  # is: coroutine
        return None


class HalfAsync:  # not: async context manager
    async def __aenter__(self):  # is: coroutine
        return self

    async def aexit(self, *args):  # is: coroutine
        return None


@cm
def managed():  # is: context manager; generator
    yield 1


@contextlib.asynccontextmanager
async def managed_async():  # is: async context manager; async generator
    yield 1


def uses():
    with open("contextmanager") as file:
        return file


def contextmanager(function):
    return function


@contextmanager
def not_one():  # not: context manager
    return None


class Mentions:
    names = ["__enter__", "__exit__"]
