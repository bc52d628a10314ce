"""Speeds up the start of a command in its own process."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

#: The number of new objects for which it is worth to look: what a command imports and
#: reads stays, and answers are to come at once.
_MANY: Final = 50_000


@contextmanager
def own_process() -> Iterator[None]:
    """Import less; look for garbage seldom, and not at the end of the process."""
    threshold = first, *others = gc.get_threshold()
    if 0 < first < _MANY:
        gc.set_threshold(_MANY, *others)
    _freeze_at_exit()
    try:
        _import_msgspec()
        yield
    finally:
        gc.set_threshold(*threshold)


@cache
def _import_msgspec() -> None:
    """Import :mod:`msgspec` without ``typing_extensions``, if that is not there yet.

    It takes from there what :mod:`typing` has, too, and that import takes as long as
    its own.
    """
    name = "typing_extensions"
    if name in sys.modules:
        return
    # As `the import system <https://docs.python.org/3/reference/import.html>`__ has it,
    # a module that is None is not there.
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules[name]


@cache
def _freeze_at_exit() -> None:
    """Have Python end without looking for garbage.

    It would walk all that is there several times, to free what the end of the process
    frees. What is registered with :mod:`atexit` or :class:`weakref.finalize` is called
    all the same, and standard output written; finalizers of circles may not be, on
    which `nobody can count
    <https://docs.python.org/3/reference/datamodel.html#object.__del__>`__.
    """
    atexit.register(gc.freeze)
