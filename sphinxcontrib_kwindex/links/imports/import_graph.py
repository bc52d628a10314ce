"""Who imports whom: how many files do, and where imports form cycles.

Two graphs are read from the same links. In the graph that is counted, an import leads
to the module that it names and, as in ``from package import module``, to the module
that it gets out of it: these are the files that a page lists. In the graph that is
searched for cycles there is only what runs when a file is imported, and ``from
package import module`` leads to the module alone: that a package runs before what is
in it is nothing that anybody wrote, and Python gets over it.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from ...analysis.languages.registry import row_of
from ...model.grouped import grouped
from ...store.database import Store
from ...store.import_queries import (
    defining_files,
    executed_imports,
    imported_files,
    imported_folders,
)
from ...store.link_rows import CycleRow
from ..languages.python import executed_module
from ..strongly_connected import cycles

Graph = Mapping[str, set[str]]
"""The files that a file leads to; only of files that lead somewhere."""

#: How many files have a rank among all files of the tree.
RANKED: Final = 10


class ImportGraph:
    """Which files import which, anywhere in them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.imported = _graph(store, imported_files(store))
        """The files that a file imports; only of files that import some."""
        self.importers = reverse(self.imported)
        """The files that import a file; only of files that some import."""
        self.package_importers = grouped(imported_folders(store))
        """The files that import a folder, as those of Go do."""

    @cached_property
    def needed(self) -> Graph:
        """The files that a file needs, which are those that it imports.

        Where files are compiled as one, they are those that define what it takes.
        """
        compiled = {path for path in self.imported if not row_of(path).import_cycles}
        graph = {
            path: others
            for path, others in self.imported.items()
            if path not in compiled
        }
        return graph | _graph(self._store, defining_files(self._store, compiled))

    @cached_property
    def most_importers(self) -> list[int]:
        """How many files import the most imported files of the tree, in this order."""
        numbers = (len(importers) for importers in self.importers.values())
        return heapq.nlargest(RANKED + 1, numbers)

    @cached_property
    def most_imported_in_folder(self) -> dict[str, list[tuple[int, str]]]:
        """The two most imported files of each folder, with the numbers of importers."""
        folders = grouped(
            (path.rpartition("/")[0], (len(importers), path))
            for path, importers in self.importers.items()
        )
        return {
            folder: heapq.nsmallest(2, rows, key=lambda row: (-row[0], row[1]))
            for folder, rows in folders.items()
        }


def _graph(store: Store, pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    files = store.file_keys()
    graph: dict[str, set[str]] = {}
    for path, other in pairs:
        # The other path may be a folder: a namespace package has no file.
        if other in files and other != path:
            graph.setdefault(path, set()).add(other)
    return graph


def reverse(graph: Graph) -> dict[str, set[str]]:
    """Return the files that lead to each file."""
    reversed_graph: dict[str, set[str]] = {}
    for path, others in graph.items():
        for other in others:
            reversed_graph.setdefault(other, set()).add(path)
    return reversed_graph


def cycle_rows(store: Store) -> Iterator[CycleRow]:
    """Yield for each file that imports itself through others a shortest cycle.

    Of several that are equally short it is the first by path.
    """
    executed = (
        (path, executed_module(*row))
        for path, *row in executed_imports(store)
        if row_of(path).import_cycles
    )
    graph = _graph(store, executed)
    for component in cycles(graph):
        inner = {path: graph[path] & component for path in component}
        predecessors = reverse(inner)
        for path in sorted(component):
            cycle = shortest_cycle(path, inner, predecessors)
            yield CycleRow(path, json.dumps(cycle))


def shortest_cycle(path: str, graph: Graph, predecessors: Graph) -> list[str]:
    """Return a shortest cycle through a file, the first by path.

    :param graph: a strongly connected component.
    :param predecessors: its reverse.
    """
    goals = predecessors[path]
    layers = [{path}]
    seen = {path}
    while not layers[-1] & goals:
        layer = set().union(*(graph[file] for file in layers[-1])) - seen
        seen |= layer
        layers.append(layer)
    # Backwards, what lies on a shortest cycle; then forwards, the first of it.
    layers[-1] &= goals
    for depth in range(len(layers) - 2, 0, -1):
        layers[depth] = {
            file for file in layers[depth] if graph[file] & layers[depth + 1]
        }
    cycle = [path]
    for layer in layers[1:]:
        cycle.append(min(layer & graph[cycle[-1]]))
    return cycle
