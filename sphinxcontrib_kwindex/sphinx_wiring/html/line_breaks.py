"""Where the long words of a code map, paths and names, may break at a line's end.

On pages what parts them is no text: who copies a path or a name gets it whole. The
search of the host shows texts alone, without the map's style sheet.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Final

from ...pages.nodes import printable

_ESCAPED: Final = re.compile(r"[\x00-\x1f\x7f&<>\"']")
#: A part of a path, or a name, that hardly fits on a line of a phone.
_LONG: Final = re.compile(r"\S{30,}")
#: A part that does not fit beside another on that line, as previous and next stand.
_HALF: Final = re.compile(r"\S{20,}")
#: What is shorter fits everywhere.
_SHORT: Final = 20
#: Where a word of a name ends; never in a character reference.
_BETWEEN: Final = re.compile(r"(?<=[_.:])(?=[^_.:])|(?<=[a-z])(?=[A-Z])")
_BREAK: Final = "<wbr/>"
#: A line may end here.
MAY_BREAK: Final = "\N{ZERO WIDTH SPACE}"


def escaped(text: str) -> str:
    """Escape a text, also for attributes and for XML."""
    # Most have nothing to escape.
    return html.escape(printable(text)) if _ESCAPED.search(text) else text


def breakable(text: str, *, narrow: bool = False) -> str:
    """Return a text as HTML that may break behind the slashes of a path.

    Long names in it may break where their words end.

    :param narrow: whether it has less than a line's width.
    """
    markup = escaped(text)
    if len(markup) < _SHORT and "/" not in markup:
        return markup
    return _with_breaks(markup, _HALF if narrow else _LONG, _BREAK)


def breakable_text(text: str) -> str:
    """Return a text that may break where :func:`breakable` has it break.

    For what others show as text: the character in it takes no room.
    """
    return _with_breaks(text, _LONG, MAY_BREAK)


@lru_cache(4096)
def _with_breaks(text: str, long: re.Pattern[str], mark: str) -> str:
    """Put a mark behind slashes, and where the words of long names end."""
    parts = text.split("/")
    if long.search(text):
        parts = [
            long.sub(lambda name: _BETWEEN.sub(mark, name[0]), part) for part in parts
        ]
    return f"/{mark}".join(parts).removesuffix(mark)
