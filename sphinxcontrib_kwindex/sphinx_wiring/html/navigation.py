"""What themes show around a generated page: parents, neighbours, contents, sources."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ...codemap.code_map import CodeMap
from ...model.rows import Page
from ...pages.titles import heading, one_line, title
from ..documents.domain import kw_domain
from ..documents.output_records import original_name
from .line_breaks import breakable

#: Before the handlers of themes.
_BEFORE_THEMES: Final = 100
_OPEN_LINK: Final = '<li><a class="reference internal" href='


def generated_page(
    app: Sphinx, pagename: str, doctree: nodes.document | None
) -> tuple[CodeMap, Page] | None:
    """Return the page that is written, if it is one of ours."""
    code = kw_domain(app.env).code
    page = code.by_docname.get(pagename) if code and doctree is not None else None
    return (code, page) if code and page else None


def html_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Tell the theme where a generated page stands."""
    shown = generated_page(app, pagename, doctree)
    if shown is None:
        return
    code, page = shown
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    start = code.page("index", "")

    def entry(other: Page) -> dict[str, str]:
        link = builder.get_relative_uri(pagename, other.docname)
        text = title(code.settings.title, other)
        return {"link": link, "title": breakable(text, narrow=True)}

    if page is not start:
        above = [code.page("index", path) for path in _folders_above(code, page)]
        context["parents"] = context["parents"] + [
            {"link": found["link"], "title": breakable(name)}
            for other, name in zip(above, _names(above, code), strict=True)
            if other is not None
            for found in [entry(other)]
        ]
    before, after = code.neighbours[pagename]
    if page is not start:
        context["prev"] = entry(before) if before else None
    if after or page is not start:
        context["next"] = entry(after) if after else None
    context["toc"], context["display_toc"] = contents(code, page)
    copied = page.kind == "docs" and context.get("has_source")
    if copied and not code.facts(page.path).binary:
        context["sourcename"] = original_name(pagename)
    else:
        context["sourcename"], context["has_source"] = "", False


def _folders_above(code: CodeMap, page: Page) -> list[str]:
    """Return the folders that hold what a page is about, from the root down."""
    if page.kind == "keywords":
        return [""]
    parts = page.path.split("/") if page.path else []
    deepest = len(parts) if page.path in code.folders else len(parts) - 1
    if page.kind == "index":
        deepest -= 1
    return ["/".join(parts[:number]) for number in range(deepest + 1)]


def _names(pages: list[Page | None], code: CodeMap) -> list[str]:
    return [
        one_line(page.path.rpartition("/")[2] or code.settings.title) if page else ""
        for page in pages
    ]


def contents(code: CodeMap, page: Page) -> tuple[str, bool]:
    """Return the local contents as a theme expects them, and whether to show them."""
    from ...pages.page_kinds import page_sections

    sections = page_sections(code, page)
    below = list_of(sections)
    name = html.escape(heading(code.settings.title, page))
    top = f'{_OPEN_LINK}"#">{name}</a>{below}</li>'
    return f"<ul>\n{top}\n</ul>\n", bool(sections)


def list_of(sections: Sequence[tuple[str, str]]) -> str:
    """Return a list of links to sections, empty without any.

    :param sections: the title and the id of each.
    """
    items = "".join(
        f'{_OPEN_LINK}"#{name}">{html.escape(text)}</a></li>\n'
        for text, name in sections
    )
    return f"<ul>\n{items}</ul>\n" if items else ""


def setup_navigation(app: Sphinx) -> None:
    """Register the handlers."""
    app.connect("html-page-context", html_page_context, priority=_BEFORE_THEMES)
