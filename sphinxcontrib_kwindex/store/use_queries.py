"""What is asked of uses: which names are used where, and which classes are bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..model.rows import UseRow
from .database import Store, among
from .link_rows import BaseRow


class Subclass(NamedTuple):
    """A class that derives from another."""

    base: str
    """The qualified name of the other."""
    path: str
    qualname: str
    anchor: str


def uses_by(store: Store, paths: Iterable[str]) -> Iterator[UseRow]:
    """Iterate over what some files use, their own definitions among them."""
    where, values = among(paths)
    order = "target, qualname, line, around, by_name"
    query = f"SELECT * FROM use WHERE {where} ORDER BY {order}"
    return map(UseRow._make, store.select(query, values))


def uses_of(store: Store, path: str) -> Iterator[UseRow]:
    """Iterate over who uses what a file defines."""
    return map(
        UseRow._make, store.select("SELECT * FROM use WHERE target = ?", (path,))
    )


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


def bases_of_classes(store: Store) -> Iterator[BaseRow]:
    """Iterate over the bases of all classes of the tree, class by class."""
    query = "SELECT * FROM base ORDER BY path, qualname, ordinal"
    return map(BaseRow._make, store.select(query))
