"""The classes that an attribute is looked up in, in Python's own order (C3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from .places import External, Target

#: Bases of other projects that define nothing that is looked up on an instance.
EMPTY_BASES: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)
#: How many classes above a class are looked at: a program may write a chain of
#: thousands.
MOST_ANCESTORS: Final = 100
#: Searches within searches from which on the stack may not hold what comes.
_DEEP: Final = 20

Class: TypeAlias = Target | External | None
"""``None`` for a class that is not known."""
Mro: TypeAlias = tuple[Class, ...]


class MethodResolution:
    """The orders of lookup of the classes of the tree.

    :param read_bases: returns the bases of a class, which may ask for the orders of
        other classes.
    :param uncertain: tells whether what was found since the last call may be found
        otherwise later.
    """

    def __init__(
        self,
        read_bases: Callable[[Target], list[Class]],
        uncertain: Callable[[], bool],
    ) -> None:
        self._read_bases = read_bases
        self._uncertain = uncertain
        self._mros: dict[Target, Mro] = {}
        self._searching: set[Target] = set()
        self._finding_above = False
        self.in_circle = False
        """Whether a class was met that derives from itself. What is found then depends
        on what was looked up first, and is not kept."""

    @property
    def depth(self) -> int:
        """How many searches are under way."""
        return len(self._searching)

    def of(self, owner: Target) -> Mro:
        """Return the classes that an attribute is looked up in, in their order."""
        if owner in self._mros:
            return self._mros[owner]
        if len(self._searching) > _DEEP and not self._finding_above:
            self._finding_above = True
            try:
                self._find_above(owner)
            finally:
                self._finding_above = False
        if owner in self._searching:
            self.in_circle = True
            return owner, None
        self._searching.add(owner)
        outer, self.in_circle = self.in_circle, False
        try:
            mro = self._linearise(owner)
        finally:
            self._searching.discard(owner)
        if not self.in_circle and not self._uncertain():
            self._mros[owner] = mro
        self.in_circle |= outer
        return mro

    def _find_above(self, owner: Target) -> None:
        """Find the orders of lookup of the classes above a class, the farthest first.

        Python's stack does not hold a chain of some hundred classes.
        """
        above = {owner: None}
        pending = [owner]
        while pending:
            for base in self._read_bases(pending.pop()):
                if isinstance(base, Target) and base not in self._mros:
                    if base not in above:
                        pending.append(base)
                    above[base] = None
        for cls in list(above)[:0:-1]:
            self.of(cls)

    def _linearise(self, owner: Target) -> Mro:
        bases = self._read_bases(owner)
        mros: list[Iterable[Class]] = [
            self.of(base) if isinstance(base, Target) else [base] for base in bases
        ]
        mro = (owner, *_c3_merge([*mros, bases]))
        return mro if len(mro) <= MOST_ANCESTORS else (*mro[:MOST_ANCESTORS], None)


def _c3_merge(several: list[Iterable[Class]]) -> list[Class]:
    """Merge orders as C3 does; where that is impossible, depth first.

    Behind a class that is not known nothing is sure, so the order ends with it.
    """
    merged: list[Class] = []
    orders = [order for order in map(list, several) if order]
    while orders:
        for order in orders:
            head = order[0]
            if head is None or not any(head in other[1:] for other in orders):
                break
        else:
            head = orders[0][0]
        merged.append(head)
        if head is None:
            break
        orders = [
            rest for order in orders if (rest := [cls for cls in order if cls != head])
        ]
    return merged
