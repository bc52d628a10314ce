"""Which nodes of a graph lead to each other (Tarjan 1972)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(
    roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]
) -> Iterator[set[Node]]:
    """Yield the strongly connected components of what some nodes lead to.

    :param successors: returns the nodes that a node leads to at once; called once for
        each.
    :return: each after those that it leads to; that of a node alone, too.
    """
    index: dict[Node, int] = {}
    low_link: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    for root in roots:
        # No recursion: a chain of imports may be longer than Python's stack.
        work: list[tuple[Node, Iterator[Node]]] = []
        if root not in index:
            work.append((root, iter(())))
        while work:
            node, rest = work[-1]
            if node not in index:
                index[node] = low_link[node] = len(index)
                stack.append(node)
                on_stack.add(node)
                rest = iter(successors(node))
                work[-1] = node, rest
            for other in rest:
                if other not in index:
                    work.append((other, iter(())))
                    break
                if other in on_stack:
                    low_link[node] = min(low_link[node], index[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low_link[parent] = min(low_link[parent], low_link[node])
                if low_link[node] == index[node]:
                    component: set[Node] = set()
                    while node not in component:
                        component.add(stack.pop())
                    on_stack -= component
                    yield component


def cycles(graph: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Yield what leads to each other: the components of more than one node.

    :param graph: the nodes that a node leads to; a node that leads nowhere may lack.
    """
    connected = components(sorted(graph), lambda node: sorted(graph.get(node, ())))
    return (component for component in connected if len(component) > 1)
