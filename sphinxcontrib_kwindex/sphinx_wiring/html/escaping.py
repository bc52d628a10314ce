"""Escapes texts for HTML and for XML."""

from __future__ import annotations

import html
import re
from typing import Final

from ...pages.control_characters import printable

_ESCAPED: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069&<>\"']")


def escaped(text: str) -> str:
    """Return a text as markup that shows it; also for values of attributes.

    Control characters, which XML does not have, are others: :func:`.printable`.
    """
    # Most have nothing to escape.
    return html.escape(printable(text)) if _ESCAPED.search(text) else text
