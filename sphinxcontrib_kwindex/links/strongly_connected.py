"""Which nodes of a graph lead to each other (Tarjan 1972)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def components(
    roots: Iterable[str], successors: Callable[[str], Iterable[str]]
) -> Iterator[set[str]]:
    """Yield the strongly connected components of what some nodes lead to.

    :param successors: returns the nodes that a node leads to at once; called once for
        each.
    :return: each after those that it leads to; that of a node alone, too.
    """
    index: dict[str, int] = {}
    low_link: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in roots:
        # No recursion: a chain of imports may be longer than Python's stack.
        work: list[tuple[str, Iterator[str]]] = []
        if root not in index:
            work.append((root, iter(())))
        while work:
            path, rest = work[-1]
            if path not in index:
                index[path] = low_link[path] = len(index)
                stack.append(path)
                on_stack.add(path)
                rest = iter(successors(path))
                work[-1] = path, rest
            for other in rest:
                if other not in index:
                    work.append((other, iter(())))
                    break
                if other in on_stack:
                    low_link[path] = min(low_link[path], index[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low_link[parent] = min(low_link[parent], low_link[path])
                if low_link[path] == index[path]:
                    component: set[str] = set()
                    while path not in component:
                        component.add(stack.pop())
                    on_stack -= component
                    yield component
