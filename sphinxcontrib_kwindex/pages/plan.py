"""Which pages are made: their docnames, their order, their digests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..codemap import CodeMap
from ..rows import Page, digest
from .keywords import part_docname, parts
from .kinds import page_digest

#: What Sphinx's builders do not all quote in URIs, and quotation marks.
_UNSAFE: Final = re.compile(r"[%#?\"']")
#: The kinds of pages of the root folder that may stand for all pages in a ``toctree``.
BOOK_LEADERS: Final = ("index", "doc")


def plan(code: CodeMap, prefix: str) -> list[Page]:
    """Return all pages of the tree, in its order, with their digests.

    :param prefix: what docnames begin with, without a final ``/``.
    """
    # dirhtml writes "doc" and "doc/index" to one file, and so would file systems
    # that fold case: a docname that is also a folder, or that is taken, gets an
    # underscore.
    taken = {_join(prefix, path).casefold() for path in code.folders}
    pages = []
    elsewhere = []
    for kind, path, wanted in _wanted(code):
        docname = _join(prefix, _UNSAFE.sub(_spelled, wanted))
        while docname.casefold() in taken:
            docname += "_"
        taken.add(docname.casefold())
        pages.append(Page(docname, kind, path, ""))
        if docname != _join(prefix, wanted):
            elsewhere.append(docname)
    code.set_pages(pages)
    # Any page may lead to one of these, and they are few.
    shared = digest(elsewhere)
    # The pages of the root lead the book, which has all pages in it.
    book = digest([page.docname for page in pages])
    return [
        page._replace(
            digest=digest(
                shared,
                book if page.kind in BOOK_LEADERS and not page.path else "",
                page_digest(code, page),
            ),
        )
        for page in pages
    ]


def _spelled(found: re.Match[str]) -> str:
    return f"-{ord(found[0]):x}-"


def _wanted(code: CodeMap) -> Iterator[tuple[str, str, str]]:
    """Yield kind, path and wished-for docname of each page."""
    for path, folder in code.folders.items():
        for kind in ("index", "doc", "sub"):
            yield kind, path, _join(path, kind)
        if not path:
            for key in parts(code.store):
                yield "keywords", key, part_docname(key)
        for file in folder.files:
            yield "docs", file, f"{file}_docs"
            yield "kw", file, f"{file}_kw"


def _join(*parts: str) -> str:
    return "/".join(part for part in parts if part)
