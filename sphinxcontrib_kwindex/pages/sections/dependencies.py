"""What a file imports, by where it comes from, and what imports it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from docutils import nodes

from ...analysis.languages.registry import language_of
from ...analysis.ruff import UNUSED_IMPORT
from ...codemap.code_map import CodeMap
from ...codemap.distributions import RequirementLine
from ...i18n import at_line, figure, group_words, mark, say
from ...model.facts import FileFacts, Import
from ...model.rows import LinkRow
from ..external_names import external_uri
from ..nodes import SHOWN, ListEntry, Part, entries, nothing_found, rubric
from ..page_context import Context
from ..quantities import pluralize
from .section import Section
from .text_links import mentioned_in_list, text_links, text_links_inputs

_GROUPS: Final = (
    (mark("This repository"), ("file", "folder")),
    (mark("Standard library"), ("standard library",)),
    (mark("Third party"), ("third party",)),
    (mark("Not in the source tree"), ("missing",)),
)
#: Import statements of a group that are shown at first.
STATEMENTS: Final = 30
_UNUSED: Final = re.compile(r"`(.+)` imported but unused")


def dependencies_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    if language_of(path) is None:
        return text_links_inputs(code, path)
    return (
        code.links(path),
        code.import_targets(path),
        asked_for(code, path),
        unused_imports(code, path),
        code.importers(path),
        code.indirect_importers(path),
        code.mentioned_in(path),
    )


def dependencies(context: Context, path: str) -> list[nodes.Node]:
    """Return the imports of a file in groups, and the files that import it."""
    facts = context.code.facts(path)
    if not facts.source:
        return text_links(context, path)
    links = context.code.links(path)
    body: list[nodes.Node] = []
    groups: defaultdict[str, list[tuple[Import, LinkRow]]] = defaultdict(list)
    for imported, row in zip(facts.imports, links, strict=True):
        groups[row.category].append((imported, row))
    for title, categories in _GROUPS:
        rows = [pair for category in categories for pair in groups[category]]
        if rows:
            body.append(rubric(f"{say(title)} ({figure(len(rows))})"))
            body.append(entries(_statements(context, path, rows), shown=STATEMENTS))
    body += _unused(context, path, facts)
    importers = context.code.importers(path)
    if importers:
        body.append(
            rubric(
                say("Imported by ({files})", files=pluralize(len(importers), "file"))
            )
        )
        body.append(context.file_list(importers, shown=SHOWN))
    if users := [
        user for user in context.code.indirect_importers(path) if user not in importers
    ]:
        body.append(
            rubric(
                say(
                    "Used through re-exports by ({files})",
                    files=pluralize(len(users), "file"),
                )
            )
        )
        body.append(context.file_list(users, shown=SHOWN))
    body += mentioned_in_list(context, path)
    missing = []
    if not facts.imports:
        missing.append((say("It imports nothing."), say("imports")))
    if not importers and not users:
        looked = say("imports of it, including re-exports")
        missing.append((say("No file imports it."), looked))
    if missing:
        titles, checked = zip(*missing, strict=True)
        body.append(nothing_found(" ".join(titles), *checked))
    return body


def import_entry(
    context: Context, path: str, imported: Import, row: LinkRow
) -> ListEntry:
    """Return the line of a list for an import: its name leads to the definition."""
    return ListEntry(
        imported.written,
        target_uri(context, row) or external_uri(context, imported, row),
        where=at_line(imported.line),
        where_uri=context.line(path, imported.line),
        summary=_remarks(imported, row),
    )


def asked_for(code: CodeMap, path: str) -> dict[int, tuple[RequirementLine, ...]]:
    """Return by which lines the project asks for what a file imports.

    :return: to the ordinal of each import that it asks for.
    """
    return {
        row.ordinal: lines
        for row in code.imports_of(["third party"], path)
        if (lines := code.distributions.requirement_lines(path, row.module, row.name))
    }


def unused_imports(code: CodeMap, path: str) -> list[tuple[str, int]]:
    """Return name and line of what a file imports and never uses, as Ruff has it."""
    return [
        (
            match[1] if (match := _UNUSED.match(finding.message)) else finding.message,
            finding.line,
        )
        for finding in code.findings(path)[0]
        if finding.rule == UNUSED_IMPORT
    ]


def _statements(
    context: Context, path: str, rows: list[tuple[Import, LinkRow]]
) -> Iterator[ListEntry]:
    """Yield a line of a list for each statement: several names share a line."""
    requirement_lines = asked_for(context.code, path)
    groups: defaultdict[object, list[tuple[Import, LinkRow]]] = defaultdict(list)
    for imported, row in rows:
        alone = 0 if imported.name else row.ordinal + 1
        groups[imported.line, imported.level, imported.module, alone].append(
            (imported, row)
        )
    for group in groups.values():
        if len(group) > 1:
            entry = _several(context, path, group)
        else:
            entry = import_entry(context, path, *group[0])
        lines = dict.fromkeys(
            line for _, row in group for line in requirement_lines.get(row.ordinal, ())
        )
        more = tuple(distribution_part(context, line) for line in lines)
        yield entry._replace(parts=entry.parts + more) if more else entry


def _several(
    context: Context, path: str, group: list[tuple[Import, LinkRow]]
) -> ListEntry:
    """Return the line of a list for an import of several names out of one module."""
    imported, row = group[0]
    kind = "docs" if language_of(row.module) else "index"
    return ListEntry(
        replace(imported, name="", alias="").written,
        context.href(kind, row.module) if row.module else "",
        where=at_line(imported.line),
        where_uri=context.line(path, imported.line),
        summary=", ".join(_circumstances(imported)),
        parts=tuple(
            Part(
                " ".join([other.name, *_renamed(other, at)]),
                target_uri(context, at) or external_uri(context, other, at),
                literal=True,
            )
            for other, at in group
        ),
    )


def distribution_part(context: Context, line: RequirementLine) -> Part:
    """Return what is asked for and where, linked to the line that does."""
    requirement = line.requirement
    versions = (
        f"{' ' if requirement.specifier.startswith('@') else ''}{requirement.specifier}"
    )
    words = [f"{requirement.name}{versions}"]
    words += (
        [say("if {condition}", condition=requirement.marker)]
        if requirement.marker
        else []
    )
    words += [group_words(requirement.group)] if requirement.group else []
    words.append(f"{line.path}, {at_line(requirement.line)}")
    return Part(", ".join(words), context.line(line.path, requirement.line))


def _unused(context: Context, path: str, facts: FileFacts) -> list[nodes.Node]:
    unused = unused_imports(context.code, path)
    if not unused:
        return []
    guarded = {
        (imported.line, imported.written): imported
        for imported in facts.imports
        if imported.guarded
    }
    listed = [
        ListEntry(
            name,
            where=at_line(line),
            where_uri=context.line(path, line),
            summary=say("in a try statement") if (line, name) in guarded else "",
        )
        for name, line in unused
    ]
    return [
        rubric(say("Unused imports ({number})", number=figure(len(listed)))),
        entries(listed),
    ]


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


def _remarks(imported: Import, row: LinkRow) -> str:
    return ", ".join([*_renamed(imported, row), *_circumstances(imported)])


def _renamed(imported: Import, row: LinkRow) -> list[str]:
    """Return what is to be said of one of the names of a statement."""
    remarks = []
    if imported.alias:
        remarks.append(say("as {name}", name=imported.alias))
    if row.target and row.target != row.module:
        remarks.append(say("from {path}", path=row.target))
    return remarks


def _circumstances(imported: Import) -> list[str]:
    """Return what is to be said of a statement."""
    remarks = []
    if imported.type_checking:
        remarks.append(say("for type checking only"))
    if imported.condition:
        remarks.append(say("conditional (line {line})", line=imported.condition))
    if imported.guarded:
        remarks.append(say("in a try statement"))
    if imported.lazy:
        remarks.append(say("inside a function"))
    return remarks


def _has_dependencies(facts: FileFacts) -> bool:
    # Any file may be named by others.
    return facts.problem is None or not facts.source


SECTION: Final = Section(
    "Dependencies", dependencies, dependencies_inputs, applies=_has_dependencies
)
