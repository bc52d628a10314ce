"""What the command says on standard error, and what ends it with a sentence."""

from __future__ import annotations

import re
import sys
from errno import ENOSPC
from typing import Final

from ..model.python_escapes import harmless, with_escapes

#: Configuration values in front of what is said of them; few commands say anything.
_VALUES: Final = r"\bkwindex_(?=\w+(?: or kwindex_\w+)?: )"


def printable(text: str) -> str:
    r"""Return a text on one line, without what a terminal would take for a command.

    Control characters, and what turns the direction of the text, are written as Python
    does: ``\x1b``.
    """
    return text if text.isprintable() else with_escapes(text, str.isprintable)


def without_conf_py(text: str) -> str:
    """Return a message with the names of values as who has no ``conf.py`` writes them.

    In options and in ``pyproject.toml`` they are without ``kwindex_``.
    """
    return re.sub(_VALUES, "", text)


def message(text: str) -> None:
    """Say a sentence."""
    text = printable(without_conf_py(text))
    print(f"kwindex: {harmless(text)}", file=sys.stderr, flush=True)  # noqa: T201


def warning(text: str) -> None:
    """Say what is not as it should be."""
    message(f"warning: {text}")


class UsageError(Exception):
    """The command cannot do what it was asked for; the text is a sentence that says
    why.
    """


class BuildError(Exception):
    """The build, or a subcommand, failed for a reason that is not the user's; the text
    is a sentence.
    """


#: What is said where :func:`is_full_disk` is true.
FULL_DISK: Final = "no space is left on the disk of the output or of the cache"


def is_full_disk(error: BaseException | None) -> bool:
    """Tell whether an error comes from a disk that is full."""
    while error is not None:
        full = isinstance(error, OSError) and error.errno == ENOSPC
        if full or getattr(error, "sqlite_errorname", "") == "SQLITE_FULL":
            return True
        error = error.__cause__ or error.__context__
    return False
