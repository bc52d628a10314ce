"""Where an attribute of something unknown may lead, by nothing but its name.

It is one of the definitions with that name, if these are few. Methods of which one
overrides the other are one thing to a reader: where there are many, they count as the
one that overrides no other of them, which leads to all. Of a name that still too many
have, or a class of the standard library too, no definition is likelier than the others:
the place belongs to the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from ..model.rows import ReferenceRow
from ..store.database import Store
from ..store.definition_queries import definitions_named
from .builtin_types import BUILTIN_NAMES, STANDARD_NAMES
from .identifier_targets import IdentifierResolver, Unknown
from .languages.python import is_stub, stubbed
from .module_interface import OWN
from .places import Target

#: How many definitions may have the name of an attribute of something unknown.
MOST_BY_NAME: Final = 3
#: Of how many it is found out which override which.
_MOST_LOOKED_AT: Final = 100
#: The kind of a row that stands for all members of a name, of which there are many.
ANY_MEMBER: Final = "any member"


class ByName:
    """The definitions that an attribute of something unknown may be.

    :param resolver: knows the classes that have them.
    """

    def __init__(self, store: Store, resolver: IdentifierResolver) -> None:
        self._resolver = resolver
        self._members = cache(partial(_rows_named, store))
        self._data = cache(partial(_rows_named, store, kinds=("data",)))

    def row(self, path: str, unknown: Unknown) -> ReferenceRow | None:
        """Return where an attribute may lead, ``None`` if nowhere in the tree.

        :param path: the file that asks for it.
        """
        name = unknown.name
        if name in BUILTIN_NAMES:
            return None
        members = self._members(name)
        offered = [row for row in members if self._is_offered(path, row, unknown)]
        if MOST_BY_NAME < len(offered) <= _MOST_LOOKED_AT:
            heads = self._overriding_none(offered)
        else:
            heads = offered
        if name not in STANDARD_NAMES and 0 < len(heads) <= MOST_BY_NAME:
            return heads[0]._replace(more=tuple(heads[1:]))
        if unknown.made_up and name.isupper():
            # "settings.DEBUG" is a line of another module.
            rows = self._data(name)
            if len(rows) == 1 and rows[0].qualname == name:
                return rows[0]
        return ReferenceRow("", ANY_MEMBER, name, by_name=True) if heads else None

    def _is_offered(self, path: str, row: ReferenceRow, unknown: Unknown) -> bool:
        if unknown.classes:
            return self._resolver.may_be(unknown, _owner(row))
        if row.path == path:
            return True
        # What is local is used where it is defined, and so is what a class keeps for
        # itself: "_meta" of anything else is not its "self._meta".
        target = Target(row.path, row.qualname)
        return "<locals>" not in row.qualname and self._resolver.trait(target) != OWN

    def _overriding_none(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return the members that override none of the others."""
        owners = set(map(_owner, rows))
        found = [
            row
            for row in rows
            if owners.isdisjoint(self._resolver.mro(_owner(row))[1:])
        ]
        return found or rows


def _owner(row: ReferenceRow) -> Target:
    return Target(row.path, row.qualname.rpartition(".")[0])


def _rows_named(
    store: Store, name: str, kinds: Sequence[str] = ("method", "attribute")
) -> list[ReferenceRow]:
    """Return the definitions of a name and some kinds, as what may be meant."""
    rows: dict[tuple[str, str], ReferenceRow] = {}
    for row in definitions_named(store, name, kinds):
        # A stub says the same again.
        path = stubbed(row.path) if is_stub(row.path) else row.path
        if path == row.path or (path, row.qualname) not in rows:
            rows[path, row.qualname] = ReferenceRow(
                row.path, row.kind, row.qualname, row.anchor, by_name=True
            )
    return list(rows.values())
