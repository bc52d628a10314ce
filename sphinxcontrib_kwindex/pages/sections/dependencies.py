"""What a file imports, by where it comes from, and what imports it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from docutils import nodes

from ...analysis.file_types import is_python
from ...analysis.ruff import UNUSED_IMPORT
from ...codemap.code_map import CodeMap
from ...codemap.distributions import RequirementLine
from ...i18n import at_line, figure, group_words, mark, say
from ...model.facts import FileFacts, Import
from ...model.rows import LinkRow
from ..external_names import external_uri
from ..nodes import SHOWN, Entry, Part, checks, entries
from ..page_context import Context, counted
from .text_links import mentioned_in, mentioned_in_list, mentions, mentions_shows

_GROUPS: Final = (
    (mark("This repository"), ("file", "folder")),
    (mark("Standard library"), ("standard library",)),
    (mark("Third party"), ("third party",)),
    (mark("Not in the tree"), ("missing",)),
)
#: So many statements of a group are shown at first.
STATEMENTS: Final = 30
_UNUSED: Final = re.compile(r"`(.+)` imported but unused")


def dependencies_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    if not is_python(path):
        return mentions_shows(code, path)
    return (
        code.links(path),
        target_anchors(code, path),
        asked_for(code, path),
        unused_imports(code, path),
        code.importers(path),
        code.indirect_importers(path),
        mentioned_in(code, path),
    )


def dependencies(context: Context, path: str) -> list[nodes.Node]:
    """Return the imports of a file in groups, and the files that import it."""
    facts = context.code.facts(path)
    if not facts.python:
        return mentions(context, path)
    links = context.code.links(path)
    found: list[nodes.Node] = []
    groups: defaultdict[str, list[tuple[Import, LinkRow]]] = defaultdict(list)
    for one, row in zip(facts.imports, links, strict=True):
        groups[row.category].append((one, row))
    for title, categories in _GROUPS:
        rows = [pair for category in categories for pair in groups[category]]
        if rows:
            found.append(_rubric(f"{say(title)} ({figure(len(rows))})"))
            found.append(entries(_statements(context, path, rows), shown=STATEMENTS))
    found += _unused(context, path, facts)
    importers = context.code.importers(path)
    if importers:
        found.append(
            _rubric(say("Imported by ({files})", files=counted(len(importers), "file")))
        )
        found.append(_places(context, importers))
    if users := [
        one for one in context.code.indirect_importers(path) if one not in importers
    ]:
        found.append(
            _rubric(
                say(
                    "Used through re-exports by ({files})",
                    files=counted(len(users), "file"),
                )
            )
        )
        found.append(_places(context, users))
    found += mentioned_in_list(context, path)
    missing = []
    if not facts.imports:
        missing.append((say("It imports nothing."), say("imports")))
    if not importers and not users:
        looked = say("imports of it, also through re-exports")
        missing.append((say("No file imports it."), looked))
    if missing:
        titles, checked = zip(*missing, strict=True)
        found.append(checks(" ".join(titles), *checked))
    return found


def import_entry(context: Context, path: str, one: Import, row: LinkRow) -> Entry:
    """Return the line of a list for an import: its name leads to the definition."""
    return Entry(
        one.written,
        target_uri(context, row) or external_uri(context, one, row),
        where=at_line(one.line),
        where_uri=context.line(path, one.line),
        summary=_remarks(one, row),
    )


def asked_for(code: CodeMap, path: str) -> dict[int, tuple[RequirementLine, ...]]:
    """Return by which lines the project asks for what a file imports.

    :return: to the ordinal of each import that it asks for.
    """
    rows = code.store.select(
        "SELECT ordinal, import.module, name FROM link"
        " JOIN import USING (path, ordinal)"
        " WHERE path = ? AND category = 'third party'",
        (path,),
    )
    return {
        ordinal: asked
        for ordinal, module, name in rows
        if (asked := code.distributions.requirement_lines(path, module, name))
    }


def unused_imports(code: CodeMap, path: str) -> list[tuple[str, int]]:
    """Return name and line of what a file imports and never uses, as Ruff has it."""
    return [
        (found[1] if (found := _UNUSED.match(one.message)) else one.message, one.line)
        for one in code.findings(path)[0]
        if one.rule == UNUSED_IMPORT
    ]


def _statements(
    context: Context, path: str, rows: list[tuple[Import, LinkRow]]
) -> Iterator[Entry]:
    """Yield a line of a list for each statement: several names share one."""
    asked = asked_for(context.code, path)
    groups: defaultdict[object, list[tuple[Import, LinkRow]]] = defaultdict(list)
    for one, row in rows:
        alone = 0 if one.name else row.ordinal + 1
        groups[one.line, one.level, one.module, alone].append((one, row))
    for group in groups.values():
        if len(group) > 1:
            entry = _several(context, path, group)
        else:
            entry = import_entry(context, path, *group[0])
        lines = dict.fromkeys(
            line for _, row in group for line in asked.get(row.ordinal, ())
        )
        more = tuple(distribution_part(context, line) for line in lines)
        yield entry._replace(parts=entry.parts + more) if more else entry


def _several(context: Context, path: str, group: list[tuple[Import, LinkRow]]) -> Entry:
    """Return the line of a list for an import of several names out of one module."""
    one, row = group[0]
    kind = "docs" if is_python(row.module) else "index"
    return Entry(
        replace(one, name="", alias="").written,
        context.href(kind, row.module) if row.module else "",
        where=at_line(one.line),
        where_uri=context.line(path, one.line),
        summary=", ".join(_circumstances(one)),
        parts=tuple(
            Part(
                " ".join([other.name, *_renamed(other, at)]),
                target_uri(context, at) or external_uri(context, other, at),
                literal=True,
            )
            for other, at in group
        ),
    )


def distribution_part(context: Context, asked: RequirementLine) -> Part:
    """Return what is asked for and where, linked to the line that does."""
    one = asked.requirement
    versions = f"{' ' if one.specifier.startswith('@') else ''}{one.specifier}"
    words = [f"{one.name}{versions}"]
    words += [say("if {condition}", condition=one.marker)] if one.marker else []
    words += [group_words(one.group)] if one.group else []
    words.append(f"{asked.path}, {at_line(one.line)}")
    return Part(", ".join(words), context.line(asked.path, one.line))


def _unused(context: Context, path: str, facts: FileFacts) -> list[nodes.Node]:
    unused = unused_imports(context.code, path)
    if not unused:
        return []
    guarded = {(one.line, one.written): one for one in facts.imports if one.guarded}
    listed = [
        Entry(
            name,
            where=at_line(line),
            where_uri=context.line(path, line),
            summary=say("in a try statement") if (line, name) in guarded else "",
        )
        for name, line in unused
    ]
    return [
        _rubric(say("Imported and never used ({number})", number=figure(len(listed)))),
        entries(listed),
    ]


def target_anchors(code: CodeMap, path: str) -> list[tuple[str, str, str]]:
    """Return path, qualified name and id of what the imports of a file mean."""
    return list(
        code.store.select(
            "SELECT DISTINCT target, link.qualname, anchor FROM link JOIN definition"
            " ON definition.path = target AND definition.qualname = link.qualname"
            " WHERE link.path = ? ORDER BY target, link.qualname, definition.ordinal",
            (path,),
        )
    )


def target_uri(context: Context, row: LinkRow) -> str:
    """Return where what an import means is documented, or an empty string."""
    if row.category == "folder":
        return context.href("index", row.target)
    if row.category != "file":
        return ""
    if row.qualname:
        for anchor in context.code.anchors(row.target).get(row.qualname, {}).values():
            return context.href("docs", row.target, anchor)
    return context.href("docs", row.target)


def _remarks(one: Import, row: LinkRow) -> str:
    return ", ".join([*_renamed(one, row), *_circumstances(one)])


def _renamed(one: Import, row: LinkRow) -> list[str]:
    """Return what is to be said of one of the names of a statement."""
    remarks = []
    if one.alias:
        remarks.append(say("as {name}", name=one.alias))
    if row.target and row.target != row.module:
        remarks.append(say("from {path}", path=row.target))
    return remarks


def _circumstances(one: Import) -> list[str]:
    """Return what is to be said of a statement."""
    remarks = []
    if one.type_checking:
        remarks.append(say("for type checking only"))
    if one.condition:
        remarks.append(say("under the condition of line {line}", line=one.condition))
    if one.guarded:
        remarks.append(say("in a try statement"))
    if one.lazy:
        remarks.append(say("inside a function"))
    return remarks


def _rubric(text: str) -> nodes.rubric:
    return nodes.rubric(text, text)


def _places(context: Context, paths: list[str]) -> nodes.Node:
    items = (Entry(path, context.href("docs", path)) for path in paths)
    return entries(items, shown=SHOWN)
