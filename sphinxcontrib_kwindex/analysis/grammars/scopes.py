"""Scopes of a file: enclosing definitions, and where local variables are visible."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Set
from itertools import accumulate, repeat, takewhile
from operator import neg
from typing import Final

from ...model.names import is_in_function
from ...model.references import Spec
from ..decoding import line_starts
from .grammar import Syntax
from .nodes import END, START

#: Characters before an identifier in which it is looked for what it is a member of.
_BEFORE: Final = 60
#: An identifier, or what has none: a text, a comment, parts of a word that is joined,
#: what a macro is that is left out of the tree, the word of another directive.
_WORD: Final = re.compile(
    r"#[ \t]*(?:(?:define|undef)\b(?:[^\n\\]|\\.|\\\n)*+|(?:if|elif|else|endif)\w*)|"
    r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|//[^\n]*"
    r"|\b\w++(?:\s*+##\s*+\w++)++|\b([A-Za-z_]\w*)"
)
_VARIABLE: Final = re.compile(r"(?<!\\)\$\{?([A-Za-z_]\w*)")
#: What of the text is looked at behind an identifier to see whether it is called.
_ARGUMENTS: Final = ("(", "!(", "<<<")
#: The first character of it, by which most are told apart at once.
_CALL_BEGINS: Final = frozenset("(!<:")
#: The same after type arguments: "parse::<T>()", "make<T>()".
_TYPE_ARGUMENTS: Final = ("<", "::<")
_TYPED_CALL: Final = re.compile(r"(?:::)?<[^;{}()]{2,201}+(?<=>)\(")
_ARROW: Final = re.compile("[-=]>")
#: What begins in a text. Of what begins at one place the first counts, besides scopes.
(HOLDS, SCOPE, BLOCK, IMPORT, OPAQUE, PLACE) = range(6)
(WIDE, NAMED, ASSIGNED, LOCAL, MEMBER, KEY, TYPE, NAME) = range(6, 14)
SCOPES: Final = frozenset({SCOPE, BLOCK})
LOCALS: Final = frozenset({WIDE, NAMED, ASSIGNED, LOCAL})
#: By what a query calls it.
CAPTURES: Final = (
    *(("scope", SCOPE), ("block", BLOCK), ("import", IMPORT), ("opaque", OPAQUE)),
    *(("local", LOCAL), ("wide", WIDE), ("named", NAMED), ("assigned", ASSIGNED)),
    *(("member", MEMBER), ("type", TYPE), ("name", NAME)),
)
Event = tuple[int, int, int]
"""Where something begins, what it is, and where it ends, negative; where a name begins
to hold, and where it stands."""


def is_called(text: str, end: int) -> bool:
    """Tell whether an identifier, which ends at a place in a text, is called."""
    char = text[end : end + 1]
    if char not in _CALL_BEGINS:
        return False
    if text.startswith(_ARGUMENTS, end):
        return True
    if not text.startswith(_TYPE_ARGUMENTS, end):
        return False
    match = _TYPED_CALL.match(text, end)
    # What begins with them has to end with them: in "make = <T extends Key<U>>(at: T)"
    # Key is not called.
    brackets = _ARROW.sub("", match[0]) if match else ""
    depths = [
        *accumulate(
            (bracket == "<") - (bracket == ">")
            for bracket in brackets
            if bracket in "<>"
        )
    ]
    return 0 in depths and depths.index(0) == len(depths) - 1


def word_before(text: str, end: int) -> bool:
    """Tell whether a word, or what may be a value, ends at a place in a text."""
    return end > 0 and (text[end - 1].isalnum() or text[end - 1] in "_>)")


def is_of(text: str, start: int, words: Iterable[str], *, colons: bool) -> bool:
    """Tell whether a member is one of what a word stands for: ``this``.

    :param start: where the member begins.
    :param colons: whether they stand between the parts of qualified names.
    """
    marks = "->?. \n\t" if colons else "->?.: \n\t"
    before = text[max(start - _BEFORE, 0) : start].rstrip(marks)
    for this in words:
        if before.endswith(this):
            char = before.removesuffix(this)[-1:]
            return not (char.isalnum() or char in {"_", "."})
    return False


def late_names(syntax: Syntax) -> dict[int, int]:
    """Return where local variables begin to hold by where their names begin.

    Only those that do not hold in their own declarations: ``let x = x + 1``.
    """
    late: dict[int, int] = {}
    starts = sorted(map(START, syntax.nodes.get("local", ())))
    for pattern in syntax.nodes.get("late", ()):
        first, last = (bisect_left(starts, at) for at in pattern.byte_range)
        if pattern.parent is not None:
            late |= dict.fromkeys(starts[first:last], pattern.parent.end_byte)
    return late


def events_of(
    syntax: Syntax,
    places: Mapping[int, int],
    late: Mapping[int, int],
    keys: Mapping[int, int],
    reserved: Set[str],
) -> list[Event]:
    """Return all that begins in a file, in its order.

    Of scopes that begin together the larger one comes first.

    :param places: where those begin and end that lead to something besides identifiers.
    :param late: as of :func:`late_names`.
    :param keys: where the names of properties begin and end.
    :param reserved: as :attr:`.Grammar.reserved`.
    """
    nodes, text = syntax.nodes, syntax.text
    events: list[Event] = []
    for capture, what in CAPTURES:
        captured = nodes.get(capture, ())
        # There are so many that each step for each of them counts.
        events += zip(map(START, captured), repeat(what), map(neg, map(END, captured)))
    events += [(start, PLACE, -end) for start, end in places.items()]
    events += [(end, HOLDS, -start) for start, end in late.items()]
    events += [(start, KEY, -end) for start, end in keys.items()]
    bodies = [node.byte_range for node in nodes.get("text", ())]
    bodies += (
        word.span()
        for node in nodes.get("word", ())
        if (word := _WORD.match(text, node.start_byte))
    )
    events += [
        (variable.start(1), NAME, -variable.end(1))
        for node in nodes.get("shell", ())
        for variable in _VARIABLE.finditer(text, *node.byte_range)
    ]
    events += [
        (
            word.start(1),
            MEMBER if text.endswith((".", "->"), 0, word.start()) else NAME,
            -word.end(1),
        )
        for place in (*syntax.blank, *bodies)
        for word in _WORD.finditer(text, *place)
        if word[1] and word[1] not in reserved
    ]
    events.sort()
    return events


def hoisted(
    events: Iterable[Event],
    own: Mapping[int, str],
    text: str,
    places: Mapping[int, tuple[int, Spec]],
    given: Mapping[int, tuple[str, Spec]],
) -> dict[tuple[int, int], dict[str, Spec]]:
    """Return the local variables of each scope, by where it begins and ends.

    :param own: the qualified names of definitions by where they end in the text.
    :param places: what variables stand for that are given something of other files.
    :param given: what others stand for that are given a member of something with a
        name, unless this is that of a variable: the name and the member.
    """
    lines = [*line_starts(text), len(text) + 1]
    declared: dict[tuple[int, int], dict[str, Spec]] = {}
    scopes: list[tuple[int, int, dict[str, Spec]]] = []
    for start, what, end in events:
        while scopes and scopes[-1][0] <= start:
            scopes.pop()
        if what in SCOPES:
            names = declared.setdefault((start, -end), {})
            scopes.append((-end, what, names))
        elif what in LOCALS and (
            (known := own.get(-end)) is None or is_in_function(known)
        ):
            name = text[start:-end]
            around: Iterable[tuple[int, int, dict[str, Spec]]] = scopes[-1:]
            if what == NAMED:
                around = scopes[-2:-1]
            elif what == WIDE:
                around = (scope for scope in reversed(scopes) if scope[1] == SCOPE)
            elif what == ASSIGNED:
                blocks = takewhile(lambda scope: scope[1] == BLOCK, reversed(scopes))
                outer = scopes[-1 - sum(1 for _ in blocks) :]
                around = [one for one in outer[::-1] if name in one[2]] or scopes[-1:]
            holding = next(iter(around), None)
            if holding and (what == NAMED or name not in holding[2]):
                line = str(bisect_right(lines, start))
                variable = Spec("local", line, ("variable", name))
                local = Spec("def", known) if known else variable
                owner, member = given.get(start, ("", local))
                if owner and not any(owner in names for _, _, names in scopes):
                    local = member
                holding[2][name] = places.get(start, (0, local))[1]
    return declared


class Variables:
    """What the parameters and local variables stand for that hold at a place."""

    def __init__(self) -> None:
        self.names: dict[str, Spec] = {}
        self.end = sys.maxsize
        """Where the innermost scope ends."""
        self._scopes: list[tuple[int, list[tuple[str, Spec | None]]]] = []
        """Where each ends, and what the names that it declares are around it."""

    def enter(self, end: int, names: Mapping[str, Spec]) -> None:
        """Note that a scope begins.

        :param names: what hold in all of it.
        """
        self.end = end
        self._scopes.append((end, []))
        for name, spec in names.items():
            self.declare(name, spec)

    def declare(self, name: str, spec: Spec) -> bool:
        """Note what a name is to the end of the scope; false if there is none."""
        if self._scopes:
            self._scopes[-1][1].append((name, self.names.get(name)))
            self.names[name] = spec
        return bool(self._scopes)

    def leave(self, at: int) -> None:
        """Forget the scopes that end before a place."""
        while self._scopes and self._scopes[-1][0] <= at:
            for name, spec in reversed(self._scopes.pop()[1]):
                if spec is None:
                    del self.names[name]
                else:
                    self.names[name] = spec
        self.end = self._scopes[-1][0] if self._scopes else sys.maxsize
