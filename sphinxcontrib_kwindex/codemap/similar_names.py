"""Which of many names are written most like one that is not among them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import accumulate, islice
from typing import Final

#: So many are compared letter by letter: those with most parts in common.
_COMPARED: Final = 60
#: Parts that more names have say nothing.
_COMMON: Final = 5_000
#: What :mod:`difflib` takes for like.
_LIKE: Final = 0.6
#: So many are named where none is.
_FEW: Final = 3


class Similar:
    """Names, to find those that have two or three letters in common with another.

    To compare each of the 100,000 names of a large tree takes seconds. So they are one
    text, a name a line, in which parts of the other one are looked for.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(set(names))
        folded = [one.casefold() for one in self._names]
        self._text = "\n".join(["", *folded, ""])
        self._starts = [0, *accumulate(len(one) + 1 for one in folded)]

    def _having(self, part: str) -> set[int]:
        """Return the numbers of names that have a part; not all if it is common."""
        found = islice(re.finditer(re.escape(part), self._text), _COMMON)
        return {
            min(bisect_right(self._starts, one.start()), len(self._names)) - 1
            for one in found
        }

    def _near(self, name: str) -> list[str]:
        """Return names with as much in common as others have."""
        whole = f"\n{name.casefold()}\n"
        common: Counter[int] = Counter()
        for size in (3, 2):
            parts = {whole[n : n + size] for n in range(len(whole) - size + 1)}
            for having in sorted(map(self._having, parts), key=len):
                # One that is too common counts where there is nothing else.
                if len(having) < _COMMON or not common:
                    common.update(having)
            if len(common) >= _COMPARED:
                break
        near = sorted(
            common, key=lambda one: (len(self._names[one]) - 3 * common[one], one)
        )
        return [self._names[one] for one in near[:_COMPARED]]

    def most(self, name: str, count: int) -> list[str]:
        """Return the most similar names, the best first; none only if there is none.

        :param count: so many at most; fewer where none is like it.
        """
        some = self._near(name) or self._names[:_COMPARED]
        ordered = closest(name, some)
        like = sum(likeness(name, one) >= _LIKE for one in ordered)
        return ordered[: min(count, like or _FEW)]


def likeness(name: str, other: str) -> float:
    """Return how much two names are alike, from 0 to 1."""
    return SequenceMatcher(None, other.casefold(), name.casefold()).ratio()


def closest(name: str, others: Iterable[str]) -> list[str]:
    """Return names sorted by how much they are like one."""
    return sorted(others, key=lambda other: (-likeness(name, other), other))
