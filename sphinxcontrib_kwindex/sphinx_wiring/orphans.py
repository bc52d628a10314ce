"""Ends the workers of a parallel build whose main process was killed.

Where the whole process group is killed there are none. But where the main process is
killed alone, for its memory say, Sphinx's workers stay for ever: what they have read
or written they hand back through a pipe whose other end they hold open themselves, and
once nobody reads from it, they wait.
"""

from __future__ import annotations

import os
import threading
import time
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

#: So often a worker looks for its parent, in seconds.
_INTERVAL: Final = 0.5


class _Watch:
    """Ends this process when it is a worker and the main process is gone."""

    def __init__(self) -> None:
        self._main = os.getpid()
        self._watching = self._main

    def begin(self) -> None:
        """Begin to watch, in a worker that does not yet."""
        if self._watching != os.getpid():
            self._watching = os.getpid()
            threading.Thread(target=self._wait, name="kwindex", daemon=True).start()

    def _wait(self) -> None:
        while os.getppid() == self._main:
            time.sleep(_INTERVAL)
        os._exit(1)


def builder_inited(app: Sphinx) -> None:
    """Have each worker watch from the first document that it reads or writes."""
    if app.parallel <= 1:
        return
    watch = _Watch()
    write_doc = app.builder.write_doc

    def write(docname: str, doctree: nodes.document) -> None:
        watch.begin()
        write_doc(docname, doctree)

    def source_read(_app: Sphinx, _docname: str, _content: Any) -> None:
        watch.begin()

    # No event is sent for each document that a worker writes, with any builder.
    app.builder.write_doc = write  # type: ignore[method-assign]
    app.connect("source-read", source_read)


def setup_orphans(app: Sphinx) -> None:
    """Register the handler."""
    app.connect("builder-inited", builder_inited)
