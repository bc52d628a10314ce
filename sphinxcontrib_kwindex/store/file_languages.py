"""The language of a file of the tree: by its name, or else as it was stored.

What the name of a script does not tell its first line does, which was read when the
file was analysed. Nobody else looks at it.
"""

from __future__ import annotations

from typing import Final

from ..analysis.languages.language import NO_LANGUAGE, Language
from ..analysis.languages.python import PYTHON
from ..analysis.languages.registry import language_named, may_be_script
from ..analysis.languages.registry import language_of as language_by_name
from .database import Store

#: Families whose programs ask no object of another one for a member.
_APART: Final = frozenset({PYTHON.name, "javascript", "PHP", "Ruby"})


def language_of(store: Store, path: str) -> Language | None:
    """Return the language whose source a file is, if there is one."""
    language = language_by_name(path)
    if language is None and may_be_script(path):
        return language_named(store.source_type(path))
    return language


def family_of(store: Store, path: str) -> str:
    """Return what :func:`.registry.family_of` does of a file of the tree."""
    language = language_of(store, path) or NO_LANGUAGE
    return language.family or language.name


def apart(store: Store, path: str) -> str:
    """Return the family of a file, if no member of it is meant by a name in others.

    Empty for what may be a part of programs in other languages, as C is.
    """
    family = family_of(store, path)
    return family if family in _APART else ""


def is_of_python(store: Store, path: str) -> bool:
    """Return whether the names of a file are those of Python: also of a notebook."""
    return family_of(store, path) == PYTHON.name
