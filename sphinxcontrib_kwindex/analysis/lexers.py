"""The lexers that Pygments itself has, and none of other packages.

Which plugins are installed is no property of a file, and its facts are kept under a
key that does not tell. To import them also changes how Sphinx colours the pages of the
host: coconut's lexer adds to the tokens of Python's, as long as nobody has used that.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache
from typing import Final

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name, get_all_lexers

ALL_LEXERS: Final = tuple(get_all_lexers(plugins=False))
"""Name, aliases, file name patterns and media types of each lexer."""
_MAGIC: Final = re.compile(r"[*?\[]")


@cache
def _aliases() -> frozenset[str]:
    return frozenset(alias for lexer in ALL_LEXERS for alias in lexer[1])


def lexer_by_name(name: str) -> type[Lexer] | None:
    """Return the lexer that has an alias, in whatever case."""
    return find_lexer_class_by_name(name) if name.lower() in _aliases() else None


def fits(name: str, pattern: str) -> bool:
    """Return whether a file name fits a pattern, as :func:`fnmatch.fnmatchcase` does.

    Of a thousand patterns hardly one is more than an ending, and to compile them all
    takes as long as to start a process.
    """
    ending = pattern.removeprefix("*")
    if _MAGIC.search(ending):
        return fnmatchcase(name, pattern)
    return name == pattern or (ending != pattern and name.endswith(ending))


def lexer_for_filename(name: str) -> type[Lexer] | None:
    """Return the lexer that Pygments chooses for a base name without its content."""
    matches = []
    for _, aliases, patterns, _ in ALL_LEXERS:
        for pattern in patterns:
            if aliases and fits(name, pattern):
                lexer = find_lexer_class_by_name(aliases[0])
                exact = 0.5 if "*" not in pattern else 0
                matches.append((lexer.priority + exact, lexer.__name__, lexer))
    return max(matches, key=lambda match: match[:2])[2] if matches else None
