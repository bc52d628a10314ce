"""Which pages are made: their docnames, their order, their digests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..codemap import CodeMap
from ..rows import Page
from .keywords import part_docname, parts
from .kinds import page_digest


def plan(code: CodeMap, prefix: str) -> list[Page]:
    """Return all pages of the tree, in its order, with their digests.

    :param prefix: what docnames begin with, without a final ``/``.
    """
    pages = list(_named(code, prefix))
    code.set_pages(pages)
    return [replace(page, digest=page_digest(code, page)) for page in pages]


def _named(code: CodeMap, prefix: str) -> Iterator[Page]:
    # dirhtml writes "doc" and "doc/index" to one file, and so would file systems
    # that fold case: a docname that is also a folder, or that is taken, gets an
    # underscore.
    taken = {_join(prefix, path).casefold() for path in code.folders}

    def page(kind: str, path: str, wanted: str) -> Page:
        docname = _join(prefix, wanted)
        while docname.casefold() in taken:
            docname += "_"
        taken.add(docname.casefold())
        return Page(docname, kind, path, "")

    for path, folder in code.folders.items():
        yield page("index", path, _join(path, "index"))
        yield page("doc", path, _join(path, "doc"))
        yield page("sub", path, _join(path, "sub"))
        if not path:
            for key in parts(code.store):
                yield page("keywords", key, part_docname(key))
        for file in folder.files:
            yield page("docs", file, f"{file}_docs")
            yield page("kw", file, f"{file}_kw")


def _join(*parts: str) -> str:
    return "/".join(part for part in parts if part)
