"""When Python looks for garbage in the process of a command."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

#: The number of new objects for which it is worth to look: what a command imports and
#: reads stays, and answers are to come at once.
_MANY: Final = 50_000


@contextmanager
def own_process() -> Iterator[None]:
    """Look for garbage seldom, and not at the end of the process."""
    _freeze_at_exit()
    threshold = first, *others = gc.get_threshold()
    if 0 < first < _MANY:
        gc.set_threshold(_MANY, *others)
    try:
        yield
    finally:
        gc.set_threshold(*threshold)


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
