"""The outline of a file: what stands beside its listing.

Above are links to what is asked next, with how much of it there is; below are the
definitions as they are nested, and the headings of a text: those of a notebook have
what its cells define below them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..i18n import mark, say
from ..model.facts import Definition, FileFacts
from ..model.kinds import CONTAINERS, MEMBERS, TYPES
from ..model.names import enclosing, is_inside, split_name
from .nodes import OutlineEntry, Part, depths, kw_outline
from .page_context import LISTING_ID, OUTLINE_ID, Context
from .quantities import pluralize
from .sections.import_words import import_words
from .sections.rendered_text import heading_ids
from .sections.section import Section

#: What is in sight where the outline is.
_IN_SIGHT: Final = ("file-metadata", "file-purpose", LISTING_ID)
#: What may have members.
_AROUND: Final = CONTAINERS | TYPES
_DEPENDENCIES: Final = "dependencies"
_TESTS: Final = "testing-usage"


def outline(context: Context, path: str, sections: Iterable[Section]) -> kw_outline:
    """Return the outline of a file.

    :param sections: those of the page that tell something; they were made before.
    """
    facts = context.code.facts(path)
    return kw_outline(
        "",
        ways=tuple(_ways(context, path, facts, sections)),
        entries=tuple(_entries(context, path, facts)),
    )


def _entries(context: Context, path: str, facts: FileFacts) -> Iterator[OutlineEntry]:
    headings = list(_headings(context, path, facts))
    level = passed = 0
    for line, entry in _definitions(context, path, facts.definitions):
        while passed < len(headings) and facts.headings[passed].line <= line:
            yield headings[passed]
            level = headings[passed].level + 1
            passed += 1
        yield entry._replace(level=level + entry.level)
    yield from headings[passed:]


def _ways(
    context: Context, path: str, facts: FileFacts, sections: Iterable[Section]
) -> Iterator[Part]:
    """Yield links to sections: those with numbers of files first."""
    named = {
        section.id: say(section.title)
        for section in sections
        if section.id not in _IN_SIGHT
    }
    counts = context.counts
    rows = (
        (_DEPENDENCIES, "used", mark("Used by {files}"), "file"),
        (_TESTS, "tests", mark("Tested by {files}"), "file"),
        (_DEPENDENCIES, "imports", mark("{files}"), import_words(path).unit),
    )
    told = set()
    for section, what, text, unit in rows:
        if section in named and (number := counts.get(what)):
            told.add(section)
            label = say(text, files=pluralize(number, unit))
            yield Part(label, f"#{context.anchor(path, section)}")
    for section, title in named.items():
        if section in told:
            continue
        if section == OUTLINE_ID:
            title = pluralize(len(facts.definitions), "definition")
        yield Part(title, f"#{context.anchor(path, section)}")


def _definitions(
    context: Context, path: str, definitions: Iterable[Definition]
) -> Iterator[tuple[int, OutlineEntry]]:
    """Yield lines and what others may name: no local names, no attributes of instances.

    Members that stand apart from their class have its name above them. What an
    enumeration of C lists, which is named without it, stands below it.
    """
    above: list[str] = []
    anchors = context.code.anchors(path)
    ordered = _in_order(definitions)
    containers = {one.qualname: one for one in ordered if one.kind in _AROUND}

    def lists(name: str, definition: Definition) -> bool:
        outer = containers.get(name)
        return (
            outer is not None
            and (outer.kind, definition.kind) == ("enum", "constant")
            and enclosing(name) == enclosing(definition.qualname)
            and outer.line <= definition.line <= outer.end_line
        )

    def place(definition: Definition) -> str:
        anchor = anchors.get(definition.qualname, {}).get(definition.kind, "")
        return (anchor and context.in_source(path, anchor)) or context.line(
            path, definition.line
        )

    for definition in ordered:
        if ".<locals>." in definition.qualname or "instance" in definition.modifiers:
            continue
        while above and not (
            is_inside(definition.qualname, above[-1]) or lists(above[-1], definition)
        ):
            above.pop()
        outer = enclosing(definition.qualname)
        listed = bool(above) and lists(above[-1], definition)
        apart = outer and above[-1:] != [outer] and not listed
        if apart and outer in containers:
            around = containers[outer]
            entry = OutlineEntry(around.name, place(around), around.kind, len(above))
            yield definition.line, entry
            above.append(outer)
        elif apart and definition.kind in MEMBERS:
            name = split_name(outer)[1]
            uri = context.line(path, definition.line)
            yield definition.line, OutlineEntry(name, uri, "type", len(above))
            above.append(outer)
        yield (
            definition.line,
            OutlineEntry(
                definition.name, place(definition), definition.kind, len(above)
            ),
        )
        above.append(definition.qualname)


def _in_order(definitions: Iterable[Definition]) -> list[Definition]:
    """Return definitions in the order of their lines, members with their class.

    Members may stand apart from it, or before it: C names a structure behind its
    fields, ``typedef struct { int x; } Point;``.
    """
    every = list(definitions)
    first = {one.qualname: one.line for one in every if one.kind in _AROUND}
    for definition in every:
        outer = enclosing(definition.qualname)
        while outer:
            first[outer] = min(first.get(outer, definition.line), definition.line)
            outer = enclosing(outer)

    def place(definition: Definition) -> list[tuple[int, str]]:
        name = outer = definition.qualname
        is_around = definition.kind in _AROUND
        places = [(first[name] if is_around else definition.line, name)]
        while outer := enclosing(outer):
            places.append((first[outer], outer))
        return places[::-1]

    return sorted(every, key=place)


def _headings(context: Context, path: str, facts: FileFacts) -> Iterator[OutlineEntry]:
    ids = heading_ids(context, path, facts)
    made = []
    for heading in facts.headings:
        found = ids.get(heading.line)
        uri = f"#{found}" if found else context.line(path, heading.line)
        made.append(OutlineEntry(heading.text, uri, level=heading.level))
    # One that leaves out a level is not below what stands before it.
    for entry, depth in zip(made, depths(made), strict=True):
        yield entry._replace(level=depth)
