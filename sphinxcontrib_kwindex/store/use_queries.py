"""What is asked of uses: which names are used where, and which classes are bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..model.rows import Excerpt, UseRow
from .database import Store, among
from .link_rows import BaseRow, Use


class Subclass(NamedTuple):
    """A class that derives from another."""

    base: str
    """The qualified name of the other."""
    path: str
    qualname: str
    anchor: str


def uses_by(store: Store, path: str) -> list[UseRow]:
    """Return what a file uses of others, by their paths and its names."""
    return _uses(store, "path = ? ORDER BY target, qualname", path)


def uses_of(store: Store, path: str) -> list[UseRow]:
    """Return what others use of a file."""
    return _uses(store, "target = ?", path)


def _uses(store: Store, where: str, path: str) -> list[UseRow]:
    columns = "target, qualname, path, anchor, line, count"
    rows = store.select(f"SELECT {columns} FROM use WHERE {where}", (path,))
    return [UseRow(*row) for row in rows]


def excerpts(store: Store, path: str) -> tuple[Excerpt, ...]:
    """Return the lines kept of calls of what a file defines."""
    query = (
        "SELECT qualname, path, line, text FROM excerpt WHERE target = ?"
        " ORDER BY ordinal"
    )
    return tuple(map(Excerpt._make, store.select(query, (path,))))


def external_references(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over files, each with a dotted name of other projects in its text."""
    query = (
        "SELECT reference.path, json_extract(value, '$[2]')"
        " FROM reference, json_each(targets)"
        " WHERE json_extract(value, '$[1]') = 'external'"
    )
    return store.select(query)


def subclasses(store: Store, path: str) -> Iterator[Subclass]:
    """Iterate over what derives directly from the classes of a file."""
    query = (
        "SELECT DISTINCT base.base, path, qualname, anchor FROM base"
        " JOIN definition USING (path, qualname)"
        " WHERE target = ? AND kind = 'class' AND (path <> target OR qualname <> base)"
    )
    return map(Subclass._make, store.select(query, (path,)))


def uses_that_may_be_calls(
    store: Store, targets: Iterable[str] | None = None
) -> Iterator[Use]:
    """Iterate over the uses that may be calls, file by file of the definitions.

    :param targets: the files with the definitions; by default all.
    """
    where, values = among(targets, "target")
    query = f"SELECT * FROM use WHERE places <> '[]' AND {where} ORDER BY target"
    return map(Use._make, store.select(query, values))


def bases_of_classes(store: Store) -> Iterator[BaseRow]:
    """Iterate over the bases of all classes of the tree, class by class."""
    query = "SELECT * FROM base ORDER BY path, qualname, ordinal"
    return map(BaseRow._make, store.select(query))
