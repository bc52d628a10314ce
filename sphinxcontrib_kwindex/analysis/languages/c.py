"""C."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from ..grammars.grammar import Grammar
from . import c_family, c_types
from .c_declarations import RESERVED_IN_C
from .c_macros import macros
from .c_python import read_file
from .c_words import prepare
from .programs import c_program

GRAMMAR: Final = Grammar(
    "tree-sitter-c",
    ("c_family", "c"),
    partial(c_family.define, reserved=RESERVED_IN_C),
    c_family.imports,
    typed=c_types.typed,
    follows=True,
    separator="::",
    docformat="doxygen",
    prepare=prepare,
    blank=macros,
)
C: Final = replace(
    GRAMMAR.language("C", read_file),
    suffixes=(".c",),
    lexer="c",
    program=c_program,
    family="c",
    includes=True,
    found_by="imports",
    pointers=c_types.POINTER_TYPES,
    import_word="include",
)
