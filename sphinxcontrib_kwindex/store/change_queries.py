"""Queries after edits: which files and pages depend on the changed files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..model.grouped import grouped
from ..model.rows import LinkRow
from .database import Store, among


def requested_names(store: Store) -> dict[str, str]:
    """Return by path the names that identifiers of files ask for, between blanks."""
    return dict(store.select("SELECT path, names FROM reference"))


def files_with_rows(
    store: Store, table: str, column: str, values: Iterable[str]
) -> Iterator[str]:
    """Yield the files with rows of a table that have one of some values."""
    where, given = among(values, column)
    return store.column(f"SELECT path FROM {table} WHERE {where}", given)


def all_links(store: Store) -> Iterator[LinkRow]:
    """Yield what each import of the tree meant when it was linked last."""
    return map(LinkRow._make, store.select("SELECT * FROM link"))


def is_everywhere(
    store: Store, qualname: str, many: int, besides: Iterable[str]
) -> bool:
    """Tell whether a name is that of a namespace with more than so many parts.

    :param besides: files that do not count.
    """
    where, values = among(besides)
    query = (
        "SELECT kind, count(*) FROM definition"
        f" WHERE qualname = ? AND NOT ({where}) GROUP BY kind"
    )
    numbers = dict(store.select(query, (qualname, *values)))
    return numbers.keys() == {"namespace"} and numbers["namespace"] > many


def users_of_names(store: Store, names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the files that use one of some definitions.

    :param names: their paths and qualified names.
    """
    query = (
        "SELECT DISTINCT path FROM use WHERE NOT by_name"
        " AND (target, qualname) IN (SELECT"
        " json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?))"
    )
    return store.column(query, (json.dumps(list(names)),))


def users_by_file(store: Store) -> dict[str, list[str]]:
    """Return by file the files that use its definitions."""
    return dict(grouped(store.select("SELECT DISTINCT target, path FROM use")))


def state_of_files(store: Store) -> dict[str, tuple[str, str]]:
    """Return by path what tells that a file, or where it leads, is as it was."""
    query = "SELECT path, key, digest FROM file LEFT JOIN reference USING (path)"
    return {path: (key, leads) for path, key, leads in store.select(query)}


def keyword_pages(store: Store) -> Iterator[str]:
    """Yield the keys of the pages of keywords, as they were planned last."""
    return store.column("SELECT path FROM page WHERE kind = 'keywords'")


def files_importing_from(
    store: Store, path: str, qualname: str | None = None
) -> Iterator[str]:
    """Yield the files with imports that lead to a file, or to a definition in it.

    :param qualname: of the definition; empty for the file as a module.
    """
    query = "SELECT DISTINCT path FROM link WHERE target = ?"
    if qualname is None:
        return store.column(query, (path,))
    return store.column(f"{query} AND qualname = ?", (path, qualname))


def files_with_star_of(store: Store, path: str) -> Iterator[str]:
    """Yield the files that import everything of a file."""
    query = (
        "SELECT DISTINCT path FROM link JOIN import USING (path, ordinal)"
        " WHERE link.module = ? AND name = '*'"
    )
    return store.column(query, (path,))


def connected_files(store: Store, path: str) -> Iterator[str]:
    """Yield the files that import or use something of a file, or the other way."""
    query = (
        "SELECT target FROM use WHERE path = ?1"
        " UNION SELECT path FROM use WHERE target = ?1"
        " UNION SELECT target FROM link WHERE path = ?1"
        " UNION SELECT module FROM link WHERE path = ?1"
        " UNION SELECT path FROM link WHERE target = ?1 OR module = ?1"
    )
    return store.column(query, (path,))
