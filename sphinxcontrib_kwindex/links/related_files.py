"""Which files are related to a file, and why.

A reason is something that two files have in common, or one in the other, and few
other files: a file that a thousand files import is near to none of them. What two
files share with many counts little, and what more than :data:`_HUB` files share does
not count, which also keeps the cost linear in the tree.
"""

from __future__ import annotations

import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import log2, sqrt
from typing import Final

from ..analysis.languages.registry import language_of, row_of
from ..store.database import Store
from ..store.related_queries import (
    Reason,
    names_not_shown,
    names_used_elsewhere,
    text_links_between_files,
)
from .imports.import_graph import ImportGraph
from .languages.python import stub_of
from .tree_paths import folder_distance

#: How many related files are kept of each.
AT_MOST: Final = 8
#: What more files share tells nothing of two of them.
_HUB: Final = 50
#: What each folder between two files takes from their score.
_FOLDER: Final = 0.1
#: Names that two files both use, in a reason.
_NAMES: Final = 3
#: What the same name adds; everything else adds less than one.
_SAME_NAME: Final = 1.0

_Scores = defaultdict[str, float]
_Name = tuple[str, str]
"""The file that defines it, and the qualified name."""
_Counts = Mapping[str, dict[str, int]]


def related_rows(
    store: Store, of: Iterable[str] | None = None
) -> Iterator[tuple[str, int, str, str]]:
    """Yield the files that are nearest to each file, nearest first.

    Reads the tables ``link``, ``use`` and ``pointer``.

    :param of: the files whose nearest files are wanted; by default all.
    :return: rows of ``related``: the file, a number, the other file, and as JSON the
        reasons, each a :class:`.Reason`.
    """
    files = store.file_keys()
    relations = _Relations(store, files)
    for path in sorted(files if of is None else of):
        scores = relations.scores(path)
        nearest = heapq.nsmallest(
            AT_MOST, scores, key=lambda other: (-scores[other], other)
        )
        for ordinal, other in enumerate(nearest):
            reasons = list(relations.reasons(path, other))
            yield path, ordinal, other, json.dumps(reasons)


class _Relations:
    """What files have to do with each other.

    :param paths: all files of the tree.
    """

    def __init__(self, store: Store, paths: Iterable[str]) -> None:
        graph = ImportGraph(store)
        self._imported, self._importers = graph.imported, graph.importers
        self._names, self._users = _used_names(store)
        self._pointed, self._pointing = _text_links(store)
        self._same_name = _files_of_same_name(paths)
        for path, others in self._imported.items():
            for other in others:
                if _are_header_and_source(path, other):
                    self._same_name[path] = [*self._same_name.get(path, ()), other]
                    self._same_name[other] = [*self._same_name.get(other, ()), path]

    def scores(self, path: str) -> dict[str, float]:
        """Return how near other files are to a file, as far as they are."""
        scores: _Scores = defaultdict(float)
        _add_neighbours(scores, path, self._imported, self._importers)
        self._add_imported_together(scores, path)
        self._add_users_of_same_names(scores, path)
        _add_neighbours(scores, path, self._pointed, self._pointing)
        for other in self._same_name.get(path, ()):
            scores[other] += _SAME_NAME
        scores.pop(path, None)
        return {
            other: score / (1 + _FOLDER * folder_distance(path, other))
            for other, score in scores.items()
        }

    def _add_imported_together(self, scores: _Scores, path: str) -> None:
        importers = self._importers.get(path, set())
        if not 1 < len(importers) <= _HUB:
            return
        weights: _Scores = defaultdict(float)
        numbers: Counter[str] = Counter()
        # Sorted: sums of floats depend on the order, that of sets on the run.
        for importer in sorted(importers):
            others = self._imported[importer]
            if len(others) > _HUB:
                continue
            weight = 1 / log2(2 + len(others))
            for other in others:
                weights[other] += weight
            numbers.update(others)
        for other, number in numbers.items():
            if number > 1 and len(self._importers[other]) <= _HUB:
                size = len(importers) * len(self._importers[other])
                scores[other] += weights[other] / sqrt(size)

    def _add_users_of_same_names(self, scores: _Scores, path: str) -> None:
        shared: _Scores = defaultdict(float)
        for name in sorted(self._names.get(path, ())):
            users = self._users.get(name, ())
            for other in users:
                shared[other] += 1 / len(users)
        for other, score in shared.items():
            scores[other] += min(score, 1) / 2

    def reasons(self, path: str, other: str) -> Iterator[Reason]:
        """Yield why a file is near to another."""
        if other in self._same_name.get(path, ()):
            if other == stub_of(path):
                yield Reason("stub")
            elif path == stub_of(other):
                yield Reason("stubbed")
            else:
                yield Reason("same name")
        ways = []
        if path in self._imported.get(other, ()):
            ways.append("imports")
        if other in self._imported.get(path, ()):
            ways.append("imported")
        if ways:
            yield Reason(" and ".join(ways))
        if number := self._pointed.get(other, {}).get(path):
            yield Reason("links", number)
        if number := self._pointed.get(path, {}).get(other):
            yield Reason("linked", number)
        importers, other_importers = (
            self._importers.get(file, set()) for file in (path, other)
        )
        both = len(importers & other_importers)
        if both > 1 and max(len(importers), len(other_importers)) <= _HUB:
            yield Reason("imported together", both)
        yield from self._shared_names(path, other)

    def _shared_names(self, path: str, other: str) -> Iterator[Reason]:
        both = self._names.get(path, set()) & self._names.get(other, set())
        # Who uses a class makes objects of it.
        both = {
            (where, name)
            for where, name in both
            if not name.endswith("__") or (where, name.rpartition(".")[0]) not in both
        }
        few = sorted(
            both & self._users.keys(), key=lambda name: (len(self._users[name]), name)
        )
        if not few:
            return
        target = few[0][0]
        shown = tuple(name for where, name in few if where == target)[:_NAMES]
        yield Reason("names", len(both) - len(shown), shown, target)


def _add_neighbours(
    scores: _Scores,
    path: str,
    out: Mapping[str, Collection[str]],
    into: Mapping[str, Collection[str]],
) -> None:
    """Add the files on both ends of edges, the less the more edges those have."""
    for other in out.get(path, ()):
        scores[other] += 1 / log2(2 + len(into[other]))
    for other in into.get(path, ()):
        scores[other] += 1 / log2(2 + len(out[other]))


def _used_names(
    store: Store,
) -> tuple[Mapping[str, set[_Name]], Mapping[_Name, list[str]]]:
    """Return the names that files use, and the users of each that is no hub."""
    names: defaultdict[str, set[_Name]] = defaultdict(set)
    users: defaultdict[_Name, list[str]] = defaultdict(list)
    # What is not to be shown is no reason either.
    hidden = set(names_not_shown(store))
    for path, target, qualname in names_used_elsewhere(store):
        # Whoever asks for ``__version__`` does not do alike.
        if (target, qualname) not in hidden and qualname[:2] != "__":
            names[path].add((target, qualname))
            users[target, qualname].append(path)
    return names, {
        name: paths for name, paths in users.items() if 1 < len(paths) <= _HUB
    }


def _text_links(store: Store) -> tuple[_Counts, _Counts]:
    """Return which files a file points to, how often, and the same backwards."""
    out: defaultdict[str, dict[str, int]] = defaultdict(dict)
    into: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for path, target, number in text_links_between_files(store):
        out[path][target] = into[target][path] = number
    return out, into


def _files_of_same_name(paths: Iterable[str]) -> dict[str, list[str]]:
    """Return the files of a folder with the same plain name, by each of them."""
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        folder, _, name = path.rpartition("/")
        groups[folder, plain_name(name)].append(path)
    return {
        path: group
        for group in groups.values()
        if 1 < len(group) <= _HUB
        for path in group
    }


def _are_header_and_source(path: str, header: str) -> bool:
    """Tell whether a file includes one of its name that lies in another folder."""
    (folder, _, name), (other, _, included) = (
        file.rpartition("/") for file in (path, header)
    )
    return (
        folder != other
        and row_of(path).includes
        and (plain_name(name) == plain_name(included))
    )


def plain_name(name: str) -> str:
    """Return what a file is called apart from its suffix and its role.

    ``a.py``, ``_a.py``, ``a.pyi``, ``a_test.py``, ``test_a.py``, ``a.h`` and ``a.md``
    are all called ``a``.
    """
    stem, _, _ = name.rpartition(".")
    if not stem:
        return name
    if language_of(name) and not stem.startswith("__"):
        plain = stem.removeprefix("test_").removesuffix("_test").lstrip("_")
        return plain or stem
    return stem
