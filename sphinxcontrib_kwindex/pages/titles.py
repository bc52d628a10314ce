"""The title of each page, and its heading, which is short.

A title stands where pages of many files are named side by side: in the head of the
page for the browser, in search results, in a book. The heading stands below the
breadcrumbs, which have the path.
"""

from __future__ import annotations

from ..i18n import say
from ..model.python_escapes import with_escapes
from ..model.rows import Page
from .page_kind_names import KIND_NAMES


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
    kind, name = KIND_NAMES[page.kind], page.path.rpartition("/")[2]
    if kind.folder:
        name += "/"
    return one_line(name if kind.named_as_path else say(kind.title, path=name))


def one_line(text: str) -> str:
    """Return a text with escapes for what breaks lines, turns them round or is unseen.

    Inventories have an object a line, and titles stand in them.
    """
    # A backslash is doubled, which is also no TeX for MathJax.
    if text.isprintable() and "\\" not in text:
        return text
    return with_escapes(text, lambda char: char.isprintable() and char != "\\")


def _title(start: str, page: Page) -> str:
    if page.kind == "index" and not page.path:
        return start
    kind = KIND_NAMES[page.kind]
    if not page.path:
        return say(kind.of_root)
    path = part_name(page.path) if page.kind == "keywords" else page.path
    return say(kind.title, path=path)


def part_name(key: str) -> str:
    """Return how a part of the keywords is called.

    ``F``, ``get…``, ``ga… to ge…``, ``g… without get_…``, ``get`` for that name alone,
    ``forward in a/``, ``forward in a/b… to d…``.

    :param key: as :func:`.keyword_parts.parts` returns it.
    """
    name, exact, place = key.partition("\n")
    folder, among, beginning = place.partition("//")
    if among:
        folder = _beginning(beginning, f"{folder}/" if folder else "")
    if folder:
        return say("{name} in {folder}", name=name, folder=folder)
    if exact:
        return name
    is_letter = len(name) == 1
    return letter(name) if is_letter else _beginning(name)


def _beginning(key: str, before: str = "") -> str:
    start, parted, letters = key.partition("\t")
    if letters.startswith("-"):
        names, word = f"{before}{start}…", f"{letters[1:]}…"
        return say("{names} without {word}", names=names, word=word)
    if parted and letters:
        first, last = (f"{start}{character}…" for character in letters)
        return say("{first} to {last}", first=before + first, last=last)
    if parted:
        return say("{name} and others", name=f"{before}{start}…")
    return f"{before}{start}…"


def letter(folded: str) -> str:
    """Return a casefolded character as a heading: in upper case.

    A character whose upper case is another character's too (dotless i) stays as it is.
    """
    upper = folded.upper()
    return upper if upper.casefold() == folded else folded
