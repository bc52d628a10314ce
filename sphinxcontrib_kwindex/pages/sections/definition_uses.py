"""Who uses a definition, and what it calls.

What is sure stands before what nothing but a name says, callers before mentions, tests
by themselves. A place in another file is named by the definition around it and by its
statement, so that lines that move there leave the page as it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from posixpath import basename
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.possible_uses import PossibleUses
from ...codemap.testing.files_with_tests import is_in_tests
from ...i18n import at_line, counted, figure, mark, say
from ...links.testing.used_by_tests import outermost_function
from ...model.facts import Definition
from ...model.kinds import MEMBERS, VALUES
from ...model.named_tuple import NamedTuple
from ...model.names import Symbol
from ...model.references import (
    ANNOTATION,
    BASE,
    CALLED,
    DECORATOR,
    DEFAULT,
    MENTION,
    STORED,
)
from ...model.rows import UseRow
from ..nodes import ListEntry, Part, kw_users
from ..page_context import Context
from .possible_uses import (
    left_out,
    places_said,
    possible_entries,
    possible_summary,
    use_entry,
)

#: Of how many definitions that use another the statement is shown, and of how many more
#: in each file there is a link.
WITH_TEXT: Final = 20
#: Of how many at most that only the name tells of.
GUESSED: Final = 10
LINKED: Final = 8

#: Of a definition that nothing is found to use.
NO_USE: Final = mark("no use found")

#: Roles, as they follow one another.
_ORDER: Final = (CALLED, DECORATOR, MENTION, STORED, ANNOTATION)
#: What a place is that is no call.
_ROLE_WORDS: Final = {
    DECORATOR: mark("decorator"),
    MENTION: mark("reference"),
    STORED: mark("assignment"),
    ANNOTATION: mark("as a type"),
}
_FILE: Final = attrgetter("path")


class Uses(NamedTuple):
    """Who uses a definition, in the order in which it is shown."""

    sure: tuple[UseRow, ...] = ()
    in_tests: tuple[UseRow, ...] = ()
    by_name: tuple[UseRow, ...] = ()

    def places(self) -> Iterator[UseRow]:
        """Iterate over all that is sure."""
        yield from self.sure
        yield from self.in_tests

    def functions(self) -> set[Symbol]:
        """Return the outermost functions and methods that use it."""
        return {
            (row.path, outermost_function(row.around)) for rows in self for row in rows
        }


class Call(NamedTuple):
    """What a definition calls."""

    path: str
    qualname: str
    anchor: str


def uses_inputs(code: CodeMap, path: str) -> object:
    """Return all of which :func:`uses_of_definitions` is made."""
    rows = _shown_uses(code, path)
    return rows, sorted(_tests(code, rows))


def _shown_uses(code: CodeMap, path: str) -> list[UseRow]:
    """Return who uses the definitions of a file, nearest first.

    Lines of other files, and the order in which they stand there, are left out; so are
    the classes below a class, which its hierarchy has.
    """
    return [row for row in code.incoming_uses(path) if row.role != BASE and row.anchor]


def _tests(code: CodeMap, rows: Iterable[UseRow]) -> set[tuple[str, str]]:
    """Return the tests among what uses something: files, and what is around the use."""
    around = {(row.path, row.around) for row in rows}
    return {place for place in around if is_in_tests(code, *place)}


def uses_of_definitions(code: CodeMap, path: str) -> dict[str, Uses]:
    """Return who uses each definition of a file, by its id."""
    uses: defaultdict[str, list[list[UseRow]]] = defaultdict(lambda: [[], [], []])
    rows = _shown_uses(code, path)
    tests = _tests(code, rows)
    for row in rows:
        tier = 2 if row.by_name else 1 if (row.path, row.around) in tests else 0
        uses[row.anchor][tier].append(row)
    return {
        anchor: Uses(*(tuple(sorted(rows, key=_rank)) for rows in tiers))
        for anchor, tiers in sorted(uses.items())
    }


def _rank(row: UseRow) -> int:
    return _ORDER.index(row.role)


def calls_of_definitions(code: CodeMap, path: str) -> dict[str, tuple[Call, ...]]:
    """Return what each definition of a file surely calls, by its qualified name.

    In the order of the first calls; what is called in a function inside of it is called
    by that.
    """
    called: defaultdict[str, dict[Call, None]] = defaultdict(dict)
    for around, *call in code.calls_by(path):
        called[around][Call(*call)] = None
    return {around: tuple(calls) for around, calls in called.items()}


def _links(context: Context, calls: Sequence[Call]) -> Iterator[Part]:
    """Yield links to what is called, with the file where the name does not tell it."""
    names = Counter(call.qualname for call in calls)
    for call in calls:
        name = call.qualname
        if names[name] > 1 or name == DEFAULT:
            name = f"{basename(call.path)}::{name}"
        yield Part(name, context.href("docs", call.path, call.anchor), literal=True)


def users_node(
    context: Context,
    path: str,
    definition: Definition,
    uses: Uses,
    calls: Iterable[Call],
    possible: PossibleUses,
    by_tests: str,
    *,
    first: bool = True,
) -> kw_users | None:
    """Return who uses a definition, and what it calls.

    :param possible: what may use it besides.
    :param by_tests: how many tests are among those that use it.
    :param first: whether it is the first of its name on the page.
    :return: ``None`` if neither is known.
    """
    links = tuple(_links(context, tuple(calls)))
    said = [*_summary(path, definition, uses), by_tests, *possible_summary(possible)]
    said = [*filter(None, said)]
    if not said and definition.qualname in context.code.unused[path]:
        said = [say(NO_USE)]
    if not said and not links:
        return None
    alone = not (uses.sure or uses.in_tests or uses.by_name)
    besides = [*possible_entries(context, possible, listed=first, alone=alone)]
    if not (besides or uses.sure or uses.in_tests):
        # The summary is their title.
        listed = [*_rows(context, path, uses.by_name, _words(definition), GUESSED, 0)]
    else:
        listed = [*_entries(context, path, definition, uses), *besides]
    if listed == besides and len(besides) == 1 and not possible.through:
        # It says all that there is to say.
        said = []
    elif said and len([*uses.places(), *uses.by_name]) == len(listed) == 1:
        # It says in how many places.
        listed = [listed[0]._replace(parts=())]
    if listed and definition.kind in MEMBERS:
        listed += filter(None, [left_out(path, definition.name)])
    return kw_users("", summary="; ".join(said), entries=tuple(listed), calls=links)


def _summary(path: str, definition: Definition, uses: Uses) -> Iterator[str]:
    """Yield in how many places a definition is used."""
    if number := sum(row.count for row in uses.places()):
        yield f"{_places_used(definition.kind, number)} {_where(path, uses)}"
    if by_name := sum(row.count for row in uses.by_name):
        yield counted(
            by_name, "{number} possible use by name", "{number} possible uses by name"
        )


def places_used(kind: str, places: int, files: int) -> str:
    """Return in how many places, and files, a definition of a kind is used."""
    return f"{_places_used(kind, places)} {_in_files(files)}"


def _places_used(kind: str, number: int) -> str:
    if kind in MEMBERS:
        return counted(
            number,
            "used in at least {number} place",
            "used in at least {number} places",
        )
    return counted(number, "used in {number} place", "used in {number} places")


def _in_files(number: int) -> str:
    return counted(number, "in {number} file", "in {number} files")


def _where(path: str, uses: Uses) -> str:
    """Return in how many files the sure uses of a definition are."""
    files = {row.path for row in uses.places()}
    tests = {row.path for row in uses.in_tests}
    if files == {path}:
        return say("in this file")
    if not uses.sure:
        return counted(len(files), "in {number} test file", "in {number} test files")
    where = _in_files(len(files))
    if tests:
        where += counted(len(tests), " ({number} with tests)", " ({number} with tests)")
    return where


def _entries(
    context: Context, path: str, definition: Definition, uses: Uses
) -> Iterator[ListEntry]:
    """Yield the places that use a definition: some with their text, more by name."""
    words = _words(definition)
    quoted = WITH_TEXT
    groups = (
        ("", uses.sure),
        (mark("in tests ({number})"), uses.in_tests),
        (mark("possible uses: only the name matches ({number})"), uses.by_name),
    )
    for title, rows in groups:
        if title and rows:
            number = figure(sum(row.count for row in rows))
            yield ListEntry(say(title, number=number), prose=True)
        if rows is uses.by_name:
            quoted = min(quoted, GUESSED)
        yield from _rows(context, path, rows, words, quoted, 1 if title else 0)
        quoted = max(quoted - len(rows), 0)


def _words(definition: Definition) -> dict[int, str]:
    """Return what the places are, in English, that use a definition."""
    read = definition.kind in VALUES or "property" in definition.modifiers
    return {**_ROLE_WORDS, MENTION: ""} if read else _ROLE_WORDS


def _rows(
    context: Context,
    path: str,
    rows: Sequence[UseRow],
    words: Mapping[int, str],
    quoted: int,
    level: int,
) -> Iterator[ListEntry]:
    """Yield places that use a definition of a file, the first with their text."""
    for user, group in groupby(rows[:quoted], _FILE):
        places = list(group)
        if shared := user != path and len(places) > 1:
            yield ListEntry(user, context.href("docs", user), level=level)
        for row in places:
            word = words.get(row.role, "")
            yield _place(context, row, word, level + shared, shared=shared)
    yield from _named(context, rows[quoted:], level)


def _place(
    context: Context, row: UseRow, word: str, level: int, *, shared: bool
) -> ListEntry:
    """Return the entry of a definition that uses another.

    :param word: what the use is, in English.
    :param shared: whether it stands below its file.
    """
    own = row.path == row.target
    entry = use_entry(context, row, word, level, with_path=not (own or shared))
    if own:
        where = context.line(row.path, row.line)
        return entry._replace(where=at_line(row.line), where_uri=where)
    return entry


def _named(context: Context, rows: Iterable[UseRow], level: int) -> Iterator[ListEntry]:
    """Yield the files of definitions that use another, with the names of these.

    Where nothing but the name is known, a file leads to the first.
    """
    for user, group in groupby(sorted(rows, key=_FILE), _FILE):
        places = list(group)
        first = places[0]
        if len(places) == 1:
            unquoted = first._replace(text="")
            yield _place(context, unquoted, "", level, shared=False)
            continue
        by_name = first.by_name and user != first.target
        names = () if by_name else tuple(_names(context, places))
        yield ListEntry(
            user,
            context.in_source(user, first.around_anchor if by_name else ""),
            where=places_said(sum(row.count for row in places)),
            parts=names,
            level=level,
        )


def _names(context: Context, places: Iterable[UseRow]) -> Iterator[Part]:
    """Yield the definitions of a file that use another, in its own file with lines."""
    for number, row in enumerate(places):
        name, uri = row.around or say("top level"), ""
        if row.path == row.target:
            name, uri = f"{name} {at_line(row.line)}", context.line(row.path, row.line)
        elif number < LINKED:
            uri = context.in_source(row.path, row.around_anchor)
        yield Part(name, uri, literal=bool(row.around))
