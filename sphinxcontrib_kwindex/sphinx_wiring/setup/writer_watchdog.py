"""Ends the workers of a parallel build whose main process was killed.

Sphinx's workers would stay for ever: what they have read or written they hand back
through a pipe whose other end they hold open themselves, and once nobody reads from it,
they wait.
"""

from __future__ import annotations

import os

from docutils import nodes
from sphinx.application import Sphinx

from .build_state import build_state
from .parallel_jobs import start_worker


def _watch(app: Sphinx) -> None:
    """Start to watch, in a worker that does not yet."""
    state = build_state(app)
    if state.watched not in {0, os.getpid()}:
        main, state.watched = state.watched, os.getpid()
        start_worker(main)


def builder_inited(app: Sphinx) -> None:
    """Have each worker watch from the first document that it reads or writes."""
    # Without generated pages the workers are the host's alone.
    if app.parallel <= 1 or not build_state(app).pages:
        return
    build_state(app).watched = os.getpid()
    write_doc = app.builder.write_doc

    def write(docname: str, doctree: nodes.document) -> None:
        _watch(app)
        write_doc(docname, doctree)

    # No event is sent for each document that a worker writes, with any builder.
    app.builder.write_doc = write  # type: ignore[method-assign]


def source_read(app: Sphinx, docname: str, content: list[str]) -> None:
    """Watch, in a worker that reads."""
    _watch(app)
