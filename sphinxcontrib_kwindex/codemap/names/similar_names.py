"""Which names are written most like a name that is not there: for "did you mean"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
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
    if near := most_similar(name, known):
        return f"did you mean {near!r}?"
    return f"{otherwise} {', '.join(known)}"


def most_similar(name: str, names: Iterable[str]) -> str:
    """Return the name that is most similar to *name*; empty if none is similar."""
    return next(iter(NameIndex(lines(names)).similar(name, 1)), "")


class NameIndex:
    """Names, to find those that have two or three letters in common with another.

    To compare each of the 100,000 names of a large tree takes seconds. So they stay one
    text, in which parts of the other name are looked for.

    :param names: a name a line, each once, in their order.
    """

    def __init__(self, names: str) -> None:
        self._text = f"\n{names}\n"
        self._folded = self._text.casefold()
        if len(self._folded) != len(self._text):
            # Some letters become two, as "ß" does.
            short = (letter.casefold()[:1] for letter in self._text)
            self._folded = "".join(short)

    def similar(self, name: str, at_most: int, fallback: int = 0) -> list[str]:
        """Return the names that are similar to *name*, the most similar first.

        :param fallback: how many are returned at most where none is similar.
        """
        candidates = self._candidates(name) or self._first()
        likeness = by_likeness(name, candidates)
        similar = sum(value >= _SIMILAR for value in likeness.values())
        return list(likeness)[: min(at_most, similar or fallback)]

    def _first(self) -> list[str]:
        names = self._text.split("\n", _COMPARED + 1)[1 : _COMPARED + 1]
        return [name for name in names if name]

    def _candidates(self, name: str) -> list[str]:
        """Return the names with most parts in common."""
        whole = f"\n{name.casefold()}\n"
        common: Counter[int] = Counter()
        for size in (3, 2):
            parts = {whole[n : n + size] for n in range(len(whole) - size + 1)}
            for starts in sorted(map(self._containing, parts), key=len):
                # One that is too common counts where there is nothing else.
                if len(starts) < _COMMON or not common:
                    common.update(starts)
            if len(common) >= _COMPARED:
                break
        ends = {start: self._text.index("\n", start) for start in common}
        best = sorted(
            common, key=lambda start: (ends[start] - start - 3 * common[start], start)
        )
        return [self._text[start : ends[start]] for start in best[:_COMPARED]]

    def _containing(self, part: str) -> set[int]:
        """Return where names begin that have a part; not all if it is common."""
        matches = islice(re.finditer(re.escape(part), self._folded), _COMMON)
        starts = {
            self._folded.rfind("\n", 0, match.start() + 1) + 1 for match in matches
        }
        return starts - {len(self._text)}


def lines(names: Iterable[str]) -> str:
    """Return names in any order as an index takes them.

    Those with a line end in them cannot be found.
    """
    return "\n".join(sorted({name for name in names if "\n" not in name}))


def by_likeness(name: str, others: Iterable[str]) -> dict[str, float]:
    """Return how much names are like *name*, from 0 to 1, the most alike first."""
    from difflib import SequenceMatcher  # which takes a while, and few need it

    # It keeps what it finds out of the second text.
    matcher = SequenceMatcher(None, "", name.casefold())
    likeness: dict[str, float] = {}
    for other in others:
        matcher.set_seq1(other.casefold())
        likeness[other] = matcher.ratio()
    return dict(sorted(likeness.items(), key=lambda item: (-item[1], item[0])))
