"""Which names are written most like a name that is not there: for "did you mean"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import accumulate, islice
from typing import Final

#: How many are compared letter by letter: those with most parts in common.
_COMPARED: Final = 60
#: Parts that more names have do not tell them apart.
_COMMON: Final = 5_000
#: The likeness from which on :mod:`difflib` takes two texts for similar.
_SIMILAR: Final = 0.6


def did_you_mean(name: str, names: Iterable[str], otherwise: str) -> str:
    """Return the end of a sentence about a name that is not known.

    :param otherwise: what stands before all names, where none is similar.
    """
    known = list(names)
    for near in NameIndex(known).similar(name, 1):
        return f"did you mean {near!r}?"
    return f"{otherwise} {', '.join(known)}"


class NameIndex:
    """Names, to find those that have two or three letters in common with another.

    To compare each of the 100,000 names of a large tree takes seconds. So they are one
    text, a name a line, in which parts of the other name are looked for.
    """

    def __init__(self, names: Iterable[str]) -> None:
        # Mostly they are in their order already.
        self._names = sorted(dict.fromkeys(names))
        self._text = "\n".join(["", *self._names, ""]).casefold()
        folded = self._text[1:-1].split("\n") if self._names else []
        self._starts = [0, *accumulate(len(name) + 1 for name in folded)]

    def similar(self, name: str, at_most: int, fallback: int = 0) -> list[str]:
        """Return the names that are similar to *name*, the most similar first.

        :param fallback: how many are returned at most where none is similar.
        """
        candidates = self._candidates(name) or self._names[:_COMPARED]
        ordered = by_likeness(name, candidates)
        similar = sum(_likeness(name, other) >= _SIMILAR for other in ordered)
        return ordered[: min(at_most, similar or fallback)]

    def _candidates(self, name: str) -> list[str]:
        """Return the names with most parts in common."""
        whole = f"\n{name.casefold()}\n"
        common: Counter[int] = Counter()
        for size in (3, 2):
            parts = {whole[n : n + size] for n in range(len(whole) - size + 1)}
            for numbers in sorted(map(self._containing, parts), key=len):
                # One that is too common counts where there is nothing else.
                if len(numbers) < _COMMON or not common:
                    common.update(numbers)
            if len(common) >= _COMPARED:
                break
        best = sorted(common, key=lambda n: (len(self._names[n]) - 3 * common[n], n))
        return [self._names[number] for number in best[:_COMPARED]]

    def _containing(self, part: str) -> set[int]:
        """Return the numbers of names that have a part; not all if it is common."""
        matches = islice(re.finditer(re.escape(part), self._text), _COMMON)
        return {
            min(bisect_right(self._starts, match.start()), len(self._names)) - 1
            for match in matches
        }


def by_likeness(name: str, others: Iterable[str]) -> list[str]:
    """Return names sorted by how much they are like *name*, the most alike first."""
    return sorted(others, key=lambda other: (-_likeness(name, other), other))


def _likeness(name: str, other: str) -> float:
    """Return how much two names are alike, from 0 to 1."""
    return SequenceMatcher(None, other.casefold(), name.casefold()).ratio()
