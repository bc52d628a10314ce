"""Has as many processes write as are to work.

Of those of ``-j`` Sphinx starts one fewer, because its main process is busy: it loads
doctrees, resolves them and feeds the search index. A generated document's doctree is a
title and a placeholder, so that where most documents are generated the main process
waits.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..setup.build_state import build_state, replace
from ..setup.parallel_jobs import processes
from .shortcut import Shortcut, connect


def install(app: Sphinx, undo: ExitStack) -> None:
    """Ask for the main process and those that write, once everything is read."""

    def env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
        generated = len(build_state(app).pages)
        if 2 * generated > len(env.all_docs):
            replace(undo, app, "parallel", processes(app) + 1)
        return []

    connect(undo, app, "env-updated", env_updated)


WRITE_PROCESSES: Final = Shortcut(
    "write_processes",
    "leaving one of the processes of ``-j`` idle while pages are written",
    ("parallel", "sphinx.builders:Builder.write_documents"),
    install,
    lambda app: app.parallel > 1,
)
