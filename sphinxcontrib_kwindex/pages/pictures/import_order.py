"""The order of what imports each other: importers first, cycles together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from graphlib import TopologicalSorter

from ...links.import_graph import strongly_connected_components

Weights = Mapping[str, Mapping[str, int]]
"""How often something imports others; nothing imports itself."""


def import_order(weights: Weights) -> list[list[str]]:
    """Return all that imports or is imported, each before what it imports.

    :return: groups of one, and those that import each other in cycles together. These
        are in an order in which little is imported by what stands behind it.
    """
    graph = {name: set(imported) for name, imported in weights.items()}
    groups = {name: [name] for edge in graph.items() for name in (edge[0], *edge[1])}
    for cycle in strongly_connected_components(graph):
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
