"""Compiles docutils' patterns of inline markup once for all docstrings.

The state machine has them made for each document. Text in which nothing can be markup
is not searched with them at all.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any, Final

from docutils import nodes
from docutils.frontend import Values
from docutils.parsers.rst import states
from sphinx.application import Sphinx

from .shortcut import Shortcut
from .switches import switch_on

#: What inline markup needs one of: a mark, the end of a name that refers, an address.
_MARKUP: Final = re.compile(r"[*`|\\@\x00] | _(?![^\W_]) | :(?!\s|\Z)", re.VERBOSE)


def remember_patterns(inliner: states.Inliner, settings: Values) -> None:
    """Have a parser of inline markup keep its patterns for some settings."""
    inliner.init_customizations(settings)
    parse = inliner.parse
    # What stands for itself finds any word.
    searched = len(inliner.implicit_dispatch) > 1

    def parse_markup(text: str, lineno: int, memo: Any, parent: Any) -> Any:
        if searched or _MARKUP.search(text):
            return parse(text, lineno, memo, parent)
        # What docutils notes before it searches; roles in fields ask for it.
        inliner.document = memo.document
        inliner.language = memo.language
        inliner.reporter = memo.document.reporter
        inliner.parent = parent
        return ([nodes.Text(text)] if text else []), []

    vars(inliner)["init_customizations"] = lambda _settings: None
    vars(inliner)["parse"] = parse_markup


def install(app: Sphinx, undo: ExitStack) -> None:
    """Switch it on."""
    switch_on(undo, app.env, INLINE_PATTERNS.name)


INLINE_PATTERNS: Final = Shortcut(
    "inline_patterns",
    "compiling docutils' patterns of inline markup for each docstring, and searching"
    " text that has no mark in it",
    (
        "docutils.parsers.rst.states:Inliner.init_customizations(self, settings)",
        "docutils.parsers.rst.states:Inliner.parse(self, text, lineno, memo, parent)",
        (
            "docutils.parsers.rst.states:RSTStateMachine.run"
            "(self, input_lines, document, input_offset, match_titles, inliner)"
        ),
    ),
    install,
    saves="less than 1 %",
    upstream="Docutils: ``Inliner.init_customizations`` keeps the compiled patterns by"
    " the settings that they depend on.",
)
