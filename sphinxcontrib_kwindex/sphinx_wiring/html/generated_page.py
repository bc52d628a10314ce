"""Handlers of ``html-page-context`` that are called for generated pages alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ...codemap.code_map import CodeMap
from ...model.record import Record
from ...model.rows import Page
from ..setup.build_state import build_state

Context = dict[str, Any]
"""What templates are rendered with."""


def shown_body(context: Context) -> str:
    """Return what a page has between head and foot.

    Extensions put objects there that only templates make text of.
    """
    return str(context.get("body") or "")


class GeneratedPage(Record, frozen=True):
    """A generated page that is about to be rendered."""

    app: Sphinx
    code: CodeMap
    page: Page
    context: Context

    @property
    def docname(self) -> str:
        """Its document."""
        return self.page.docname

    @property
    def builder(self) -> StandaloneHTMLBuilder:
        """The builder that writes it."""
        assert isinstance(self.app.builder, StandaloneHTMLBuilder)
        return self.app.builder


def for_generated_pages(
    handler: Callable[[GeneratedPage], None],
) -> Callable[[Sphinx, str, str, Context, nodes.document | None], None]:
    """Make a handler of ``html-page-context`` of a function for generated pages."""

    @wraps(handler)
    def html_page_context(
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: Context,
        doctree: nodes.document | None,
    ) -> None:
        state = build_state(app)
        page = state.pages.get(pagename)
        if state.code is not None and page is not None and doctree is not None:
            handler(GeneratedPage(app, state.code, page, context))

    return html_page_context


@for_generated_pages
def html_page_context_last(shown: GeneratedPage) -> None:
    """Take back what holds for one page only, if no template is rendered with it."""
    if getattr(shown.builder, "templates", None) is None:
        build_state(shown.app).undo_page.close()
