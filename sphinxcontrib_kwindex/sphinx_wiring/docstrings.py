"""A docstring of somebody else's code, as the nodes that its author meant.

A docstring is text in one of many dialects, written for another project, now
and then not valid in any. :class:`DocstringReader` tells the dialect (plain
paragraphs, reStructuredText, NumPy's and Google's sections, Markdown), parses it
as a document of its own, and returns body nodes for the page that is being
read. It promises three things: nothing is lost, nothing is said (no warning,
no log record, no exception), and nothing is left behind in Sphinx's environment.

The parsers are in :mod:`.docstring_parsers`, what acts in a docstring in
:mod:`.docstring_markup`, what may leave it in :mod:`.docstring_nodes`. Text whose
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
from sphinx.ext import napoleon
from sphinx.util.logging import suppress_logging

from sphinxcontrib_kwindex.sphinx_wiring.docstring_nodes import as_written
from sphinxcontrib_kwindex.sphinx_wiring.docstring_parsers import (
    Markdown,
    RestructuredText,
)

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

_NUMPY_SECTION: Final = re.compile(
    r"""^ (?: Parameters | Other[ ]Parameters | Returns | Yields | Receives
            | Raises | Warns | Warnings | See[ ]Also | Notes | References
            | Examples | Attributes | Methods )
        [ ]* \n -{3,} [ ]* $""",
    re.VERBOSE | re.MULTILINE,
)
_GOOGLE_SECTION: Final = re.compile(
    r"""^ (?: Args | Arguments | Attributes | Caution | Danger | Error | Examples?
            | Hint | Important | Keyword[ ]Arg(?:ument)?s | Methods | Notes?
            | Other[ ]Parameters | Parameters | Receives? | Returns? | Raises?
            | References | See[ ]Also | Tip | Todo | Warnings? | Warns? | Yields? )
        : [ ]* \n (?: [ ]* \n )* [ ]+ \S""",
    re.VERBOSE | re.MULTILINE,
)
#: A line of text with a field straight below, which would be more of the text.
_FIELD_BELOW_TEXT: Final = re.compile(
    r"^ (?!:) \S .* \n (?= :(?:param|type|keyword|raises?|returns?|rtype)\b .* : )",
    re.VERBOSE | re.MULTILINE,
)
_FENCE: Final = re.compile(
    r"""^ (?P<indent> [ ]* ) (?P<fence> ``` `* ) [ ]* (?P<language> [\w+#.-]* )
        [^\n`]* \n (?P<code> .*? ) ^ (?P=indent) (?P=fence) [ ]* $""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_MARKDOWN_LINK: Final = re.compile(r"\[[^\]\n]+\]\(https?://[^\s)]+\)")
_MARKDOWN_HEADING: Final = re.compile(r"^#{1,6} \S", re.MULTILINE)
_MARKDOWN_SUBHEADING: Final = re.compile(r"^#{2,6} \S", re.MULTILINE)
#: A directive, a field, a literal block, a role: marks that Markdown lacks.
_RST: Final = re.compile(
    r"^[ ]*\.\. \S | ^[ ]*:\w[^:\n]*:(?:[ ]|$) | ::$ | :\w+:`[^`]",
    re.VERBOSE | re.MULTILINE,
)


def plain_paragraphs(docstring: str) -> list[nodes.Node] | None:
    """Return the paragraphs of a text without any markup, else ``None``."""
    if not _PLAIN.match(docstring):
        return None
    return [
        nodes.paragraph("", "", nodes.Text(text))
        for text in _BLANK_LINES.split(docstring)
    ]


def dialect(docstring: str, docformat: str = "") -> str:
    """Return the dialect that a docstring is written in.

    :param docformat: the ``__docformat__`` of the module, which decides if it is
        one of those that :pep:`258` and the documentation tools know.
    :return: ``restructuredtext``, ``numpy``, ``google``, ``markdown`` or
        ``plaintext``.
    """
    declared = _DOCFORMATS.get(docformat.partition(" ")[0].lower())
    if declared == "restructuredtext" or declared is None:
        # NumPy's sections are reStructuredText by their own standard, so the
        # projects that have them declare just that.
        if _NUMPY_SECTION.search(docstring):
            return "numpy"
        if declared is None and _GOOGLE_SECTION.search(docstring):
            return "google"
        if declared is None and _is_markdown(docstring):
            return "markdown"
    return declared or "restructuredtext"


_DOCFORMATS: Final = {
    "restructuredtext": "restructuredtext",
    "restructured": "restructuredtext",
    "rst": "restructuredtext",
    "rest": "restructuredtext",
    "numpy": "numpy",
    "numpydoc": "numpy",
    "google": "google",
    "markdown": "markdown",
    "md": "markdown",
    "epytext": "plaintext",
    "plaintext": "plaintext",
}


def _is_markdown(docstring: str) -> bool:
    if _RST.search(docstring):
        return False
    if "```" in docstring and _FENCE.search(docstring):
        return True
    if _MARKDOWN_LINK.search(docstring):
        return True
    # One ``# `` line alone may as well be a comment of Python.
    return bool(
        _MARKDOWN_SUBHEADING.search(docstring)
        and len(_MARKDOWN_HEADING.findall(docstring)) > 1
    )


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
        style = dialect(docstring, docformat) if docformat else ""
        if style != "markdown" and (paragraphs := plain_paragraphs(docstring)):
            return paragraphs
        try:
            parsed = self._parse(
                docstring, style or dialect(docstring), source or "<docstring>", line
            )
        except Exception:
            # A defect of a parser, a role or a directive, or recursion without
            # end; whichever it is, the text is still there to be read.
            parsed = None
        return as_written(docstring) if parsed is None else parsed

    def _parse(
        self, docstring: str, style: str, source: str, line: int
    ) -> list[nodes.Node] | None:
        """Return the nodes, ``None`` if the text is not valid in its dialect."""
        if style == "plaintext":
            return None
        with suppress_logging():
            if style == "markdown":
                return self._markdown.parse(docstring, source)
            if "```" in docstring:
                docstring = _FENCE.sub(_code_block, docstring)
            if "\n:" in docstring:
                docstring = _FIELD_BELOW_TEXT.sub(r"\g<0>\n", docstring)
            if style != "restructuredtext":
                docstring = _without_sections(docstring, style)
            return self._restructuredtext.parse(docstring, source, max(line, 1))

    @cached_property
    def _restructuredtext(self) -> RestructuredText:
        return RestructuredText(self._env)

    @cached_property
    def _markdown(self) -> Markdown:
        return Markdown()


def _code_block(fence: re.Match[str]) -> str:
    """Return a fenced block of Markdown as a directive.

    Fences are also found in docstrings that are otherwise Google's or
    reStructuredText.
    """
    indent = fence["indent"]
    lines = [
        f"    {line}" if line.strip() else "" for line in fence["code"].split("\n")
    ]
    language = fence["language"] or "default"
    return "\n".join(["", f"{indent}.. code-block:: {language}", "", *lines, ""])


_NAPOLEON: Final = napoleon.Config(napoleon_use_ivar=True)


def _without_sections(docstring: str, style: str) -> str:
    """Return a NumPy or Google docstring as reStructuredText."""
    if style == "numpy":
        return str(napoleon.NumpyDocstring(docstring, _NAPOLEON, what="object"))
    # Many write ``Args:`` straight below a sentence. Napoleon sees the section,
    # but what it writes would go on with the sentence's paragraph.
    docstring = _GOOGLE_SECTION.sub(r"\n\g<0>", docstring)
    return str(napoleon.GoogleDocstring(docstring, _NAPOLEON, what="object"))
