"""Queries about definitions of the tree."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.rows import DefinitionRow
from .database import Store


def definition_count(store: Store) -> int:
    """Return the number of definitions shown."""
    return store.count("definition")


def definitions_of_file(store: Store, path: str) -> Iterator[DefinitionRow]:
    """Yield the definitions of a file that are shown, in their order."""
    return store.definitions("path = ?", (path,))


def definitions_with_anchors(store: Store) -> Iterator[tuple[str, str, str, str]]:
    """Yield path, kind, qualified name and anchor of all definitions shown.

    Plain tuples: there are many, and builders ask twice for all of them.
    """
    return store.select(
        "SELECT path, kind, qualname, anchor FROM definition ORDER BY path, ordinal"
    )


def top_level_kinds(store: Store, path: str) -> Iterator[tuple[str, str]]:
    """Yield name and kind of what a file itself defines, also of what is not shown."""
    return store.select(
        "SELECT qualname, kind FROM definition WHERE path = ?1 AND name = qualname"
        " UNION ALL SELECT qualname, kind FROM hidden"
        " WHERE path = ?1 AND qualname NOT LIKE '%.%'",
        (path,),
    )
