"""What a file imports, by where it comes from, and what imports it."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from docutils import nodes

from ..codemap import CodeMap
from ..facts import Import
from ..rows import LinkRow
from .context import Context, counted, sentence
from .elsewhere import external_uri
from .nodes import Entry, entries

_GROUPS: Final = (
    ("This repository", ("file", "folder")),
    ("Standard library", ("standard library",)),
    ("Third party", ("third party",)),
    ("Not in the tree", ("missing",)),
)


def dependencies_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return (
        code.links(path),
        target_anchors(code, path),
        code.importers(path),
        code.users(path),
    )


def dependencies(context: Context, path: str) -> list[nodes.Node]:
    """Return the imports of a file in groups, and the files that import it."""
    facts = context.code.facts(path)
    links = context.code.links(path)
    found: list[nodes.Node] = []
    groups: defaultdict[str, list[tuple[Import, LinkRow]]] = defaultdict(list)
    for one, row in zip(facts.imports, links, strict=True):
        groups[row.category].append((one, row))
    for title, categories in _GROUPS:
        rows = [pair for category in categories for pair in groups[category]]
        if rows:
            found.append(_rubric(f"{title} ({len(rows):,})"))
            found.append(entries(import_entry(context, path, *pair) for pair in rows))
    if not facts.imports:
        found.append(sentence("It imports nothing."))
    importers = context.code.importers(path)
    if importers:
        found.append(_rubric(f"Imported by ({counted(len(importers), 'file')})"))
        found.append(_places(context, importers))
    if users := [one for one in context.code.users(path) if one not in importers]:
        found.append(
            _rubric(f"Used through re-exports by ({counted(len(users), 'file')})")
        )
        found.append(_places(context, users))
    if not importers and not users:
        found.append(sentence("No file of the tree imports it."))
    return found


def import_entry(context: Context, path: str, one: Import, row: LinkRow) -> Entry:
    """Return the line of a list for an import: its name leads to the definition."""
    return Entry(
        one.written,
        target_uri(context, row) or external_uri(context, one, row),
        where=f"line {one.line}",
        where_uri=context.line(path, one.line),
        summary=_remarks(one, row),
    )


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
        found = context.code.store.definitions(
            "path = ? AND qualname = ?", (row.target, row.qualname)
        )
        for definition in found:
            return context.href("docs", row.target, definition.anchor)
    return context.href("docs", row.target)


def _remarks(one: Import, row: LinkRow) -> str:
    remarks = []
    if one.alias:
        remarks.append(f"as {one.alias}")
    if row.target and row.target != row.module:
        remarks.append(f"from {row.target}")
    if one.type_checking:
        remarks.append("for type checking only")
    if one.guarded:
        remarks.append("in a try statement")
    if one.lazy:
        remarks.append("inside a function")
    return ", ".join(remarks)


def _rubric(text: str) -> nodes.rubric:
    return nodes.rubric(text, text)


def _places(context: Context, paths: list[str]) -> nodes.Node:
    return entries(Entry(path, context.href("docs", path)) for path in paths)
