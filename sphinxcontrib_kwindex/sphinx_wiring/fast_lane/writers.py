"""Has as many processes write as are to work.

Of those of ``-j`` Sphinx starts one fewer, because its main process is busy: it loads
doctrees, resolves them and feeds the search index. A generated document's doctree is a
title and a placeholder, so that where most documents are generated the main process
waits.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..documents.domain import kw_domain
from ..setup.parallel_jobs import processes


class Writers:
    """Changes :attr:`sphinx.application.Sphinx.parallel` while a build writes."""

    def __init__(self) -> None:
        self._asked = 0
        self._settings: Any = None

    def env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Ask for the main process and those that write, once everything is read."""
        code = kw_domain(env).code
        generated = len(code.by_docname) if code else 0
        if app.parallel > 1 and 2 * generated > len(env.all_docs):
            self._asked = app.parallel
            app.parallel = processes(app) + 1
        return []

    def doctree_resolved(
        self, app: Sphinx, doctree: nodes.document, docname: str
    ) -> None:
        """Have generated documents share their settings, which are the same.

        The main process is far ahead of those that write, and a third of a document are
        its settings.
        """
        code = kw_domain(app.env).code
        if self._asked and code and docname in code.by_docname:
            self._settings = self._settings or doctree.settings
            doctree.settings = self._settings

    def build_finished(self, app: Sphinx, exception: Exception | None) -> None:
        """Take it back."""
        if self._asked:
            app.parallel, self._asked = self._asked, 0
        self._settings = None


def setup_writers(app: Sphinx) -> None:
    """Register the handlers."""
    writers = Writers()
    app.connect("env-updated", writers.env_updated)
    app.connect("doctree-resolved", writers.doctree_resolved)
    app.connect("build-finished", writers.build_finished)
