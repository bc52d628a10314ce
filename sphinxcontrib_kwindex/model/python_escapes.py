r"""Characters that are written as Python spells them: ``\x1b``."""

from __future__ import annotations

from collections.abc import Callable


def with_escapes(text: str, is_shown: Callable[[str], bool]) -> str:
    """Return a text with the escape of each character that is not shown as it is."""
    return "".join(
        char if is_shown(char) else char.encode("unicode_escape").decode()
        for char in text
    )
