"""Plans the pages: their docnames, order and digests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from hashlib import blake2b
from typing import Final
from uuid import uuid4

from ..codemap.code_map import CodeMap
from ..codemap.comparison.changes_since import changes_since
from ..model.digests import digest
from ..model.errors import noted
from ..model.rows import Page
from ..scan.own_folders import folded
from . import PAGES_VERSION
from .affected_by_paths import pages_beside
from .changes_page import CHANGES
from .file_documentation import has_documentation
from .folder_pages import folder_pages
from .keyword_parts import part_docname, parts
from .page_kind_names import BOOK_LEADERS, FILE_KINDS
from .page_kinds import page_digest

#: What Sphinx's builders and its search do not all quote in URIs, quotation marks, what
#: Windows does not have in names, and what does not show or turns the text round.
_UNSAFE: Final = re.compile(
    r"[%#?\"'\\:*|\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\ufeff]|[ .](?=/|\Z)|^ |(?<=/) "
)
#: File systems take 255 bytes for a name; ``.doctree`` and the like go behind it.
_LONGEST_NAME: Final = 235
#: They take 4,096 for a path, in which the output directory stands first.
_LONGEST: Final = 1500
#: Sphinx's own pages, which dirhtml writes to folders.
_SPHINXS: Final = ("search/index", "genindex/index", "py-modindex/index")
#: Folders with the names of files that builders write: at the top, and for each page.
_NAMED_AS_OUTPUT: Final = re.compile(
    r"""(?: \A (?: objects\.inv | searchindex\.js | \.buildinfo(?:\.bak)? | \.nojekyll
          | (?: search | genindex[^/.]* | py-modindex ) \.\w+ | mimetype | last_build
          | (?: content\.opf | toc\.ncx | nav\.xhtml )
          | (?: environment | globalcontext | searchindex ) \.(?: json | f?pickle ) )
      | (?<![^/]) (?: index | doc_* | sub_* | keywords[^/.]*
          | [^/]+ _(?: docs | kw ) _* ) \.\w+ )
    (?= / )""",
    re.VERBOSE | re.IGNORECASE,
)


def plan(
    code: CodeMap,
    prefix: str,
    affected: Set[tuple[str, str]] | None = None,
    paths: Set[str] = frozenset(),
    spread: Callable[
        [Callable[[Page], tuple[Page, str]], list[Page]], Iterable[tuple[Page, str]]
    ] = map,
) -> tuple[list[Page], list[str]]:
    """Return all pages of the tree, in its order, with their digests.

    Where an error is raised over what a page shows, it is made anew by each build.

    :param prefix: what docnames begin with, without a final ``/``.
    :param affected: kind and path of the pages that may show something else than when
        they were planned before, if all pages are the same; by default all.
    :param paths: the files that came or went since then.
    :param spread: calls a function for each page, as :func:`map` does, perhaps in
        several processes.
    :return: the pages, and of which it is not known what they show, and why.
    """
    pages = _named(code, prefix)
    code.set_pages(pages)
    renamed = _renamed(pages, prefix)
    # Any page may lead to a page with another name, and they are few.
    shared = digest(PAGES_VERSION, code.settings, renamed)
    # The pages of the root lead the book, which has all pages in it.
    book = digest([page.docname for page in pages])
    planned_before = [] if affected is None else code.planned_pages()
    before = {page[:3]: page for page in planned_before}
    if affected is not None and [page[:3] for page in pages] != list(before):
        beside = pages_beside(code, planned_before, pages, paths)
        if beside is None or _renamed(planned_before, prefix) != renamed:
            before = {}
        else:
            affected = affected | beside

    def with_digest(page: Page) -> tuple[Page, str]:
        planned = before.get(page[:3])
        if affected is not None and planned and (page.kind, page.path) not in affected:
            return planned, ""
        leads = page.kind in BOOK_LEADERS and not page.path
        problems: list[str] = []
        value = uuid4().hex
        with noted(problems, page.docname):
            shown = page_digest(code, page)
            value = digest(shared, book if leads else "", shown)
        return page._replace(digest=value), "".join(problems)

    with code.reading():
        results = list(spread(with_digest, pages))
    return [page for page, _ in results], [text for _, text in results if text]


def _named(code: CodeMap, prefix: str) -> list[Page]:
    """Return all pages of the tree, in its order, with their names alone.

    :param prefix: what docnames begin with, without a final ``/``.
    """
    # dirhtml writes "doc" and "doc/index" to one file, and so would file systems
    # that fold case: a docname that is also a folder, or that is taken, gets an
    # underscore. So does a folder that has the name of a file that builders write.
    folders = (docname_for(prefix, f"{path}/").rstrip("/") for path in code.folders)
    taken = {*map(folded, folders), *_SPHINXS}
    # The document that Sphinx begins with keeps its name, and dirhtml has no folder for
    # it that another page could be written to.
    taken.discard("index")
    pages = []
    for kind, path in _planned(code):
        docname = docname_for(prefix, _wanted(kind, path))
        while folded(docname) in taken:
            docname += "_"
        taken.add(folded(docname))
        pages.append(Page(docname, kind, path, ""))
    return pages


def docname_for(prefix: str, wanted: str) -> str:
    """Return the docname for a path or a wished-for docname.

    :param prefix: what docnames begin with, without a final ``/``.
    """
    return _NAMED_AS_OUTPUT.sub(r"\g<0>_", _join(prefix, _safe(wanted)))


def _safe(wanted: str) -> str:
    """Return a docname that works in URIs and on file systems."""
    docname = _UNSAFE.sub(_spelled, wanted)
    if len(docname) * 4 <= _LONGEST_NAME:
        return docname
    parts = [_short(part, _LONGEST_NAME) for part in docname.split("/")]
    if len("/".join(parts).encode()) > _LONGEST:
        parts = [_digest("/".join(parts[:-1])), parts[-1]]
    return "/".join(parts)


def _short(part: str, longest: int) -> str:
    """Return a part of a docname that is not too long, ending in what page it is."""
    data = part.encode()
    if len(data) <= longest:
        return part
    end = next((suffix for suffix in ("_docs", "_kw") if part.endswith(suffix)), "")
    mark = f"-{_digest(part)}{end}"
    return data[: longest - len(mark)].decode(errors="ignore") + mark


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _spelled(match: re.Match[str]) -> str:
    return f"-{ord(match[0]):x}-"


def _planned(code: CodeMap) -> Iterator[tuple[str, str]]:
    """Yield kind and path of each page."""
    files = {
        path: ["docs"] * has_documentation(code, path, docs) + ["kw"] * kw
        for path, docs, kw in code.pages_of_files()
    }
    for path, folder in code.folders.items():
        for kind in folder_pages(code, folder):
            yield kind, path
        if not path:
            for key in parts(code):
                yield "keywords", key
            if changes_since(code) is not None:
                yield CHANGES, ""
        for file in folder.files:
            for kind in files[file]:
                yield kind, file


def _wanted(kind: str, path: str) -> str:
    """Return the docname that a page would have by its path."""
    if kind == "keywords":
        return part_docname(path)
    return f"{path}_{kind}" if kind in FILE_KINDS else _join(path, kind)


def _renamed(pages: Iterable[Page], prefix: str) -> list[str]:
    """Return the docnames that are others than the pages would have by their paths."""
    return [
        page.docname
        for page in pages
        if page.docname != _join(prefix, _wanted(page.kind, page.path))
    ]


def _join(*parts: str) -> str:
    return "/".join(part for part in parts if part)
