"""Iterators."""


class Iterator:  # is: iterator
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


class AsyncIterator:  # is: async iterator
    def __aiter__(self):
        return self

    async def __anext__(self):  # is: coroutine
        raise StopAsyncIteration


class OnlyIterable:  # not: iterator
    def __iter__(self):
        return iter(())

    def next(self):
        return "__next__"


class OnlyAsyncIterable:  # not: async iterator
    def __aiter__(self):
        return AsyncIterator()

    def anext(self):
        return "__anext__"
