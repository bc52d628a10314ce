"""The definitions of a file that stand in no other, and how much of it they are."""

from __future__ import annotations

from collections.abc import Iterable

from .facts import Definition
from .kinds import MAIN_KINDS, MEMBERS
from .names import enclosing


def top_level(definitions: Iterable[Definition]) -> list[Definition]:
    """Return the definitions that are in nothing but namespaces, in their order."""
    every = list(definitions)
    around = {one.qualname for one in every if one.kind != "namespace"}
    return [
        one
        for one in every
        if one.kind not in MEMBERS and enclosing(one.qualname) not in around
    ]


def large_parts(
    definitions: Iterable[Definition], lines: int
) -> list[tuple[int, Definition]]:
    """Return the classes and functions that are a quarter of a file or more.

    :param lines: the number of lines of the file.
    :return: with the number of their lines, the largest first.
    """
    parts = [
        (definition.end_line - definition.line + 1, definition)
        for definition in top_level(definitions)
        if definition.kind in MAIN_KINDS
    ]
    parts = [pair for pair in parts if 4 * pair[0] >= lines]
    return sorted(parts, key=lambda pair: (-pair[0], pair[1].line))
