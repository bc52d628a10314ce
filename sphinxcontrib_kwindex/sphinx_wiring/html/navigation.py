"""What themes show around a generated page: parents, neighbours, contents, sources."""

from __future__ import annotations

from ...codemap.code_map import CodeMap
from ...links.tree_paths import folders_above
from ...model.rows import Page
from ...pages.titles import heading, one_line, title
from ..documents.output_records import original_name
from .generated_page import GeneratedPage, for_generated_pages
from .line_breaks import breakable
from .page_contents import contents, page_sections


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
        context["parents"] = context["parents"] + [
            entry(parent) | {"title": breakable(_name(parent, code))}
            for parent in _above(code, page)
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


def _name(page: Page, code: CodeMap) -> str:
    """Return the name of a page above another, of an index that of its folder."""
    if page.kind == "keywords":
        return heading(code.settings.title, page)
    return one_line(page.path.rpartition("/")[2] or code.settings.title)
