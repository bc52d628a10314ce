"""What themes show around a generated page: parents, neighbours, contents, sources."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Final, TypeVar

from sphinx.application import Sphinx
from sphinx.util.logging import suppress_logging

from ...codemap.code_map import CodeMap
from ...codemap.folders import path_below
from ...links.tree_paths import folders_above
from ...model.rows import Page
from ...pages.titles import heading, one_line, title
from ..documents.outdated_outputs import original_name
from ..setup.build_state import build_state
from .generated_page import GeneratedPage, for_generated_pages
from .line_breaks import breakable

_OPEN_LINK: Final = '<li><a class="reference internal" href='

T = TypeVar("T")

Sections = Sequence[tuple[str, str]]
"""The title and the id of each section of a page."""


def builder_inited(app: Sphinx) -> None:
    """Have Sphinx not warn of generated pages that two patterns for sidebars match.

    The project wrote the patterns for pages of its own, and cannot change these.
    """
    state = build_state(app)

    def quiet(choose: Callable[..., T]) -> Callable[..., T]:
        def choose_sidebars(name: str, *context: object) -> T:
            with suppress_logging() if name in state.pages else nullcontext():
                return choose(name, *context)

        return choose_sidebars

    # Sphinx 9 asks the former, and 8.2 the latter.
    for name in ("_get_sidebars", "add_sidebars"):
        if app.config.html_sidebars and hasattr(app.builder, name):
            vars(app.builder)[name] = quiet(getattr(app.builder, name))


def page_sections(shown: GeneratedPage) -> Sections:
    """Return the sections of a generated page, once for all handlers."""
    from ...pages import page_kinds

    kept = shown.code.kept
    if kept.get(page_sections, (None,))[0] is not shown.page:
        fresh = page_kinds.page_sections(shown.code, shown.page)
        kept[page_sections] = shown.page, fresh
    sections: Sections = kept[page_sections][1]
    return sections


def contents(shown: GeneratedPage, sections: Sections) -> str:
    """Return the local contents of a page as a theme expects them."""
    # It stands in a column beside the text.
    name = breakable(heading(shown.code.settings.title, shown.page), narrow=True)
    top = f'{_OPEN_LINK}"#">{name}</a>{section_list(sections)}</li>'
    return f"<ul>\n{top}\n</ul>\n"


def section_list(sections: Sections) -> str:
    """Return a list of links to sections, empty without any."""
    items = "".join(
        f'{_OPEN_LINK}"#{name}">{html.escape(text)}</a></li>\n'
        for text, name in sections
    )
    return f"<ul>\n{items}</ul>\n" if items else ""


@for_generated_pages
def html_page_context(shown: GeneratedPage) -> None:
    """Tell the theme where a generated page stands."""
    code, page, context = shown.code, shown.page, shown.context
    start = code.page("index", "")

    def entry(other: Page) -> dict[str, str]:
        link = shown.builder.get_relative_uri(page.docname, other.docname)
        text = title(code.settings.title, other)
        return {"link": link, "title": breakable(text, narrow=True)}

    before, after = code.neighbours[page.docname]
    if page is not start:
        above = _above(code, page)
        folders = ("", *(parent.path for parent in above))
        context["parents"] = [
            # Builders of others may know no parents.
            *(context.get("parents") or ()),
            *(
                entry(parent) | {"title": breakable(_name(parent, code, folder))}
                for parent, folder in zip(above, folders, strict=False)
                # To the root document themes have a way of their own.
                if parent.docname != shown.app.config.root_doc
            ),
        ]
        context["prev"] = entry(before) if before else None
    if after or page is not start:
        context["next"] = entry(after) if after else None
    sections = page_sections(shown)
    context["toc"] = contents(shown, sections)
    context["display_toc"] = bool(sections)
    copied = page.kind == "docs" and context.get("has_source")
    if copied and code.is_text(page.path):
        context["sourcename"] = original_name(page.docname)
    else:
        context["sourcename"], context["has_source"] = "", False


def _above(code: CodeMap, page: Page) -> list[Page]:
    """Return the pages that lead to a page, from the root down.

    They are indexes of folders, for a part of the keywords that of all parts.
    """
    if page.kind == "keywords":
        pages = [
            code.page("index", ""),
            code.page("keywords", "") if page.path else None,
        ]
    else:
        with_own = page.path in code.folders and page.kind != "index"
        paths = folders_above(f"{page.path}/" if with_own else page.path)
        pages = [code.page("index", path) for path in paths][::-1]
    return [*filter(None, pages)]


def _name(page: Page, code: CodeMap, folder: str) -> str:
    """Return the name of a page above another, of an index that of its folder.

    :param folder: the one above; those between have no pages, and are in the name.
    """
    if page.kind == "keywords":
        return heading(code.settings.title, page)
    return one_line(path_below(folder, page.path) or code.settings.title)
