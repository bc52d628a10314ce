"""Tokens of a text by Pygments, with limits of time and size."""

from __future__ import annotations

import time
from functools import cache, lru_cache
from typing import Final

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound

from .ranges import Range, add

#: Characters of a text, and of a line, with which it has no colours: a lexer may need
#: the square of that.
LONGEST_TEXT: Final = 2_000_000
LONGEST_LINE: Final = 10_000
#: Seconds after which a text has none either: blank lines are enough for some lexers.
LEXING_TIME: Final = 10.0
#: What stands for code that is cut off.
CUT: Final = "…"
#: The number of tokens that are taken between two looks at the clock.
TOKENS: Final = 100


@lru_cache(32)
def _lexer(language: str) -> Lexer:
    options = {"stripnl": False, "stripall": False, "ensurenl": False, "tabsize": 0}
    try:
        return get_lexer_by_name(language, **options)
    except ClassNotFound:
        return get_lexer_by_name("text", **options)


def too_long(text: str) -> bool:
    """Return whether a text, or a line of it, is too long to have colours."""
    return len(text) > LONGEST_TEXT or max(map(len, text.split("\n"))) > LONGEST_LINE


def pygments_ranges(text: str, language: str) -> list[Range]:
    """Return what Pygments finds in a text, nothing where it fails."""
    ranges: list[Range] = []
    at = 0
    if too_long(text):
        return []
    deadline = time.process_time() + LEXING_TIME
    try:
        for number, (kind, value) in enumerate(_lexer(language).get_tokens(text)):
            if not number % TOKENS and time.process_time() > deadline:
                return []
            behind = at + len(value)
            if value != CUT and (css := css_class(kind)):
                add(ranges, text, at, behind, css)
            at = behind
    except Exception:
        # Lexers are written for correct code; this is whatever stands in a file.
        return []
    # A lexer that changes the text would shift the lines.
    return ranges if at == len(text) else []


@cache
def css_class(kind: _TokenType) -> str:
    """Return the class that Pygments' style sheets have for a token type.

    Names that are not special have none, nor have operators and ``self``: with them
    half of all elements of a listing would be of what nobody takes for something else.
    """
    at: _TokenType | None = kind
    while at is not None and at not in STANDARD_TYPES:
        at = at.parent
    css = STANDARD_TYPES.get(at, "") if at is not None else ""
    return "" if css in {"w", "n", "nx", "o", "p", "bp"} else css
