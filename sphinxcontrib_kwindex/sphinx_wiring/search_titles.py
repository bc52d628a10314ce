"""Titles in Sphinx's search index, escaped for versions that put them into the page.

Before 8.2 or so ``searchtools.js`` makes HTML of the titles that are found, and the
index holds them as text. A file may be called ``<img src=x onerror=…>``.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import sphinx
from sphinx.application import Sphinx

from .domain import kw_domain


@cache
def takes_titles_for_html() -> bool:
    """Return whether the search of this Sphinx does not escape titles itself."""
    script = Path(sphinx.__file__).parent / "themes/basic/static/searchtools.js"
    try:
        return "innerHTML = title" in script.read_text("utf-8")
    except OSError:
        return True


def html_collect_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Escape the titles of generated pages, just before the index is written."""
    titles = getattr(getattr(app.builder, "indexer", None), "_all_titles", None)
    code = kw_domain(app.env).code
    if titles and code and takes_titles_for_html():
        for docname in titles.keys() & code.by_docname.keys():
            titles[docname] = [
                # Those from the last build are escaped already.
                (html.escape(html.unescape(title)), anchor)
                for title, anchor in titles[docname]
            ]
    yield from ()


def setup_search_titles(app: Sphinx) -> None:
    """Register the handler."""
    app.connect("html-collect-pages", html_collect_pages)
