"""What edits of some files change in the links of the tree.

Most edits are seen in one file alone: a body that changed, a comment that moved the
lines behind it, a docstring. What a file tells others is compared here, before and
after (:func:`seen_elsewhere`). Where that is the same, all links are the same but for
those of the edited files, and for the lines of these that others lead to; they are
made again, by the functions that :func:`.linking.link_tree` has for the whole tree.
Any other edit is a matter of the whole tree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .analysis.references import References
from .facts import FileFacts
from .links import Resolver
from .pointers import link_pointers
from .references import (
    Outline,
    ReferenceResolver,
    link_references,
    outlines,
    parted,
)
from .related import related_files
from .store import Store, runs
from .testcases import TELLING, link_tests
from .usage import Row, link_excerpts, uses_of

Rows = set[tuple[Any, ...]]

_FROM: Final = "path IN (SELECT value FROM json_each(?))"
_TO: Final = "target IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class LinkChanges:
    """What edits changed: rows that came or went, by their tables."""

    edited: Mapping[str, str]
    """The paths of the edited files, each with the key of the facts that it had."""
    use: Rows
    excerpt: Rows
    test: Rows
    pointer: Rows
    related: Rows


def link_edits(
    store: Store, root: Path, edited: Mapping[str, str]
) -> LinkChanges | None:
    """Find out what edited files mean to the others now, and keep it.

    :param store: with all links as they were before the edits.
    :param root: where the files are.
    :param edited: the paths of the files, each with the key of the facts that it had.
    :return: ``None``, with nothing done, if the edits may have changed any link.
    """
    if not all(_same_elsewhere(store, *one) for one in edited.items()):
        return None
    links = Resolver(store, store.meta("root name"))
    resolver = ReferenceResolver(links, outlines(store))
    paths = _json(edited)
    with store.transaction():
        before = _shared(store, paths)
        uses: list[Row] = []
        references = link_references(store, resolver, uses_of, edited)
        store.renew("reference", parted(references, uses), _FROM, paths)
        use = store.renew("use", uses, _FROM, paths)
        pointing = {*edited, *_leading(store, "pointer", paths)}
        texts = link_pointers(store, pointing)
        pointer = store.renew("pointer", texts, _FROM, _json(pointing))
        after = _shared(store, paths)
        targets = {target for _, target, _ in before | after}
        calls = link_excerpts(store, root, targets)
        excerpt = store.renew("excerpt", calls, _TO, _json(targets))
        collecting = {*edited, *_leading(store, "test", paths)}
        tests = link_tests(store, links, collecting)
        test = store.renew("test", tests, _FROM, _json(collecting))
        related: Rows = set()
        if before != after:
            related = store.renew("related", related_files(store))
    return LinkChanges(edited, use, excerpt, test, pointer, related)


def _json(paths: Iterable[str]) -> tuple[str]:
    return (json.dumps(list(paths)),)


def _leading(store: Store, table: str, paths: tuple[str]) -> set[str]:
    """Return the files that lead to some files."""
    query = f"SELECT DISTINCT path FROM {table} WHERE {_TO}"
    return {path for (path,) in store.select(query, paths)}


def _shared(store: Store, paths: tuple[str]) -> Rows:
    """Return what the names and pointers of files have to do with other files."""
    query = (
        f"SELECT path, target, qualname FROM use WHERE {_FROM} UNION ALL"
        f" SELECT path, target, count(*) FROM pointer WHERE {_FROM}"
        " GROUP BY path, target"
    )
    return set(store.select(query, paths * 2))


# What others see


def _same_elsewhere(store: Store, path: str, key: str) -> bool:
    try:
        before = store.get_facts(key)
    except KeyError:
        return False
    after = store.get_facts(store.file_key(path) or "")
    return seen_elsewhere(before) == seen_elsewhere(after)


def seen_elsewhere(facts: FileFacts) -> object:
    """Return what a file tells the links of other files, but for its lines."""
    return (
        facts.type,
        facts.python,
        facts.problem,
        facts.exports,
        facts.exports_complete,
        # The tests of a file may be those of a class in another one.
        [
            (one.kind, one.qualname, one.modifiers, _switch(one.name, one.value))
            for one in facts.definitions
        ],
        {(one.name, one.qualname) for one in facts.patterns if one.name in TELLING},
        [
            (one.module, one.level, one.name, one.alias, one.lazy, one.type_checking)
            for one in facts.imports
        ],
        [runs(one, facts) for one in facts.imports],
        Outline.of(facts.definitions, References.loads(facts.references)),
        # Others name their lines.
        facts.requirements,
        facts.entry_points,
    )


def _switch(name: str, value: str) -> str:
    return value if name == "__test__" else ""
