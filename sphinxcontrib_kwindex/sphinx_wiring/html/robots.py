"""Tells search engines and social networks what to do with the generated pages.

Where ``kwindex_robots`` keeps the pages out of search engines, they are in no sitemap
and have no card either: a page that no search leads to is not to be announced.
"""

from __future__ import annotations

import html
from typing import Any, Final

from sphinx.application import Sphinx

from ..documents.books_without_map import makes_book
from .generated_page import GeneratedPage, connect_generated_page

#: Before and after the extensions that announce pages.
_BEFORE: Final = 100
_AFTER: Final = 900
#: The switch of sphinxext-opengraph for one page.
_NO_CARD: Final = "ogp_disable"
#: The value of sphinx-sitemap: links and, since its version 2.7, patterns.
_SITEMAP: Final = "sitemap_excludes"


class _RobotsTag:
    """Says of each generated page that is written what others may do with it."""

    def __init__(self) -> None:
        self._excludes: Any = None

    def html_page_context_before(self, shown: GeneratedPage) -> None:
        """Give the page its tag, and have others pass it by."""
        app, context = shown.app, shown.context
        robots = app.config.kwindex_robots
        if not robots or makes_book(app.builder):
            return
        tag = f'<meta name="robots" content="{html.escape(robots)}" />\n'
        context["metatags"] = context.get("metatags", "") + tag
        if not {"noindex", "none"} & set(robots.lower().replace(",", " ").split()):
            return
        context["meta"] = {**(context.get("meta") or {}), _NO_CARD: ""}
        if _SITEMAP in app.config:
            self._excludes = app.config[_SITEMAP]
            links = {shown.docname + shown.builder.out_suffix}
            links.add(shown.builder.get_target_uri(shown.docname))
            app.config[_SITEMAP] = ["*", *sorted(links)]

    def html_page_context_after(self, shown: GeneratedPage) -> None:
        """Take back what holds for this page only."""
        if self._excludes is not None:
            shown.app.config[_SITEMAP], self._excludes = self._excludes, None


def setup_robots(app: Sphinx) -> None:
    """Register the handlers."""
    tag = _RobotsTag()
    connect_generated_page(app, tag.html_page_context_before, _BEFORE)
    connect_generated_page(app, tag.html_page_context_after, _AFTER)
