"""Characters of a source that no page but a listing of HTML has."""

from __future__ import annotations

import re
from typing import Final

#: But for tab and line ends, and with what changes the direction of text, some take for
#: line ends, or spells words that nobody sees.
CONTROLS: Final = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


def printable(text: str) -> str:
    """Return a text with another character in the place of each of :data:`CONTROLS`.

    Terminals obey them, and XML, and so epub, has not all.
    """
    return text if text.isprintable() else CONTROLS.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + min(code, 0x21)) if code < 0x80 else "\ufffd"
