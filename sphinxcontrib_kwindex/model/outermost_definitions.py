"""The definitions of a file that stand in no other, and how much of it they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .facts import Definition
from .kinds import MAIN_KINDS, MEMBERS
from .names import enclosing, is_in_any, outer_name


def top_level(definitions: Iterable[Definition]) -> list[Definition]:
    """Return the definitions that are in nothing but namespaces, in their order.

    What has members is no namespace, also where it is defined in another file.
    """
    every = list(definitions)
    around = {enclosing(part.qualname) for part in every if part.kind in MEMBERS}
    around -= {"", *(part.qualname for part in every if part.kind == "namespace")}
    around.update(part.qualname for part in every if part.kind != "namespace")
    return [
        part
        for part in every
        if part.kind not in MEMBERS and enclosing(part.qualname) not in around
    ]


def large_parts(
    definitions: Iterable[Definition], lines: int
) -> list[tuple[int, Definition]]:
    """Return the classes and functions that are a quarter of a file or more.

    Methods that stand outside of their class, as in Go and Rust, count as its lines. A
    module with methods, as Ruby has it, is a class.

    :param lines: the number of lines of the file.
    :return: with the number of their lines, the largest first.
    """
    every = list(definitions)
    holding = {enclosing(part.qualname) for part in every if part.kind == "method"}
    modules = [
        part
        for part in every
        if part.kind == "namespace"
        and part.qualname in holding
        and not is_in_any(part.qualname, holding)
    ]
    known = {part.qualname for part in modules}
    main = modules + [
        part
        for part in top_level(every)
        if part.kind in MAIN_KINDS and not (known and is_in_any(part.qualname, known))
    ]
    outside: Counter[str] = Counter()
    classes = {part.qualname: part for part in main}
    for part in every:
        outer = (
            classes.get(outer_name(part.qualname)) if part.kind == "method" else None
        )
        if outer and not outer.line <= part.line <= outer.end_line:
            outside[outer.qualname] += size_of(part)
    parts = [(size_of(part) + outside[part.qualname], part) for part in main]
    parts = [pair for pair in parts if 4 * pair[0] >= lines]
    return sorted(parts, key=lambda pair: (-pair[0], pair[1].line))


def size_of(definition: Definition) -> int:
    """Return the number of lines of a definition."""
    return definition.end_line - definition.line + 1
