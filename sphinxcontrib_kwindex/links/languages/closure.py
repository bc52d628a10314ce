"""What each file leads to through any number of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..components import components


class Closure:
    """The files that files lead to, found out as far as it is asked for.

    What a file leads to are the bits of a number; files that lead to each other lead to
    the same.

    :param successors: returns the files that a file leads to at once.
    """

    def __init__(self, successors: Callable[[str], Iterable[str]]) -> None:
        self._successors = successors
        self._bits: dict[str, int] = {}
        """By file the number of its bit, in the order in which they are met."""
        self._reached: dict[str, int] = {}

    def has(self, path: str, other: str) -> bool:
        """Tell whether a file leads to another; each leads to itself."""
        if path not in self._reached:
            self._search(path)
        bit = self._bits.get(other)
        return bit is not None and bool(self._reached[path] >> bit & 1)

    def _search(self, root: str) -> None:
        others: dict[str, list[str]] = {}

        def unknown(path: str) -> list[str]:
            others[path] = list(self._successors(path))
            return [other for other in others[path] if other not in self._reached]

        for component in components([root], unknown):
            reached = 0
            for path in component:
                reached |= 1 << self._bits.setdefault(path, len(self._bits))
                for other in others.pop(path):
                    reached |= self._reached.get(other, 0)
            self._reached.update(dict.fromkeys(component, reached))
