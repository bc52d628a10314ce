"""What the command says on standard error."""

from __future__ import annotations

import sys


def printable(text: str) -> str:
    r"""Return a text on one line, without what a terminal would take for a command.

    Control characters, and what turns the direction of the text, are written as Python
    does: ``\x1b``.
    """
    if text.isprintable():
        return text
    escaped = (one.encode("unicode_escape").decode() for one in text)
    return "".join(
        one if one.isprintable() else code
        for one, code in zip(text, escaped, strict=True)
    )


def message(text: str) -> None:
    """Say a sentence."""
    print(f"kwindex: {printable(text)}", file=sys.stderr, flush=True)  # noqa: T201


def warning(text: str) -> None:
    """Say what is not as it should be."""
    message(f"warning: {text}")
