"""What is asked of the imports of the tree and of what they mean."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..model.rows import MostImported, UsedImport
from .database import Store, below


class ImportedName(NamedTuple):
    """What a file imports, as it is written there."""

    path: str
    ordinal: int
    """The place among the imports of the file."""
    module: str
    name: str


class BoundName(NamedTuple):
    """What a name that a file imports leads to."""

    target: str
    """The path of the file that defines it."""
    qualname: str
    lazy: bool
    """Whether it is imported inside a function only."""


class TakenName(NamedTuple):
    """A name that a file takes from another, and may offer as its own."""

    path: str
    name: str
    """The name there, ``*`` for all."""
    bound: str
    """The name here."""
    exports: tuple[str, ...] | None
    """The names in ``__all__`` here, where all of them are known."""


class ExecutedImport(NamedTuple):
    """An import that runs as soon as the file is imported."""

    path: str
    name: str
    """The imported name, empty in ``import module``."""
    module: str
    """What it means, as in :class:`~.rows.LinkRow`."""
    target: str
    qualname: str


def imports_of(
    store: Store, categories: Sequence[str], path: str | None = None
) -> Iterator[ImportedName]:
    """Iterate over the imports of some categories in one file, or in all.

    :param categories: as :attr:`.LinkRow.category`.
    """
    marks = ", ".join("?" * len(categories))
    in_file, values = ("", ()) if path is None else (" AND path = ?", (path,))
    query = (
        "SELECT path, ordinal, import.module, name"
        " FROM import JOIN link USING (path, ordinal)"
        f" WHERE category IN ({marks}){in_file} ORDER BY path, ordinal"
    )
    return map(ImportedName._make, store.select(query, (*categories, *values)))


def imported_as(store: Store, path: str, name: str) -> list[BoundName]:
    """Return the definitions that a file imports by a name, in their order."""
    query = (
        "SELECT target, link.qualname, lazy FROM link JOIN import USING (path, ordinal)"
        " WHERE path = ? AND bound = ? AND link.qualname <> '' ORDER BY ordinal"
    )
    return list(map(BoundName._make, store.select(query, (path, name))))


def imports_with_users(store: Store, path: str) -> list[UsedImport]:
    """Return what a file imports from others of the tree, in its order."""
    query = (
        "SELECT ordinal, target, qualname, (SELECT count(DISTINCT other.path)"
        " FROM link AS other WHERE other.target = link.target"
        " AND other.qualname = link.qualname)"
        " FROM link WHERE path = ? AND category = 'file'"
    )
    return list(map(UsedImport._make, store.select(query, (path,))))


def import_targets(store: Store, path: str) -> list[tuple[str, str, str]]:
    """Return path, qualified name and id of the definitions that a file imports."""
    query = (
        "SELECT DISTINCT target, link.qualname, anchor FROM link JOIN definition"
        " ON definition.path = target AND definition.qualname = link.qualname"
        " WHERE link.path = ? ORDER BY target, link.qualname, definition.ordinal"
    )
    return list(store.select(query, (path,)))


def importers(store: Store, path: str) -> list[str]:
    """Return the files that import a file, in the order of the tree.

    That is by its own name or, as in ``from package import module``, out of the
    package that it is in.
    """
    return _importers(store, "(module = ?1 OR target = ?1 AND qualname = '')", path)


def indirect_importers(store: Store, path: str) -> list[str]:
    """Return the files that import a name of a file out of another file."""
    where = "target = ?1 AND module <> target AND qualname <> ''"
    return _importers(store, where, path)


def all_importers(store: Store, path: str) -> list[str]:
    """Return the files that import a file or a name of it."""
    return _importers(store, "(module = ?1 OR target = ?1)", path)


def _importers(store: Store, where: str, path: str) -> list[str]:
    query = (
        f"SELECT DISTINCT link.path FROM link JOIN file USING (path) WHERE {where}"
        " AND link.path <> ?1 ORDER BY file.ordinal"
    )
    return [importer for (importer,) in store.select(query, (path,))]


def names_taken_from(store: Store, path: str) -> Iterator[TakenName]:
    """Iterate over the names that other files import from a file and may offer.

    They are imported as soon as the other file is, which has ``__all__`` or is the
    ``__init__`` module of a package.
    """
    query = (
        "SELECT link.path, import.name, bound, exports FROM link"
        " JOIN import USING (path, ordinal) JOIN file USING (path)"
        " WHERE target = ?1 AND link.path <> ?1 AND runs"
        " AND (link.qualname <> '' OR import.name = '*')"
        " AND (exports IS NOT NULL OR link.path GLOB '*__init__.py*')"
    )
    for user, name, bound, exports in store.select(query, (path,)):
        listed = None if exports is None else tuple(json.loads(exports))
        yield TakenName(user, name, bound, listed)


def most_imported_names(store: Store, folder: str, number: int) -> list[MostImported]:
    """Return the names of a folder that most files outside of it import."""
    inside, values = below(folder, "link.target")
    user, user_values = below(folder, "link.path")
    query = (
        "SELECT link.target, link.qualname, min(definition.anchor),"
        " count(DISTINCT link.path) AS users FROM link JOIN definition"
        " ON definition.path = link.target AND definition.qualname = link.qualname"
        f" WHERE {inside} AND link.qualname <> '' AND NOT ({user})"
        " GROUP BY link.target, link.qualname ORDER BY users DESC, link.qualname,"
        " link.target LIMIT ?"
    )
    rows = store.select(query, (*values, *user_values, number))
    return list(map(MostImported._make, rows))


def most_imported_files(
    store: Store, folder: str, number: int
) -> list[tuple[str, int]]:
    """Return the files below a folder that most other files import.

    :return: each with the length of :func:`importers`.
    """
    by_name, values = below(folder, "module")
    as_member, _ = below(folder, "target")
    query = (
        "SELECT file, count(DISTINCT user) AS users FROM ("
        f"SELECT module AS file, path AS user FROM link WHERE {by_name}"
        " AND module <> path UNION ALL"
        f" SELECT target, path FROM link WHERE {as_member} AND qualname = ''"
        " AND target NOT IN (path, module))"
        " WHERE EXISTS (SELECT 1 FROM file AS known WHERE known.path = file)"
        " GROUP BY file ORDER BY users DESC, file LIMIT ?"
    )
    return list(store.select(query, (*values, *values, number)))


def import_cycle(store: Store, path: str) -> tuple[str, ...]:
    """Return a shortest import cycle through a file; nothing if there is none."""
    query = "SELECT paths FROM cycle WHERE path = ?"
    (paths,) = next(store.select(query, (path,)), ("[]",))
    return tuple(json.loads(paths))


def imported_files(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over files, each with a file or namespace package that it imports."""
    return store.select(
        "SELECT path, module FROM link WHERE category = 'file' AND module <> path"
        " UNION SELECT path, target FROM link"
        " WHERE category = 'file' AND qualname = '' AND target <> path"
    )


def executed_imports(store: Store) -> Iterator[ExecutedImport]:
    """Iterate over the imports in the tree that run; those of stubs never do."""
    rows = store.select(
        "SELECT path, import.name, link.module, target, link.qualname FROM link"
        " JOIN import USING (path, ordinal) WHERE category IN ('file', 'folder')"
        " AND runs AND path NOT LIKE '%.pyi'"
    )
    return map(ExecutedImport._make, rows)
