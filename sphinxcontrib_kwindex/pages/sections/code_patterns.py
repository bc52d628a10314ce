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
from ..nodes import SHOWN, ListEntry, entries, nothing_found
from ..page_context import Context

#: What goes without saying of what is something else.
_SAID_BY: Final = {
    "generator": "context manager",
    "async generator": "async context manager",
}


def idioms_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return inherited_inputs(code, path, idiom_names(code))


def idiom_names(code: CodeMap) -> tuple[str, ...]:
    """Return the names of the rows that the section is about, in their order."""
    own = (row.name for row in code.settings.idioms)
    return tuple(dict.fromkeys((*NAMES[IDIOM], *own)))


def idioms(context: Context, path: str) -> list[nodes.Node]:
    """Return the idioms in the order of the table, or which were looked for."""
    names = idiom_names(context.code)
    listed = pattern_list(context, path, names)
    if listed is None:
        return [nothing_found(say("No idioms found."), *map(say, names))]
    return [listed]


def inherited_inputs(code: CodeMap, path: str, names: Iterable[str]) -> object:
    """Return what a list of patterns shows of other files."""
    return [
        (*inherited, code.class_anchor(inherited.by))
        for inherited in code.inherited_patterns.of_file(path)
        if inherited.name in names
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
    shown_names = context.code.anchors(path)
    groups: defaultdict[str, dict[tuple[str, str], list[int]]] = defaultdict(dict)
    own: set[tuple[str, str]] = set()
    for pattern in facts.patterns:
        own.add((pattern.name, pattern.qualname))
    for pattern in facts.patterns:
        if (_SAID_BY.get(pattern.name), pattern.qualname) in own:
            continue
        groups[pattern.name].setdefault((pattern.qualname, pattern.detail), []).append(
            pattern.line
        )
    inherited_by_name: defaultdict[str, list[InheritedPattern]] = defaultdict(list)
    for inherited in context.code.inherited_patterns.of_file(path):
        if inherited[:2] not in own and inherited.qualname in shown_names:
            inherited_by_name[inherited.name].append(inherited)
    rows = []
    for name in names:
        for (qualname, detail), lines in groups.get(name, {}).items():
            shown = ", ".join(str(line) for line in dict.fromkeys(lines))
            rows.append(
                ListEntry(
                    qualname or say("module"),
                    context.definition_uri(path, qualname),
                    kind=say(name),
                    where=at_lines(shown, len(lines) > 1),
                    where_uri=context.line(path, lines[0]),
                    summary=detail,
                    prose=not qualname,
                )
            )
        for inherited in inherited_by_name.get(name, ()):
            anchor = context.code.class_anchor(inherited.by)
            by = (
                f"{inherited.by.qualname}, {inherited.by.path}"
                if anchor
                else inherited.by.path
            )
            rows.append(
                ListEntry(
                    inherited.qualname,
                    context.definition_uri(path, inherited.qualname),
                    kind=say(name),
                    where=say("inherited from {base}", base=by),
                    where_uri=context.href("docs", inherited.by.path, anchor),
                    summary="" if inherited.detail == name else inherited.detail,
                )
            )
    return entries(rows, shown=2 * SHOWN) if rows else None
