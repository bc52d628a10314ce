"""C."""

from __future__ import annotations

from functools import partial
from typing import Final

from ..grammars.grammar import Grammar
from . import c_family, c_types
from .c_declarations import RESERVED_IN_C
from .c_macros import macros
from .c_python import read_file
from .c_words import prepare
from .language import Language

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
C: Final = Language(
    name="C",
    analyse=partial(read_file, GRAMMAR),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(".c",),
    lexer="c",
    family="c",
    separator="::",
    import_word="include",
)
