"""Conditions of C#'s preprocessor that its grammar cannot read.

The grammar knows them between statements and declarations, and makes errors where they
stand elsewhere: in lists of bases, in arguments, before ``case`` or ``else``. There the
first branch stands for all.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import with_blanks

_DIRECTIVE: Final = re.compile(r"^[ \t]*#[ \t]*(if|elif|else|endif)\b.*", re.MULTILINE)
#: The end of a declaration, a statement or another condition, and comments behind it.
_ENDED: Final = re.compile(
    r"(?:\A|[;{}\]]|^[ \t]*#.*+)(?:\s|//.*+|(?>/\*(?s:.*?)\*/))*+\Z", re.MULTILINE
)
#: So many characters before a condition are looked at.
_BEFORE: Final = 1000
#: How many times it is looked which errors are left.
_ROUNDS: Final = 4
#: Of conditions in one another, so many are looked at.
_DEEPEST: Final = 20
Span = tuple[int, int]


@dataclass(slots=True)
class _Condition:
    """A condition with all of its branches."""

    directives: list[Span]
    around: _Condition | None
    hidden: bool = False

    def spans(self) -> list[Span]:
        """Return where the directives stand, and all branches but the first."""
        return [self.directives[0], (self.directives[1][0], self.directives[-1][1])]


def unreadable(text: str, parse: Callable[[str], Node]) -> list[Span]:
    """Return where the conditions begin and end that the grammar cannot read.

    :param parse: returns the root of the syntax tree of a text.
    """
    conditions = list(_conditions(text))
    places = sorted((place, one) for one in conditions for place in one.directives)
    spans: list[Span] = []
    for _ in range(_ROUNDS if conditions else 0):
        hides_more = False
        for error in _errors(parse(with_blanks(text, spans))):
            for condition in (
                *_amidst(text, places, error),
                _not_hidden(_at(places, error)),
            ):
                if condition is not None and not condition.hidden:
                    condition.hidden = hides_more = True
        if not hides_more:
            break
        spans = _joined(
            span for one in conditions if one.hidden for span in one.spans()
        )
    return spans


def _conditions(text: str) -> Iterator[_Condition]:
    """Yield the conditions of a text that have an end."""
    stack: list[_Condition] = []
    for match in _DIRECTIVE.finditer(text):
        if match[1] == "if":
            stack.append(_Condition([match.span()], stack[-1] if stack else None))
        elif stack:
            stack[-1].directives.append(match.span())
            if match[1] == "endif":
                yield stack.pop()


def _errors(root: Node) -> Iterator[Span]:
    """Yield where the errors begin and end that hold no other."""
    nodes = [root] if root.has_error else []
    while nodes:
        node = nodes.pop()
        if node.is_error or node.is_missing:
            yield node.start_byte, node.end_byte
        else:
            nodes += [child for child in node.children if child.has_error]


def _amidst(
    text: str, places: list[tuple[Span, _Condition]], error: Span
) -> Iterator[_Condition]:
    """Yield the conditions in an error that begin within a declaration.

    Where there are many, the grammar reads nothing of the file.
    """
    first = bisect_left(places, error[0], key=lambda place: place[0][0])
    for (start, _), condition in islice(places, first, None):
        if start >= error[1]:
            break
        if start == condition.directives[0][0] and not _ENDED.search(
            text[max(0, start - _BEFORE) : start]
        ):
            yield condition


def _not_hidden(condition: _Condition | None) -> _Condition | None:
    """Return a condition, or the innermost one around it that is not hidden."""
    for _ in range(_DEEPEST):
        if condition is None or not condition.hidden:
            break
        condition = condition.around
    return condition


def _at(places: list[tuple[Span, _Condition]], error: Span) -> _Condition | None:
    """Return the condition that an error stands in, or beside."""
    start, end = error
    number = bisect_right(places, start, key=lambda place: place[0][0])
    (_, last), condition = places[number - 1] if number else ((0, -1), None)
    if last >= start:
        return condition
    if number < len(places) and places[number][0][0] <= end + 1:
        return places[number][1]
    if condition is not None and last == condition.directives[-1][1] < start - 1:
        return condition.around
    return condition


def _joined(spans: Iterator[Span]) -> list[Span]:
    """Return spans in their order, those that overlap as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
