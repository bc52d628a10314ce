"""When the garbage collector looks for what.

Python's collector walks all containers that survived it, again and again, to find the
few that are garbage. What is there before documents are read (modules, the extension's
own state) and before they are written (the environment) stays, so it is set apart
(:func:`gc.freeze`), which also keeps forked processes from copying it.

The nodes of a document are circles that live until it is read or written, and are
garbage then, all of them. So it is looked for between two documents, and in the middle
of one only when there is very much. At the end of the process nobody looks any more:
what is left goes with it.
"""

from __future__ import annotations

import atexit
import gc
import weakref
from functools import cache
from typing import Final

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

_FIRST: Final = 0
_LAST: Final = 999
#: So many new objects are worth a look between two documents; Python 3.14 looks then.
_SOME: Final = 2_000
#: After so many looks what survived one is looked at again.
_LOOKS: Final = 20
#: So many are worth one in the middle of a document: they would no longer be in the
#: processor's cache, and take much memory.
_MANY: Final = 50_000


def set_apart() -> None:
    """Set apart what is there now.

    In a forked process that is what it shares with the main one: to look at an object
    is to copy the memory that it is in.
    """
    gc.freeze()


def builder_inited(app: Sphinx) -> None:
    """Set apart what was loaded."""
    set_apart()


def look(*_: object) -> None:
    """Look for garbage before a document is read or written, if there may be some."""
    new, looks = gc.get_count()[:2]
    if new > _SOME and gc.isenabled() and gc.get_threshold()[0]:
        gc.collect(1 if looks > _LOOKS else 0)


class _Reading:
    """What reading leaves behind."""

    def __init__(self) -> None:
        self._documents = 0

    def env_before_read_docs(
        self, app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """Note whether there is anything to read."""
        self._documents = len(docnames)

    def env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Set apart the environment, once everything is read."""
        if self._documents:
            # Or circles that are garbage were set apart with it for ever.
            gc.collect()
        set_apart()
        return []


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Leave everything to the collector again: the process may go on."""
    gc.unfreeze()


@cache
def leave_the_rest() -> None:
    """Have Python end without looking for garbage, once for the process.

    It would walk all that is there several times, to free what the end of the process
    frees. What is registered with :mod:`atexit` or :class:`weakref.finalize` is called
    all the same, and standard output written; finalizers of circles may not be, on
    which `nobody can count
    <https://docs.python.org/3/reference/datamodel.html#object.__del__>`__.
    """
    atexit.register(gc.freeze)


def setup_garbage(app: Sphinx) -> None:
    """Have garbage looked for between documents from now on."""
    leave_the_rest()
    before = gc.get_threshold()
    # Zero is never.
    if 0 < before[0] < _MANY:
        gc.set_threshold(_MANY, *before[1:])
        # Also where nothing is built.
        restore = weakref.finalize(app, gc.set_threshold, *before)
        app.connect("build-finished", lambda _app, _exc: restore(), priority=_LAST)
    app.connect("builder-inited", builder_inited, priority=_LAST)
    app.connect("source-read", look, priority=_FIRST)
    app.connect("doctree-resolved", look, priority=_FIRST)
    reading = _Reading()
    # Before others take documents out of the list.
    app.connect("env-before-read-docs", reading.env_before_read_docs, priority=_FIRST)
    app.connect("env-updated", reading.env_updated, priority=_LAST)
    app.connect("build-finished", build_finished, priority=_LAST)
