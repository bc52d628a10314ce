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
_QUALIFIER: Final = (
    r"(?:static|extern|const|volatile|register|inline|constexpr|mutable|thread_local)\b"
)
_NO_NAME: Final = (
    rf"(?:{_QUALIFIER}|(?:struct|union|enum|class|unsigned|signed|long|short|typedef"
    r"|return|goto|else|case|using|typename|new|delete|throw|void|bool|char|int|float"
    r"|double|auto|template|friend|virtual|namespace|operator)\b)"
)
_TYPE: Final = (
    r"(?:(?:struct|union|enum|class)\s+\w+"
    r"|(?:(?:unsigned|signed|long|short|int|char|float|double|bool)\b\s*)++"
    rf"|(?!{_NO_NAME})[A-Za-z_][\w:<>]*)"
)
#: Behind a type and a name: ``int size[2] PACKED;``
_BEHIND: Final = re.compile(
    rf"(?:{_QUALIFIER}\s+)*+{_TYPE}(?:\s|[*&]|{_QUALIFIER})*(?<=[\s*&])"
    rf"(?!{_NO_NAME})(?=\w*[a-z])\w+(?:\s*\[[^\[\]]*\])*\s+"
    r"([A-Z_][A-Z0-9_]+(?:\([^()]*\))?)\s*(?=[;=,]|\Z)"
)
#: Before a type and a name.
_BEFORE: Final = re.compile(
    rf"(?:{_QUALIFIER}\s+)*+(?!{_NO_NAME})([A-Za-z_]\w*)"
    rf"(?=\s+(?:(?:{_QUALIFIER}|struct\b)\s+)*+(?!{_QUALIFIER})[A-Za-z_]\w*"
    rf"(?:[\s*]+(?!{_NO_NAME})[A-Za-z_]\w*\s*(?:[;,=\[]|\Z)"
    r"|\s*\(\s*\*\s*\w+\s*\)\s*\())"
)
#: A macro in a list, and what it stands for: ``{`` in it would begin another list.
_IN_LIST: Final = re.compile(
    r"#define[ \t]+\w+\([^()\n]*\)[ \t]*+(\S(?:[^\n\\]|\\\n|\\.)*+)"
)


def misread(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield where such macros are, as :attr:`.Grammar.misread`."""
    # Those that may end with an error are captured before it is known whether they do.
    broken = (node for node in syntax.nodes.get("broken", ()) if node.has_error)
    nodes = [*syntax.nodes.get("misread", ()), *broken]
    text = with_blanks(syntax.text, syntax.blank) if nodes else ""
    places = set()
    for node in nodes:
        start, end = node.start_byte, min(node.end_byte, node.start_byte + _LONGEST)
        if node.type == "#define":
            if match := _IN_LIST.match(text, start):
                places.add(match.span(1))
            continue
        declared = text[start:end]
        if match := _BEHIND.match(declared) or _BEFORE.match(declared):
            places.add((start + match.start(1), start + match.end(1)))
    yield from places
