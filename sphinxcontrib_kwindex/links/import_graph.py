"""Who imports whom: how many files do, and where imports go round in circles.

Two graphs are read from the same links. In the one that is counted, an import leads
to the module that it names and, as in ``from package import module``, to the module
that it gets out of it: these are the files that a page lists. In the one that is
searched for circles there is only what runs when a file is imported, and ``from
package import module`` leads to the module alone: that a package runs before what is
in it is nothing that anybody wrote, and Python gets over it.
"""

from __future__ import annotations

import heapq
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from ..store.database import Store

Graph = Mapping[str, set[str]]
"""The files that a file leads to; only of files that lead somewhere."""

#: The imports that are counted, as pairs of importer and imported file.
IMPORTED: Final = (
    "SELECT path, module AS other FROM link WHERE category = 'file' AND module <> path"
    " UNION SELECT path, target FROM link"
    " WHERE category = 'file' AND qualname = '' AND target <> path"
)
#: So many files have a place among all files of the tree.
RANKED: Final = 10
_RUN: Final = (
    "SELECT path, import.name, link.module, target, link.qualname FROM link"
    " JOIN import USING (path, ordinal) WHERE category IN ('file', 'folder') AND runs"
    # Stubs are never run.
    " AND path NOT LIKE '%.pyi'"
)


class Imports:
    """Which files import which, anywhere in them."""

    def __init__(self, store: Store) -> None:
        self.out = _graph(store, store.select(IMPORTED))
        """The files that a file imports; only of files that import some."""
        self.into = backwards(self.out)
        """The files that import a file; only of files that some import."""

    @cached_property
    def most(self) -> list[int]:
        """How many files import the most imported files of the tree, in this order."""
        numbers = (len(importers) for importers in self.into.values())
        return heapq.nlargest(RANKED + 1, numbers)

    @cached_property
    def most_in_folder(self) -> dict[str, list[tuple[int, str]]]:
        """The two most imported files of each folder, with the numbers of importers."""
        folders: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for path, importers in self.into.items():
            folders[path.rpartition("/")[0]].append((len(importers), path))
        return {
            folder: heapq.nsmallest(2, rows, key=lambda row: (-row[0], row[1]))
            for folder, rows in folders.items()
        }


def _graph(store: Store, pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    files = store.file_keys()
    found: dict[str, set[str]] = {}
    for path, other in pairs:
        # The other one may be a folder: a namespace package has no file.
        if other in files and other != path:
            found.setdefault(path, set()).add(other)
    return found


def _run(store: Store) -> Iterator[tuple[str, str]]:
    for path, *rest in store.select(_RUN):
        yield path, step(*rest)


def step(name: str, module: str, target: str, qualname: str) -> str:
    """Return the file that an import runs, as far as it says so.

    :param name: the name asked for, empty in ``import module``.
    :param module: and what follows: as in :class:`~.rows.LinkRow`.
    """
    folder = module.rpartition("/")[0] if module.endswith((".py", ".pyi")) else module
    inside = f"{folder}/{name}".lstrip("/")
    own = not qualname and target in {f"{inside}.py", f"{inside}/__init__.py"}
    return target if own else module


def backwards(graph: Graph) -> dict[str, set[str]]:
    """Return the files that lead to each file."""
    found: dict[str, set[str]] = {}
    for path, others in graph.items():
        for other in others:
            found.setdefault(other, set()).add(path)
    return found


def cycles(store: Store) -> Iterator[tuple[str, str]]:
    """Yield for each file that imports itself through others a shortest way round.

    Of several that are equally short it is the first by path.

    :return: rows of ``cycle``: the file, and as JSON the files on the way, the file
        itself first and not repeated at the end.
    """
    graph = _graph(store, _run(store))
    for component in components(graph):
        inner = {path: graph[path] & component for path in component}
        before = backwards(inner)
        for path in sorted(component):
            yield path, json.dumps(shortest_cycle(path, inner, before))


def components(graph: Graph) -> Iterator[set[str]]:
    """Yield the strongly connected components of more than one file (Tarjan 1972)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    for root in sorted(graph):
        if root in numbers:
            continue
        work = [(root, iter(sorted(graph[root])))]
        numbers[root] = lowest[root] = len(numbers)
        stack.append(root)
        waiting.add(root)
        while work:
            path, others = work[-1]
            for other in others:
                if other not in numbers:
                    numbers[other] = lowest[other] = len(numbers)
                    stack.append(other)
                    waiting.add(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in waiting:
                    lowest[path] = min(lowest[path], numbers[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[path])
                if lowest[path] == numbers[path]:
                    found = set()
                    while path not in found:
                        found.add(stack.pop())
                    waiting -= found
                    if len(found) > 1:
                        yield found


def shortest_cycle(path: str, graph: Graph, before: Graph) -> list[str]:
    """Return a shortest way from a file back to itself, the first by path.

    :param graph: a strongly connected component.
    :param before: the same backwards.
    """
    goals = before[path]
    layers = [{path}]
    seen = {path}
    while not layers[-1] & goals:
        layer = set().union(*(graph[one] for one in layers[-1])) - seen
        seen |= layer
        layers.append(layer)
    # Backwards, what lies on such a way; then forwards, the first of it.
    kept = [layers.pop() & goals]
    while layers:
        behind = kept[-1]
        kept.append({one for one in layers.pop() if graph[one] & behind})
    found = [path]
    for layer in reversed(kept[:-1]):
        found.append(min(layer & graph[found[-1]]))
    return found


def cycle_of(store: Store, path: str) -> tuple[str, ...]:
    """Return the shortest import cycle through a file; nothing if there is none."""
    for (paths,) in store.select("SELECT paths FROM cycle WHERE path = ?", (path,)):
        return tuple(json.loads(paths))
    return ()


def nearness(path: str) -> Callable[[str], tuple[int, str]]:
    """Return a key that sorts files by how many folders lie between them and *path*."""
    ours = path.split("/")[:-1]

    def key(other: str) -> tuple[int, str]:
        theirs = other.split("/")[:-1]
        shared = 0
        for one, two in zip(ours, theirs, strict=False):
            if one != two:
                break
            shared += 1
        return len(ours) + len(theirs) - 2 * shared, other

    return key
