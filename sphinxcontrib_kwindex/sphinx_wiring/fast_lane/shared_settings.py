"""Has generated documents that wait to be written share docutils' settings.

With several processes the main one is far ahead of those that write, and a third of
such a document are its settings, which are the same for all.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

from ..setup.build_state import build_state
from .shortcut import Shortcut, connect


def install(app: Sphinx, undo: ExitStack) -> None:
    """Give each document the settings of the first."""
    shared: list[Any] = []

    def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
        if docname in build_state(app).pages:
            if not shared:
                shared.append(doctree.settings)
            doctree.settings = shared[0]

    connect(undo, app, "doctree-resolved", doctree_resolved)


SHARED_SETTINGS: Final = Shortcut(
    "shared_settings",
    "holding a copy of docutils' settings for each document that waits for a process",
    ("docutils.nodes:document", "env.settings"),
    install,
    lambda app: app.parallel > 1,
    upstream="Sphinx: ``BuildEnvironment.get_doctree`` gives all doctrees one object.",
)
