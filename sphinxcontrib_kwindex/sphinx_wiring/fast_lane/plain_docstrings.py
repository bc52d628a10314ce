"""Makes paragraphs of docstrings without markup, which most are, without a parser."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Final

from docutils import nodes
from docutils.parsers.rst import Parser
from sphinx.application import Sphinx

from ..docstrings.plain_text import is_plain
from ..setup.docutils_settings import document_settings
from .shortcut import Shortcut, replace_tool

_BLANK_LINES: Final = re.compile(r"\n\n+")
#: How many characters of plain text are within all limits of the parsers.
_SHORT: Final = 3_000
#: Docutils' settings with which some words are links.
_LINKING: Final = ("pep_references", "rfc_references")


def plain_paragraphs(docstring: str) -> list[nodes.Node] | None:
    """Return the paragraphs of a text without any markup, else ``None``."""
    if len(docstring) > _SHORT or not is_plain(docstring):
        return None
    return [
        nodes.paragraph("", "", nodes.Text(text))
        for text in _BLANK_LINES.split(docstring)
    ]


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the reader of docstrings use it, unless words of plain text are links."""
    settings = document_settings(Parser(), app.env.settings)
    if not any(getattr(settings, name, None) for name in _LINKING):
        replace_tool(undo, app, "plain_paragraphs", plain_paragraphs)


PLAIN_DOCSTRINGS: Final = Shortcut(
    "plain_docstrings",
    "parsing docstrings in which there is no markup",
    (
        "docutils.parsers.rst:Parser",
        "docutils.nodes:paragraph",
        "env.settings",
    ),
    install,
)
