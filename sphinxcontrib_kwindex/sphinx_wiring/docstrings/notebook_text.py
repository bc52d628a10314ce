"""The Markdown of Jupyter notebooks: with equations, and with HTML as its text.

Jupyter shows ``$x$`` as an equation and acts on HTML; of that the text is kept.
"""

from __future__ import annotations

import html
import re
from typing import Final

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.dollarmath import dollarmath_plugin

from .cleaning import source_block
from .markdown_parser import Markdown, MarkdownRenderer

#: Marks of equations and of HTML: from each a parser may look for the end of all.
_MOST_MARKS: Final = 1_000
_IMAGE: Final = re.compile(r"<img\b[^<>]*?\balt=[\"']([^\"'<>]*)[^<>]*>", re.IGNORECASE)
_TAG: Final = re.compile(r"</?[A-Za-z!][^<>]*>")
_SCRIPT: Final = re.compile(r"\s*<(?:script|style)\b", re.IGNORECASE)


class _Renderer(MarkdownRenderer):
    """Renders HTML as its text, and headings with their level.

    A cell is parsed by itself: what it is a section of is not in it.
    """

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Return a heading that has no outline; its class says how large it is."""
        rubric = nodes.rubric(token.content, "", classes=[f"kw-{token.tag}"])
        with self.current_node_context(rubric, append=True):
            self.render_children(token)

    def render_html_inline(self, token: SyntaxTreeNode) -> None:
        """Show a line break as white space, and of an image what it shows."""
        tag = token.content
        text = "\n" if tag.lower().startswith("<br") else _text(tag)
        if text:
            self.current_node.append(nodes.Text(text))

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """Show the text of a block; scripts as they were written."""
        if _SCRIPT.match(token.content):
            self.current_node.append(source_block(token.content.strip()))
        elif text := _text(token.content).strip():
            self.current_node.append(nodes.paragraph("", text))


def _text(markup: str) -> str:
    return html.unescape(_TAG.sub("", _IMAGE.sub(r"\1", markup)))


class NotebookText:
    """Parses cells in Markdown."""

    def __init__(self) -> None:
        self._plain = Markdown()
        self._markdown = Markdown(_Renderer)
        self._markdown.extend(_extended)

    def parse(self, text: str, source: str) -> list[nodes.Node]:
        """Return the nodes of a cell.

        :param source: path of the notebook.
        """
        many = text.count("$") + text.count("<") > _MOST_MARKS
        return (self._plain if many else self._markdown).parse(text, source)


def _extended(parser: MarkdownIt) -> None:
    parser.options["html"] = True
    parser.enable(["html_block", "html_inline"])
    dollarmath_plugin(
        parser,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
