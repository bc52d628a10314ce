"""Cross-References: the other pages of a file, its folder, package and neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import say
from ...model.rows import Page
from ..nodes import Part, Row, fields
from ..page_context import Context
from ..page_kind_names import FOLDER_KINDS, KIND_NAMES
from ..page_navigation import with_neighbours
from .architecture_data import package_folder
from .section import Section


def package_init(code: CodeMap, path: str) -> str:
    """Return the ``__init__`` file of the package that a Python file is in.

    Of an ``__init__`` file that is the package around its own. Empty without a package.
    """
    folder = package_folder(code, path)
    if folder is None:
        return ""
    endings = path.rpartition(".")[2], "py", "pyi"
    files = (f"{folder}/__init__.{ending}".lstrip("/") for ending in endings)
    return next((file for file in files if file in code.modules.files), "")


def cross_references_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides what every page of the kind reads."""
    package = package_init(code, path)
    return package and (package, code.modules.name(package))


def cross_references(context: Context, path: str) -> list[nodes.Node]:
    """Keyword index, folder pages, package, files beside it, previous and next."""
    folder = path.rpartition("/")[0]
    rows: list[Row] = []
    if parts := [*_pages(context, path, ["kw"])]:
        rows.append((say("Keyword index"), parts))
    if parts := [*_pages(context, folder, FOLDER_KINDS)]:
        rows.append((say("Folder"), parts))
    if package := package_init(context.code, path):
        name = context.code.modules.name(package)
        rows.append((say("Package"), Part(name, context.href("docs", package), True)))
    page = context.code.page("docs", path)
    return [with_neighbours(context, page, rows) if page else fields(rows)]


def _pages(context: Context, about: str, kinds: Iterable[str]) -> Iterator[Part]:
    """Yield pages about a path: the first by the path, others by what they are."""
    pages = filter(None, (context.code.page(kind, about) for kind in kinds))
    linked = ((page, uri) for page in pages if (uri := context.page_href(page)))
    for number, (page, uri) in enumerate(linked):
        yield Part(
            say(KIND_NAMES[page.kind].tab) if number else _about(context, page), uri
        )


def _about(context: Context, page: Page) -> str:
    """Return the path of what a page is about, with a slash if it is a folder."""
    if page.kind not in FOLDER_KINDS:
        return page.path
    return f"{page.path}/" if page.path else context.code.settings.title


SECTION: Final = Section("Cross-References", cross_references, cross_references_inputs)
