"""Which files one should look at next, and why.

Every reason is something that two files have to do with each other and few others
have: a file that a thousand files import is near to none of them. What two files
share with many counts little, and what more than :data:`_HUB` files share counts
nothing, which also keeps the cost linear in the tree.
"""

from __future__ import annotations

import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import log2, sqrt
from typing import Final

from ..i18n import noun, say
from ..store.database import Store
from .import_graph import Imports, nearness

#: So many related files are kept of each.
AT_MOST: Final = 8
#: What so many files share says nothing of two of them.
_HUB: Final = 50
#: What each folder between two files takes from their score.
_FOLDER: Final = 0.1
#: Names that two files both use, in a reason.
_NAMES: Final = 3
#: What a name alike adds; everything else adds less than one.
_SAME_NAME: Final = 1.0

_Scores = defaultdict[str, float]
_Sets = Mapping[str, set[str]]
_Name = tuple[str, str]
"""The file that defines it, and the qualified name."""
_Uses = Mapping[str, set[_Name]]
_Users = Mapping[_Name, list[str]]
_Pointers = Mapping[str, dict[str, int]]


def related_files(
    store: Store, of: Iterable[str] | None = None
) -> Iterator[tuple[str, int, str, str]]:
    """Yield the files that are nearest to each file, nearest first.

    Reads the tables ``link``, ``use`` and ``pointer``.

    :param of: the files whose nearest files are wanted; by default all.
    :return: rows of ``related``: the file, a number, the other file, and as JSON the
        reasons in words.
    """
    files = store.file_keys()
    known = Imports(store)
    out, into = known.out, known.into
    uses, users = _names_used(store)
    pointers, pointed = _pointers(store)
    same = _same_names(files)
    for path in sorted(files if of is None else of):
        scores: _Scores = defaultdict(float)
        _by_imports(scores, path, out, into)
        _by_importers(scores, path, out, into)
        _by_names(scores, path, uses, users)
        _by_pointers(scores, path, pointers, pointed)
        for other in same.get(path, ()):
            scores[other] += _SAME_NAME
        scores.pop(path, None)
        folders_between = nearness(path)
        for other in scores:
            scores[other] /= 1 + _FOLDER * folders_between(other)[0]
        nearest = heapq.nsmallest(
            AT_MOST, scores, key=lambda other: (-scores[other], other)
        )
        for ordinal, other in enumerate(nearest):
            reasons = [
                *_name_reason(path, other, same),
                *_import_reason(path, other, out),
                *_pointer_reason(path, other, pointers),
                *_importers_reason(path, other, into),
                *_names_reason(path, other, uses, users),
            ]
            yield path, ordinal, other, json.dumps(reasons)


# Imports


def _by_imports(scores: _Scores, path: str, out: _Sets, into: _Sets) -> None:
    for other in out.get(path, ()):
        scores[other] += 1 / log2(2 + len(into[other]))
    for other in into.get(path, ()):
        scores[other] += 1 / log2(2 + len(out[other]))


def _import_reason(path: str, other: str, out: _Sets) -> Iterator[str]:
    does, is_done = path in out.get(other, ()), other in out.get(path, ())
    if does and is_done:
        yield say("imports this file and is imported by it")
    elif does:
        yield say("imports this file")
    elif is_done:
        yield say("imported by this file")


def _by_importers(scores: _Scores, path: str, out: _Sets, into: _Sets) -> None:
    importers = into.get(path, set())
    if not 1 < len(importers) <= _HUB:
        return
    weights: _Scores = defaultdict(float)
    numbers: Counter[str] = Counter()
    # Sorted: sums of floats depend on the order, that of sets on the run.
    for importer in sorted(importers):
        others = out[importer]
        if len(others) > _HUB:
            continue
        weight = 1 / log2(2 + len(others))
        for other in others:
            weights[other] += weight
        numbers.update(others)
    for other, number in numbers.items():
        if number > 1 and len(into[other]) <= _HUB:
            size = len(importers) * len(into[other])
            scores[other] += weights[other] / sqrt(size)


def _importers_reason(path: str, other: str, into: _Sets) -> Iterator[str]:
    ours, theirs = into.get(path, set()), into.get(other, set())
    if max(len(ours), len(theirs)) <= _HUB and len(ours & theirs) > 1:
        yield say("both imported by {number} files", number=len(ours & theirs))


# Names that both use


def _names_used(store: Store) -> tuple[_Uses, _Users]:
    """Return the names that files use, and the users of each that is no hub."""
    uses: defaultdict[str, set[_Name]] = defaultdict(set)
    users: defaultdict[_Name, list[str]] = defaultdict(list)
    query = "SELECT path, target, qualname FROM use WHERE path <> target"
    # What is not to be shown is no reason either.
    hidden = set(store.select("SELECT path, qualname FROM hidden"))
    for path, target, qualname in store.select(f"{query} AND qualname <> ''"):
        if (target, qualname) not in hidden:
            uses[path].add((target, qualname))
            users[target, qualname].append(path)
    few = {name: paths for name, paths in users.items() if 1 < len(paths) <= _HUB}
    return uses, few


def _by_names(scores: _Scores, path: str, uses: _Uses, users: _Users) -> None:
    found: _Scores = defaultdict(float)
    for name in sorted(uses.get(path, ())):
        others = users.get(name, ())
        for other in others:
            found[other] += 1 / len(others)
    for other, score in found.items():
        scores[other] += min(score, 1) / 2


def _names_reason(path: str, other: str, uses: _Uses, users: _Users) -> Iterator[str]:
    both = uses.get(path, set()) & uses.get(other, set())
    few = sorted(
        (name for name in both if name in users),
        key=lambda name: (len(users[name]), name),
    )
    if not few:
        return
    target = few[0][0]
    shown = [name for where, name in few if where == target][:_NAMES]
    more = len(both) - len(shown)
    text = say("both use {names} from {path}", names=", ".join(shown), path=target)
    if more:
        text += noun(
            more, " and {number} more name", " and {number} more names"
        ).format(number=more)
    yield text


# Names of files


def _same_names(paths: Iterable[str]) -> dict[str, list[str]]:
    """Return the files of a folder that are called alike, by each of them."""
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


def plain_name(name: str) -> str:
    """Return what a file is called apart from its suffix and its role.

    ``a.py``, ``_a.py``, ``a.pyi``, ``a_test.py``, ``test_a.py`` and ``a.md`` are all
    called ``a``.
    """
    stem, _, suffix = name.rpartition(".")
    if not stem:
        return name
    if suffix in {"py", "pyi"} and not stem.startswith("__"):
        plain = stem.removeprefix("test_").removesuffix("_test").lstrip("_")
        return plain or stem
    return stem


def _name_reason(path: str, other: str, same: Mapping[str, list[str]]) -> Iterator[str]:
    if other not in same.get(path, ()):
        return
    if other == f"{path}i":
        yield say("type stub of this file")
    elif path == f"{other}i":
        yield say("module of this stub")
    else:
        yield say("same name")


# What texts point to


def _pointers(store: Store) -> tuple[_Pointers, _Pointers]:
    """Return which files a file points to, how often, and the same backwards."""
    out: defaultdict[str, dict[str, int]] = defaultdict(dict)
    into: defaultdict[str, dict[str, int]] = defaultdict(dict)
    query = (
        "SELECT pointer.path, target, count(*) FROM pointer"
        " JOIN file ON file.path = target WHERE pointer.path <> target"
        " GROUP BY pointer.path, target"
    )
    for path, target, number in store.select(query):
        out[path][target] = into[target][path] = number
    return out, into


def _by_pointers(scores: _Scores, path: str, out: _Pointers, into: _Pointers) -> None:
    for other in out.get(path, ()):
        scores[other] += 1 / log2(2 + len(into[other]))
    for other in into.get(path, ()):
        scores[other] += 1 / log2(2 + len(out[other]))


def _pointer_reason(path: str, other: str, out: _Pointers) -> Iterator[str]:
    if number := out.get(other, {}).get(path):
        yield say("links to this file") + _times(number)
    if number := out.get(path, {}).get(other):
        yield say("linked from this file") + _times(number)


def _times(number: int) -> str:
    return say(" in {number} places", number=number) if number > 1 else ""
