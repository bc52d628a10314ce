"""Prints the answers of subcommands: text for people or JSON for programs.

A tree is not trusted: what is printed of it is made printable, one line a name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ..model.python_escapes import harmless
from .messages import BuildError, message, printable

if TYPE_CHECKING:
    from ..codemap.code_map import CodeMap

#: Exit codes, as grep has them: found; nothing found. 2 is wrong usage.
FOUND, NOTHING = 0, 1
#: How many paths are told that are like one that is not there.
_SIMILAR: Final = 3


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each of them printable."""
    write_text("".join(f"{printable(line)}\n" for line in lines))


def print_json(answer: object) -> None:
    """Print an answer, of dataclasses and plain data, as JSON."""
    import json

    import msgspec

    # Only ASCII: no character of the tree reaches a terminal as it is.
    text = json.dumps(msgspec.to_builtins(answer), indent=2)
    write_text(text.replace("\x7f", "\\u007f") + "\n")


def write_text(text: str) -> None:
    """Write printable lines, without what the reader would do as it is told."""
    write(harmless(text))


def write(text: str) -> None:
    """Write to standard output; whoever reads it may have enough before its end."""
    with while_read():
        sys.stdout.write(text)
        sys.stdout.flush()


@contextmanager
def while_read() -> Iterator[None]:
    """Write to standard output until its reader has enough.

    :raises BuildError: if the process was started without one, as by ``>&-``.
    """
    if sys.__stdout__ is None:
        raise BuildError("the standard output is closed")
    try:
        yield
    except OSError as error:
        # Python would complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def section(title: str, lines: Sequence[str], limit: int) -> Iterator[str]:
    """Yield a list of a text with its title and length; nothing for an empty one."""
    if not lines:
        return
    yield f"{title} ({len(lines):,}):"
    shown = lines[: limit or None]
    yield from (f"  {line}" for line in shown)
    if len(shown) < len(lines):
        yield f"  … {len(lines) - len(shown):,} more (-n 0 for all)"


def not_found(what: str, similar: Sequence[str] = ()) -> int:
    """Say that nothing is found, and what it may have been; return the exit code."""
    message(f"{what}{most_like(similar)}")
    return NOTHING


def most_like(similar: Sequence[str]) -> str:
    """Return the end of a message that nothing is found: what it may have been."""
    return f"; most like it: {', '.join(similar)}" if similar else ""


def not_in_map(code: CodeMap, path: str) -> str:
    """Return a message about a path that is none of a tree."""
    from ..codemap.names.lookup import PLACES, similar_objects

    similar = similar_objects(code, path, PLACES)[:_SIMILAR]
    return f"{path!r} is not in the map{most_like(similar)}"
