"""Writes the extension's own nodes as GitHub-flavoured Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from docutils import nodes
from sphinx_markdown_builder.contexts import (
    IndentContext,
    SubContext,
    SubContextParams,
)

from ...i18n import and_more, figure, noun, say
from ...pages.nodes import (
    Entry,
    Part,
    Users,
    depths,
    kw_checks,
    kw_definition,
    kw_entries,
    kw_fields,
    kw_picture,
    kw_source,
    printable,
    used_in,
)
from ..documents.placeholder import kw_placeholder, temporary_children
from .text import anchor, code, escape, fence, link
from .translator import DEEPEST, Translator

#: Signatures longer than this stand in a listing of their own and not in a heading.
_LONG: Final = 100


def visit_placeholder(self: Translator, node: kw_placeholder) -> None:
    """Write what the placeholder stands for."""
    from ..documents.expansion import expand

    children = expand(node, self.builder)
    _tell_lists_apart(children)
    with temporary_children(node, children):
        for child in children:
            for one in child.findall():
                one.document = self.document
            if isinstance(child, nodes.section) and not isinstance(self, Translator):
                # The translator of sphinx-llm writes no ids of sections.
                self.add("".join(map(anchor, child["ids"])), 2, 2)
            child.walkabout(self)
    raise nodes.SkipNode


def _tell_lists_apart(children: Iterable[nodes.Node]) -> None:
    """Give another mark to a list right behind a list, or Markdown has one of both."""
    mark = ""
    for child in children:
        for node in child.findall(nodes.Element):
            if isinstance(node, kw_entries | kw_fields):
                node["mark"] = mark = "*" if mark == "-" else "-"
            elif not isinstance(node, nodes.container | nodes.section):
                mark = ""


def visit_entries(self: Translator, node: kw_entries) -> None:
    """Write a list of entries, the rest of a long one folded."""
    items = node["entries"]
    lines = [
        f"{'  ' * depth}{node.get('mark', '-')} {_entry(entry)}"
        for entry, depth in zip(items, depths(items), strict=True)
    ]
    shown = node.get("shown") or len(lines)
    self.add("\n".join(lines[:shown]), prefix_eol=2, suffix_eol=2)
    if lines[shown:]:
        rest = "\n".join(lines[shown:])
        more = say("{number} more", number=figure(len(lines) - shown))
        self.add(folded(more, rest), 2, 2)
    raise nodes.SkipNode


def folded(summary: str, text: str) -> str:
    """Return what a reader has to ask for."""
    return f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"


def _entry(entry: Entry) -> str:
    name = escape(entry.text) if entry.prose else code(entry.text)
    parts = [f"{''.join(map(anchor, entry.anchors))}{link(name, entry.uri)}"]
    if entry.kind:
        parts.append(f"*{escape(entry.kind)}*")
    if entry.where:
        parts.append(f"({link(escape(entry.where), entry.where_uri)})")
    if entry.summary:
        parts.append(f"— {escape(entry.summary)}")
    if entry.parts:
        parts.append(f"— {', '.join(map(_part, entry.parts))}")
    return " ".join(parts)


def visit_fields(self: Translator, node: kw_fields) -> None:
    """Write names and values as a list."""
    lines = [
        f"{node.get('mark', '-')} **{escape(name)}:** {' · '.join(map(_part, parts))}"
        for name, parts in node["fields"]
    ]
    self.add("\n".join(lines), prefix_eol=2, suffix_eol=2)
    raise nodes.SkipNode


def _part(part: Part) -> str:
    return link(code(part.text) if part.literal else escape(part.text), part.uri)


def visit_checks(self: Translator, node: kw_checks) -> None:
    """Write what was not found, and what was tried, as a paragraph."""
    self.add(escape(node.plain().astext()), prefix_eol=2, suffix_eol=2)
    raise nodes.SkipNode


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
    word = noun(len(node["lines"]), "line", "lines")
    about = [
        *(code(f"@{one}") for one in node["decorators"]),
        f"{word} {where}",
        *(f"*{escape(one)}*" for one in node["labels"]),
    ]
    if node.get("reference"):
        about.append(link(say("reference"), node["reference"][0]))
    if above := "".join(map(_part, node.get("above", ()))):
        about.append(above)
    mark = anchor(node["anchor"])
    users = _users(node.get("users"))
    if not keyword:
        items = " / ".join(map(code, heads))
        self.ensure_eol(1)
        self._push_context(
            IndentContext("- ", only_first=True, params=SubContextParams(1, 1))
        )
        about += [users] if users else []
        self.add(f"{mark}{items} ({', '.join(about)})", suffix_eol=2)
        self._push_status(list_marker=None)
        return
    depth = _depth(node)
    level = min(self.status.section_level + 1 + depth, DEEPEST)
    short = len(heads) == 1 and len(heads[0]) <= _LONG
    self.add(mark, prefix_eol=2, suffix_eol=2)
    title = heads[0] if short else f"{keyword}{node['name']}"
    self.add(f"{'#' * level} {code(title)}", prefix_eol=2, suffix_eol=2)
    if not short:
        self.add(fence("\n".join(heads), "python"), prefix_eol=2, suffix_eol=2)
    self.add(", ".join(about), prefix_eol=2, suffix_eol=2)
    if users:
        self.add(users, prefix_eol=2, suffix_eol=2)
    self._push_context(SubContext(SubContextParams(2, 2)))
    self._push_status(list_marker=None)


def _users(users: Users | None) -> str:
    """Return where a definition is used, or an empty text."""
    if not users or not users.number:
        return ""
    names = ", ".join(link(code(path), uri) for path, uri in users.places)
    more = users.number - len(users.places)
    rest = and_more(more) if more else ""
    return f"{used_in(users.number)}{names}{rest}"


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


def visit_picture(self: Translator, node: kw_picture) -> None:
    """Write a picture as a diagram that GitHub draws, and its links."""
    lines = ["graph LR"]
    for number, place in enumerate(node["places"]):
        shape = ("([", "])") if place.note else ("[", "]")
        lines.append(f'  n{number}{shape[0]}"{_label(place.label)}"{shape[1]}')
    edges = set(node["edges"])
    for one, other in node["edges"]:
        if (other, one) not in edges:
            lines.append(f"  n{one} --> n{other}")
        elif one < other:
            lines.append(f"  n{one} <--> n{other}")
    self.add(fence("\n".join(lines), "mermaid"), prefix_eol=2, suffix_eol=2)
    visit_fields(self, node.fields())


def _label(text: str) -> str:
    """Return a text for a label in double quotation marks of Mermaid."""
    return "".join(
        one if one.isalnum() or one in " /._-" else f"#{ord(one)};"
        for one in printable(text)
    )
