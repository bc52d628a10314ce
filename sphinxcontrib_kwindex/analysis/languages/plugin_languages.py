"""Languages of other packages: loaded, and held to what they promise.

What such a language does wrong costs its files what it would have added, and nothing
else: :class:`LanguageError` says what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Final

import msgspec

from ...model.errors import error_line
from ...model.facts import Definition, FileFacts
from ...model.grouped import grouped
from ...model.kinds import KINDS
from ...model.name_rule import NameRule
from ..decoding import Source, decode_text
from .language import UNLOADED, Analyse, Language, LanguageError, Resolve

#: What is raised for a file that is to blame itself.
_OF_FILES: Final = (SyntaxError, RecursionError, MemoryError)

failures: Final[dict[str, str]] = {}
"""What failed first in each language since somebody asked, by the language's name."""


def load(entry: EntryPoint) -> Language:
    """Return the language of an entry point; the version of its package is part of its.

    :raises Exception: whatever its module raises.
    :raises TypeError: if it is no language.
    :raises ValueError: if something of it cannot be.
    """
    from pygments.lexers import get_lexer_by_name

    language = entry.load()
    if not isinstance(language, Language):
        raise TypeError(f"{entry.value} is no Language")
    for suffix in language.suffixes:
        if not suffix.startswith(".") or "." in suffix[1:] or suffix != suffix.lower():
            raise ValueError(f"{suffix} is no suffix in lower case")
    for kind in language.kinds:
        if kind not in KINDS:
            raise ValueError(f"{kind} is no kind; choose from {', '.join(KINDS)}")
    get_lexer_by_name(language.lexer)
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return replace(
        language,
        version=f"{language.version} {package}",
        analyse=_analyses(language),
        decode=language.decode and _decodes(language.name, language.decode),
        resolve=language.resolve and _resolves(language.name, language.resolve),
    )


def failing(name: str, files: Iterable[str], reason: str) -> Language:
    """Return a language that cannot read its files.

    :param files: their suffixes and names.
    """

    def analyse(*_: object) -> FileFacts:
        raise LanguageError(f"{UNLOADED} for the analysis: {reason}")

    return Language(name, analyse, "", suffixes=tuple(files), names=tuple(files))


def _analyses(language: Language) -> Analyse:
    def analyse(text: str, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
        try:
            result = language.analyse(text, facts, rules)
            # The store takes nothing of another type.
            msgspec.msgpack.decode(msgspec.msgpack.encode(result), type=FileFacts)
            _check(language, result)
        except _OF_FILES:
            raise
        except Exception as error:
            raise LanguageError(error_line(error)) from error
        given = {name: getattr(facts, name) for name in _GIVEN}
        return replace(result, definitions=merged(result.definitions), **given)

    return analyse


#: The facts that follow from the name and the bytes of a file alone.
_GIVEN: Final = ("type", "language", "size", "lines", "encoding", "blank", "source")


def merged(definitions: Iterable[Definition]) -> tuple[Definition, ...]:
    """Make definitions of one kind and name one definition of several lines.

    It is a declaration only if all are; the lines of declarations are the last.
    """
    groups = grouped(((row.kind, row.qualname), row) for row in definitions)
    made = []
    for rows in groups.values():
        rows.sort(key=lambda row: row.declaration)
        lines = tuple(line for row in rows for line in row.lines)
        signatures = tuple(text for row in rows for text in row.signatures)
        made.append(replace(rows[0], lines=lines, signatures=signatures))
    return tuple(sorted(made, key=lambda row: row.line))


def _check(language: Language, facts: FileFacts) -> None:
    """Raise :exc:`ValueError` for what would break pages."""
    for row in facts.definitions:
        if row.kind not in language.kinds:
            raise ValueError(f"{row.qualname} is of the kind {row.kind!r}")
    references = list(facts.references.iterate())
    lines = {line for row in facts.definitions for line in row.lines or (0,)}
    lines |= {row.line for row in facts.imports} | {row.line for row in references}
    if wrong := lines.difference(range(1, facts.lines + 1)):
        raise ValueError(f"there is no line {min(wrong)}")
    if any(row.spec >= len(facts.references.specs) for row in references):
        raise ValueError("a reference has no spec")


def _decodes(
    language: str, own: Callable[[bytes], Source]
) -> Callable[[bytes], Source]:
    def decode_source(data: bytes) -> Source:
        try:
            return own(data)
        except Exception as error:
            failures.setdefault(language, error_line(error))
            return decode_text(data)

    return decode_source


def _resolves(language: str, own: Resolve) -> Resolve:
    def resolve(importer: str, module: str, files: Collection[str]) -> str | None:
        try:
            path = own(importer, module, files)
        except Exception as error:
            failures.setdefault(language, f"{importer}: {error_line(error)}")
            return None
        return path if path in files else None

    return resolve
