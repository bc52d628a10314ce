"""Ends the workers of a parallel build whose main process was killed.

Sphinx's workers would stay for ever: what they have read or written they hand back
through a pipe whose other end they hold open themselves, and once nobody reads from it,
they wait.
"""

from __future__ import annotations

import os
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from .build_state import build_state
from .parallel_jobs import start_worker
from .pipeline import CODE_MAP_PRIORITY


class _Watch:
    """Has each worker end with the process that this is made in."""

    def __init__(self) -> None:
        self._main = self._watched = os.getpid()

    def start(self) -> None:
        """Start to watch, in a worker that does not yet."""
        if self._watched != os.getpid():
            self._watched = os.getpid()
            start_worker(self._main)


def builder_inited(app: Sphinx) -> None:
    """Have each worker watch from the first document that it reads or writes."""
    # Without generated pages the workers are the host's alone.
    if app.parallel <= 1 or not build_state(app).pages:
        return
    watch = _Watch()
    write_doc = app.builder.write_doc

    def write(docname: str, doctree: nodes.document) -> None:
        watch.start()
        write_doc(docname, doctree)

    def source_read(_app: Sphinx, _docname: str, _content: Any) -> None:
        watch.start()

    # No event is sent for each document that a worker writes, with any builder.
    app.builder.write_doc = write  # type: ignore[method-assign]
    app.connect("source-read", source_read)


def setup_worker_watchdog(app: Sphinx) -> None:
    """Register the handler, after those that make the code map."""
    app.connect("builder-inited", builder_inited, priority=CODE_MAP_PRIORITY + 1)
