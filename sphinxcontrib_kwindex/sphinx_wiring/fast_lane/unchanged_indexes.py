"""Keeps the search index and the inventory where a build changes no document.

Sphinx writes both at the end of every build. Where no document was read or written they
become what they were: what stands in them is what the documents say.
"""

from __future__ import annotations

from collections.abc import Set
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders.html import INVENTORY_FILENAME, StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from ..setup.build_state import build_state, replace
from ..setup.event_priorities import FIRST
from .shortcut import Shortcut, connect, makes_html


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have nothing dumped, once it is sure that no document changed."""
    builder, state = app.builder, build_state(app)
    assert isinstance(builder, StandaloneHTMLBuilder)
    changed: set[str] = set()

    def env_get_outdated(
        app: Sphinx,
        env: BuildEnvironment,
        added: Set[str],
        changed_docs: Set[str],
        removed: Set[str],
    ) -> tuple[()]:
        changed.update(added, changed_docs, removed)
        return ()

    def html_collect_pages(app: Sphinx) -> tuple[()]:
        outputs = (builder.searchindex_filename, INVENTORY_FILENAME)
        happened = changed or state.written or state.scheduled or state.interrupted
        if not happened and all(Path(app.outdir, name).is_file() for name in outputs):
            replace(undo, builder, "dump_inventory", lambda: None)
            # Without it nothing is dumped, nor is anything put into it.
            replace(undo, builder, "indexer", None)
        return ()

    connect(undo, app, "env-get-outdated", env_get_outdated)
    # Before others collect pages, or what is in the index.
    connect(undo, app, "html-collect-pages", html_collect_pages, FIRST)


UNCHANGED_INDEXES: Final = Shortcut(
    "unchanged_indexes",
    "writing the search index and the inventory where no document was read or written",
    (
        "sphinx.builders.html:StandaloneHTMLBuilder.dump_inventory(self)",
        "sphinx.builders.html:StandaloneHTMLBuilder.dump_search_index(self)",
        "builder.searchindex_filename",
    ),
    install,
    makes_html,
    saves="a quarter of a build in which nothing changed",
)
