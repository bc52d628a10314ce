r"""Characters that are written as Python spells them: ``\x1b``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

#: What a line of another text may not be taken for: a message of this command, and what
#: runners of pipelines do as they are told by their output. Theirs are at the beginning
#: (https://docs.github.com/actions/reference/workflow-commands-for-github-actions) or
#: anywhere (``##vso[``, ``##teamcity[``).
_ORDER: Final = re.compile(
    r"^([ \t]*)(:(?=:)|k(?=windex: ))|()(#)(?=#\w{0,20}\[)", re.MULTILINE
)


def with_escapes(text: str, is_shown: Callable[[str], bool]) -> str:
    """Return a text with the escape of each character that is not shown as it is."""
    return "".join(
        char if is_shown(char) else char.encode("unicode_escape").decode()
        for char in text
    )


def is_order(text: str) -> bool:
    """Tell whether :func:`harmless` changes a text."""
    return bool(_ORDER.search(text))


def harmless(text: str) -> str:
    r"""Return lines of a text, none of which looks like an order or a message.

    The first character of what does is written as Python and JSON do: ``\u003a:error``.
    """
    return _ORDER.sub(_escaped, text)


def _escaped(order: re.Match[str]) -> str:
    before, first = (order[1], order[2]) if order[2] else (order[3], order[4])
    return f"{before}\\u{ord(first):04x}"
