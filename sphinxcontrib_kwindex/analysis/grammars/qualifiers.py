"""Qualifiers of names that are defined outside of their class: ``Link::run``.

``A`` of ``void A::f() {}`` leads to the class, and does not use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...model.references import (
    A_TYPE,
    AN_ATTRIBUTE,
    BASE,
    CALLED,
    DECORATOR,
    MENTION,
    QUALIFIER,
)
from .grammar import Syntax

_MARKS: Final = ("::", "::~")
_PATH: Final = re.compile(
    r"(?:[^\W\d]\w*\s*(?:<[^<>;{}()]*(?:<[^<>;{}()]*>[^<>;{}()]*)*>)?\s*::\s*)+~?\Z"
)
#: In characters.
_LONGEST: Final = 500


def mark_qualifier(
    places: list[tuple[int, ...]], lines: Sequence[int], text: str, stop: int
) -> None:
    """Give the role to those references that the name of a definition begins with.

    :param places: the fields of the references before that name.
    :param lines: where the lines of the text begin.
    :param stop: where the last part of the name begins.
    """
    if not text.endswith(_MARKS, 0, stop):
        return
    match = _PATH.search(text, max(0, stop - _LONGEST), stop)
    if match is None:
        return
    for number in reversed(range(len(places))):
        line, column, *rest, _ = places[number]
        if lines[line - 1] + column < match.start():
            break
        places[number] = line, column, *rest, QUALIFIER


def type_step(role: int | None) -> str:
    """Return the step behind the name of a type that is there for a role."""
    return AN_ATTRIBUTE if role == DECORATOR else A_TYPE


def roles_by_end(syntax: Syntax, bases: Iterable[int]) -> dict[int, int]:
    """Return the roles that do not depend on the text, by where what has them ends.

    :param bases: where those end that classes derive from.
    """
    captures = (
        *(("called", CALLED), ("matched", MENTION), ("qualifier", QUALIFIER)),
        ("decorator", DECORATOR),
    )
    told = {
        node.end_byte: role
        for capture, role in captures
        for node in syntax.nodes.get(capture, ())
    }
    return told | dict.fromkeys(bases, BASE)
