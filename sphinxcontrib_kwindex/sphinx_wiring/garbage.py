"""Keeps the garbage collector from what lives until the end of a build.

Python's collector walks all containers that survived it, again and again, to find the
few that are garbage. What is there before documents are read (modules, the extension's
own state) and before they are written (the environment) stays, so it is set apart
(:func:`gc.freeze`), which also keeps forked processes from copying it.

Doctrees are circles that are garbage once a page is written. Python before 3.14 looks
for garbage whenever there are 700 new objects, a fraction of a page; too late a look
finds objects that the processor's cache has lost. The threshold is that of Python 3.14.
"""

from __future__ import annotations

import gc
import weakref
from typing import Final

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

_LAST: Final = 999
_THRESHOLD: Final = (2_000, 10, 20)


def set_apart() -> None:
    """Set apart what is there now.

    In a forked process that is what it shares with the main one: to look at an object
    is to copy the memory that it is in.
    """
    gc.freeze()


def builder_inited(app: Sphinx) -> None:
    """Set apart what was loaded."""
    set_apart()


def env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Set apart the environment, once everything is read."""
    set_apart()
    return []


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Leave everything to the collector again: the process may go on."""
    gc.unfreeze()


def setup_garbage(app: Sphinx) -> None:
    """Look for garbage less often from now on, and register the handlers."""
    before = gc.get_threshold()
    # Zero is never.
    if 0 < before[0] < _THRESHOLD[0]:
        gc.set_threshold(*_THRESHOLD)
        # Also where nothing is built.
        restore = weakref.finalize(app, gc.set_threshold, *before)
        app.connect("build-finished", lambda _app, _exc: restore(), priority=_LAST)
    app.connect("builder-inited", builder_inited, priority=_LAST)
    app.connect("env-updated", env_updated, priority=_LAST)
    app.connect("build-finished", build_finished, priority=_LAST)
