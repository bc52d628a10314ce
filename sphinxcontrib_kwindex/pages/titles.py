"""The title of each page."""

from __future__ import annotations

from typing import Final

from ..rows import Page

_TITLES: Final = {
    "docs": "Documentation: {}",
    "kw": "Keyword Index: {}",
    "index": "Folder Index: {}",
    "doc": "Folder Documentation: {}",
    "sub": "Subtree Keyword Index: {}",
    "keywords": "Keywords: {}",
}


def title(start: str, page: Page) -> str:
    """Return the title of a page.

    :param start: the title of the start page.
    """
    if page.kind == "index" and not page.path:
        return start
    if page.kind == "keywords":
        if not page.path:
            return "Keywords A to Z"
        return _TITLES["keywords"].format(part_name(page.path))
    return _TITLES[page.kind].format(page.path or ".")


def part_name(key: str) -> str:
    """Return how a part of the keywords is called: ``F``, ``Get``, ``forward in a/``.

    :param key: the names' beginning; or a whole name, a line feed, and the beginning
        of a path.
    """
    name, _, folder = key.partition("\n")
    if folder:
        return f"{name} in {folder}"
    return name.upper() if len(name) == 1 else f"{name}…"
