"""Protocols: those that name Protocol themselves."""

from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Sized(Protocol):  # is: protocol
    def size(self) -> int: ...


class Box(Protocol[T]):  # is: protocol
    def get(self) -> T: ...


class Wider(Sized, Protocol):  # is: protocol
    def wide(self) -> int: ...


class Implements(Sized):  # not: protocol
    def size(self) -> int:
        return 1


class NotOne(Generic[T]):  # not: protocol
    """Protocol"""
