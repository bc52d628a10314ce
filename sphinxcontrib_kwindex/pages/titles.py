"""The title of each page, and its heading, which is short.

A title stands where pages of many files are named side by side: in the head of the
page for the browser, in search results, in a book. The heading stands below the
breadcrumbs, which have the path.
"""

from __future__ import annotations

from typing import Final

from ..i18n import mark, say
from ..model.rows import Page

_TITLES: Final = {
    "docs": mark("Documentation: {path}"),
    "kw": mark("Keyword Index: {path}"),
    "index": mark("Folder Index: {path}"),
    "doc": mark("Folder Documentation: {path}"),
    "sub": mark("Subtree Keyword Index: {path}"),
    "keywords": mark("Keywords: {path}"),
}
#: Of the root folder, which has no name.
_ROOT: Final = {
    "doc": mark("Folder Documentation"),
    "sub": mark("Subtree Keyword Index"),
}


def title(start: str, page: Page) -> str:
    """Return the title of a page, on one line.

    :param start: the title of the start page.
    """
    return one_line(_title(start, page))


def path_title(start: str, page: Page) -> str:
    """Return how a page is called where nothing else tells the path.

    :param start: the title of the start page.
    """
    if page.kind == "docs":
        return one_line(page.path)
    if page.kind in {"index", "doc"} and page.path:
        return one_line(f"{page.path}/")
    return title(start, page)


def heading(start: str, page: Page) -> str:
    """Return the heading of a page, on one line: its title without the path.

    That of the pages that a reader comes to first, of a file and of a folder's index,
    is the name.
    """
    if page.kind == "keywords" or not page.path:
        return title(start, page)
    name = page.path.rpartition("/")[2]
    if page.kind == "docs":
        return one_line(name)
    if page.kind == "index":
        return one_line(f"{name}/")
    if page.kind != "kw":
        name += "/"
    return one_line(say(_TITLES[page.kind], path=name))


def one_line(text: str) -> str:
    """Return a text with escapes for what breaks lines, turns them round or is unseen.

    Inventories have an object a line, and titles stand in them.
    """
    # A backslash is doubled, which is also no TeX for MathJax.
    if text.isprintable() and "\\" not in text:
        return text
    return "".join(
        character
        if character.isprintable() and character != "\\"
        else character.encode("unicode_escape").decode()
        for character in text
    )


def _title(start: str, page: Page) -> str:
    if page.kind == "index" and not page.path:
        return start
    if page.kind == "keywords":
        if not page.path:
            return say("Keywords A to Z")
        return say(_TITLES["keywords"], path=part_name(page.path))
    if not page.path:
        return say(_ROOT[page.kind])
    return say(_TITLES[page.kind], path=page.path)


def part_name(key: str) -> str:
    """Return how a part of the keywords is called.

    ``F``, ``get…``, ``ga…, ge…``, ``get`` for that name alone, ``forward in a/``.

    :param key: as :func:`.keyword_pages.parts` returns it.
    """
    name, exact, folder = key.partition("\n")
    if folder:
        return say("{name} in {folder}", name=name, folder=folder)
    if exact:
        return name
    start, parted, letters = name.partition("\t")
    if parted and letters:
        first, last = (f"{start}{character}…" for character in letters)
        return say("{first} to {last}", first=first, last=last)
    if parted:
        return say("{name} and others", name=f"{start}…")
    return letter(name) if len(name) == 1 else f"{name}…"


def letter(folded: str) -> str:
    """Return a casefolded character as a heading: in upper case.

    A character whose upper case is another character's too (dotless i) stays as it is.
    """
    upper = folded.upper()
    return upper if upper.casefold() == folded else folded
