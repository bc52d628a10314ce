"""The parser for docstrings in Markdown, with MyST's renderer to docutils nodes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from docutils import nodes
from docutils.utils import new_document
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.mdit import create_md_parser

from ...analysis.text.markdown_tables import limit_tables
from .cleaning import cleaned, keep_relative_links, source_block
from .restructuredtext_parser import quiet_settings

#: What MyST's renderer (4 and 5) sets for a document.
_STATE: Final = frozenset(
    """md_env md_options md_config document current_node reporter language_module_rst
    _heading_offset _level_to_section _heading_slugs""".split()  # noqa: SIM905
)
#: An address without marks, as GitHub links it: without what ends a sentence.
_ADDRESS: Final = re.compile(
    r"\bhttps?://(?=\w)(?:[^\s<>\"`()]|\([^\s<>\"`()]*\))*"
    r"(?:[^\s<>\"`().,:;!?'*_~\]]|\([^\s<>\"`()]*\)|/)"
)
#: The first line of a quotation that is an alert:
#: https://docs.github.com/en/get-started/writing-on-github
_ALERT: Final = re.compile(r"\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*\n")
_ALERTS: Final[dict[str, type[nodes.Element]]] = {
    "NOTE": nodes.note,
    "TIP": nodes.tip,
    "IMPORTANT": nodes.important,
    "WARNING": nodes.warning,
    "CAUTION": nodes.caution,
}


class MarkdownRenderer(DocutilsRenderer):
    """MyST's renderer to docutils nodes, without HTML and Pygments in them.

    What GitHub makes of an address and of a quotation is made of them here, too.
    """

    def setup_render(self, options: Any, env: Any) -> None:
        """Begin a document.

        MyST makes one with docutils' option parser each time, even where it is given
        one, which takes longer than all else. What else it sets is set here, if that
        is what we know.
        """
        state = vars(self)
        if not _STATE.issubset(state):
            before = set(state)
            super().setup_render(options, env)
            self._is_known = set(state) - before == _STATE
        elif not self._is_known:
            super().setup_render(options, env)
        else:
            document = options["document"]
            self.md_env, self.md_options = env, options
            self.document = self.current_node = document
            self.reporter = document.reporter
            self._heading_offset = 0
            self._level_to_section = {0: document}
            self._heading_slugs = {}

    def renderInlineAsText(self, tokens: list[SyntaxTreeNode]) -> str:
        """Return the text of an image; MyST leaves out code and the ends of lines."""
        return "".join(
            self.renderInlineAsText(token.children)
            if token.children
            else "\n"
            if token.type in {"softbreak", "hardbreak"}
            else token.content
            for token in tokens
        )

    def render_text(self, token: SyntaxTreeNode) -> None:
        """Show a text; an address in it is a link unless it is in one."""
        text, at = token.content, 0
        if "://" in text and not isinstance(self.current_node, nodes.reference):
            for address in _ADDRESS.finditer(text):
                link = nodes.reference("", address[0], refuri=address[0])
                before = nodes.Text(text[at : address.start()])
                self.current_node += [before, link] if before else [link]
                at = address.end()
        if at < len(text):
            self.current_node.append(nodes.Text(text[at:]))

    def render_blockquote(self, token: SyntaxTreeNode) -> None:
        """Show an alert as what it is."""
        super().render_blockquote(token)
        quote = self.current_node.children[-1]
        first = quote.children[0] if quote.children else None
        if not isinstance(first, nodes.paragraph):
            return
        alert = _ALERT.match(first.astext())
        if alert and isinstance(first[0], nodes.Text):
            # The mark, and the end of its line.
            del first[:2]
            quote.parent.replace(quote, _ALERTS[alert[1]]("", *quote.children))

    def render_hardbreak(self, _token: SyntaxTreeNode) -> None:
        """Return a line break as white space; MyST's is raw HTML and LaTeX."""
        self.current_node.append(nodes.Text("\n"))

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Show one of MyST's directives as it was written, else the code."""
        if not token.info.lstrip().startswith("{"):
            super().render_fence(token)
            return
        text = f"{token.markup}{token.info}\n{token.content}{token.markup}"
        self.current_node.append(source_block(text))

    def create_highlighted_code_block(
        self, text: str, lexer_name: str | None, *_args: Any, **_options: Any
    ) -> nodes.Element:
        """Return the code as Sphinx's writers want it: not coloured yet."""
        text = text.rstrip("\n")
        return nodes.literal_block(text, text, language=lexer_name or "default")


class Markdown:
    """Parses docstrings in Markdown: CommonMark and tables, HTML as text."""

    def __init__(self, renderer: type[MarkdownRenderer] = MarkdownRenderer) -> None:
        # No environment here: with one, MyST writes metadata into it.
        # MyST asks for this one before it warns of a skipped heading level.
        self._settings = quiet_settings({"myst_suppress_warnings": ["myst.header"]})
        config = MdParserConfig(commonmark_only=True)
        self._parser = create_md_parser(config, renderer)
        limit_tables(self._parser.enable("table"))
        self._parser.options["html"] = False

    def extend(self, add: Callable[[MarkdownIt], None]) -> None:
        """Have the parser know more: markdown-it's plugins."""
        self._parser.use(add)

    def parse(
        self, text: str, source: str = "<docstring>", *, relative: bool = False
    ) -> list[nodes.Node]:
        """Return the nodes of *text*; there is no text that is not valid.

        :param source: path of the file that the text is in.
        :param relative: whether links by paths and fragments are kept.
        """
        document = new_document(source, self._settings)
        self._parser.options["document"] = document
        self._parser.render(text)
        if relative:
            keep_relative_links(document)
        return cleaned(document.children)
