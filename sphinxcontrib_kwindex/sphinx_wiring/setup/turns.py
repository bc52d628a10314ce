"""One after the other: who works with what two builds would spoil for each other.

A lock is an SQLite file in which nothing is ever written. It works on every system,
and the death of a process frees it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: Seconds between two attempts.
_PAUSE: Final = 0.1


class OccupiedError(Exception):
    """Somebody else has it for too long."""


@dataclass
class _Held:
    connection: sqlite3.Connection
    owner: int
    times: int = 0


_held: dict[Path, _Held] = {}


def take_turn(path: Path, waits: Callable[[], None], patience: float) -> None:
    """Wait until no other process has the lock at *path*, and take it.

    A process may have it several times. Where the system has no locks, or the folder
    cannot be written, nothing is taken.

    :param waits: called once if somebody else has it.
    :param patience: the seconds to wait.
    :raises OccupiedError: if it is not to be had in that time.
    """
    path = path.resolve()
    held = _held.get(path)
    if held is None or held.owner != os.getpid():
        connection = _locked(path, waits, time.monotonic() + patience)
        if connection is None:
            return
        held = _held[path] = _Held(connection, os.getpid())
    held.times += 1


def end_turn(path: Path) -> None:
    """Give back what was taken; nothing where it was not."""
    path = path.resolve()
    held = _held.get(path)
    if held is None or held.owner != os.getpid():
        return
    held.times -= 1
    if not held.times:
        del _held[path]
        held.connection.close()


def _locked(
    path: Path, waits: Callable[[], None], deadline: float
) -> sqlite3.Connection | None:
    try:
        connection = sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error:
        return None
    waiting = False
    while True:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as exc:
            if getattr(exc, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                connection.close()
                return None
        else:
            return connection
        if not waiting:
            waits()
            waiting = True
        if time.monotonic() > deadline:
            connection.close()
            raise OccupiedError
        time.sleep(_PAUSE)
