"""Code Patterns & Idioms, each with the definition that shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...analysis.patterns.pattern_names import NAMES, OPTION
from ...codemap.code_map import CodeMap
from ...codemap.inherited_patterns import InheritedPattern
from ...i18n import say
from ...model.name_rule import IDIOM
from ..nodes import SHOWN, ListEntry, Part, entries
from ..page_context import Context, nothing_found
from .section import Section, parsed

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

    What is alike is one row with the definitions and lines that show it, as are all
    options of command lines, and a context manager is no generator too; what a class is
    by a base class in another file follows what the file says itself. ``None`` if there
    are none.
    """
    facts = context.code.facts(path)
    shown_names = context.code.anchors(path)
    own = {(pattern.name, pattern.qualname) for pattern in facts.patterns}
    alike: defaultdict[str, dict[str, dict[str, list[int]]]] = defaultdict(dict)
    for pattern in facts.patterns:
        if (_SAID_BY.get(pattern.name), pattern.qualname) not in own:
            places = alike[pattern.name].setdefault(pattern.detail, {})
            places.setdefault(pattern.qualname, []).append(pattern.line)
    inherited_by_name: defaultdict[str, dict[InheritedPattern, list[str]]]
    inherited_by_name = defaultdict(dict)
    for inherited in context.code.inherited_patterns.of_file(path):
        if inherited[:2] not in own and inherited.qualname in shown_names:
            common = inherited._replace(qualname="")
            classes = inherited_by_name[inherited.name].setdefault(common, [])
            classes.append(inherited.qualname)
    starts = {row.qualname: row.line for row in reversed(facts.definitions)}
    rows = []
    for name in names:
        if name == OPTION and alike[name]:
            rows.append(_options(context, path, alike[name]))
            continue
        for detail, places in alike[name].items():
            rows.append(_row(context, path, name, detail, places, starts))
        for common, classes in inherited_by_name[name].items():
            rows.append(_inherited_row(context, path, common, classes))
    return entries(rows, shown=2 * SHOWN) if rows else None


def _row(
    context: Context,
    path: str,
    pattern: str,
    detail: str,
    places: dict[str, list[int]],
    starts: dict[str, int],
) -> ListEntry:
    """Return the row of a pattern.

    :param places: its lines, by the qualified names of the definitions that show it.
    :param starts: the first line of each definition; what stands there needs no line.
    """
    parts = []
    for qualname, lines in places.items():
        name, uri = qualname or say("top level"), context.definition_uri(path, qualname)
        rest: list[Part] = []
        if inner := [line for line in lines if line > starts.get(qualname, 0)]:
            # A line leads to where the definition around it is in sight.
            (where, uri, _), *rest = context.line_parts(path, inner)
            name = f"{name} {where}"
        parts += [Part(name, uri, literal=bool(qualname)), *rest]
    return ListEntry(say(pattern), summary=detail, prose=True, parts=tuple(parts))


def _options(
    context: Context, path: str, options: dict[str, dict[str, list[int]]]
) -> ListEntry:
    """Return the row of all options of command lines, each linked to its line."""
    parts = [
        Part(option, context.line(path, line), literal=True)
        for option, places in options.items()
        for lines in places.values()
        for line in lines
    ]
    return ListEntry(say(OPTION), prose=True, parts=tuple(parts))


def _inherited_row(
    context: Context, path: str, common: InheritedPattern, classes: list[str]
) -> ListEntry:
    """Return the row of a pattern that classes have from the same base."""
    anchor = context.code.class_anchor(common.by)
    by = f"{common.by.qualname}, {common.by.path}" if anchor else common.by.path
    return ListEntry(
        say(common.name),
        where=say("inherited from {base}", base=by),
        where_uri=context.href("docs", common.by.path, anchor),
        summary="" if common.detail == common.name else common.detail,
        prose=True,
        parts=tuple(context.definition_parts(path, classes)),
    )


SECTION: Final = Section("Code Patterns & Idioms", idioms, idioms_inputs, parsed)
