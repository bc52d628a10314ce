"""The command ``kwindex``.

``kwindex PATH`` documents a tree (:mod:`.document`). If the first argument is the name
of a subcommand, that is run instead; to answer at once, it is looked for before
anything else is imported.

A subcommand is a function that takes the arguments behind its name and returns the exit
code, or ``None`` for 0. An entry point of the group :data:`GROUP` names it; those of
this package are in :data:`OWN`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

from ..model.errors import described
from .messages import FULL_DISK, BuildError, UsageError, is_full_disk, message
from .own_process import own_process

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["main"]

WRONG_USAGE, FAILED, INTERRUPTED = 2, 3, 130
#: The entry points that name the subcommands of packages.
GROUP: Final = "sphinxcontrib_kwindex.commands"
#: Our own: modules of this folder, each with a function ``main``. To look for entry
#: points takes longer than some of them.
OWN: Final = frozenset(
    {
        *("check", "diff", "export", "file", "map", "mcp", "moved", "query", "tests"),
        "where",
    }
)
#: Anything else is an option, or the path of a folder.
_NAME: Final = re.compile(r"[A-Za-z][\w-]*")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    :param argv: the arguments, by default those of the process.
    :return: the exit code.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed, as by ">&-"
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    with suppress(AttributeError):  # names of files may be in any script
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    with own_process():
        return _run(sys.argv[1:] if argv is None else argv)


def _run(argv: Sequence[str]) -> int:
    """Run the command, and return the exit code."""
    try:
        run = subcommand(argv)
        if run:
            return run()
        from .build_arguments import parse
        from .document import document

        return document(parse(argv))
    except SystemExit as stop:  # of argparse: help, version, wrong usage
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    except UsageError as error:
        message(f"error: {error}")
        return WRONG_USAGE
    except (BuildError, OSError) as error:
        message(f"error: {FULL_DISK if is_full_disk(error) else error}")
        return FAILED
    except KeyboardInterrupt:
        message("interrupted; run the same command again to continue")
        return INTERRUPTED


def subcommand(argv: Sequence[str]) -> Callable[[], int] | None:
    """Return what runs the subcommand that the first argument names, if it names one.

    :raises UsageError: if several packages have one of that name, or none has, and
        it is like that of another.
    """
    if not argv or not _NAME.fullmatch(argv[0]):
        return None
    name, rest = argv[0], list(argv[1:])
    if name in OWN:
        return lambda: _exit_code(import_module(f".{name}", __package__).main(rest))
    from difflib import get_close_matches
    from importlib.metadata import entry_points
    from pathlib import Path

    named = {point.value: point for point in entry_points(group=GROUP, name=name)}
    if len(named) > 1:
        packages = " and ".join(sorted(map(_package, named.values())))
        raise UsageError(f"{name!r} is a command of {packages}; uninstall one of them")
    if not named and not Path(name).exists():
        known = [*OWN, "--help", "--version"]
        if near := " or ".join(map(repr, get_close_matches(name, known))):
            raise UsageError(
                f"there is no command or folder {name!r}; did you mean {near}?"
            )
    return next((_runner(point, rest) for point in named.values()), None)


def _runner(point: EntryPoint, arguments: Sequence[str]) -> Callable[[], int]:
    def run() -> int:
        try:
            code = point.load()(list(arguments))
        except SystemExit as stop:
            code = stop.code
        except Exception as error:
            who, reason = _package(point), described(error)
            message = f"the command {point.name!r} of {who} failed ({reason})"
            raise BuildError(message) from error
        return _exit_code(code)

    return run


def _exit_code(code: object) -> int:
    """Return an exit code, as :func:`sys.exit` takes it."""
    if code is None or isinstance(code, int):
        return code or 0
    raise BuildError(str(code))


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
