"""Cheap questions after edits: which files and pages have to do with some files."""

from __future__ import annotations

from collections.abc import Iterator

from .database import Store, below


def paths_of_pages(store: Store, kind: str) -> Iterator[str]:
    """Yield the paths of the pages of a kind, as they were planned last."""
    return _first(store, "SELECT path FROM page WHERE kind = ?", kind)


def python_files_below(store: Store, folder: str) -> Iterator[str]:
    """Yield the Python files in a folder, at any depth."""
    where, values = below(folder)
    return _first(store, f"SELECT path FROM file WHERE python AND {where}", *values)


def importers(store: Store, path: str, qualname: str | None = None) -> Iterator[str]:
    """Yield the files with imports that lead to a file, or to a definition in it.

    :param qualname: of the definition; empty for the file as a module.
    """
    query = "SELECT DISTINCT path FROM link WHERE target = ?"
    if qualname is None:
        return _first(store, query, path)
    return _first(store, f"{query} AND qualname = ?", path, qualname)


def connected_files(store: Store, path: str) -> Iterator[str]:
    """Yield the files that import or use something of a file, or the other way."""
    query = (
        "SELECT target FROM use WHERE path = ?1"
        " UNION SELECT path FROM use WHERE target = ?1"
        " UNION SELECT target FROM link WHERE path = ?1"
        " UNION SELECT module FROM link WHERE path = ?1"
        " UNION SELECT path FROM link WHERE target = ?1 OR module = ?1"
    )
    return _first(store, query, path)


def _first(store: Store, query: str, *values: str) -> Iterator[str]:
    return (first for (first,) in store.select(query, values))
