"""Describes unexpected errors for messages."""

from __future__ import annotations

import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

#: What the machine does, not this package: it ends the work.
OF_THE_MACHINE: Final = (OSError, sqlite3.Error)
#: The most characters that are quoted of what an error says.
_LONGEST: Final = 200


@contextmanager
def noted(problems: list[str], what: str) -> Iterator[None]:
    """Note what is raised inside and go on, unless it is the machine that fails.

    :param problems: gets a line that says what could not be done, and why.
    :param what: a path, or what it is that is done.
    """
    try:
        yield
    except OF_THE_MACHINE:
        raise
    except Exception as error:  # noqa: BLE001, RUF100
        problems.append(f"{what}: {described(error)}")


def error_line(error: BaseException) -> str:
    """Return the class of an error and what it says, on one line.

    That is ``ValueError: no such name``.
    """
    return " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST]


def described(error: BaseException) -> str:
    """Return the class of an error, what it says, and where it was raised.

    That is ``ValueError: no such name, in links/imports.py at line 31``, on one line.
    """
    said = error_line(error)
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return said
    path = "/".join(Path(frames[-1].filename).parts[-2:])
    return f"{said}, in {path} at line {frames[-1].lineno}"
