"""Documentation comments of other languages: Doxygen, JSDoc, Javadoc, rustdoc, godoc.

:mod:`~...analysis.comments` tells their parts, whose prose is Markdown; here they
become nodes, fields in the form that Sphinx gives to ``:param x:`` and its like. No
directive acts in Markdown, and all nodes go through :func:`.cleaning.cleaned`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Final

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.tree import SyntaxTreeNode
from sphinx import addnodes
from sphinx.locale import _

from ...analysis.comments.dialects import DIALECTS, is_prose
from ...analysis.comments.markdown import MATH
from ...analysis.comments.parts import FIELDS, NOTES, Part
from ...i18n import say
from ...model.grouped import grouped
from .cleaning import as_written, cleaned
from .markdown_parser import Markdown, MarkdownRenderer
from .plain_text import plain_paragraphs
from .restructuredtext_parser import RestructuredText

#: The language of a block of code that names none, if it has one.
_LANGUAGES: Final = {
    "rustdoc": "rust",
    "doxygen": "cpp",
    "jsdoc": "js",
    "phpdoc": "php",
    "kdoc": "kotlin",
    "xmldoc": "csharp",
}

_ADMONITIONS: Final[dict[str, type[nodes.Element]]] = {
    "note": nodes.note,
    "warning": nodes.warning,
    "attention": nodes.attention,
    "important": nodes.important,
    "tip": nodes.tip,
    "seealso": addnodes.seealso,
}
_PARTS: Final = frozenset({"text", "rst", "example", *NOTES.values(), *NOTES})


class CommentRenderer(MarkdownRenderer):
    """Renders Markdown in which equations are as GitHub has them."""

    #: The language of code that names none.
    language = "none"

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Show an equation or else code."""
        if token.info.strip() == MATH:
            text = token.content.strip("\n")
            self.current_node.append(nodes.math_block(text, text))
        else:
            super().render_fence(token)

    def create_highlighted_code_block(
        self, text: str, lexer_name: str | None, *arguments: object, **options: object
    ) -> nodes.Element:
        """Return code in the language of the comment's file."""
        name = lexer_name or self.language
        return super().create_highlighted_code_block(text, name, *arguments, **options)


@cache
def _renderer(language: str) -> type[CommentRenderer]:
    return type("CommentRenderer", (CommentRenderer,), {"language": language})


def _math(state: StateInline, silent: bool) -> bool:
    """Read ``$`x`$``."""
    start = state.pos
    if not state.src.startswith("$`", start):
        return False
    ticks = start + 1
    while state.src.startswith("`", ticks):
        ticks += 1
    marks = state.src[start + 1 : ticks]
    end = state.src.find(f"{marks}$", ticks, state.posMax)
    if end < 0:
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content = state.src[ticks:end].strip()
        token.markup = "$"
    state.pos = end + len(marks) + 1
    return True


class Comments:
    """Parses comments.

    :param restructuredtext: for what a comment says is that.
    """

    def __init__(self, restructuredtext: RestructuredText) -> None:
        self._restructuredtext = restructuredtext
        self._prose = cache(_Prose)

    def parse(self, text: str, dialect: str, source: str) -> list[nodes.Node]:
        """Return the nodes of a comment.

        :param text: without its marks.
        :param dialect: a name of :data:`~...analysis.comments.dialects.DIALECTS`.
        :param source: path of the file that it is in.
        """
        prose = self._prose(dialect)
        content: list[nodes.Node] = []
        parts = DIALECTS[dialect](text)
        for is_field, group in groupby(parts, lambda part: part.kind not in _PARTS):
            if is_field:
                content.append(_field_list(group, prose, source))
            else:
                for part in group:
                    content += self._nodes(part, prose, source)
        return cleaned(content)

    def _nodes(self, part: Part, prose: _Prose, source: str) -> list[nodes.Node]:
        if part.kind == "rst":
            return self._restructuredtext.parse(part.text) or [as_written(part.text)]
        body = prose.parse(part.text, source)
        if part.kind == "text":
            return body
        if part.kind == "example":
            return [nodes.rubric("", say("Example")), *body]
        if node_class := _ADMONITIONS.get(part.kind):
            return [node_class("", *body)]
        if not body:
            return [nodes.paragraph("", "", nodes.strong("", say("Deprecated")))]
        titles = {"deprecated": say("Deprecated"), "todo": say("To do")}
        return [nodes.admonition("", nodes.title("", titles[part.kind]), *body)]


class _Prose:
    """Parses the prose of a dialect.

    :param dialect: its name.
    """

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._markdown = Markdown(_renderer(_LANGUAGES.get(dialect, "none")))
        self._markdown.extend(_add_math)

    def parse(self, text: str, source: str) -> list[nodes.Node]:
        """Return the nodes of a text in Markdown; most are one without markup."""
        if not text:
            return []
        shown = plain_paragraphs(text) if is_prose(text, self._dialect) else None
        return shown or self._markdown.parse(text, source)


def _add_math(parser: MarkdownIt) -> None:
    parser.inline.ruler.before("escape", "math", _math)


def _field_list(parts: Iterable[Part], prose: _Prose, source: str) -> nodes.field_list:
    """Return sections as fields, those of one kind together."""
    fields = nodes.field_list()
    for kind, entries in grouped((part.kind, part) for part in parts).items():
        shown = [list(_entry(entry, prose, source)) for entry in entries]
        body = nodes.field_body("", *shown[0])
        if len(shown) > 1:
            items = [nodes.list_item("", *entry) for entry in shown]
            body = nodes.field_body("", nodes.bullet_list("", *items))
        name = nodes.field_name("", _label(kind))
        fields += nodes.field("", name, body)
    return fields


def _label(kind: str) -> str:
    """Return the title of a field; an unknown one has the author's."""
    if kind not in FIELDS:
        return kind[:1].upper() + kind[1:]
    return {
        "param": _("Parameters"),
        "tparam": _("Template Parameters"),
        "typeparam": say("Type parameters"),
        "returns": _("Returns"),
        "retval": _("Return values"),
        "throws": _("Throws"),
        "yields": _("Yields"),
        "property": say("Properties"),
        "field": say("Fields"),
    }[kind]


def _entry(part: Part, prose: _Prose, source: str) -> Iterator[nodes.Node]:
    """Yield one entry of a field: its name, its type and its text."""
    body = prose.parse(part.text, source)
    lead: list[nodes.Node] = []
    if part.name:
        lead.append(addnodes.literal_strong(part.name, part.name))
    if part.type:
        shown = addnodes.literal_emphasis(part.type, part.type)
        lead += [nodes.Text(" ("), shown, nodes.Text(")")] if lead else [shown]
    if lead and body:
        lead.append(nodes.Text(" \N{EN DASH} "))
    if body and isinstance(body[0], nodes.paragraph):
        lead += body.pop(0).children
    if lead:
        yield nodes.paragraph("", "", *lead)
    yield from body
