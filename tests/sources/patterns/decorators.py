"""Decorators: what is called with a function and returns one around it."""

import functools
from functools import wraps
from typing import cast


def plain(func):  # is: decorator
    def wrapper(*args):
        return func(*args)

    return wrapper


def wrapped(func):  # is: decorator
    @functools.wraps(func)
    def wrapper(*args):
        return None

    return wrapper


def passed_on(func, name="x"):  # is: decorator
    def wrapper(*args):
        return func(*args)

    if name:
        return functools.update_wrapper(wrapper, func)
    return cast("type", wrapper)


def outside(func):  # is: decorator
    def wrapper():
        func()

    return wraps(func)(wrapper)


def with_arguments(name):  # is: decorator
    def decorator(func):
        def wrapper():
            return name(func())

        return wrapper

    return decorator


def asynchronous(func):  # is: decorator
    async def wrapper():  # is: coroutine
        return await func()

    return wrapper


class Methods:
    def method(self, func):  # is: decorator
        def wrapper():
            return func()

        return wrapper

    @staticmethod
    def static(func):  # is: decorator
        def wrapper():
            return func()

        return wrapper

    @staticmethod
    def static_of_two(self, func):
        def wrapper():
            return self(func)

        return wrapper


def adder(number):  # not: decorator
    def add(other):
        return number + other

    return add


def bound(func, argument):  # not: decorator
    def wrapper():
        return func(argument)

    return wrapper


def bound_by_name(func, *, argument):
    def wrapper():
        return func(argument)

    return wrapper


def does_not_return_it(func):
    def wrapper():
        return func()

    return wrapper()


def returns_another(func):
    def wrapper():
        return func()

    wrapper()
    return func


def hides(func):
    def wrapper(func):
        return func()

    return wrapper


def hides_in_lambda(func):
    def wrapper():
        return lambda func: func()

    return wrapper


def only_mentions(func):
    def wrapper():
        """Call func()."""
        return "func()"

    return wrapper
