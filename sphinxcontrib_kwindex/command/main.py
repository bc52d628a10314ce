"""The command ``kwindex``.

``kwindex PATH`` documents a tree (:mod:`.document`). If the first argument is the name
of a subcommand, that is run instead (:mod:`.subcommands`); to answer at once, it is
looked for before anything else is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from .errors import BuildError, UsageError
from .messages import message
from .subcommands import subcommand

__all__ = ["main"]

WRONG_USAGE, FAILED, INTERRUPTED = 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    :param argv: the arguments, by default those of the process.
    :return: the exit code.
    """
    with suppress(AttributeError):  # names of files may be in any script
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    argv = sys.argv[1:] if argv is None else argv
    try:
        run = subcommand(argv)
        if run:
            return run()
        from .arguments import parse
        from .document import document

        return document(parse(argv))
    except SystemExit as stop:  # of argparse: help, version, wrong usage
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    except UsageError as error:
        message(f"error: {error}")
        return WRONG_USAGE
    except (BuildError, OSError) as error:  # a disk that is full, for one
        message(f"error: {error}")
        return FAILED
    except KeyboardInterrupt:
        message("interrupted; run the same command again to continue")
        return INTERRUPTED
