"""What a file says and offers, in short."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import at_line, figure, say
from ...model.facts import FileFacts
from ..definition_counts import count_kinds
from ..nodes import SHOWN, Entry, Part, checks, entries, fields
from ..page_context import OUTLINE_ID, Context, sentence
from .composition import glance
from .file_roles import project_overview

#: So many names of ``__all__`` are shown.
EXPORTS: Final = 20


def overview_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return code.distributions.entry_points_in(path)


def overview(context: Context, path: str) -> list[nodes.Node]:
    """Show the docstring, and count what the file defines and exports."""
    facts = context.code.facts(path)
    found: list[nodes.Node] = []
    if facts.docstring:
        found.extend(context.docstring(path))
    rows: list[tuple[str, Part | list[Part]]] = []
    if kinds := count_kinds(facts):
        outline = context.href("docs", path, OUTLINE_ID)
        rows.append((say("Defines"), Part(", ".join(kinds), outline)))
    if facts.exports is not None:
        rows.append((say("Exports"), _exports(context, path, facts)))
    if rows:
        found.append(fields(rows))
    found += glance(context, path)
    if facts.headings:
        headings = (
            Entry(
                one.text,
                context.line(path, one.line),
                where=at_line(one.line),
                prose=True,
                level=one.level,
            )
            for one in facts.headings
        )
        found.append(entries(headings, shown=SHOWN))
    found += project_overview(context, path)
    if not found:
        found.append(_nothing_known(facts))
    return found


def _nothing_known(facts: FileFacts) -> nodes.Node:
    if facts.problem:
        return sentence(say("Nothing is known of its content."))
    looked = [say("headings"), say("a paragraph of text")]
    if facts.python:
        looked = [say("a docstring"), say("classes, functions and variables")]
    return checks(say("Nothing to summarise."), *looked)


def _exports(context: Context, path: str, facts: FileFacts) -> list[Part]:
    """Return what ``__all__`` has, up to a number of names."""
    assert facts.exports is not None
    rows = context.code.store.definitions("path = ? AND name = qualname", (path,))
    anchors = {row.qualname: row.anchor for row in rows}
    found = [
        Part(
            name,
            context.href("docs", path, anchors[name]) if name in anchors else "",
            literal=True,
        )
        for name in facts.exports[:EXPORTS]
    ]
    line = next((one.line for one in facts.definitions if one.qualname == "__all__"), 0)
    listed = context.line(path, line) if line else ""
    if more := len(facts.exports) - len(found):
        found.append(
            Part(say("and {number} more in __all__", number=figure(more)), listed)
        )
    if not facts.exports_complete:
        found.append(Part(say("others that are computed"), listed))
    return found or [Part(say("nothing"), listed)]
