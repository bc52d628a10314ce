"""The idioms that a file uses, each with the definition that shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...analysis.patterns.detectors import IDIOM, NAMES
from ...codemap.code_map import CodeMap
from ...codemap.inherited_patterns import InheritedPattern
from ...i18n import at_lines, say
from ...links.identifiers import Target
from ..nodes import SHOWN, Entry, checks, entries
from ..page_context import Context

#: What goes without saying of what is something else.
_SAID_BY: Final = {
    "generator": "context manager",
    "async generator": "async context manager",
}


def idioms_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return inherited_shows(code, path, idiom_names(code))


def idiom_names(code: CodeMap) -> tuple[str, ...]:
    """Return the names of the rows that the section is about, in their order."""
    own = (row.name for row in code.settings.idioms)
    return tuple(dict.fromkeys((*NAMES[IDIOM], *own)))


def idioms(context: Context, path: str) -> list[nodes.Node]:
    """Return the idioms in the order of the table, or which were looked for."""
    names = idiom_names(context.code)
    found = pattern_list(context, path, names)
    if found is None:
        return [checks(say("No idioms found."), *map(say, names))]
    return [found]


def inherited_shows(code: CodeMap, path: str, names: Iterable[str]) -> object:
    """Return what a list of patterns shows of other files."""
    return [
        (*one, _anchor_of(code, one.by))
        for one in code.inherited_patterns.of_file(path)
        if one.name in names
    ]


def pattern_list(
    context: Context, path: str, names: Iterable[str]
) -> nodes.Node | None:
    """Return the patterns of a file with these names as a list in their order.

    What is alike is in it only once, and a context manager not as a generator too; what
    a class is by a base class in another file follows what the file says itself.
    ``None`` if there are none.
    """
    facts = context.code.facts(path)
    rows = context.code.definitions(path)
    anchors = {row.qualname: row.anchor for row in rows}
    groups: defaultdict[str, dict[tuple[str, str], list[int]]] = defaultdict(dict)
    here: set[tuple[str, str]] = set()
    for one in facts.patterns:
        here.add((one.name, one.qualname))
    for one in facts.patterns:
        if (_SAID_BY.get(one.name), one.qualname) in here:
            continue
        groups[one.name].setdefault((one.qualname, one.detail), []).append(one.line)
    elsewhere: defaultdict[str, list[InheritedPattern]] = defaultdict(list)
    for found in context.code.inherited_patterns.of_file(path):
        if found[:2] not in here and found.qualname in anchors:
            elsewhere[found.name].append(found)
    listed = []
    for name in names:
        for (qualname, detail), lines in groups.get(name, {}).items():
            anchor = anchors.get(qualname, "")
            shown = ", ".join(str(line) for line in dict.fromkeys(lines))
            listed.append(
                Entry(
                    qualname or say("module"),
                    context.href("docs", path, anchor) if anchor else "",
                    kind=say(name),
                    where=at_lines(shown, len(lines) > 1),
                    where_uri=context.line(path, lines[0]),
                    summary=detail,
                    prose=not qualname,
                )
            )
        for found in elsewhere.get(name, ()):
            anchor = _anchor_of(context.code, found.by)
            by = f"{found.by.qualname}, {found.by.path}" if anchor else found.by.path
            listed.append(
                Entry(
                    found.qualname,
                    context.href("docs", path, anchors[found.qualname]),
                    kind=say(name),
                    where=say("by {base}", base=by),
                    where_uri=context.href("docs", found.by.path, anchor),
                    summary="" if found.detail == name else found.detail,
                )
            )
    return entries(listed, shown=2 * SHOWN) if listed else None


def _anchor_of(code: CodeMap, target: Target) -> str:
    """Return the id of a class on the page of its file; empty if it is not shown."""
    where = "path = ? AND qualname = ? AND kind = 'class'"
    return next((row.anchor for row in code.store.definitions(where, target)), "")
