"""The matrix of imports: a mark where a row imports a column, in an order for both.

Many parts of a folder, with many imports, are drawn in this way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from graphlib import TopologicalSorter
from typing import Final

from ...links.strongly_connected import cycles
from ..quantities import pluralize
from .drawing import NAME_WIDTH, Box, Drawing, Graph, Label, Line, wide

#: From so many pairs of files on a cell has the next shade.
_SHADES: Final = (1, 2, 5, 10, 20)
_WIDEST: Final = 170
#: Sides of a cell of a matrix, of few parts and of many.
_CELLS: Final = (17, 13)
_FEW: Final = 60


class ImportMatrix(Graph, frozen=True):
    """A row for what imports, a column for what is imported; marks where both meet.

    What is imported stands first in both, so that marks are at the left, where a
    reader who does not scroll sees them.
    """

    numbers: tuple[int, ...]
    """How many pairs of files each edge stands for."""
    cycles: tuple[tuple[int, ...], ...]
    """Numbers of places that stand together and import each other."""

    def drawing(self) -> Drawing:
        """Return names at the left and at the top, and boxes for imports."""
        cell = _CELLS[len(self.places) > _FEW]
        widest = max(wide(place.label) for place in self.places)
        left = top = min(widest * NAME_WIDTH + 12, _WIDEST)
        starts, ends = ({edge[side] for edge in self.edges} for side in (0, 1))
        tops = {
            place: top + row * cell
            for row, place in enumerate(sorted(starts, reverse=True))
        }
        lefts = {
            place: left + column * cell
            for column, place in enumerate(sorted(ends, reverse=True))
        }
        width, height = left + len(lefts) * cell + 1, top + len(tops) * cell + 1
        boxes = [
            Box(
                *(0.5, y, left - 2, cell),
                *(self.places[place].label, self.places[place].uri),
                kind="row",
            )
            for place, y in tops.items()
        ]
        boxes += [
            Box(
                *(lefts[cycle[-1]], tops[cycle[-1]]),
                *(len(cycle) * cell, len(cycle) * cell),
                kind="frame",
            )
            for cycle in self.cycles
        ]
        for (start, end), number in zip(self.edges, self.numbers, strict=True):
            names = self.places[start].label, self.places[end].label
            files = pluralize(number, "import")
            boxes.append(
                Box(
                    *(lefts[end] + 1, tops[start] + 1, cell - 2, cell - 2),
                    title=f"{' → '.join(names)}: {files}",
                    kind="cell" if start < end else "marked",
                    shade=sum(number >= least for least in _SHADES),
                )
            )
        lines = [
            Line([(0, top + row * cell), (width, top + row * cell)], "grid")
            for row in range(len(tops) + 1)
        ]
        lines += [
            Line([(left + column * cell, 0), (left + column * cell, height)], "grid")
            for column in range(len(lefts) + 1)
        ]
        labels = [
            Label(x + cell / 2, top - 4, self.places[place].label, turned=True)
            for place, x in lefts.items()
        ]
        return Drawing(width, height, boxes, lines, labels)


Weights = Mapping[str, Mapping[str, int]]
"""How often something imports others; nothing imports itself."""


def import_order(weights: Weights) -> list[list[str]]:
    """Return all that imports or is imported, each before what it imports.

    :return: groups of one, and those that import each other in cycles together. These
        are in an order in which little is imported by what stands behind it.
    """
    graph = {name: set(imported) for name, imported in weights.items()}
    groups = {name: [name] for edge in graph.items() for name in (edge[0], *edge[1])}
    for cycle in cycles(graph):
        inner = {
            name: {
                other: number
                for other, number in weights[name].items()
                if other in cycle
            }
            for name in cycle
        }
        groups |= dict.fromkeys(cycle, _against_few(inner))
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, group in groups.items():
        sorter.add(group[0])
        for other in graph.get(name, ()):
            if groups[other] is not group:
                sorter.add(groups[other][0], group[0])
    sorter.prepare()
    ordered = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        ordered += [groups[name] for name in ready]
        sorter.done(*ready)
    return ordered


def _against_few(weights: Weights) -> list[str]:
    """Return names in an order that few imports lead against.

    The heuristic of Eades, Lin and Smyth (1993), with how often something imports.
    """
    out = {name: Counter(imported) for name, imported in weights.items()}
    into: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, imported in weights.items():
        for other, number in imported.items():
            into[other][name] = number
    first: list[str] = []
    last: list[str] = []
    left = set(weights)
    while left:
        name = min(
            left,
            key=lambda name: (
                bool(out[name]) and bool(into[name]),
                into[name].total() - out[name].total(),
                name,
            ),
        )
        (first if out[name] else last).append(name)
        left.remove(name)
        for other in out.pop(name):
            del into[other][name]
        for other in into.pop(name, ()):
            del out[other][name]
    return first + last[::-1]
