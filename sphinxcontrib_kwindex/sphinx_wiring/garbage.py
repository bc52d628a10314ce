"""Keeps the garbage collector from what lives until the end of a build.

Python's collector walks all containers that survived it, again and again, to find the
few that are garbage. What is there before documents are read (modules, the extension's
own state) and before they are written (the environment) stays, so it is set apart
(:func:`gc.freeze`), which also keeps forked processes from copying it.

Doctrees are circles that are garbage once a page is written. Python before 3.14 looks
for garbage whenever there are 700 new objects, a fraction of a page; too late a look
finds objects that the processor's cache has lost. The threshold is that of Python 3.14.

Doctrees of generated pages are read from their files when they are written: what the
collector need not walk does not have to fit into memory either.
"""

from __future__ import annotations

import gc
import weakref
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .domain import kw_domain

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


def forget_doctree(env: BuildEnvironment, docname: str) -> None:
    """Keep a doctree in its file only.

    Sphinx has each in memory from when it is read until it is written, and then as it
    was read from the file, which no document asks for again.
    """
    for name in ("_write_doc_doctree_cache", "_pickled_doctree_cache"):
        getattr(env, name, {}).pop(docname, None)


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Keep what is written now no longer, if it is a generated page."""
    code = kw_domain(app.env).code
    if code is not None and docname in code.by_docname:
        forget_doctree(app.env, docname)


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
    reading = _Reading()
    # Before others take documents out of the list.
    app.connect("env-before-read-docs", reading.env_before_read_docs, priority=0)
    app.connect("env-updated", reading.env_updated, priority=_LAST)
    app.connect("doctree-resolved", doctree_resolved)
    app.connect("build-finished", build_finished, priority=_LAST)
