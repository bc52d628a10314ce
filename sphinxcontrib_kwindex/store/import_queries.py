"""Queries about imports and their targets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from ..model.named_tuple import NamedTuple
from ..model.python_suffixes import STUB
from ..model.rows import ImportRow, LinkRow
from .database import Store, among


class ExecutedImport(NamedTuple):
    """An import that runs as soon as the file is imported."""

    path: str
    name: str
    """The imported name, empty in ``import module``."""
    module: str
    """What it means, as in :class:`~.rows.LinkRow`."""
    target: str
    qualname: str


def absolute_imports(store: Store) -> Iterator[tuple[str, str, str]]:
    """Iterate over the modules that files of Python import, with a name of it, and who.

    The name is empty in ``import module``.
    """
    query = (
        "SELECT DISTINCT module, name, path FROM import WHERE level = 0 AND"
        " (path LIKE '%.py' OR path LIKE '%.pyi' OR path LIKE '%.pyw')"
    )
    return store.select(query)


def imports_of(
    store: Store, categories: Sequence[str], path: str | None = None
) -> Iterator[ImportRow]:
    """Iterate over the imports of some categories in one file, or in all.

    :param categories: as :attr:`.LinkRow.category`.
    """
    marks = ", ".join("?" * len(categories))
    in_file, values = ("", ()) if path is None else (" AND path = ?", (path,))
    query = (
        "SELECT import.* FROM import JOIN link USING (path, ordinal)"
        f" WHERE category IN ({marks}){in_file} ORDER BY path, ordinal"
    )
    return map(ImportRow._make, store.select(query, (*categories, *values)))


class LinkedImport(NamedTuple):
    """An import and what it means."""

    path: str
    ordinal: int
    category: str
    module: str
    """What it means, as in :class:`~.rows.LinkRow`."""
    target: str
    qualname: str
    written: str
    """The module as written, without leading dots."""
    level: int


def linked_imports(store: Store) -> Iterator[LinkedImport]:
    """Iterate over all imports of the tree, by file, with what they mean."""
    query = (
        "SELECT path, ordinal, category, link.module, target, qualname, import.module,"
        " level FROM link JOIN import USING (path, ordinal) ORDER BY path, ordinal"
    )
    return map(LinkedImport._make, store.select(query))


def imported_as(
    store: Store, path: str, name: str, *, at_once: bool = False
) -> list[LinkRow]:
    """Return what a file imports by a name out of others, in its order.

    :param at_once: whether imports inside of functions are left out.
    """
    where = " AND NOT lazy" if at_once else ""
    query = (
        "SELECT link.* FROM link JOIN import USING (path, ordinal) WHERE path = ?"
        f" AND bound = ? AND link.qualname <> ''{where} ORDER BY ordinal"
    )
    return list(map(LinkRow._make, store.select(query, (path, name))))


def imported_modules(store: Store) -> Iterator[str]:
    """Iterate over the names of modules that imports of Python name in full."""
    query = (
        "SELECT DISTINCT module FROM import JOIN file USING (path)"
        " WHERE python AND NOT level"
    )
    return store.column(query)


def modules_imported_as(store: Store, path: str, name: str) -> Iterator[str]:
    """Iterate over the files that a file imports as modules by a name."""
    query = (
        "SELECT target FROM link JOIN import USING (path, ordinal) WHERE path = ?"
        " AND bound = ? AND category = 'file' AND link.qualname = ''"
    )
    return store.column(query, (path, name))


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
    return list(store.column(query, (path,)))


def names_taken_from(store: Store, path: str) -> list[ImportRow]:
    """Return the names that other files import from a file and may offer.

    They are imported as soon as the other file is, which has ``__all__`` or is the
    ``__init__`` module of a package.
    """
    query = (
        "SELECT import.* FROM link"
        " JOIN import USING (path, ordinal) JOIN file USING (path)"
        " WHERE target = ?1 AND link.path <> ?1 AND runs"
        " AND (link.qualname <> '' OR import.name = '*')"
        " AND (exports IS NOT NULL OR link.path GLOB '*__init__.py*')"
    )
    return list(map(ImportRow._make, store.select(query, (path,))))


def taken_from(store: Store, path: str) -> list[tuple[str, str]]:
    """Return path and qualified name of what others import out of a file or may use so.

    That is also all that files use that import it as a module.
    """
    query = (
        "SELECT target, qualname FROM link WHERE module = ?1 AND path <> ?1"
        " UNION SELECT use.target, use.qualname FROM link JOIN use USING (path)"
        " WHERE link.target = ?1 AND link.qualname = '' AND path <> ?1"
    )
    return list(store.select(query, (path,)))


def import_cycle(store: Store, path: str) -> tuple[str, ...]:
    """Return a shortest import cycle through a file; nothing if there is none."""
    query = "SELECT paths FROM cycle WHERE path = ?"
    (paths,) = next(store.select(query, (path,)), ("[]",))
    return tuple(json.loads(paths))


def files_in_cycles(store: Store) -> list[str]:
    """Return the files that import themselves through others."""
    return list(store.column("SELECT path FROM cycle ORDER BY path"))


def imported_files(
    store: Store, paths: Iterable[str] | None = None
) -> Iterator[tuple[str, str]]:
    """Iterate over files, each with a file or namespace package that it imports.

    :param paths: the files that import; by default all.
    """
    where, values = among(paths)
    query = (
        "SELECT path, module FROM link WHERE category = 'file' AND module <> path"
        f" AND {where} UNION SELECT path, target FROM link"
        f" WHERE category = 'file' AND qualname = '' AND target <> path AND {where}"
    )
    return store.select(query, values * 2)


def defining_files(store: Store, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Iterate over files, each with a file that defines what it needs and imports.

    :param paths: the files that import.
    """
    where, values = among(paths)
    query = (
        "SELECT DISTINCT path, target FROM link JOIN import USING (path, ordinal)"
        f" WHERE category = 'file' AND NOT apart AND {where}"
    )
    return store.select(query, values)


def imported_folders(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over folders that are imported as packages, each with its importers."""
    query = "SELECT DISTINCT target, path FROM link WHERE category = 'folder'"
    return store.select(query)


def imported_definitions(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of what other files import by its name."""
    query = "SELECT DISTINCT target, qualname FROM link WHERE qualname <> ''"
    return store.select(query)


def files_imported_with_star(store: Store) -> Iterator[str]:
    """Iterate over the files from which another imports all public names."""
    query = (
        "SELECT DISTINCT target FROM link JOIN import USING (path, ordinal)"
        " WHERE import.name = '*' AND category = 'file'"
    )
    return store.column(query)


def executed_imports(store: Store) -> Iterator[ExecutedImport]:
    """Iterate over the imports in the tree that run; those of stubs never do."""
    rows = store.select(
        "SELECT path, import.name, link.module, target, link.qualname FROM link"
        " JOIN import USING (path, ordinal) WHERE category IN ('file', 'folder')"
        f" AND runs AND path NOT LIKE '%{STUB}'"
    )
    return map(ExecutedImport._make, rows)


def opened_namespaces(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over the namespaces that are open for who includes a file of C++.

    :return: paths and qualified names.
    """
    query = "SELECT path, namespace FROM opened ORDER BY namespace, path"
    return store.select(query)


def declared_modules(store: Store) -> Iterator[tuple[str, str]]:
    """Yield the modules that files of Rust declare.

    :return: of each the file, and its path from there.
    """
    query = "SELECT path, module FROM import WHERE module LIKE 'self::%'"
    return store.select(f"{query} AND name = '' ORDER BY path, ordinal")


def imports_of_modules(store: Store, ending: str) -> Iterator[tuple[str, str, str]]:
    """Yield the imports whose modules end in some way.

    :return: of each its file, the module as written, and the name that it binds.
    """
    query = "SELECT path, module, bound FROM import WHERE module LIKE '%' || ?"
    return store.select(f"{query} ORDER BY path, ordinal", (ending,))
