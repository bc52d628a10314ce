"""A docstring of somebody else's code, as the nodes that its author meant.

A docstring is text in one of many dialects, written for another project, now
and then not valid in any. :class:`DocstringReader` tells the dialect (plain
paragraphs, reStructuredText, NumPy's and Google's sections, Markdown), parses it
as a document of its own, and returns body nodes for the page that is being
read. It promises three things: nothing is lost, nothing is said (no warning,
no log record, no exception), and nothing is left behind in Sphinx's environment.

The parsers are in :mod:`.parsers`, what acts in a docstring in
:mod:`.markup`, what may leave it in :mod:`.docstring_nodes`. Text whose
structure no dialect explains is shown as it stands in the source, with its line
breaks and indentation.

Most docstrings are one plain sentence. They are recognised by a regular
expression and never meet a parser.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.logging import suppress_logging

from ...i18n import say
from .cleaning import as_written
from .dialects import as_restructuredtext, dialect
from .limits import nested_too_deeply, parsable
from .parsers import Markdown, RestructuredText

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

# A line that opens with a word, perhaps in quotes or brackets, is neither
# indented nor a list, a field, a table, a directive or an underline.
_PLAIN_LINE: Final = r"""
    (?! \(? (?: [0-9]+ | [a-zA-Z] | [ivxlcdmIVXLCDM]+ ) [.)] (?: \s | $ ) )
    ["'(\[{<]{0,3} _{0,2} [^\W_]
    (?:
        [^\\`*|_:@\x00-\x1f\x7f-\xa0\u2028\u2029]
      | _ (?= \w )              # inside a name, not behind a reference
      | : (?= [ \n] | \Z )      # neither an address nor a literal block
    )*
    (?<! \s )
"""

#: Text that is the same in every dialect but Markdown: paragraphs, no markup.
_PLAIN: Final = re.compile(
    rf"{_PLAIN_LINE} (?: \n+ {_PLAIN_LINE} )* \Z", re.VERBOSE | re.MULTILINE
)
_BLANK_LINES: Final = re.compile(r"\n\n+")


def plain_paragraphs(docstring: str) -> list[nodes.Node] | None:
    """Return the paragraphs of a text without any markup, else ``None``."""
    if not _PLAIN.match(docstring):
        return None
    return [
        nodes.paragraph("", "", nodes.Text(text))
        for text in _BLANK_LINES.split(docstring)
    ]


class DocstringReader:
    """Reads docstrings while Sphinx reads a document.

    One reader serves any number of docstrings; what it needs for a dialect is
    made when the first docstring in that dialect comes.

    :param env: the environment; nothing is changed in it.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

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
        if not docstring.strip():
            return []
        paragraphs = plain_paragraphs(docstring)
        if paragraphs and not docformat:
            return paragraphs
        if not parsable(docstring):
            said = "It is too large to be parsed, and stands here as it is written."
            note = nodes.emphasis("", say(said))
            return [nodes.paragraph("", "", note), as_written(docstring)]
        style = dialect(docstring, docformat)
        if paragraphs and style != "markdown":
            return paragraphs
        try:
            parsed = self._parse(docstring, style, source or "<docstring>", line)
        except Exception:
            # A defect of a parser, a role or a directive, or recursion without
            # end; whichever it is, the text is still there to be read.
            parsed = None
        if parsed is None or nested_too_deeply(parsed):
            return [as_written(docstring)]
        return parsed

    def _parse(
        self, docstring: str, style: str, source: str, line: int
    ) -> list[nodes.Node] | None:
        """Return the nodes, ``None`` if the text is not valid in its dialect."""
        if style == "plaintext":
            return None
        with suppress_logging():
            if style == "markdown":
                return self._markdown.parse(docstring, source)
            text = as_restructuredtext(docstring, style)
            return self._restructuredtext.parse(text, source, max(line, 1))

    @cached_property
    def _restructuredtext(self) -> RestructuredText:
        return RestructuredText(self._env)

    @cached_property
    def _markdown(self) -> Markdown:
        return Markdown()
