"""Has Sphinx's search index do once what it does for each document and each word.

It remembers the stems of words for one document only, and strikes documents that are
gone out of each word's by going through the dictionary of all documents.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.search import IndexBuilder

#: So many words are remembered with their stems.
_STEMS: Final = 1 << 16


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Have the index remember stems, before the first document is fed to it."""
    indexer = getattr(app.builder, "indexer", None)
    if isinstance(indexer, IndexBuilder):
        stem = indexer.lang.stem
        if not hasattr(stem, "cache_info"):
            indexer.lang.stem = lru_cache(_STEMS)(stem)  # type: ignore[method-assign]


def html_collect_pages(app: Sphinx) -> tuple[()]:
    """Have the index look documents up in a set, just before it is written."""
    indexer = getattr(app.builder, "indexer", None)
    if isinstance(indexer, IndexBuilder):
        prune = indexer.prune
        indexer.prune = lambda docnames: prune(  # type: ignore[method-assign]
            frozenset(docnames)
        )
    return ()


def setup_search_costs(app: Sphinx) -> None:
    """Register the handlers."""
    app.connect("doctree-resolved", doctree_resolved)
    app.connect("html-collect-pages", html_collect_pages)
