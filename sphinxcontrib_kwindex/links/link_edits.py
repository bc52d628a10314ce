"""What edits of some files change in the links of the tree.

Most edits are seen in one file alone: a body that changed, a comment that moved the
lines behind it, a docstring. Others are seen by the files that ask for the names that
stand for something else now (:mod:`.affected_files`). The links of both are made again,
and those of other files that lead to them, by the functions that
:func:`.link_all.link_tree` has for the whole tree. Where files come or go, or much
changed, the whole tree is linked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..model.rows import LinkRow
from ..store.database import Store
from .affected_files import Edit, affected_files
from .call_excerpts import excerpt_rows
from .identifier_targets import IdentifierResolver
from .import_graph import IMPORTED, cycle_rows
from .imports import ImportResolver, package_name
from .inheritance import base_rows
from .references import Use, link_identifiers, read_interfaces, reference_rows
from .related_files import related_rows
from .test_collection_rules import collected_test_rows
from .text_links import text_link_rows

Rows = set[tuple[Any, ...]]

_IN: Final = "IN (SELECT value FROM json_each(?))"
_FROM: Final = f"path {_IN}"
_TO: Final = f"target {_IN}"
#: Which files the texts of some point to, and how often.
_TEXT_LINKS: Final = (
    f"SELECT path, target, count(*) FROM pointer WHERE {_FROM} GROUP BY path, target"
)


@dataclass(slots=True)
class LinkChanges:
    """What edits changed: rows that came or went, by their tables."""

    edits: Mapping[str, Edit]
    """The edited files by path."""
    names: frozenset[str]
    """The names that may stand for something else."""
    link: set[LinkRow] = field(default_factory=set)
    reference: Rows = field(default_factory=set)
    use: Rows = field(default_factory=set)
    excerpt: Rows = field(default_factory=set)
    base: Rows = field(default_factory=set)
    test: Rows = field(default_factory=set)
    cycle: Rows = field(default_factory=set)
    pointer: Rows = field(default_factory=set)
    related: Rows = field(default_factory=set)


def link_edits(
    store: Store, root: Path, root_name: str, edited: Mapping[str, str]
) -> LinkChanges | None:
    """Find out what edited files mean to the others now, and keep it.

    :param store: with all links as they were before the edits.
    :param root: where the files are.
    :param root_name: the name of the root folder.
    :param edited: the paths of the files, each with the key of the facts that it had.
    :return: ``None``, with nothing done, if the edits may have changed any link.
    """
    edits: dict[str, Edit] = {}
    names: set[str] = set()
    for path, key in edited.items():
        try:
            before = store.get_facts(key)
        except KeyError:
            return None
        edits[path] = Edit(before, store.get_facts(store.file_key(path) or ""))
        changed = edits[path].changed_names()
        if changed is None:
            return None
        names |= changed
    name = store.meta("root name")
    if names and package_name(store, root_name) != name:
        return None
    imports = ImportResolver(store, name)
    interfaces = cache(read_interfaces(store))
    affected: set[str] | None = set(edits)
    if names:
        affected = affected_files(store, edits, names, interfaces)
    if affected is None:
        return None
    identifiers = IdentifierResolver(imports, interfaces)
    changes = LinkChanges(edits, frozenset(names))
    with store.transaction():
        _link_again(store, root, changes, affected, imports, identifiers)
    return changes


def _link_again(
    store: Store,
    root: Path,
    changes: LinkChanges,
    affected: set[str],
    imports: ImportResolver,
    identifiers: IdentifierResolver,
) -> None:
    """Link edited files, and those whose links they may have changed.

    :param affected: the files with identifiers that may lead elsewhere.
    """
    edits, names = changes.edits, changes.names
    importing = {path for path, edit in edits.items() if edit.imports_changed}
    importing |= _paths(store, f"SELECT path FROM import WHERE name {_IN}", names)
    pointing = {*edits, *_paths(store, f"SELECT path FROM pointer WHERE {_TO}", edits)}
    connected = _connections(store, importing, pointing)
    shared = _shared_names(store, edits)

    rows = imports.link_rows(importing)
    renewed = store.renew("link", rows, _FROM, _json(importing))
    changes.link = set(map(LinkRow._make, renewed))
    if importing:
        changes.cycle = store.renew("cycle", cycle_rows(store))
    paths = _json(affected)
    uses: list[Use] = []
    linked = link_identifiers(store, identifiers, affected)
    references = reference_rows(linked, uses)
    changes.reference = store.renew("reference", references, _FROM, paths)
    changes.use = store.renew("use", uses, _FROM, paths)
    texts = text_link_rows(store, pointing)
    changes.pointer = store.renew("pointer", texts, _FROM, _json(pointing))
    shared_now = _shared_names(store, edits)
    called = {target for _, target, _ in shared | shared_now}
    called.update(target for target, *_ in changes.use)
    excerpts = excerpt_rows(store, root, called)
    changes.excerpt = store.renew("excerpt", excerpts, _TO, _json(called))
    if names:
        bases = base_rows(store, identifiers, affected)
        changes.base = store.renew("base", bases, _FROM, paths)
        # A class has the tests of those above it, which nobody names.
        changes.test = store.renew("test", collected_test_rows(store, imports))
    else:
        holding = {*edits, *_paths(store, f"SELECT path FROM test WHERE {_TO}", edits)}
        tests = collected_test_rows(store, imports, holding)
        changes.test = store.renew("test", tests, _FROM, _json(holding))
    if connected != _connections(store, importing, pointing):
        changes.related = store.renew("related", related_rows(store))
    elif names or shared != shared_now:
        near = {*edits, *_users(store, edits, changes.use)}
        related = related_rows(store, near)
        changes.related = store.renew("related", related, _FROM, _json(near))


def _json(paths: Iterable[str]) -> tuple[str]:
    return (json.dumps(list(paths)),)


def _paths(store: Store, query: str, values: Iterable[str]) -> set[str]:
    return {path for (path,) in store.select(query, _json(values))}


def _shared_names(store: Store, paths: Iterable[str]) -> Rows:
    """Return what the names and text links of files have to do with other files."""
    query = f"SELECT path, target, qualname FROM use WHERE {_FROM}"
    return set(store.select(f"{query} UNION ALL {_TEXT_LINKS}", _json(paths) * 2))


def _connections(
    store: Store, importing: Iterable[str], pointing: Iterable[str]
) -> Rows:
    """Return which files some import, and which some point to and how often."""
    query = f"SELECT *, 0 FROM ({IMPORTED}) WHERE {_FROM} UNION ALL {_TEXT_LINKS}"
    return set(store.select(query, (*_json(importing), *_json(pointing))))


def _users(store: Store, edited: Iterable[str], changed: Rows) -> set[str]:
    """Return the files that use what others use otherwise than before.

    :param edited: the edited files, of whose names others may be shown now.
    :param changed: the rows of ``use`` that came or went.
    """
    query = (
        f"SELECT path FROM use WHERE {_TO} OR (target, qualname) IN"
        " (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')"
        " FROM json_each(?))"
    )
    names = json.dumps([row[:2] for row in changed])
    users = {path for (path,) in store.select(query, (*_json(edited), names))}
    return users | {row[2] for row in changed}
