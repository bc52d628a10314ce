"""When Python looks for garbage while generated pages are read and written.

Python's collector walks all containers that survived it, again and again, to find the
few that are garbage. The nodes of a document are circles that live until it is read or
written, and are garbage then, all of them. So it is looked for between two documents,
and in the middle of a document only when there is very much.

The process is the host's. So the collector is as the host has it until the first
generated page is read or written, and again when the build ends. What is there until
then stays, and is set apart meanwhile (:func:`gc.freeze`) unless the host does that.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .build_state import build_state

_FIRST: Final = 0
#: The number of new objects for which it is worth to collect between two documents;
#: Python 3.14 collects then.
_SOME: Final = 2_000
#: After this number of collections what survived is looked at again.
_COLLECTIONS: Final = 20
#: The number of new objects for which it is worth to collect within a document: they
#: would no longer be in the processor's cache, and take much memory.
_MANY: Final = 50_000


def collect_between_documents() -> None:
    """Look for garbage before a document is read or written, if there may be some.

    Where the collector is as Python has it, there are never that many new objects.
    """
    new, collections = gc.get_count()[:2]
    if new > _SOME and gc.isenabled() and gc.get_threshold()[0]:
        gc.collect(1 if collections > _COLLECTIONS else 0)


def collect_seldom() -> None:
    """Let very many new objects come together, unless collection is turned off."""
    first, *others = gc.get_threshold()
    if 0 < first < _MANY:
        gc.set_threshold(_MANY, *others)


class _BuildCollection:
    """How one application has garbage collected while it builds generated pages."""

    def __init__(self) -> None:
        self._building = False
        self._threshold: tuple[int, int, int] | None = None
        self._frozen = False

    def builder_inited(self, app: Sphinx) -> None:
        """Have the collector put back however the build ends, also by Ctrl-C."""
        build = app.builder.build

        def build_and_restore(*args: Any, **options: Any) -> None:
            self._building = True
            try:
                build(*args, **options)
            finally:
                self._building = False
                self._end()

        vars(app.builder)["build"] = build_and_restore

    def _begin(self) -> None:
        if self._building and self._threshold is None:
            self._threshold = gc.get_threshold()
            collect_seldom()
            # What the host set apart could not be told from the rest again.
            if not gc.get_freeze_count():
                self._frozen = True
                gc.freeze()

    def _end(self) -> None:
        if self._threshold is not None:
            gc.set_threshold(*self._threshold)
            self._threshold = None
        if self._frozen:
            self._frozen = False
            gc.unfreeze()

    def env_before_read_docs(
        self, app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """Begin if a generated page is going to be read."""
        if not build_state(app).pages.keys().isdisjoint(docnames):
            self._begin()

    def source_read(self, app: Sphinx, docname: str, source: list[str]) -> None:
        """Collect before a document is read."""
        collect_between_documents()

    def doctree_resolved(
        self, app: Sphinx, doctree: nodes.document, docname: str
    ) -> None:
        """Collect before a document is written."""
        if docname in build_state(app).pages:
            self._begin()
        collect_between_documents()


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


@contextmanager
def own_process() -> Iterator[None]:
    """Collect seldom from beginning to end, where the process is that of a command."""
    _freeze_at_exit()
    threshold = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)


def setup_garbage_collection(app: Sphinx) -> None:
    """Register the handlers."""
    build = _BuildCollection()
    app.connect("builder-inited", build.builder_inited)
    # Before others take documents out of the list.
    app.connect("env-before-read-docs", build.env_before_read_docs, priority=_FIRST)
    app.connect("source-read", build.source_read, priority=_FIRST)
    app.connect("doctree-resolved", build.doctree_resolved, priority=_FIRST)
