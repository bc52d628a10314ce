"""Generators and coroutines; whose the yield is, decides."""


def generator():  # is: generator
    yield 1


def delegating():  # is: generator
    yield from range(3)


def hidden():  # is: generator
    for x in range(3):
        if x:
            try:
                print([(yield x)])
            finally:
                pass


def sending():  # is: generator
    got = yield
    return got


def outer():
    def inner():  # is: generator
        yield 1

    return inner


def with_lambda():  # not: generator
    return lambda: (yield)


def says():  # not: generator
    """Yield nothing; yield from nothing."""
    return "yield 1"  # yield 1


async def coroutine():  # is: coroutine
    return 1


async def stream():  # is: async generator
    yield await coroutine()


async def around():  # is: coroutine; not: async generator
    async def inside():  # is: async generator
        yield 1

    return [x async for x in inside()]


def expression():  # not: generator
    return (x for x in range(3))


def in_default(x=lambda: (yield)):
    return x


class Class:
    def method(self):  # is: generator
        with self:
            match self:
                case int():
                    yield 1


def awaits_nothing():  # not: coroutine
    """Async def; await."""
    return "async def coroutine(): await x"
