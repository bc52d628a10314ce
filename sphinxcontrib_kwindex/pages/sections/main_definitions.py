"""The definitions that most of a file consists of, and its public names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from heapq import nlargest
from operator import itemgetter
from typing import Final

from docutils import nodes

from ...codemap.declared_documentation import implemented_types, shown_summary
from ...codemap.file_users import count_users
from ...i18n import counted, figure, mark, say
from ...model.facts import Definition, FileFacts
from ...model.kinds import MAIN_KINDS, TYPES
from ...model.names import last_part, letters, outer_name
from ...model.outermost_definitions import large_parts, top_level
from ...scan.test_paths import is_test
from ..nodes import SHOWN, ListEntry, Part, fields, more_entries
from ..page_context import Context, counted_list, titled_list
from ..quantities import kind_word, pluralize
from .definition_badges import badges

#: With fewer definitions the detailed analysis is as short.
_FEWEST_DEFINITIONS: Final = 10
#: Most definitions that tell by their use what a file is for.
_MOST_USED: Final = 3
#: Most classes whose methods are listed, and the fewest methods of such a class.
_CLASSES_WITH_METHODS: Final = 3
_FEWEST_METHODS: Final = 4


def largest_definitions(
    context: Context, path: str, *, without: Set[int] = frozenset()
) -> list[nodes.Node]:
    """Return the classes and functions that a good part of the file is.

    A class may be defined in another file, and its methods here.

    :param without: lines of tests, which do not count; what one of them stands in is
        left out.
    """
    facts = context.code.facts(path)
    lines = facts.lines - _lines_of_head(facts) - len(without)
    rows = []
    for of in implemented_types(context.code, path):
        if 4 * of.lines >= lines:
            name = Part(of.qualname, context.href("docs", of.path, of.anchor), True)
            methods = Part(pluralize(of.methods, "method"))
            parts = [name, _share(of.lines, facts.lines), methods]
            rows.append(_row(of.sort, parts, of.summary))
    for size, definition in large_parts(facts.definitions, lines):
        if not without & {*range(definition.line, definition.end_line + 1)}:
            share = _share(size, facts.lines)
            rows.append(_own_row(context, path, definition, share))
    return [fields(rows)] if rows else []


def _row(sort: str, parts: Sequence[Part], summary: str) -> tuple[str, Sequence[Part]]:
    """Return the field of a definition.

    :param parts: what is said of it before its first sentence.
    """
    word = kind_word(sort)
    return word[:1].upper() + word[1:], [*parts, *_told(parts[0].text, summary)]


def _lines_of_head(facts: FileFacts) -> int:
    """Return the number of lines above all code, which a licence may fill."""
    code = [definition.line for definition in facts.definitions]
    code += [statement.line for statement in facts.imports]
    return min(code, default=1) - 1


def _own_row(
    context: Context, path: str, definition: Definition, about: Part
) -> tuple[str, Sequence[Part]]:
    """Return the field of a definition of a file."""
    uri = context.definition_uri(path, definition.qualname, definition.kind)
    parts = [Part(definition.qualname, uri, literal=True), about]
    return _row(definition.sort, parts, shown_summary(context.code, path, definition))


def most_used_definitions(context: Context, path: str) -> list[nodes.Node]:
    """Return the definitions of the file that most other files use, if any does."""
    facts = context.code.facts(path)
    private = facts.private_names()
    anchors = context.code.anchors(path)
    users = count_users(context.code, path)
    used: dict[str, tuple[int, Definition]] = {}
    for definition in top_level(facts.definitions):
        name = definition.qualname
        number = users[anchors[name][definition.kind]]
        # One name may be that of a function and of a macro.
        most = used[name][0] if name in used else 0
        if number > most and definition.kind != "namespace" and name not in private:
            used[name] = number, definition
    rows = [
        _own_row(context, path, definition, _users(number))
        for number, definition in nlargest(_MOST_USED, used.values(), itemgetter(0))
    ]
    return [fields(rows)] if rows else []


def _told(name: str, summary: str) -> list[Part]:
    """Return what is said of a definition, if that is more than its name."""
    if letters(summary) in {"", letters(last_part(name))}:
        return []
    return [Part(say("“{text}”", text=summary))]


def _users(number: int) -> Part:
    text = counted(
        number, "used in {number} other file", "used in {number} other files"
    )
    return Part(text)


def _share(size: int, lines: int) -> Part:
    share = say("{number}%", number=min(size * 100 // lines, 100))
    return Part(say("{share} of the lines", share=share))


def implemented(context: Context, path: str) -> list[nodes.Node]:
    """Return the types of other files whose methods are defined here."""
    listed = [
        ListEntry(
            of.qualname,
            context.href("docs", of.path, of.anchor),
            kind=kind_word(of.sort),
            where=of.path,
            where_uri=context.href("docs", of.path),
            summary=of.summary,
            parts=(Part(pluralize(of.methods, "method")),),
        )
        for of in implemented_types(context.code, path)
    ]
    return counted_list(mark("Implemented types"), listed, shown=SHOWN)


def public_definitions(context: Context, path: str) -> list[nodes.Node]:
    """Return the public classes and functions, the most used first.

    What ``__all__`` has stands before everything else. The first classes with several
    methods have them listed.
    """
    facts = context.code.facts(path)
    if is_test(path) or len(facts.definitions) < _FEWEST_DEFINITIONS:
        return []
    shown = _main_definitions(context, path, facts)
    if not shown:
        return []
    anchors = context.code.anchors(path)
    used = count_users(context.code, path)
    exports = set(facts.exports or ())

    def order(definition: Definition) -> tuple[bool, int, int]:
        number = used[anchors[definition.qualname][definition.kind]]
        return definition.name not in exports, -number, definition.line

    members = _members(facts)
    badges_by_name = badges(context.code, path)
    listed = []
    methods: list[nodes.Node] = []
    for definition in sorted(shown, key=order):
        uri = context.definition_uri(path, definition.qualname, definition.kind)
        parts = [Part(label) for label in badges_by_name.get(definition.qualname, ())]
        if inside := members[definition.qualname]:
            parts.append(Part(pluralize(len(inside), "public method")))
        if number := used.get(anchors[definition.qualname][definition.kind]):
            parts.append(_users(number))
        listed.append(
            ListEntry(
                definition.name,
                uri,
                kind=kind_word(definition.sort),
                summary=shown_summary(context.code, path, definition),
                parts=tuple(parts),
            )
        )
        if len(inside) >= _FEWEST_METHODS and len(methods) < 2 * _CLASSES_WITH_METHODS:
            text = "Public methods of {name} ({number})"
            title = say(text, name=definition.name, number=figure(len(inside)))
            rows = _methods(context, path, inside)
            if len(rows) > SHOWN + 1:
                # Below the class, a little further down, there are all.
                rows[SHOWN:] = more_entries(len(rows) - SHOWN, uri)
            methods += titled_list(title, rows)
    title = mark("Public definitions")
    if facts.python:
        title = mark("Public classes and functions")
    return [*counted_list(title, listed, shown=SHOWN), *methods]


def _main_definitions(
    context: Context, path: str, facts: FileFacts
) -> list[Definition]:
    """Return the public classes and functions of a file, in its order."""
    private = facts.private_names()
    anchors = context.code.anchors(path)
    defined = {row.anchor for row in context.code.counterparts(path)}
    return [
        definition
        for definition in top_level(facts.definitions)
        if definition.kind in MAIN_KINDS
        and definition.qualname not in private
        and not (
            # It is declared only to be named.
            definition.kind in TYPES
            and definition.declaration
            and anchors[definition.qualname][definition.kind] in defined
        )
    ]


def _methods(context: Context, path: str, methods: list[Definition]) -> list[ListEntry]:
    badges_by_name = badges(context.code, path)
    return [
        ListEntry(
            definition.name,
            context.definition_uri(path, definition.qualname, definition.kind),
            kind=", ".join(badges_by_name.get(definition.qualname, ())),
            summary=shown_summary(context.code, path, definition),
        )
        for definition in methods
    ]


def _members(facts: FileFacts) -> defaultdict[str, list[Definition]]:
    """Return the public methods of each class, without special methods."""
    methods: defaultdict[str, list[Definition]] = defaultdict(list)
    private = facts.private_names()
    for definition in facts.definitions:
        outer = outer_name(definition.qualname)
        hidden = (
            definition.name.startswith("_")
            if facts.python
            else definition.qualname in private
        )
        if definition.kind == "method" and not hidden:
            methods[outer].append(definition)
    return methods
