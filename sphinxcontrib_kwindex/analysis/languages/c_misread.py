"""Macros of C and C++ around the name of a variable, which only the tree shows.

``api List all;`` and ``int size PACKED;`` have a word more than the grammar knows: it
takes the type, or the macro, for the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..grammars.grammar import Syntax, with_blanks

#: In characters.
_LONGEST: Final = 300
_KEYWORD: Final = (
    r"(?:static|extern|const|volatile|register|struct|union|enum|class|unsigned|signed"
    r"|long|short|inline|constexpr|mutable|typedef|return|goto|else|case|using|typename"
    r"|new|delete|throw|void|bool|char|int|float|double|auto|template|friend|virtual)\b"
)
#: Behind a type and a name: ``int size[2] PACKED;``
_BEHIND: Final = re.compile(
    rf"(?!(?:typedef|return|goto|else|case|using)\b)[\w:<>]+(?:\s+{_KEYWORD})*[\s*&]+"
    rf"(?:(?!{_KEYWORD})\w+[\s*&]+)?(?!{_KEYWORD})(?=\w*[a-z])\w+"
    r"(?:\s*\[[^\[\]]*\])*\s+([A-Z_][A-Z0-9_]+(?:\([^()]*\))?)\s*(?=[;=,]|\Z)"
)
#: Before a type and a name.
_BEFORE: Final = re.compile(
    rf"(?:(?:static|extern|const|volatile)\s+)*(?!{_KEYWORD})([A-Za-z_]\w*)"
    r"(?=\s+(?:const\s+|struct\s+)*[A-Za-z_]\w*"
    r"(?:[\s*]+[A-Za-z_]\w*\s*(?:[;,=\[]|\Z)|\s*\(\s*\*\s*\w+\s*\)\s*\())"
)


def misread(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield where such macros are, as :attr:`.Grammar.misread`."""
    nodes = syntax.nodes.get("misread", ())
    text = with_blanks(syntax.text, syntax.blank) if nodes else ""
    places = set()
    for node in nodes:
        start, end = node.start_byte, min(node.end_byte, node.start_byte + _LONGEST)
        declared = text[start:end]
        if match := _BEHIND.match(declared) or _BEFORE.match(declared):
            places.add((start + match.start(1), start + match.end(1)))
    yield from places
