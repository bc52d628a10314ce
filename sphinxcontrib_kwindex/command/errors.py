"""What ends the command with a message and not with a traceback."""

from __future__ import annotations

from errno import ENOSPC
from typing import Final


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
