"""Uses that a method or attribute may have.

What Python asks of a receiver that is not known, by a name that many have, may be a use
of any of them (:mod:`..links.uses.by_name`); and a use of what a class above defines
may be one of what overrides it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache, partial
from typing import Final

from ..links.places import Target
from ..model.grouped import grouped
from ..model.kinds import MEMBERS
from ..model.named_tuple import NamedTuple
from ..model.names import last_part
from ..store.definition_queries import names_of_more_than
from ..store.file_languages import is_of_python
from ..store.use_queries import UsedName, count_uses, used_names
from .code_map import CodeMap

#: Of a name that more definitions have no numbers are said: a use that comes or goes
#: would be seen on the pages of all of them.
MOST_NUMBERED: Final = 100
#: Of how many supertypes the uses are named, from the nearest on.
_MOST_SUPERTYPES: Final = 20


class UsesThrough(NamedTuple):
    """Uses of the definition that another one overrides."""

    name: str
    """Of the overridden one, with the name of its class."""
    path: str
    anchor: str
    places: int
    """0 for a name that :data:`MOST_NUMBERED` have."""


class PossibleUses(NamedTuple):
    """Uses that a definition may have."""

    of_name: UsedName | None = None
    """Of its name on receivers that are not known, if there are such. Of a name that
    more than :data:`MOST_NUMBERED` have all numbers are 0."""
    through: tuple[UsesThrough, ...] = ()
    """Of what it overrides, nearest first."""
    more: bool = False
    """Whether it overrides more with uses, which what is named last leads to."""


class _Counts:
    """In how many places names and definitions are used."""

    def __init__(self, code: CodeMap) -> None:
        self.names = used_names(code.store, cache(partial(is_of_python, code.store)))
        self.common = frozenset(names_of_more_than(code.store, MOST_NUMBERED))
        self.possible = cache(lambda path: _possible_uses(code, path, self))
        self.of_file = lru_cache(64)(lambda path: self._read(code, path))

    def through(self, overridden: Target, own: Target) -> int:
        """Return in how many places a method is used that another one overrides."""
        used = self.of_file(overridden.path)
        number = used[overridden.qualname, False]
        if not self.of_file(own.path)[own.qualname, True]:
            # Else they are shown as uses of the other by its name.
            number += used[overridden.qualname, True]
        return number

    @staticmethod
    def _read(code: CodeMap, path: str) -> Counter[tuple[str, bool]]:
        """Return how often what a file defines is used, surely and by its name.

        What a definition of the same name asks for is what it overrides itself.
        """
        counts: Counter[tuple[str, bool]] = Counter()
        for qualname, around, by_name, count in count_uses(code.store, path):
            name = last_part(qualname)
            if not around.endswith(name) or last_part(around) != name:
                counts[qualname, bool(by_name)] += count
        return counts


def names_of_unknown(code: CodeMap) -> dict[str, UsedName]:
    """Return the names that are asked of receivers that are not known."""
    return code.once(_Counts).names


def possible_uses(code: CodeMap, path: str) -> dict[str, PossibleUses]:
    """Return the uses that the methods and attributes of a file may have, by id.

    They are kept: the plan of the pages, the page and the cards ask for them.
    """
    return code.once(_Counts).possible(path)


def _possible_uses(
    code: CodeMap, path: str, counts: _Counts
) -> dict[str, PossibleUses]:
    through = grouped(_through(code, path, counts))
    names = counts.names if is_of_python(code.store, path) else {}
    uses = {}
    for row in code.definitions(path):
        if row.kind not in MEMBERS:
            continue
        name = last_part(row.qualname)
        # No other file asks for what is local.
        of_name = None if "<locals>" in row.qualname else names.get(name)
        if of_name and name in counts.common:
            of_name = UsedName(name)
        known = through[row.anchor]
        named = tuple(known[:_MOST_SUPERTYPES])
        possible = PossibleUses(of_name, named, len(named) < len(known))
        if any(possible):
            uses[row.anchor] = possible
    return uses


def _through(
    code: CodeMap, path: str, counts: _Counts
) -> Iterator[tuple[str, UsesThrough]]:
    """Yield ids of methods, each with uses of a method that it overrides.

    Of one more than is named, which tells that there are more.
    """
    members = code.class_members
    for qualname in code.class_hierarchy.classes_with_bases(path):
        cls = Target(path, qualname)
        own = members.of_class(cls)
        # A special method is mostly called without being named.
        names = [
            name
            for name in sorted(members.redefined(cls))
            if own[name].kind == "method" and own[name].anchor and name[:2] != "__"
        ]
        left = dict.fromkeys(names, _MOST_SUPERTYPES + 1)
        for base in code.class_hierarchy.known_ancestors(*cls) if names else ():
            if not isinstance(base, Target):
                continue
            there = members.of_class(base)
            for name in names:
                if not left[name] or name not in there or not there[name].anchor:
                    continue
                overridden = base.member(name)
                own_name = Target(path, f"{qualname}.{name}")
                if number := counts.through(overridden, own_name):
                    number = 0 if name in counts.common else number
                    shown = f"{last_part(base.qualname)}.{name}"
                    uses = UsesThrough(shown, base.path, there[name].anchor, number)
                    left[name] -= 1
                    yield own[name].anchor, uses
