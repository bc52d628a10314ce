"""Writes the extension's own nodes as GitHub-flavoured Markdown."""

from __future__ import annotations

from typing import Final

from docutils import nodes
from sphinx_markdown_builder.contexts import (
    IndentContext,
    SubContext,
    SubContextParams,
)

from ...pages.nodes import (
    Entry,
    Part,
    kw_definition,
    kw_entries,
    kw_fields,
    kw_source,
)
from ..expansion import expand
from ..placeholder import kw_placeholder
from .text import anchor, code, escape, fence, link
from .translator import DEEPEST, Translator

#: Signatures longer than this stand in a listing of their own and not in a heading.
_LONG: Final = 100


def visit_placeholder(self: Translator, node: kw_placeholder) -> None:
    """Write what the placeholder stands for."""
    for child in expand(node, self.builder):
        child.parent = node
        for one in child.findall():
            one.document = self.document
        child.walkabout(self)
    raise nodes.SkipNode


def visit_entries(self: Translator, node: kw_entries) -> None:
    """Write a list of entries."""
    lines = [_entry(entry) for entry in node["entries"]]
    self.add("\n".join(lines), prefix_eol=2, suffix_eol=2)
    raise nodes.SkipNode


def _entry(entry: Entry) -> str:
    name = escape(entry.text) if entry.prose else code(entry.text)
    parts = [f"- {link(name, entry.uri)}"]
    if entry.kind:
        parts.append(f"*{escape(entry.kind)}*")
    if entry.where:
        parts.append(f"({link(escape(entry.where), entry.where_uri)})")
    if entry.summary:
        parts.append(f"— {escape(entry.summary)}")
    return " ".join(parts)


def visit_fields(self: Translator, node: kw_fields) -> None:
    """Write names and values as a list."""
    lines = [
        f"- **{escape(name)}:** {' · '.join(map(_part, parts))}"
        for name, parts in node["fields"]
    ]
    self.add("\n".join(lines), prefix_eol=2, suffix_eol=2)
    raise nodes.SkipNode


def _part(part: Part) -> str:
    return link(code(part.text) if part.literal else escape(part.text), part.uri)


def visit_source(self: Translator, node: kw_source) -> None:
    """Write the text of a file as a listing."""
    self.add(fence(node["text"], node["language"]), prefix_eol=2, suffix_eol=2)
    raise nodes.SkipNode


def visit_definition(self: Translator, node: kw_definition) -> None:
    """Write the head of a definition and open its body.

    What has a body is a heading, what has a value an item of a list.
    """
    keyword = f"{node['keyword']} " if node["keyword"] else ""
    heads = [f"{keyword}{node['name']}{one}" for one in node["signatures"] or ("",)]
    where = ", ".join(link(str(line), uri) for line, uri in node["lines"])
    word = "line" if len(node["lines"]) == 1 else "lines"
    about = [f"{word} {where}", *(f"*{escape(one)}*" for one in node["labels"])]
    if above := "".join(map(_part, node.get("above", ()))):
        about.append(above)
    mark = anchor(node["anchor"])
    if not keyword:
        items = " / ".join(map(code, heads))
        self.ensure_eol(1)
        self._push_context(
            IndentContext("- ", only_first=True, params=SubContextParams(1, 1))
        )
        self.add(f"{mark}{items} ({', '.join(about)})", suffix_eol=2)
        self._push_status(list_marker=None)
        return
    depth = _depth(node)
    level = min(self.status.section_level + 1 + depth, DEEPEST)
    short = len(heads) == 1 and len(heads[0]) <= _LONG
    self.add(mark, prefix_eol=2, suffix_eol=2)
    title = heads[0] if short else f"{keyword}{node['name']}"
    self.add(f"{'#' * level} {code(title)}", prefix_eol=2, suffix_eol=2)
    if node["decorators"] or not short:
        lines = [*(f"@{one}" for one in node["decorators"]), *heads]
        self.add(fence("\n".join(lines), "python"), prefix_eol=2, suffix_eol=2)
    self.add(", ".join(about), prefix_eol=2, suffix_eol=2)
    self._push_context(SubContext(SubContextParams(2, 2)))
    self._push_status(list_marker=None)


def depart_definition(self: Translator, node: kw_definition) -> None:
    """Close the body of a definition."""
    self._pop_status()
    self._pop_context()


def _depth(node: kw_definition) -> int:
    depth = 0
    parent = node.parent
    while parent is not None:
        depth += isinstance(parent, kw_definition)
        parent = parent.parent
    return depth
