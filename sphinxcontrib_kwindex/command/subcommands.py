"""Subcommands: ``kwindex NAME …``, each of a package that has an entry point for it.

A subcommand is a function that takes the arguments behind its name and returns the exit
code, or ``None`` for 0. An entry point of the group :data:`GROUP` names it; those of
this package are in :data:`OWN`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from .errors import BuildError, UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "sphinxcontrib_kwindex.commands"
#: Our own: modules of this folder, each with a function ``main``. To look for entry
#: points takes longer than some of them.
OWN: Final = frozenset(
    {
        "check",
        "diff",
        "export",
        "file",
        "map",
        "mcp",
        "moved",
        "query",
        "tests",
        "where",
    }
)
#: Anything else is an option, or the path of a folder.
_NAME: Final = re.compile(r"[A-Za-z][\w-]*")


def subcommand(argv: Sequence[str]) -> Callable[[], int] | None:
    """Return what runs the subcommand that the first argument names, if it names one.

    :raises UsageError: if several packages have one of that name.
    """
    if not argv or not _NAME.fullmatch(argv[0]):
        return None
    name, rest = argv[0], list(argv[1:])
    if name in OWN:
        return lambda: _exit_code(import_module(f".{name}", __package__).main(rest))
    from importlib.metadata import entry_points

    found = {point.value: point for point in entry_points(group=GROUP, name=name)}
    if len(found) > 1:
        packages = " and ".join(sorted(map(_package, found.values())))
        message = f"{name!r} is a command of {packages}; uninstall one of them"
        raise UsageError(message)
    return next((_runner(point, rest) for point in found.values()), None)


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
        return _exit_code(code)

    return run


def _exit_code(code: object) -> int:
    """Return an exit code, as :func:`sys.exit` takes it."""
    if code is None or isinstance(code, int):
        return code or 0
    raise BuildError(str(code))


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
