"""JavaScript, and JSX."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...model.kinds import TAGGED
from ..grammars.grammar import Grammar
from . import ecmascript_properties
from .common_names import common_names
from .ecmascript import analyse, define
from .ecmascript_modules import imports, unnamed
from .ecmascript_text import is_module, plain_declarations

GRAMMAR: Final = Grammar(
    "tree-sitter-javascript",
    ("ecmascript", "ecmascript_tests", "javascript", "jsx"),
    define,
    imports,
    ecmascript_properties.typed,
    follows=True,
    docformat="jsdoc",
    closed=is_module,
    unnamed=unnamed,
    common=common_names("members", "ecmascript"),
    bare_members=False,
    spaces=frozenset({"namespace", "enum"}),
    hoists=True,
    wraps=True,
    prepare=plain_declarations,
)
JAVASCRIPT: Final = replace(
    GRAMMAR.language("JavaScript", analyse),
    suffixes=(".js", ".mjs", ".cjs", ".jsx", ".es6", ".jsm"),
    interpreters=("node", "nodejs"),
    lexer="javascript",
    family="javascript",
    found_by="imports",
    shared=TAGGED,
    exports=True,
    offering="export",
)
