"""Writes the extension's own nodes as GitHub-flavoured Markdown, and twins of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape as escape_html
from pathlib import Path
from textwrap import indent
from typing import Any, Final

from docutils import nodes
from sphinx_markdown_builder.contexts import IndentContext, SubContext, SubContextParams

from ...i18n import figure, noun, say
from ...pages import nodes as own
from ...pages.control_characters import printable
from ...pages.folded_entries import in_two
from ...pages.pictures.columns import Columns
from ...pages.pictures.drawing import Graph
from ...pages.prose_nodes import kw_prose, kw_twin
from ...pages.titles import heading
from ..documents.markdown_twins import TwinLinks, Twins
from ..documents.placeholder import kw_placeholder, temporary_children
from ..setup.build_state import build_state
from ..setup.messages import warn
from .contexts import DEEPEST
from .text import anchor, code, escape, fence, link
from .translator import Translator, anchors, depth_in

#: Signatures longer than this stand in a listing of their own and not in a heading.
_LONG: Final = 100
#: Before a name that is not the first of its declaration: ``int a, *b;``.
_ANOTHER: Final = re.compile(r",[\s*&]*$")
#: Most places of a graph that is drawn.
_DIAGRAM: Final = 30


def visit_placeholder(self: Translator, node: kw_placeholder) -> None:
    """Write what the placeholder stands for."""
    from ..documents.placeholder_content import expand

    children = expand(node, self.builder)
    with temporary_children(node, children):
        write_children(self, children)
    raise nodes.SkipNode


def write_children(self: Translator, children: list[nodes.Node]) -> None:
    """Write the nodes that a placeholder stands for."""
    _alternate_list_marks(children)
    walkabout = build_state(self.builder.env).walkabout
    for child in children:
        if isinstance(child, nodes.section) and not isinstance(self, Translator):
            # The translator of sphinx-llm writes no ids of sections.
            self.add(anchors(child), 2, 2)
        walkabout(child, self)


def _alternate_list_marks(children: Iterable[nodes.Node]) -> None:
    """Give another mark to a list that follows a list, or Markdown joins the two."""
    mark = ""
    for child in children:
        for node in child.findall(nodes.Element):
            if isinstance(node, own.kw_entries | own.kw_fields):
                node["mark"] = mark = "*" if mark == "-" else "-"
            elif not isinstance(node, nodes.container | nodes.section):
                mark = ""


def entry_list(node: own.kw_entries) -> str:
    """Return a list of entries, the rest of a long list folded."""
    mark = node.get("mark", "-")
    if title := node.get("title"):
        return folded(title, _items(node["entries"], mark))
    shown, rest, number = in_two(node)
    lines = "\n".join(_items(shown, mark))
    if not rest:
        return lines
    more = say("{number} more", number=figure(number))
    return f"{lines}\n\n{folded(more, _items(rest, mark))}"


def _items(items: Sequence[own.ListEntry], mark: str) -> Iterator[str]:
    """Yield the items of a list, those of deeper entries indented."""
    for entry, depth in zip(items, own.depths(items), strict=True):
        begin = f"{'  ' * depth}{mark} "
        block = ""
        if "\n" in entry.code:
            block = indent(f"\n{fence(entry.code, entry.language)}", " " * len(begin))
        yield f"{begin}{_entry(entry)}{block}"


def folded(summary: str, lines: Iterable[str]) -> str:
    """Return lines that are shown on a click on their summary."""
    text = "\n".join(lines)
    # What stands here is HTML.
    name = escape_html(printable(summary), quote=False)
    return f"<details><summary>{name}</summary>\n\n{text}\n\n</details>"


def _entry(entry: own.ListEntry) -> str:
    name = escape(entry.text) if entry.prose else code(entry.text)
    parts = [f"{''.join(map(anchor, entry.anchors))}{link(name, entry.uri)}"]
    if entry.kind:
        parts.append(f"*{escape(entry.kind)}*")
    if entry.where:
        parts.append(f"({link(escape(entry.where), entry.where_uri)})")
    if entry.summary:
        parts.append(f"— {escape(entry.summary)}")
    if entry.code and "\n" not in entry.code:
        parts.append(f"— {code(entry.code)}")
    if entry.parts:
        parts.append(f"— {', '.join(map(_part, entry.parts))}")
    return " ".join(parts)


def field_list(node: own.kw_fields) -> str:
    """Return names and values as a list."""
    return "\n".join(
        f"{node.get('mark', '-')} **{escape(name)}:** {' · '.join(map(_part, parts))}"
        for name, parts in node["fields"]
    )


def _part(part: own.Part) -> str:
    return link(code(part.text) if part.literal else escape(part.text), part.uri)


def navigation(node: own.kw_navigation) -> str:
    """Return a line of links to other pages."""
    return str(
        node["between"].join(
            f"**{escape(part.text)}**" if number == node["current"] else _part(part)
            for number, part in enumerate(node["links"])
        )
    )


def checks(node: own.kw_checks) -> str:
    """Return what is missing, and what was tried, as a paragraph."""
    return escape(node.plain().astext())


def listing(node: own.kw_source) -> str:
    """Return the text of a file as a listing."""
    return fence(node["text"], node["language"])


def visit_definition(self: Translator, node: own.kw_definition) -> None:
    """Write the head of a definition and open its body.

    What has a body is a heading, what has a value an item of a list.
    """
    name = f"{node['heads'][0][0]}{node['name']}"
    signatures = [f"{before}{node['name']}{after}" for before, after in node["heads"]]
    details = _details(node)
    target = anchor(node["anchor"])
    if not node["body"]:
        items = " / ".join(map(code, signatures))
        if any(_ANOTHER.search(before) for before, _ in node["heads"]):
            # The declaration has several names, and its first row has said it all.
            items = f"{code(node['name'])}: {items}"
        self.ensure_eol(1)
        self._push_context(
            IndentContext("- ", only_first=True, params=SubContextParams(1, 1))
        )
        self.add(f"{target}{items} ({', '.join(details)})", suffix_eol=2)
        self._push_status(list_marker=None)
        return
    level = min(
        self.status.section_level + 1 + depth_in(own.kw_definition, node), DEEPEST
    )
    short = len(signatures) == 1 and len(signatures[0]) <= _LONG
    title = code(signatures[0] if short else name)
    listing = "" if short else fence("\n".join(signatures), node["language"])
    for block in (target, f"{'#' * level} {title}", listing, ", ".join(details)):
        self.add(block, prefix_eol=2, suffix_eol=2)
    self._push_context(SubContext(SubContextParams(2, 2)))
    self._push_status(list_marker=None)


def _details(node: own.kw_definition) -> list[str]:
    """Return what stands beside the name of a definition."""
    lines = ", ".join(link(str(line), uri) for line, uri in node["lines"])
    details = [
        *(code(f"@{decorator}") for decorator in node["decorators"]),
        f"{noun(len(node['lines']), 'line', 'lines')} {lines}",
        *(f"*{escape(label)}*" for label in node.unwritten_labels()),
    ]
    if node.get("reference"):
        details.append(link(say("reference"), node["reference"][0]))
    if above := "".join(map(_part, node.get("above", ()))):
        details.append(above)
    return details


def users(node: own.kw_users) -> str:
    """Return who uses a definition, and what it calls, as a list."""
    lines = []
    if node["summary"]:
        lines.append(f"* {escape(node['summary'])}")
        lines += _items(node["entries"], "  *")
    if node["calls"]:
        lines.append(f"* {''.join(map(_part, node.calls()))}")
    return "\n".join(lines)


def depart_definition(self: Translator, node: own.kw_definition) -> None:
    """Close the body of a definition."""
    self._pop_status()
    self._pop_context()


def visit_picture(self: Translator, node: own.kw_picture) -> None:
    """Write a small graph as a diagram that GitHub draws, before the text."""
    graph = node["picture"]
    if not isinstance(graph, Graph) or len(graph.places) > _DIAGRAM:
        return
    columns = graph if isinstance(graph, Columns) else None
    lines = ["graph RL" if columns and columns.backwards else "graph LR"]
    for number, place in enumerate(graph.places):
        shape = ("([", "])") if place.note else ("[", "]")
        lines.append(
            f'  n{number}{shape[0]}"{_label(place.title or place.label)}"{shape[1]}'
        )
    edges = set(graph.edges)
    for source, target in graph.edges:
        if (target, source) not in edges:
            sure = not columns or (source, target) not in columns.kinds
            lines.append(f"  n{source} {'-->' if sure else '-.->'} n{target}")
        elif source < target:
            lines.append(f"  n{source} <--> n{target}")
    self.add(fence("\n".join(lines), "mermaid"), prefix_eol=2, suffix_eol=2)


def depart_picture(self: Translator, node: own.kw_picture) -> None:
    """Leave the text of a picture as it is."""


def _passed(self: Translator, node: kw_twin) -> None:
    """Write what is in a node, and nothing around it."""


def _label(text: str) -> str:
    """Return a text for a label in double quotation marks of Mermaid."""
    return "".join(
        character
        if character.isalnum() or character in " /._-"
        else f"#{ord(character)};"
        for character in printable(text)
    )


def _block(markdown: Callable[[Any], str]) -> tuple[Any, None]:
    """Return the visitors of a node that is written at once, with blank lines around.

    :param markdown: returns what it is.
    """

    def visit(self: Translator, node: nodes.Element) -> None:
        self.add(markdown(node), prefix_eol=2, suffix_eol=2)
        raise nodes.SkipNode

    return visit, None


VISITORS: Final[dict[type[nodes.Element], tuple[Any, Any]]] = {
    kw_placeholder: (visit_placeholder, None),
    own.kw_entries: _block(entry_list),
    own.kw_fields: _block(field_list),
    own.kw_navigation: _block(navigation),
    own.kw_definition: (visit_definition, depart_definition),
    own.kw_source: _block(listing),
    own.kw_picture: (visit_picture, depart_picture),
    own.kw_checks: _block(checks),
    # It stands beside a listing in HTML.
    own.kw_outline: (Translator.visit_comment, None),
    kw_prose: (Translator.visit_comment, None),
    kw_twin: (_passed, _passed),
    own.kw_users: _block(users),
}


def twin_translator(twins: Twins) -> type[Translator]:
    """Return the translator that twins are written with."""
    if twins.default_translator_class is None:
        chosen = build_state(twins.env).app.registry.translators.get(twins.format)
        if chosen is None or not issubclass(chosen, Translator):
            chosen = Translator
        made = type("TwinTranslator", (TwinLinks, chosen), {})
        twins.default_translator_class = made
    return twins.default_translator_class


def write_twin(
    twins: Twins,
    document: nodes.document,
    placeholder: kw_placeholder,
    body: list[nodes.Node],
) -> None:
    """Write the twin of a page.

    :param document: the page.
    :param placeholder: what stands there for what is below the title.
    :param body: the nodes that it stands for.
    """
    state = build_state(twins.env)
    docname = placeholder["docname"]
    twins.current_doc_name = docname
    name = heading(state.tree.settings.title, state.pages[docname])
    section = nodes.section("", nodes.title(name, name), ids=placeholder.parent["ids"])
    twin_translator(twins)
    # It asks of a builder what twins have.
    builder: Any = twins
    translator: Any = state.app.registry.create_translator(builder, document, builder)
    translator.dispatch_visit(section)
    section[0].walkabout(translator)
    write_children(translator, body)
    translator.dispatch_departure(section)
    path = Path(state.app.outdir, twins.address(docname))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(translator.astext(), "utf-8")
    except OSError as error:
        warn(
            f"the Markdown of a page could not be written: {error}",
            location=docname,
            subtype="export",
        )
