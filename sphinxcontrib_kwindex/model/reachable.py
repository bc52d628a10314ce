"""Computes what is reachable in a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def reached(starts: Iterable[T], following: Callable[[T], Iterable[T]]) -> Iterator[T]:
    """Yield the starts and all that is reached from them, each once.

    What is reached from one comes before the next, in the order in which it follows.
    """
    seen: set[T] = set()
    waiting = [*starts][::-1]
    while waiting:
        item = waiting.pop()
        if item not in seen:
            seen.add(item)
            yield item
            waiting += [*following(item)][::-1]
