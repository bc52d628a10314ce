"""What search engines and social networks are told of the generated pages.

Where ``kwindex_robots`` keeps the pages out of search engines, they are in no sitemap
and have no card either: a page that is not to be found is not to be announced.
"""

from __future__ import annotations

import html
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..documents.books_without_map import makes_book
from ..documents.domain import kw_domain

#: Before and behind the extensions that announce pages.
_BEFORE: Final = 100
_BEHIND: Final = 900
#: The switch of sphinxext-opengraph for one page.
_NO_CARD: Final = "ogp_disable"
#: The value of sphinx-sitemap: links and, since its version 2.7, patterns.
_SITEMAP: Final = "sitemap_excludes"


class _Announcing:
    """Says of each generated page that is written what others may do with it."""

    def __init__(self) -> None:
        self._excludes: Any = None

    def before(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Give the page its tag, and have others pass it by."""
        self._restore(app)
        code = kw_domain(app.env).code
        if code is None or doctree is None or pagename not in code.by_docname:
            return
        robots = app.config.kwindex_robots
        if not robots or makes_book(app.builder):
            return
        tag = f'<meta name="robots" content="{html.escape(robots)}" />\n'
        context["metatags"] = context.get("metatags", "") + tag
        if not {"noindex", "none"} & set(robots.lower().replace(",", " ").split()):
            return
        context["meta"] = {**(context.get("meta") or {}), _NO_CARD: ""}
        if _SITEMAP in app.config:
            assert isinstance(app.builder, StandaloneHTMLBuilder)
            self._excludes = app.config[_SITEMAP]
            links = {pagename + app.builder.out_suffix}
            links.add(app.builder.get_target_uri(pagename))
            app.config[_SITEMAP] = ["*", *sorted(links)]

    def behind(self, app: Sphinx, *_: object) -> None:
        """Take back what holds for this page only."""
        self._restore(app)

    def _restore(self, app: Sphinx) -> None:
        if self._excludes is not None:
            app.config[_SITEMAP], self._excludes = self._excludes, None


def setup_robots(app: Sphinx) -> None:
    """Register the handlers."""
    announcing = _Announcing()
    app.connect("html-page-context", announcing.before, priority=_BEFORE)
    app.connect("html-page-context", announcing.behind, priority=_BEHIND)
