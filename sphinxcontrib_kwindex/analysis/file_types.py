"""The type of a file by its name.

Pygments knows some 900 file name patterns, and looking through them costs a
millisecond or more. Nearly all are ``*.suffix``, so the part of a name that
decides, its :func:`type_key`, is the suffix, and one look a suffix is enough. A
name that one of the other patterns matches (``Dockerfile``, ``CMakeLists.txt``,
``*.html.j2``) is its own key, as is a name without suffix.
"""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache
from posixpath import splitext
from typing import Final, NamedTuple

from pygments.lexers import find_lexer_class_for_filename, get_all_lexers

from .languages.registry import language_of

_PLAIN_PATTERN: Final = re.compile(r"\*(\.[^.*?\[\]]+)")


class FileType(NamedTuple):
    """A type of text files."""

    name: str
    """That of the language, or of Pygments' lexer."""
    alias: str
    """The alias of that lexer, for highlighting."""
    source: bool = False
    """Whether a language of :mod:`.languages` reads its files."""


TEXT: Final = FileType("Text only", "text")
JSON: Final = FileType("JSON", "json")
NOTEBOOK: Final = FileType("Jupyter notebook", "python3")


def is_notebook(name: str) -> bool:
    """Tell from its base *name* whether a file is a Jupyter notebook."""
    return name.lower().endswith(".ipynb")


@lru_cache(maxsize=1)
def _patterns() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the suffixes that lexers know, and what matches all other patterns."""
    suffixes = set()
    others = set()
    for _, _, patterns, _ in get_all_lexers():
        for pattern in patterns:
            if plain := _PLAIN_PATTERN.fullmatch(pattern):
                suffixes.add(plain[1])
            else:
                others.add(translate(pattern))
    return frozenset(suffixes), re.compile("|".join(sorted(others)) or r"(?!)")


def type_key(name: str) -> str:
    """Return the part of a base *name* that decides the type of the file.

    For files of a language the suffix in lower case, for others a suffix, in lower case
    unless lexers know it as it is (``.R`` is not ``.r``), or the whole name.
    """
    suffix = splitext(name)[1]
    if language_of(name):
        # A file called just ``.py`` has no suffix.
        return suffix.lower() or name.lower()
    suffixes, others = _patterns()
    if not suffix or others.match(name):
        return name
    return suffix if suffix in suffixes else suffix.lower()


@lru_cache(maxsize=4096)
def _type_of_key(key: str) -> FileType:
    # A suffix alone would be a name without suffix to no pattern: ``*.md``
    # matches ``.md`` as well.
    lexer = find_lexer_class_for_filename(key)
    if lexer is None or not lexer.aliases:
        return TEXT
    return FileType(lexer.name, lexer.aliases[0])


def file_type(name: str) -> FileType:
    """Return the type of the text file with this base *name*.

    Where lexers disagree on a name, Pygments' own order decides; the content does
    not matter. A name that no lexer knows is ``Text only``.
    """
    if is_notebook(name):
        return NOTEBOOK
    if language := language_of(name):
        return FileType(language.name, language.lexer, source=True)
    return _type_of_key(type_key(name))
