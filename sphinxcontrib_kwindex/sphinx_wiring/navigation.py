"""What themes show around a generated page: parents, neighbours, contents, sources."""

from __future__ import annotations

import html
from functools import lru_cache
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..codemap import CodeMap
from ..pages.titles import heading, one_line, title
from ..rows import Page
from .domain import kw_domain
from .outputs import original_name
from .sidebars import Sidebars

#: Before the handlers of themes, which take ``toctree`` from the context.
_BEFORE_THEMES: Final = 100
#: Behind them: their links to "edit this page" lead to our stubs.
_AFTER_THEMES: Final = 900


def _generated(
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
    shown = _generated(app, pagename, doctree)
    if "toctree" in context and doctree is not None:
        _render_toctree_once(app, pagename, context, outside=shown is not None)
    if shown is None:
        return
    code, page = shown
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    start = code.page("index", "")

    def entry(other: Page) -> dict[str, str]:
        link = builder.get_relative_uri(pagename, other.docname)
        text = title(code.settings.title, other)
        return {"link": link, "title": html.escape(text)}

    if page is not start:
        above = [code.page("index", path) for path in _folders_above(code, page)]
        context["parents"] = context["parents"] + [
            {"link": found["link"], "title": html.escape(name)}
            for other, name in zip(above, _names(above, code), strict=True)
            if other is not None
            for found in [entry(other)]
        ]
    before, after = code.neighbours[pagename]
    if page is not start:
        context["prev"] = entry(before) if before else None
    if after or page is not start:
        context["next"] = entry(after) if after else None
    context["toc"], context["display_toc"] = _contents(code, page)
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


def _contents(code: CodeMap, page: Page) -> tuple[str, bool]:
    """Return the local contents as a theme expects them, and whether to show them."""
    from ..pages.kinds import page_sections

    sections = page_sections(code, page)
    name = html.escape(heading(code.settings.title, page))
    open_link = '<li><a class="reference internal" href='
    items = "".join(
        f'{open_link}"#{name}">{html.escape(text)}</a></li>\n'
        for text, name in sections
    )
    below = f"<ul>\n{items}</ul>\n" if items else ""
    top = f'{open_link}"#">{name}</a>{below}</li>'
    return f"<ul>\n{top}\n</ul>\n", bool(sections)


def _render_toctree_once(
    app: Sphinx, pagename: str, context: dict[str, Any], *, outside: bool
) -> None:
    domain = kw_domain(app.env)
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    if domain.sidebars is None:
        domain.sidebars = Sidebars(app.builder)
    if outside and pagename not in app.env.files_to_rebuild:
        context["toctree"] = domain.sidebars.outside(pagename, context["toctree"])
    else:
        context["toctree"] = domain.sidebars.inside(pagename, context["toctree"])


def edit_links(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Make "Edit on GitHub" and the like lead to the original file."""
    shown = _generated(app, pagename, doctree)
    if shown is None:
        return
    code, page = shown
    view = code.settings.original(page.path) if page.kind in {"docs", "kw"} else ""
    # Nobody can edit what a pull request leads to.
    edit = "" if "/refs/pull/" in view else view.replace("/blob/", "/edit/", 1)
    # furo and other themes on sphinx-basic-ng
    for name, url in (("view", view), ("edit", edit)):
        context[f"theme_source_{name}_link"] = url
    if not view:
        context["theme_source_repository"] = ""
        context["page_source_suffix"] = ""
    # furo asks the environment how many sections there are, which knows none of ours
    if "furo_hide_toc" in context:
        context["furo_hide_toc"] = not context["display_toc"]
    # sphinx_rtd_theme
    for site in ("github", "gitlab", "bitbucket"):
        context[f"display_{site}"] = bool(view) and context.get(
            f"display_{site}", False
        )
        if view:
            context["meta"] = {**(context.get("meta") or {}), f"{site}_url": view}
    # pydata_sphinx_theme
    if "get_edit_provider_and_url" in context:
        provider: str = context["get_edit_provider_and_url"]()[0] if view else ""
        context["get_edit_provider_and_url"] = lambda: (provider, edit)
        context["theme_use_edit_page_button"] = bool(view)


@lru_cache
def shows_parents(theme: str) -> bool:
    """Return whether a theme shows breadcrumbs of its own."""
    return theme in {
        "basic",
        "bizstyle",
        "classic",
        "haiku",
        "nature",
        "pydata_sphinx_theme",
        "pyramid",
        "scrolls",
        "sphinx_rtd_theme",
        "sphinxdoc",
        "traditional",
    }


def setup_navigation(app: Sphinx) -> None:
    """Register the handlers."""
    app.connect("html-page-context", html_page_context, priority=_BEFORE_THEMES)
    app.connect("html-page-context", edit_links, priority=_AFTER_THEMES)
