"""Subcommands: ``kwindex NAME …``, each of a package that has an entry point for it.

A subcommand is a function that takes the arguments behind its name and returns the exit
code, or ``None`` for 0. An entry point of the group :data:`GROUP` names it; those of
this package are in its own ``pyproject.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from .errors import BuildError, UsageError

GROUP: Final = "sphinxcontrib_kwindex.commands"
#: Anything else is an option, or the path of a folder.
_NAME: Final = re.compile(r"[A-Za-z][\w-]*")


def subcommand(argv: Sequence[str]) -> Callable[[], int] | None:
    """Return what runs the subcommand that the first argument names, if it names one.

    :raises UsageError: if several packages have one of that name.
    """
    # To look for entry points takes a while.
    if not argv or not _NAME.fullmatch(argv[0]):
        return None
    found = {point.value: point for point in entry_points(group=GROUP, name=argv[0])}
    if len(found) > 1:
        packages = " and ".join(sorted(map(_package, found.values())))
        message = f"{argv[0]!r} is a command of {packages}; uninstall one of them"
        raise UsageError(message)
    return next((_runner(point, argv[1:]) for point in found.values()), None)


def _runner(point: EntryPoint, arguments: Sequence[str]) -> Callable[[], int]:
    def run() -> int:
        try:
            code = point.load()(list(arguments))
        except SystemExit as stop:
            code = stop.code
        except Exception as error:
            who, reason = _package(point), f"{type(error).__name__}: {error}"
            message = f"the command {point.name!r} of {who} failed ({reason})"
            raise BuildError(message) from error
        if code is None or isinstance(code, int):
            return code or 0
        # As sys.exit() takes it.
        raise BuildError(str(code))

    return run


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
