"""A docstring of somebody else's code, as the nodes that its author meant.

A docstring is text in one of many dialects, written for another project, now
and then not valid in any. :class:`DocstringReader` tells the dialect (plain
paragraphs, reStructuredText, NumPy's and Google's sections, Markdown, or the comments
of another language, :mod:`.comments`), parses it as a document of its own, and returns
body nodes for the page that is being read. It promises three things: nothing is lost,
nothing is said (no warning, no log record, no exception), and nothing is left behind in
Sphinx's environment.

The parsers are in :mod:`.restructuredtext_parser` and :mod:`.markdown_parser`, which
is imported when it is needed, since MyST takes long; what acts in a docstring in
:mod:`.allowed_markup`, what may leave it in :mod:`.cleaning`. Text whose
structure no dialect explains is shown as it stands in the source, with its line
breaks and indentation.

Most docstrings are one plain sentence, which is the same in all dialects
(:mod:`.plain_text`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from docutils import nodes
from docutils.parsers.rst import Parser
from docutils.parsers.rst.states import RSTStateMachine
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import suppress_logging

from ...analysis.comments.dialects import DIALECTS, is_prose
from ...i18n import say
from ..setup.docutils_settings import NEW_MACHINE, document_settings
from .cleaning import as_written
from .dialects import as_restructuredtext, dialect
from .limits import nested_too_deeply, parsable
from .mkdocs import without_mkdocs
from .plain_text import is_plain, plain_paragraphs
from .restructuredtext_parser import RestructuredText

if TYPE_CHECKING:
    from .comments import Comments
    from .markdown_parser import Markdown
    from .markdown_with_html import MarkdownWithHtml

#: Docutils' settings with which some words of plain text are links.
_LINKING: Final = ("pep_references", "rfc_references")


class DocstringReader:
    """Reads docstrings while Sphinx reads a document.

    One reader serves any number of docstrings; what it needs for a dialect is
    made when the first docstring in that dialect comes.

    :param env: the environment; nothing is changed in it.
    :param new_machine: makes docutils' state machine for a text.
    """

    def __init__(
        self,
        env: BuildEnvironment,
        new_machine: Callable[[], RSTStateMachine] = NEW_MACHINE,
    ) -> None:
        self._env = env
        self._new_machine = new_machine

    def read(
        self, docstring: str, *, docformat: str = "", source: str = "", line: int = 0
    ) -> list[nodes.Node]:
        """Return the body nodes of one docstring.

        Cross-references stay unresolved, as ``pending_xref`` with the attribute
        ``kw_docstring``; they call for no warning when nothing is found.

        :param docstring: the text, cleaned as :func:`inspect.cleandoc` does.
        :param docformat: the module's ``__docformat__``.
        :param source: path of the file, for a role that asks where it stands.
        :param line: the docstring's first line there, counted from 1.
        :return: nodes without a parent, without ids, and without a reference to
            the docstring's own document; none for an empty docstring.
        """
        # By it click knows which paragraphs not to wrap.
        docstring = docstring.replace("\b\n", "\n")
        if not docstring.strip():
            return []
        shown = None if self._links_words else plain_paragraphs(docstring)
        if shown and not docformat:
            return shown
        if not parsable(docstring):
            said = (
                "This docstring is too large to be parsed; it is shown as plain text."
            )
            note = nodes.emphasis("", say(said))
            return [nodes.paragraph("", "", note), as_written(docstring)]
        style = dialect(docstring, docformat)
        if style in DIALECTS:
            if shown and is_prose(docstring, style):
                return shown
        elif style not in {"markdown", "notebook"}:
            if shown:
                return shown
            if is_plain(docstring):
                style = "restructuredtext"
        try:
            parsed = self._parse(docstring, style, source or "<docstring>", line)
        except Exception:
            # A defect of a parser, a role or a directive, or recursion without
            # end; whichever it is, the text is still there to be read.
            parsed = None
        if parsed is None or nested_too_deeply(parsed):
            return [as_written(docstring)]
        return parsed

    def read_file(self, text: str, markup: str, source: str) -> list[nodes.Node]:
        """Return the body nodes of a file that is written in a markup.

        A link by a path or a fragment is a :class:`~...pages.nodes.kw_relative_link`.

        :param markup: ``markdown`` or ``restructuredtext``.
        :param source: path of the file.
        :return: nodes as :meth:`read` returns them; none for what is not valid, or too
            large to be parsed.
        """
        if not parsable(text):
            return []
        parser = (
            self._markdown_files if markup == "markdown" else self._restructuredtext
        )
        try:
            with suppress_logging():
                parsed = parser.parse(text, source, relative=True)
        except Exception:
            # As in :meth:`read`.
            return []
        return [] if parsed is None or nested_too_deeply(parsed) else parsed

    def _parse(
        self, docstring: str, style: str, source: str, line: int
    ) -> list[nodes.Node] | None:
        """Return the nodes, ``None`` if the text is not valid in its dialect."""
        if style == "plaintext":
            return None
        with suppress_logging():
            if style == "markdown":
                text = without_mkdocs(docstring, markdown=True)
                return self._markdown.parse(text, source)
            if style == "notebook":
                return self._cells.parse(docstring, source)
            if style in DIALECTS:
                return self._comments.parse(docstring, style, source)
            text = as_restructuredtext(docstring, style)
            return self._restructuredtext.parse(text, source, max(line, 1))

    @cached_property
    def _links_words(self) -> bool:
        settings = document_settings(Parser(), self._env.settings)
        return any(getattr(settings, name, None) for name in _LINKING)

    @cached_property
    def _restructuredtext(self) -> RestructuredText:
        return RestructuredText(self._env, self._new_machine)

    @cached_property
    def _markdown(self) -> Markdown:
        from .markdown_parser import Markdown

        return Markdown()

    @cached_property
    def _cells(self) -> MarkdownWithHtml:
        from .markdown_with_html import MarkdownWithHtml

        return MarkdownWithHtml(equations=True)

    @cached_property
    def _markdown_files(self) -> MarkdownWithHtml:
        from .markdown_with_html import MarkdownWithHtml

        return MarkdownWithHtml(equations=False)

    @cached_property
    def _comments(self) -> Comments:
        from .comments import Comments

        return Comments(self._restructuredtext)
