"""The definitions of a file that stand in no other, and how much of it they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .facts import Definition
from .kinds import MAIN_KINDS, MEMBERS
from .names import enclosing, outer_name


def top_level(definitions: Iterable[Definition]) -> list[Definition]:
    """Return the definitions that are in nothing but namespaces, in their order.

    What has members is no namespace, also where it is defined in another file.
    """
    every = list(definitions)
    around = {enclosing(one.qualname) for one in every if one.kind in MEMBERS}
    around -= {"", *(one.qualname for one in every if one.kind == "namespace")}
    around.update(one.qualname for one in every if one.kind != "namespace")
    return [
        one
        for one in every
        if one.kind not in MEMBERS and enclosing(one.qualname) not in around
    ]


def large_parts(
    definitions: Iterable[Definition], lines: int
) -> list[tuple[int, Definition]]:
    """Return the classes and functions that are a quarter of a file or more.

    Methods that stand outside of their class, as in Go and Rust, count as its lines.

    :param lines: the number of lines of the file.
    :return: with the number of their lines, the largest first.
    """
    every = list(definitions)
    main = [one for one in top_level(every) if one.kind in MAIN_KINDS]
    outside: Counter[str] = Counter()
    classes = {one.qualname: one for one in main}
    for one in every:
        outer = classes.get(outer_name(one.qualname)) if one.kind == "method" else None
        if outer and not outer.line <= one.line <= outer.end_line:
            outside[outer.qualname] += size_of(one)
    parts = [(size_of(one) + outside[one.qualname], one) for one in main]
    parts = [pair for pair in parts if 4 * pair[0] >= lines]
    return sorted(parts, key=lambda pair: (-pair[0], pair[1].line))


def size_of(definition: Definition) -> int:
    """Return the number of lines of a definition."""
    return definition.end_line - definition.line + 1
