"""Syntax that the grammars of JavaScript and TypeScript do not know."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..grammars.grammar import Syntax

_USING: Final = re.compile(
    r"((?:^[ \t]*|\bfor[ \t]*(?:await[ \t]*)?\([ \t]*))(?:await +)?using"
    r"(?=[ \t]+[A-Za-z_$][\w$]*[ \t]+(?:of\b|=[^=>]))",
    re.MULTILINE,
)
#: The word by itself, which is found much faster.
_USED: Final = re.compile(r"using[ \t]+[A-Za-z_$][\w$]*[ \t]+(?:of\b|=)")
#: A word before a field that the grammars take for its name.
_ACCESSOR: Final = re.compile(
    r"((?:^|\b(?:static|readonly|override|abstract)[ \t]|@[\w.]+(?:\([^()\n]*\))?[ \t])"
    r"[ \t]*)accessor(?=[ \t]+(?!(?:in|of|instanceof)\b)[\w$#\[])",
    re.MULTILINE,
)
#: ``const prototype = A.prototype;``
_PROTOTYPE: Final = re.compile(
    r"\b(?:const|let|var)\s+([\w$]+)\s*=\s*([\w$.]+\.prototype)\s*[;\n]"
)
#: ``A.prototype``, ``util.inherits(A, B)``
_CONSTRUCTOR: Final = re.compile(
    r"(?<![\w$])(?:inherits\(\s*([\w$]+)|([\w$]+)\.prototype\b)"
)
#: What only modules have: what ``require()`` and ``define()`` name, ``exports``.
_OF_MODULES: Final = frozenset({"string", "array", "member_expression"})
_STATEMENTS: Final = frozenset({"import_statement", "export_statement"})
_FUNCTION: Final = re.compile(r"\bfunction[ *]{1,3}([\w$]+)")

#: ``import * as a from "b"``, ``const a = require("b")``
_WHOLE_MODULE: Final = re.compile(
    r"^import\s+\*\s*as\s+([\w$]+)\s+from\s*[\"']([^\"'\n]+)"
    r"|^(?:const|let|var|import)\s+([\w$]+)\s*=\s*require\([\"']([^\"'\n]+)[\"']\)"
    r"(?!\s*[.(\[])",
    re.MULTILINE,
)


def plain_declarations(text: str) -> str:
    """Return a text with ``const`` for ``using``, which the grammars do not know.

    What they take for a name is not there: ``accessor``.
    """
    if "accessor " in text:
        text = _ACCESSOR.sub(r"\1        ", text)
    if not _USED.search(text):
        return text
    return _USING.sub(
        lambda match: match[1] + "const".ljust(len(match[0]) - len(match[1])), text
    )


def is_module(syntax: Syntax) -> bool:
    """Return whether a file has its names to itself, as modules do.

    What is imported and exported in ``declare module`` is so for that.
    """
    nodes = (*syntax.nodes.get("import", ()), *syntax.nodes.get("module", ()))
    return any(
        node.type in _OF_MODULES
        or (node.type in _STATEMENTS and node.parent and node.parent.type == "program")
        for node in nodes
    )


@lru_cache(maxsize=1)
def prototypes(text: str) -> dict[str, str]:
    """Return the prototypes of classes by the names that a file gives to them."""
    return dict(_PROTOTYPE.findall(text))


@lru_cache(maxsize=1)
def whole_modules(text: str) -> dict[str, str]:
    """Return the modules that a file has as a whole, by their names in it."""
    found = _WHOLE_MODULE.findall(text)
    return {name or required: module or path for name, module, required, path in found}


@lru_cache(maxsize=1)
def functions(text: str) -> frozenset[str]:
    """Return the names of the functions that a file declares."""
    return frozenset(_FUNCTION.findall(text))


@lru_cache(maxsize=1)
def constructors(text: str) -> frozenset[str]:
    """Return the names of what has a prototype, or inherits one."""
    if ".prototype" not in text and "inherits(" not in text:
        return frozenset()
    return frozenset(a or b for a, b in _CONSTRUCTOR.findall(text))
