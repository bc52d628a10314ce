"""What edits of some files change in the links of the tree.

Most edits are seen in one file alone: a body that changed, a comment that moved the
lines behind it, a docstring. Others are seen by the files that ask for the names that
stand for something else now (:mod:`.impact`). The links of both are made again, and
those of other files that lead to them, by the functions that :func:`.full.link_tree`
has for the whole tree. Where files come or go, or much changed, the whole tree is
linked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..store.database import Store
from .identifiers import ReferenceResolver, link_references, outlines, parted
from .impact import Edit, reach
from .import_graph import IMPORTED, cycles
from .imports import ImportResolver, package_name
from .inheritance import link_bases
from .related_files import related_files
from .test_collection import link_tests
from .text_links import link_pointers
from .usage import Row, link_excerpts, uses_of

Rows = set[tuple[Any, ...]]

_FROM: Final = "path IN (SELECT value FROM json_each(?))"
_TO: Final = "target IN (SELECT value FROM json_each(?))"
#: Which files some point to, and how often.
_POINTED: Final = (
    f"SELECT path, target, count(*) FROM pointer WHERE {_FROM} GROUP BY path, target"
)


@dataclass(frozen=True, slots=True)
class LinkChanges:
    """What edits changed: rows that came or went, by their tables."""

    edits: Mapping[str, Edit]
    """The edited files by path."""
    names: frozenset[str]
    """The names that may stand for something else."""
    link: Rows
    reference: Rows
    use: Rows
    excerpt: Rows
    base: Rows
    test: Rows
    cycle: Rows
    pointer: Rows
    related: Rows


@dataclass(frozen=True, slots=True)
class _Reached:
    """What edits may have changed."""

    edits: Mapping[str, Edit]
    names: frozenset[str]
    asking: set[str]
    """The files with identifiers that may lead elsewhere."""
    importing: set[str]
    """The files with imports that may mean something else."""
    links: ImportResolver
    references: ReferenceResolver


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
    reached = _reached(store, root_name, edited)
    if reached is None:
        return None
    with store.transaction():
        return _linked(store, root, reached)


def _reached(
    store: Store, root_name: str, edited: Mapping[str, str]
) -> _Reached | None:
    try:
        edits = {path: _edit(store, path, key) for path, key in edited.items()}
    except KeyError:
        return None
    names: set[str] = set()
    for one in edits.values():
        changed = one.names()
        if changed is None:
            return None
        names |= changed
    name = store.meta("root name")
    if names and package_name(store, root_name) != name:
        return None
    links = ImportResolver(store, name)
    outline = cache(outlines(store))
    asking = reach(store, edits, names, links, outline) if names else set(edits)
    if asking is None:
        return None
    importing = {path for path, one in edits.items() if one.imports_otherwise}
    query = "SELECT path FROM import WHERE name IN (SELECT value FROM json_each(?))"
    importing.update(path for (path,) in store.select(query, _json(names)))
    references = ReferenceResolver(links, outline)
    return _Reached(edits, frozenset(names), asking, importing, links, references)


def _linked(store: Store, root: Path, reached: _Reached) -> LinkChanges:
    names, links = reached.names, reached.links
    paths, importing = _json(reached.asking), _json(reached.importing)
    own = _json(reached.edits)
    pointing = {*reached.edits, *_leading(store, "pointer", own)}
    led = importing, _json(pointing)
    before, leading = _shared(store, own), _leading_to(store, *led)
    link = store.renew("link", links.links(reached.importing), _FROM, importing)
    uses: list[Row] = []
    targets = link_references(store, reached.references, uses_of, reached.asking)
    reference = store.renew("reference", parted(targets, uses), _FROM, paths)
    use = store.renew("use", uses, _FROM, paths)
    base = cycle = set[tuple[Any, ...]]()
    if names:
        bases = link_bases(store, reached.references, reached.asking)
        base = store.renew("base", bases, _FROM, paths)
    if reached.importing:
        cycle = store.renew("cycle", cycles(store))
    texts = link_pointers(store, pointing)
    pointer = store.renew("pointer", texts, _FROM, _json(pointing))
    after = _shared(store, own)
    called = {target for _, target, _ in before | after} | {row[0] for row in use}
    calls = link_excerpts(store, root, called)
    excerpt = store.renew("excerpt", calls, _TO, _json(called))
    if names:
        # A class has the tests of those above it, which nobody names.
        test = store.renew("test", link_tests(store, links))
    else:
        collecting = {*reached.edits, *_leading(store, "test", own)}
        tests = link_tests(store, links, collecting)
        test = store.renew("test", tests, _FROM, _json(collecting))
    related: Rows = set()
    if leading != _leading_to(store, *led):
        related = store.renew("related", related_files(store))
    elif names or before != after:
        near = {*reached.edits, *_users(store, own, use)}
        rows = related_files(store, near)
        related = store.renew("related", rows, _FROM, _json(near))
    return LinkChanges(
        reached.edits,
        names,
        link,
        reference,
        use,
        excerpt,
        base,
        test,
        cycle,
        pointer,
        related,
    )


def _edit(store: Store, path: str, key: str) -> Edit:
    after = store.get_facts(store.file_key(path) or "")
    return Edit(store.get_facts(key), after)


def _json(paths: Iterable[str]) -> tuple[str]:
    return (json.dumps(list(paths)),)


def _leading(store: Store, table: str, paths: tuple[str]) -> set[str]:
    """Return the files that lead to some files."""
    query = f"SELECT DISTINCT path FROM {table} WHERE {_TO}"
    return {path for (path,) in store.select(query, paths)}


def _shared(store: Store, paths: tuple[str]) -> Rows:
    """Return what the names and pointers of files have to do with other files."""
    query = f"SELECT path, target, qualname FROM use WHERE {_FROM} UNION ALL {_POINTED}"
    return set(store.select(query, paths * 2))


def _leading_to(store: Store, importing: tuple[str], pointing: tuple[str]) -> Rows:
    """Return which files some import, and which some point to and how often."""
    query = f"SELECT *, 0 FROM ({IMPORTED}) WHERE {_FROM} UNION ALL {_POINTED}"
    return set(store.select(query, (*importing, *pointing)))


def _users(store: Store, edited: tuple[str], changed: Rows) -> Iterator[str]:
    """Yield the files that use what others use otherwise than before.

    :param edited: the edited files, of whose names others may be shown now.
    :param changed: the rows of ``use`` that came or went.
    """
    yield from (row[2] for row in changed)
    names = json.dumps([row[:2] for row in changed])
    query = (
        f"SELECT path FROM use WHERE {_TO} OR (target, qualname) IN"
        " (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')"
        " FROM json_each(?))"
    )
    yield from (path for (path,) in store.select(query, (*edited, names)))
