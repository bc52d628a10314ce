"""What the head of a page tells search engines, and other programs.

Where ``kwindex_robots`` keeps the pages out of search engines, they are in no sitemap
and have no card either: a page that no search leads to is not to be announced.
"""

from __future__ import annotations

import html
from typing import Final
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from ..documents.books_without_map import makes_book
from ..documents.markdown_twins import twins_of
from ..documents.toctrees import map_entries
from ..setup.build_state import build_state
from .generated_page import Context, GeneratedPage, for_generated_pages, shown_body

#: The switch of sphinxext-opengraph for one page.
_NO_CARD: Final = "ogp_disable"
#: The value of sphinx-sitemap: links and, since its version 2.7, patterns.
_SITEMAP: Final = "sitemap_excludes"


def html_page_context_first(
    app: Sphinx, pagename: str, _: str, __: Context, doctree: nodes.document | None
) -> None:
    """Leave the entry of the map out of what others quote of a page of the host.

    sphinxext-opengraph makes a description of its text, which has been rendered by now.
    """
    if doctree is None or pagename in build_state(app).pages:
        return
    for entry in map_entries(app, pagename, doctree):
        item = entry.parent.parent
        if isinstance(item, nodes.list_item):
            item.parent.remove(item)


@for_generated_pages
def html_page_context(shown: GeneratedPage) -> None:
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
        undo = build_state(app).undo_page
        undo.callback(setattr, app.config, _SITEMAP, app.config[_SITEMAP])
        links = {shown.docname + shown.builder.out_suffix}
        links.add(shown.builder.get_target_uri(shown.docname))
        app.config[_SITEMAP] = ["*", *sorted(links)]


#: What style sheets of themes know a page by, and the outline beside its listing. Asked
#: for what is far inside an element, browsers look through it again and again.
_MARKS: Final = '<meta name="kwindex"'
_MARK: Final = _MARKS + ' content="{}" />\n'
_SIDE: Final = 'class="kw-side"'

_TWIN: Final = 'rel="alternate" type="text/markdown"'
_LIST: Final = 'rel="describedby"'


@for_generated_pages
def html_page_context_late(shown: GeneratedPage) -> None:
    """Mark the page, and say where its Markdown and its list are, unless others do.

    The relations are those of the `second version of the proposal for llms.txt
    <https://llmstxt.org/changes.html>`__.
    """
    if makes_book(shown.builder):
        return
    what = "page side" if _SIDE in shown_body(shown.context) else "page"
    tags = shown.context.get("metatags", "") + _MARK.format(what)
    shown.context["metatags"] = tags
    twins = twins_of(shown.app.env)
    if twins is None:
        return
    page = shown.builder.get_target_uri(shown.docname)
    for link, target in (
        (_TWIN, twins.address(shown.docname)),
        (_LIST, twins.list_address),
    ):
        if link not in tags:
            uri = html.escape(relative_uri(page, quote(target)))
            tags += f'<link {link} href="{uri}" />\n'
    shown.context["metatags"] = tags


def with_head_tags(made: str, context: Context) -> str:
    """Return a generated page with the tags of its head where its template has none."""
    if _MARKS in made:
        return made
    return made.replace("</head>", f"{context.get('metatags', '')}</head>", 1)
