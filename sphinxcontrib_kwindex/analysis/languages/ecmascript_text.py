"""What the grammars of JavaScript and TypeScript know nothing of."""

from __future__ import annotations

import re
from typing import Final

from ..grammars.grammar import Syntax

_USING: Final = re.compile(
    r"((?:^[ \t]*|\bfor[ \t]*(?:await[ \t]*)?\([ \t]*))(?:await +)?using"
    r"(?=[ \t]+[A-Za-z_$][\w$]*[ \t]+(?:of\b|=[^=>]))",
    re.MULTILINE,
)
#: Members of what the language itself has, or browsers: of objects, arrays, texts,
#: promises, elements, responses.
_COMMON: Final = """
add all allSettled any apply at bind call catch charAt charCodeAt clear
codePointAt concat constructor copyWithin create defineProperty delete
endsWith entries every exec exports fill filter finally find findIndex
findLast findLastIndex flat flatMap forEach freeze from fromEntries get
getTime has hasOwn hasOwnProperty includes indexOf is isArray isPrototypeOf
join keys lastIndexOf length localeCompare log map match matchAll message name
next normalize now of padEnd padStart parse pop prototype push race raw reduce
reduceRight reject repeat replace replaceAll resolve return reverse search set
shift size slice some sort source splice split stack startsWith stringify
substr substring test then throw toFixed toISOString toJSON toLocaleString
toLowerCase toPrecision toSorted toString toUpperCase trim trimEnd trimStart
unshift value valueOf values addEventListener appendChild attributes children
classList className click close data dataset error id innerHTML parentNode
querySelector querySelectorAll remove removeEventListener setAttribute
getAttribute style target textContent type on once emit end write read open
send url
text json blob arrayBuffer formData statusText signal abort
"""
COMMON: Final = frozenset(_COMMON.split())


def plain_declarations(text: str) -> str:
    """Return a text with ``const`` for ``using``, which the grammars do not know."""
    return _USING.sub(
        lambda found: found[1] + "const".ljust(len(found[0]) - len(found[1])), text
    )


def is_module(syntax: Syntax) -> bool:
    """Return whether a file has its names to itself, as modules do."""
    return bool(syntax.nodes.get("import") or syntax.nodes.get("module"))
