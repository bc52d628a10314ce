"""Where the long words of a code map, paths and names, may break at a line's end.

On pages what parts them is no text: who copies a path or a name gets it whole. The
search of the host shows texts alone, without the map's style sheet.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .escaping import escaped

#: A part of a path, or a name, that hardly fits on a line of a phone.
_LONG: Final = re.compile(r"\S{30,}")
#: One that hardly fits in the column of names beside an outline.
_COLUMN: Final = re.compile(r"\S{24,}")
#: What is shorter fits beside another on that line, as previous and next stand.
_SHORT: Final = 20
#: Pieces are put together up to what fits in that column, since each break is an
#: element, and up to fewer where there is little room.
_PIECE: Final = 23
_NARROW: Final = 10
#: Where a word of a name ends; never in a character reference.
_BETWEEN: Final = re.compile(r"(?<=[_.:])(?=[^_.:])|(?<=[a-z])(?=[A-Z])")
_BREAK: Final = "<wbr/>"
#: Where a piece ends; no path has it, and no markup.
_END: Final = "\0"
#: What is looked at in a list of parameters: strings, arrows, brackets and commas.
_IN_SIGNATURE: Final = re.compile(
    r""""(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|[-=]>|[(\[{<]|[)\]}>]|,\s*+"""
)
#: A line may end here.
MAY_BREAK: Final = "\N{ZERO WIDTH SPACE}"


def breakable(text: str, *, narrow: bool = False, taken: int = 0) -> str:
    """Return a text as HTML that may break behind slashes of a path.

    Long names in it may break where their words end.

    :param narrow: whether it has less than a line's width.
    :param taken: the number of characters that stand before it on the line.
    """
    markup = escaped(text)
    fits = max(_SHORT - taken, _NARROW)
    if len(markup) < fits and "/" not in markup:
        return markup
    if narrow:
        return _with_breaks(markup, _longer(fits), _NARROW, _BREAK)
    return _with_breaks(markup, _COLUMN, _PIECE, _BREAK)


def breakable_text(text: str) -> str:
    """Return a text that may break where :func:`breakable` has it break.

    For what others show as text: the character in it takes no room.
    """
    return _with_breaks(text, _LONG, 0, MAY_BREAK)


def one_a_line(signature: str) -> str:
    """Return a signature with a line end before each of its parameters.

    These are what stands in its first parentheses; a single one stays where it is.

    :param signature: what follows a name.
    """
    depth, ends = 0, []
    start = signature.find("(")
    for match in _IN_SIGNATURE.finditer(signature, start) if start >= 0 else ():
        mark = match[0]
        depth += (mark in "([{<") - (mark in ")]}>")
        if depth == 1 and mark[0] in "(,":
            ends.append(match.end())
        elif not depth:
            break
    if len(ends) < 2:
        return signature
    places = zip([0, *ends], [*ends, len(signature)], strict=True)
    return "\n".join(signature[start:end].rstrip(" ") for start, end in places)


@lru_cache
def _longer(most: int) -> re.Pattern[str]:
    """Return what matches a part of a text with so many characters or more."""
    return re.compile(rf"\S{{{most},}}")


@lru_cache(4096)
def _with_breaks(text: str, long: re.Pattern[str], most: int, mark: str) -> str:
    """Put a mark behind slashes, and where the words of long names end.

    Where each is an element, pieces are put together up to *most* characters.
    """
    parts = text.split("/")
    if long.search(text):
        parts = [
            long.sub(lambda name: _BETWEEN.sub(_END, name[0]), part) for part in parts
        ]
    pieces = [""]
    length = 0
    for piece in f"/{_END}".join(parts).split(_END):
        length += len(piece)
        if length <= most:
            pieces[-1] += piece
        elif piece:
            pieces.append(piece)
            length = len(piece)
        # Lines end at blanks, too.
        if " " in piece:
            length = len(piece) - piece.rindex(" ") - 1
    return mark.join(filter(None, pieces))
