"""What is asked of the definitions shown: those of a file, of a name, of a folder."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.rows import DefinitionRow
from .database import Store, below


def definitions_in(store: Store, path: str) -> list[DefinitionRow]:
    """Return the definitions of a file, in their order."""
    return list(store.definitions("path = ?", (path,)))


def definitions_with_anchors(store: Store) -> Iterator[tuple[str, str, str, str]]:
    """Iterate over path, kind, qualified name and anchor of all definitions shown.

    Plain tuples: there are many, and builders ask twice for all of them.
    """
    return store.select(
        "SELECT path, kind, qualname, anchor FROM definition ORDER BY path, ordinal"
    )


def top_level_kinds(store: Store, path: str) -> Iterator[tuple[str, str]]:
    """Iterate over name and kind of what a module defines, also what is not shown."""
    return store.select(
        "SELECT qualname, kind FROM definition WHERE path = ?1 AND name = qualname"
        " UNION ALL SELECT qualname, kind FROM hidden"
        " WHERE path = ?1 AND qualname NOT LIKE '%.%'",
        (path,),
    )


def count_definitions(store: Store, folder: str = "") -> int:
    """Return the number of definitions below a folder."""
    return store.count("definition", *below(folder))
