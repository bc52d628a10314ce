"""The contents list of a generated page: its sections, as themes show them."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final

from ...pages.titles import heading
from .generated_page import GeneratedPage
from .line_breaks import breakable

_OPEN_LINK: Final = '<li><a class="reference internal" href='

Sections = Sequence[tuple[str, str]]
"""The title and the id of each section of a page."""


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
