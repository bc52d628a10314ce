"""Links a whole tree, in the order in which its parts need each other.

Each step is a function that reads the store and yields rows of one table. All of
them run where any identifier may mean something else. After edits of some files, and
where files came or went, they mostly do less (:func:`~.link_edits.link_edits`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

from ..model.errors import noted
from ..store import link_rows
from ..store.database import Store
from ..store.file_queries import count_files
from ..store.link_rows import LinkTable
from .expressions.expression_targets import IdentifierResolver
from .imports.import_graph import cycle_rows
from .imports.import_resolver import ImportResolver
from .imports.modules_on_path import keep_on_path, modules_on_path
from .imports.package_folders import keep_package_folders, package_folders
from .imports.package_names import keep_namespaces, namespace_packages, package_name
from .inheritance import base_rows
from .related_files import related_rows
from .scopes.scoped_names import ScopedNames
from .testing.test_collection_rules import collected_test_rows
from .testing.used_by_tests import tested_rows
from .text_links import text_link_rows
from .uses.identifier_links import MapFunction, link_identifiers
from .uses.unused import unused_rows

#: With fewer files, what followed their names is less than what else is there, all of
#: which Python would walk to find it.
_MANY: Final = 500


def link_tree(
    store: Store, root: Path, root_name: str, map_files: MapFunction = map
) -> list[str]:
    """Find out what the files of the tree mean to each other, and keep it.

    What raises an error costs the rows that it would have made.

    :param root: where the files are.
    :param root_name: the name of the root folder.
    :param map_files: calls a function for each file, perhaps in several processes.
    :return: what could not be found out, and why.
    """
    problems: list[str] = []
    _follow_names(store, root, root_name, map_files, problems)
    # What followed them holds itself, and is not needed any more.
    if count_files(store) > _MANY:
        gc.collect()
    with store.transaction():
        steps: tuple[tuple[LinkTable[Any], Callable[[Store], Iterable[Any]]], ...] = (
            (link_rows.TESTED, tested_rows),
            (link_rows.UNUSED, unused_rows),
            (link_rows.CYCLES, cycle_rows),
            (link_rows.TEXT_LINKS, text_link_rows),
            # Reads the uses and the links of texts.
            (link_rows.RELATED, related_rows),
        )
        for table, rows in steps:
            _replace(store, table, partial(rows, store), problems)
    return problems


def _replace(
    store: Store,
    table: LinkTable[Any],
    rows: Callable[[], Iterable[Any]],
    problems: list[str],
) -> None:
    """Replace the rows of a table; by none where making them raises an error."""
    with noted(problems, table.what):
        table.replace(store, rows())
        return
    table.replace(store, ())


def link_names(store: Store, root_name: str) -> None:
    """Find out what imports mean, what classes derive from, and which tests there are.

    That is enough for what files offer each other; who uses it is not looked for.
    """
    imports = link_imports(store, root_name)
    identifiers = IdentifierResolver(imports)
    scoped = ScopedNames(identifiers)
    with store.transaction():
        link_rows.BASES.replace(store, base_rows(identifiers, scoped))
        link_rows.TESTS.replace(store, collected_test_rows(imports))


def link_imports(store: Store, root_name: str) -> ImportResolver:
    """Find out what imports mean; return what knows it."""
    imports = _import_resolver(store, root_name)
    with store.transaction():
        link_rows.IMPORT_TARGETS.replace(store, imports.link_rows())
    return imports


def _import_resolver(store: Store, root_name: str) -> ImportResolver:
    """Return what knows what imports mean, and keep what it has found out by itself."""
    name = package_name(store, root_name)
    namespaces = namespace_packages(store)
    declared = package_folders(store)
    on_path = modules_on_path(store, name, namespaces, declared)
    with store.transaction():
        store.set_meta("root name", name)
        keep_namespaces(store, namespaces)
        keep_package_folders(store, declared)
        keep_on_path(store, on_path)
        imports = ImportResolver(store, name)
        # Once, before processes begin.
        imports.order.keep()
    return imports


def _follow_names(
    store: Store,
    root: Path,
    root_name: str,
    map_files: MapFunction,
    problems: list[str],
) -> None:
    """Find out what imports, identifiers and bases mean, and which tests there are.

    :param problems: gets what could not be found out.
    """
    imports = _import_resolver(store, root_name)
    identifiers = IdentifierResolver(imports)
    scoped = ScopedNames(identifiers)
    # Before the transaction: processes are not to inherit it.
    linked = link_identifiers(root, identifiers, scoped, map_files=map_files)
    with store.transaction():
        _replace(store, link_rows.IMPORT_TARGETS, imports.link_rows, problems)
        link_rows.REFERENCES.replace(store, ())
        link_rows.USES.replace(store, ())
        # File by file: together they take much memory.
        for file in linked:
            link_rows.REFERENCES.add(store, [file.references])
            link_rows.USES.add(store, file.uses)
            problems += filter(None, [file.problem])
        bases = partial(base_rows, identifiers, scoped)
        _replace(store, link_rows.BASES, bases, problems)
        tests = partial(collected_test_rows, imports)
        _replace(store, link_rows.TESTS, tests, problems)
