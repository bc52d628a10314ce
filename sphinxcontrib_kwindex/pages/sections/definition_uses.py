"""Who uses a definition, and what it calls.

What is sure stands before what nothing but a name says, callers before mentions, tests
by themselves. A place in another file is named by the definition around it and by its
statement, so that lines that move there leave the page as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from ...codemap.code_map import CodeMap
from ...codemap.possible_uses import PossibleUses
from ...codemap.usage import holds_tests
from ...i18n import at_line, counted, figure, mark, say
from ...model.facts import Definition
from ...model.references import ANNOTATION, BASE, CALLED, DECORATOR, MENTION, STORED
from ...model.rows import UseRow
from ..nodes import ListEntry, Part, kw_users
from ..page_context import Context
from .possible_uses import left_out, possible_entries, possible_summary

#: Of how many definitions that use another the statement is shown, and how many more
#: are named.
WITH_TEXT: Final = 30
NAMED: Final = 300

#: Of a definition that nothing is found to use.
NO_USE: Final = mark("no use found")

#: Roles, as they follow one another.
_ORDER: Final = (CALLED, DECORATOR, MENTION, STORED, ANNOTATION)
#: What a place is that is no call.
_ROLE_WORDS: Final = {
    DECORATOR: mark("decorator"),
    MENTION: mark("reference"),
    STORED: mark("assignment"),
    ANNOTATION: mark("annotation"),
}
#: Values are read where nothing else is said.
_VALUES: Final = frozenset({"attribute", "data"})
_MEMBERS: Final = frozenset({"attribute", "method"})


class Uses(NamedTuple):
    """Who uses a definition, in the order in which it is shown."""

    sure: tuple[UseRow, ...] = ()
    in_tests: tuple[UseRow, ...] = ()
    by_name: tuple[UseRow, ...] = ()

    def places(self) -> Iterator[UseRow]:
        """Iterate over all that is sure."""
        yield from self.sure
        yield from self.in_tests


class Call(NamedTuple):
    """What a definition calls."""

    path: str
    qualname: str
    anchor: str


def uses_of_definitions(code: CodeMap, path: str) -> dict[str, Uses]:
    """Return who uses each definition of a file, by its id.

    Lines of other files, and the order in which they stand there, are left out; so are
    the classes below a class, which its hierarchy has.
    """
    found: defaultdict[str, list[list[UseRow]]] = defaultdict(lambda: [[], [], []])
    for row in code.incoming_uses(path):
        if row.role != BASE and row.anchor:
            tier = 2 if row.by_name else 1 if holds_tests(code, row.path) else 0
            found[row.anchor][tier].append(row)
    return {
        anchor: Uses(*(tuple(sorted(rows, key=_rank)) for rows in tiers))
        for anchor, tiers in sorted(found.items())
    }


def _rank(row: UseRow) -> int:
    return _ORDER.index(row.role)


def calls_of_definitions(code: CodeMap, path: str) -> dict[str, tuple[Call, ...]]:
    """Return what each definition of a file surely calls, by its qualified name.

    In the order of the first calls; what is called in a function inside of it is called
    by that.
    """
    called: defaultdict[str, dict[Call, None]] = defaultdict(dict)
    for row in code.outgoing_uses(path):
        if row.role == CALLED and not row.by_name:
            called[row.around][Call(row.target, row.qualname, row.anchor)] = None
    return {around: tuple(calls) for around, calls in called.items()}


def users_node(
    context: Context,
    path: str,
    definition: Definition,
    uses: Uses,
    calls: Iterable[Call],
    possible: PossibleUses,
) -> kw_users | None:
    """Return who uses a definition, and what it calls.

    :param possible: what may use it besides.
    :return: ``None`` if neither is known.
    """
    links = tuple(
        Part(call.qualname, context.href("docs", call.path, call.anchor), literal=True)
        for call in calls
    )
    said = [*_summary(path, definition, uses), *possible_summary(possible)]
    if not said and definition.qualname in context.code.unused[path]:
        said = [say(NO_USE)]
    if not said and not links:
        return None
    listed = [
        *_entries(context, path, definition, uses),
        *possible_entries(context, possible),
    ]
    if listed and definition.kind in _MEMBERS:
        listed += filter(None, [left_out(definition.name)])
    return kw_users("", summary="; ".join(said), entries=tuple(listed), calls=links)


def _summary(path: str, definition: Definition, uses: Uses) -> Iterator[str]:
    """Yield in how many places a definition is used."""
    if number := sum(row.count for row in uses.places()):
        if definition.kind in _MEMBERS:
            places = counted(
                number,
                "used in at least {number} place",
                "used in at least {number} places",
            )
        else:
            places = counted(
                number, "used in {number} place", "used in {number} places"
            )
        yield f"{places} {_where(path, uses)}"
    if by_name := sum(row.count for row in uses.by_name):
        yield counted(
            by_name, "{number} possible use by name", "{number} possible uses by name"
        )


def _where(path: str, uses: Uses) -> str:
    """Return in how many files the sure uses of a definition are."""
    files = {row.path for row in uses.places()}
    tests = {row.path for row in uses.in_tests}
    if files == {path}:
        return say("in this file")
    if files == tests:
        return counted(len(files), "in {number} test file", "in {number} test files")
    where = counted(len(files), "in {number} file", "in {number} files")
    if tests:
        where += counted(len(tests), " ({number} with tests)", " ({number} with tests)")
    return where


def _entries(
    context: Context, path: str, definition: Definition, uses: Uses
) -> Iterator[ListEntry]:
    """Yield the places that use a definition: some with their text, more by name."""
    read = definition.kind in _VALUES or "property" in definition.modifiers
    words = {**_ROLE_WORDS, MENTION: ""} if read else _ROLE_WORDS
    shown = 0
    groups = (
        ("", uses.sure),
        (mark("in tests ({number})"), uses.in_tests),
        (
            mark("possible uses: only the name matches ({number})"),
            uses.by_name,
        ),
    )
    for title, rows in groups:
        if title and rows:
            number = figure(sum(row.count for row in rows))
            yield ListEntry(say(title, number=number), prose=True)
        level = 1 if title else 0
        quoted = max(WITH_TEXT - shown, 0)
        named = max(WITH_TEXT + NAMED - max(shown, WITH_TEXT), 0)
        for row in rows[:quoted]:
            yield _place(context, path, row, words.get(row.role, ""), level)
        rest = sorted(rows[quoted : quoted + named], key=attrgetter("path"))
        for user, group in groupby(rest, attrgetter("path")):
            names = tuple(
                Part(row.around, context.href("docs", user, row.around_anchor), True)
                for row in group
                if row.around
            )
            uri = context.href("docs", user)
            yield ListEntry(user, uri, parts=names, level=level)
        if (more := len(rows) - quoted - named) > 0:
            text = say("and {number} more", number=figure(more))
            yield ListEntry(text, prose=True, level=level)
        shown += len(rows)


def _place(
    context: Context, path: str, row: UseRow, word: str, level: int
) -> ListEntry:
    """Return the entry of a definition that uses another.

    :param word: what the use is, in English.
    """
    where, where_uri = row.path, ""
    if row.path == path:
        where, where_uri = at_line(row.line), context.line(path, row.line)
    elif not row.around:
        where = ""
    number = counted(row.count, "{number} place", "{number} places")
    return ListEntry(
        row.around or (say("module") if row.path == path else row.path),
        context.href("docs", row.path, row.around_anchor),
        kind=say(word),
        where=where,
        where_uri=where_uri,
        prose=not row.around and row.path == path,
        code=row.text,
        parts=(Part(number),) if row.count > 1 else (),
        level=level,
    )
