"""Makes the formatters of code blocks once.

For each block Sphinx makes a formatter of Pygments, which first makes its style sheet.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from pygments.formatter import Formatter
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..setup.replacement import replace
from .shortcut import Shortcut, makes_html


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the builder's highlighter remember its formatters."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    highlighter = app.builder.highlighter
    make = highlighter.get_formatter
    made: dict[str, Formatter[str]] = {}

    def get_formatter(**options: Any) -> Formatter[str]:
        key = repr(sorted(options.items()))
        if key not in made:
            made[key] = make(**options)
        return made[key]

    replace(undo, highlighter, "get_formatter", get_formatter)


CODE_FORMATTERS: Final = Shortcut(
    "code_formatters",
    "making a formatter of Pygments, and its style sheet, for each block of code",
    ("sphinx.highlighting:PygmentsBridge.get_formatter(self, kwargs)",),
    install,
    makes_html,
    saves="1 %",
)
