"""What a file says and offers, in short."""

from __future__ import annotations

from docutils import nodes

from ..codemap import CodeMap
from ..facts import FileFacts
from ..words import at_line, mark, say
from .context import Context, counted, joined, sentence, told
from .counts import count_kinds
from .nodes import SHOWN, Entry, entries, link
from .outline import OUTLINE_ID
from .roles import project_overview


def overview_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return code.distributions.calls_of(path)


def overview(context: Context, path: str) -> list[nodes.Node]:
    """Show the docstring, and count what the file defines and exports."""
    facts = context.code.facts(path)
    found: list[nodes.Node] = []
    if facts.docstring:
        rendered = context.docstrings.get(path, {}).get(("", ""), [])
        found.extend(node.deepcopy() for node in rendered)
    kinds = count_kinds(facts)
    if kinds:
        analysis = link(", ".join(kinds), context.href("docs", path, OUTLINE_ID))
        found.append(sentence(*told("It defines {kinds}.", kinds=analysis)))
    if facts.exports is not None:
        found.append(_exports(context, path, facts))
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
        found.append(sentence(say(_nothing_known(facts))))
    return found


def _nothing_known(facts: FileFacts) -> str:
    if facts.problem:
        return mark("Nothing is known of its content.")
    if facts.python:
        return mark("It has no docstring and defines nothing at its top.")
    return mark("It has no heading and no paragraph.")


def _exports(context: Context, path: str, facts: FileFacts) -> nodes.Node:
    assert facts.exports is not None
    rows = context.code.store.definitions("path = ? AND name = qualname", (path,))
    anchors = {row.qualname: row.anchor for row in rows}
    names: list[nodes.Node] = []
    for name in facts.exports:
        anchor = anchors.get(name)
        uri = context.href("docs", path, anchor) if anchor else ""
        names.append(link(name, uri, literal=True))
    number = counted(len(names), "name")
    if not names and facts.exports_complete:
        return sentence(say("__all__ exports {number}.", number=number))
    if not names:
        text = "__all__ exports {number}, and others that are computed."
        return sentence(say(text, number=number))
    if facts.exports_complete:
        text = "__all__ exports {number}: {names}."
    else:
        text = "__all__ exports {number}: {names}, and others that are computed."
    return sentence(*told(text, number=number, names=joined(names)))
