"""C."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs

from ...model.facts import FileFacts
from ..grammars.grammar import Grammar, Syntax
from . import c_family, c_types
from .c_declarations import RESERVED_IN_C
from .c_python import read_file
from .programs import c_program


# They have more expressions to compile than all other languages, and few trees have
# such files.
def _prepare(text: str) -> str:
    from .c_words import prepare

    return prepare(text)


def _macros(text: str) -> list[tuple[int, int]]:
    from .c_macros import macros

    return macros(text)


def _misread(syntax: Syntax) -> Iterator[tuple[int, int]]:
    from .c_misread import misread

    return misread(syntax)


GRAMMAR: Final = Grammar(
    "tree-sitter-c",
    ("c_family", "c"),
    partial(c_family.define, reserved=RESERVED_IN_C),
    c_family.imports,
    typed=c_types.typed,
    bare_members=False,
    follows=True,
    separator="::",
    tags=True,
    docformat="doxygen",
    prepare=_prepare,
    blank=_macros,
    misread=_misread,
    reserved=RESERVED_IN_C,
)

#: C in a header.
IN_HEADERS: Final = replace(
    GRAMMAR.language("C", read_file),
    lexer="c",
    program=c_program,
    family="c",
    includes=True,
    found_by="imports",
    pointers=c_types.POINTER_TYPES,
    import_word="include",
)


def _read_file(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file that is no header: nobody else sees its macros."""
    facts = read_file(grammar, text, facts)
    definitions = (
        structs.replace(row, modifiers=(*row.modifiers, "private"))
        if row.kind == "macro"
        else row
        for row in facts.definitions
    )
    return structs.replace(facts, definitions=tuple(definitions))


C: Final = replace(IN_HEADERS, analyse=GRAMMAR.analysis(_read_file), suffixes=(".c",))
