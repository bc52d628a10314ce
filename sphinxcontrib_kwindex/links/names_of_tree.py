"""The definitions of a tree by their names, in languages other than Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ..analysis.languages.registry import family_of, language_of
from ..model.kinds import KINDS, MEMBERS
from ..model.names import last_part
from ..model.rows import DefinitionRow
from ..store.database import Store
from ..store.definition_queries import definitions_named

#: How many definitions may have a name that nothing else decides.
MOST_BY_NAME: Final = 3
#: Of how many names the definitions are kept.
_NAMES: Final = 20_000
#: All kinds.
EVERY: Final = frozenset(KINDS)

Rows = list[DefinitionRow]


def only(rows: Iterable[DefinitionRow], kinds: frozenset[str]) -> Rows:
    """Return the definitions of some kinds."""
    return [row for row in rows if row.kind in kinds]


def separator_of(path: str) -> str:
    """Return what stands between the parts of qualified names in a file."""
    language = language_of(path)
    return language.separator if language else "."


class Names:
    """The definitions of a tree by their names.

    Where kinds are given, definitions of others do not count.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._named = lru_cache(_NAMES)(self._read_named)
        self.qualified = lru_cache(_NAMES)(self._read_qualified)

    def by_name(
        self, path: str, name: str, among: frozenset[str], *, members: bool
    ) -> Rows:
        """Return the few definitions with a name; members, or what is none."""
        separator = separator_of(path)
        rows = [
            row
            for row in self.of(path, name, among)
            if (row.kind in MEMBERS) == members
            and (row.qualname == name or row.qualname.endswith(f"{separator}{name}"))
            and not (row.private and row.path != path)
        ]
        most = MOST_BY_NAME if members else 1
        return rows if len({row.qualname for row in rows}) <= most else []

    def of(self, path: str, name: str, among: frozenset[str] = EVERY) -> Rows:
        """Return the definitions with the last part of a name."""
        return only(self._named(family_of(path), last_part(name)), among)

    def _read_named(self, family: str, name: str) -> Rows:
        return [
            row
            for row in definitions_named(self._store, name, KINDS)
            if family_of(row.path) == family
        ]

    def _read_qualified(self, family: str, name: str) -> dict[str, Rows]:
        """Return the definitions with a name by their qualified names."""
        found: defaultdict[str, Rows] = defaultdict(list)
        for row in self._named(family, name):
            found[row.qualname].append(row)
        return dict(found)

    def in_file(self, path: str, qualname: str, among: frozenset[str] = EVERY) -> Rows:
        """Return the definitions of a file with a qualified name."""
        named = self.qualified(family_of(path), last_part(qualname))
        rows = only(named.get(qualname, ()), among)
        return [row for row in rows if row.path == path]
