"""Has the search index look for documents that are gone in a set.

Sphinx goes through all documents again for each word.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from typing import Final

from sphinx.application import Sphinx
from sphinx.search import IndexBuilder

from ..setup.build_state import replace
from .shortcut import Shortcut, connect, makes_html


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the index given a set, just before it is written."""

    def html_collect_pages(app: Sphinx) -> tuple[()]:
        indexer = getattr(app.builder, "indexer", None)
        if isinstance(indexer, IndexBuilder):
            prune = indexer.prune

            def prune_set(docnames: Iterable[str]) -> None:
                prune(frozenset(docnames))

            replace(undo, indexer, "prune", prune_set)
        return ()

    connect(undo, app, "html-collect-pages", html_collect_pages)


SEARCH_PRUNE: Final = Shortcut(
    "search_prune",
    "going through all documents for each word of the search index",
    ("sphinx.search:IndexBuilder.prune(self, docnames)",),
    install,
    makes_html,
    saves="less than 1 %, more in a large tree",
)
