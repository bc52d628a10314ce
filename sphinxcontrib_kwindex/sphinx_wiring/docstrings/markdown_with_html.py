"""The Markdown of files and of Jupyter notebooks: with HTML as its text.

GitHub and Jupyter act on HTML; of that the text is kept. Jupyter shows ``$x$`` as an
equation.
"""

from __future__ import annotations

import html
import re
from typing import Final

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from .cleaning import image_text, source_block
from .markdown_parser import Markdown, MarkdownRenderer

#: Marks of equations and of HTML: from each a parser may look for the end of all.
_MOST_MARKS: Final = 1_000
_IMAGE: Final = re.compile(r"<img\b[^<>]*?\balt=[\"']([^\"'<>]*)[^<>]*>", re.IGNORECASE)
_COMMENT: Final = re.compile(r"<!--(?:(?!-->).)*(?:-->)?", re.DOTALL)
_TAG: Final = re.compile(r"</?[A-Za-z!][^<>]*>")
_LINK: Final = re.compile(
    r"<a\b[^<>]*?\bhref=[\"']([^\"'<>\s]+)[\"'][^<>]*>", re.IGNORECASE
)
_LINKED: Final = re.compile(rf"{_LINK.pattern}(.*?)</a\s*>", re.IGNORECASE | re.DOTALL)
_SCRIPT: Final = re.compile(r"\s*<(?:script|style)\b", re.IGNORECASE)


class _Renderer(MarkdownRenderer):
    """Renders HTML as its text, and headings with their level.

    A cell is parsed by itself: what it is a section of is not in it.
    """

    _linked: nodes.reference | None = None
    """What the last ``<a>`` in a line began."""

    def render_front_matter(self, _token: SyntaxTreeNode) -> None:
        """Leave out what speaks to a program that makes a page of the file."""

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Return a heading that has no outline; its class says how large it is."""
        rubric = nodes.rubric(token.content, "", classes=[f"kw-{token.tag}"])
        with self.current_node_context(rubric, append=True):
            self.render_children(token)

    def render_html_inline(self, token: SyntaxTreeNode) -> None:
        """Show a line break as white space, and of an image what it shows."""
        tag = token.content
        if tag.lower().startswith("<br"):
            self.current_node.append(nodes.Text("\n"))
        elif link := _LINK.match(tag):
            self._linked = nodes.reference("", "", refuri=html.unescape(link[1]))
            self.current_node.append(self._linked)
            # What ends around it ends it.
            self.current_node = self._linked
        elif tag.lower() == "</a>" and self.current_node is self._linked:
            self.current_node = self._linked.parent
        elif text := _text(tag):
            self.current_node.append(image_text(text))

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """Show the text of a block; scripts as they were written."""
        if _SCRIPT.match(token.content):
            self.current_node.append(source_block(token.content.strip()))
        elif _text(token.content).strip():
            self.current_node.append(_paragraph(token.content))


def _paragraph(markup: str) -> nodes.paragraph:
    """Return the text of a block, and its links."""
    body = nodes.paragraph()
    at = 0
    for link in _LINKED.finditer(markup):
        body += _shown(markup[at : link.start()])
        if inside := _shown(link[2].strip()):
            body += nodes.reference("", "", *inside, refuri=html.unescape(link[1]))
        at = link.end()
    body += _shown(markup[at:])
    for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
        if isinstance(text := body[end], nodes.Text):
            body[end] = nodes.Text(strip(text))
    return body


def _shown(markup: str) -> list[nodes.Node]:
    """Return the text of HTML; where it is that of images it stands for them."""
    text = _text(markup)
    if text.strip() and not _text(_IMAGE.sub("", markup)).strip():
        return [image_text(text.strip())]
    return [nodes.Text(text)] if text else []


def _text(markup: str) -> str:
    markup = _COMMENT.sub("", markup)
    return html.unescape(_TAG.sub("", _IMAGE.sub(r"\1", markup)))


class MarkdownWithHtml:
    """Parses cells of notebooks, and files in Markdown.

    :param equations: whether ``$x$`` is an equation.
    """

    def __init__(self, *, equations: bool) -> None:
        self._plain = Markdown()
        self._markdown = Markdown(_Renderer)
        self._markdown.extend(_with_equations if equations else _with_html)

    def parse(
        self, text: str, source: str, *, relative: bool = False
    ) -> list[nodes.Node]:
        """Return the nodes of a text.

        :param source: path of the file that it is in.
        :param relative: whether links by paths and fragments are kept.
        """
        many = text.count("$") + text.count("<") > _MOST_MARKS
        parser = self._plain if many else self._markdown
        return parser.parse(text, source, relative=relative)


def _with_html(parser: MarkdownIt) -> None:
    parser.options["html"] = True
    parser.enable(["html_block", "html_inline"])
    front_matter_plugin(parser)


def _with_equations(parser: MarkdownIt) -> None:
    _with_html(parser)
    dollarmath_plugin(
        parser,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
