"""High-Level Overview: the docstring, counts and public names of a file."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.declared_documentation import implemented_types
from ...i18n import at_line, figure, say
from ...links.text_links import TEXT_TYPES
from ...model.facts import FileFacts
from ..nodes import SHOWN, ListEntry, Part, entries, fields
from ..page_context import OUTLINE_ID, Context, nothing_found, paragraph
from ..quantities import count_kinds
from .file_roles import project_overview
from .main_definitions import implemented, public_definitions
from .reexports import reexported_names, reexports_list
from .rendered_text import is_rendered
from .section import Section

#: Most names of ``__all__`` that are listed.
EXPORTS: Final = 20


def overview_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return (
        code.distributions.entry_points_in(path),
        reexported_names(code, path),
        implemented_types(code, path),
    )


def overview(context: Context, path: str) -> list[nodes.Node]:
    """Show the docstring, and count what the file defines and exports."""
    facts = context.code.facts(path)
    body: list[nodes.Node] = []
    shown = context.in_twin if is_rendered(context, path) else list
    if facts.docstring:
        body += shown(context.docstring(path))
    rows: list[tuple[str, Part | list[Part]]] = []
    outline = context.href("docs", path, OUTLINE_ID)
    for name, declared in ((say("Defines"), False), (say("Declares"), True)):
        if kinds := count_kinds(facts, declared=declared):
            rows.append((name, Part(", ".join(kinds), outline)))
    if facts.exports is not None:
        rows.append((say("Exports"), _exports(context, path, facts)))
    if rows:
        body.append(fields(rows))
    body += reexports_list(context, path)
    body += implemented(context, path)
    body += public_definitions(context, path)
    if facts.headings:
        is_prose = facts.type in TEXT_TYPES or facts.notebook is not None
        headings = (
            ListEntry(
                heading.text,
                context.line(path, heading.line),
                where=at_line(heading.line),
                prose=is_prose,
                level=heading.level,
            )
            for heading in facts.headings
        )
        body += shown([entries(headings, shown=SHOWN)])
    body += project_overview(context, path)
    if not body:
        body += shown([_no_overview(facts)])
    return body


def _no_overview(facts: FileFacts) -> nodes.Node:
    if facts.problem:
        return paragraph(say("Nothing is known about its content."))
    looked = [say("headings"), say("a paragraph of text")]
    if facts.python:
        looked = [say("a docstring"), say("classes, functions and variables")]
    elif facts.source:
        looked = [say("a leading comment"), say("definitions")]
    return nothing_found(say("Nothing to summarise."), *looked)


def exports_uri(context: Context, path: str, facts: FileFacts) -> str:
    """Return the URI of the line with ``__all__``, empty where it is not shown."""
    for definition in facts.definitions:
        if definition.qualname == "__all__":
            return context.line(path, definition.line)
    return ""


def _exports(context: Context, path: str, facts: FileFacts) -> list[Part]:
    """Return what ``__all__`` has, up to a number of names."""
    assert facts.exports is not None
    parts = context.definition_parts(path, facts.exports[:EXPORTS])
    listed = exports_uri(context, path, facts)
    if more := len(facts.exports) - len(parts):
        text = "and {number} more in __all__" if facts.python else "and {number} more"
        parts.append(Part(say(text, number=figure(more)), listed))
    if not facts.exports_complete:
        parts.append(Part(say("others computed at run time"), listed))
    return parts or [Part(say("nothing"), listed)]


def _has_overview(facts: FileFacts) -> bool:
    asks = facts.requirements or facts.entry_points
    texts = facts.type in TEXT_TYPES or facts.notebook is not None
    return facts.source or texts or bool(asks or facts.headings)


SECTION: Final = Section(
    "High-Level Overview", overview, overview_inputs, _has_overview
)
