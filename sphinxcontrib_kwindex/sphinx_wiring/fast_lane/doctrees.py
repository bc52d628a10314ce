"""Keeps the doctrees of generated pages in their files.

Sphinx has each doctree in memory from when it is read until it is written, and then as
it was read from the file, which no document asks for again.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..documents.domain import kw_domain


def forget_doctree(env: BuildEnvironment, docname: str) -> None:
    """Keep a doctree in its file only."""
    for name in ("_write_doc_doctree_cache", "_pickled_doctree_cache"):
        getattr(env, name, {}).pop(docname, None)


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Keep what is written now no longer, if it is a generated page."""
    code = kw_domain(app.env).code
    if code is not None and docname in code.by_docname:
        forget_doctree(app.env, docname)


def setup_doctrees(app: Sphinx) -> None:
    """Register the handler."""
    app.connect("doctree-resolved", doctree_resolved)
