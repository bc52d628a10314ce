"""What stands around a page: above it, beside it, before and behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..i18n import say
from ..model.rows import Page
from .nodes import Part, fields, link
from .page_context import Context, joined
from .titles import title

#: The kinds of pages that are about a folder.
FOLDER_KINDS: Final = ("index", "doc", "sub")
#: So many files before and behind a file are named on its page. All of them would
#: make every page of a folder grow with the folder.
SIBLINGS: Final = 3


def breadcrumbs(context: Context, path: str, *, folder: bool) -> nodes.container:
    """Return links to the folders that hold a file or folder, from the root down."""
    parts = path.split("/") if path else []
    crumbs = [link(context.code.settings.title, context.href("index", ""))]
    above = parts if folder else parts[:-1]
    for number, part in enumerate(above):
        at = "/".join(parts[: number + 1])
        crumbs.append(link(part, context.href("index", at)))
    if not folder:
        crumbs.append(nodes.Text(parts[-1]))
    line = nodes.paragraph("", "", *joined(crumbs, " / "))
    return nodes.container("", line, classes=["kw-breadcrumbs"])


def tabs(context: Context, path: str, current: str, kinds: Sequence[str]) -> nodes.Node:
    """Return links to the other pages about the same file or folder."""
    names = {
        "docs": say("Documentation"),
        "kw": say("Keywords"),
        "index": say("Index"),
        "doc": say("Documentation"),
        "sub": say("Subtree keywords"),
    }
    shown: list[nodes.Node] = []
    for kind in kinds:
        if kind != current and context.code.page(kind, path) is None:
            continue
        if kind == current:
            shown.append(nodes.strong(names[kind], names[kind]))
        else:
            shown.append(link(names[kind], context.href(kind, path)))
    line = nodes.paragraph("", "", *joined(shown, " · "))
    return nodes.container("", line, classes=["kw-tabs"])


def siblings(code: CodeMap, page: Page) -> Sequence[str]:
    """Return a page's own path and the paths right before and behind it in the folder.

    :return: files for the page of a file, folders for that of a folder.
    """
    if page.kind == "keywords" or not page.path:
        return ()
    folder = code.folders[page.path.rpartition("/")[0]]
    every = folder.subfolders if page.kind in FOLDER_KINDS else folder.files
    items = [one for one in every if code.page(page.kind, one)]
    at = items.index(page.path)
    found = items[max(0, at - SIBLINGS) : at + SIBLINGS + 1]
    return found if len(found) > 1 else ()


def neighbours_show(code: CodeMap, page: Page) -> object:
    """Return what a page shows of those that stand beside, before and behind it."""
    before, after = code.neighbours[page.docname]
    beside = [(other.docname, other.path) for other in (before, after) if other]
    return beside, siblings(code, page)


def package_of(code: CodeMap, path: str) -> str:
    """Return the ``__init__`` file of the package that a Python file is in.

    Of an ``__init__`` file that is the package around its own. Empty without one.
    """
    if path not in code.modules.files:
        return ""
    folder, _, name = path.rpartition("/")
    stem, _, suffix = name.rpartition(".")
    if stem == "__init__":
        if not folder:
            return ""
        folder = folder.rpartition("/")[0]
    before = f"{folder}/" if folder else ""
    for one in (suffix, "py", "pyi"):
        if (found := f"{before}__init__.{one}") in code.modules.files:
            return found
    return ""


def cross_references_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside what every page of a kind does."""
    package = package_of(code, path)
    return package and (package, code.modules.name(package))


def cross_references(context: Context, path: str) -> list[nodes.Node]:
    """Keyword index, folder pages, package, files beside it, previous and next."""
    folder = path.rpartition("/")[0]
    rows: list[tuple[str, Part | list[Part]]] = [
        (name, Part(_about(context, page), uri))
        for name, kind, about in (
            (say("Keyword index"), "kw", path),
            (say("Folder"), "index", folder),
            (say("Folder documentation"), "doc", folder),
            (say("Subtree keywords"), "sub", folder),
        )
        if (page := context.code.page(kind, about)) and (uri := context.page_href(page))
    ]
    if package := package_of(context.code, path):
        name = context.code.modules.name(package)
        rows.append((say("Package"), Part(name, context.href("docs", package), True)))
    page = context.code.page("docs", path)
    return [fields([*rows, *(_neighbour_rows(context, page) if page else [])])]


def _about(context: Context, page: Page) -> str:
    """Return the path of what a page is about, with a slash if it is a folder."""
    if page.kind not in FOLDER_KINDS:
        return page.path
    if page.kind == "index" and not page.path:
        return context.code.settings.title
    return f"{page.path or '.'}/"


def neighbours(context: Context, page: Page) -> list[nodes.Node]:
    """Return what stands beside, before and behind a page, for its end."""
    rows = _neighbour_rows(context, page)
    return [nodes.container("", fields(rows), classes=["kw-around"])] if rows else []


def _neighbour_rows(
    context: Context, page: Page
) -> list[tuple[str, Part | list[Part]]]:
    rows: list[tuple[str, Part | list[Part]]] = []
    beside: list[Part] = []
    for one in siblings(context.code, page):
        name = one.rpartition("/")[2]
        uri = "" if one == page.path else context.href(page.kind, one)
        beside.append(Part(name, uri, literal=True))
    if beside:
        rows.append((say("Beside it"), beside))
    for name, other in zip(
        (say("Previous"), say("Next")),
        context.code.neighbours[page.docname],
        strict=True,
    ):
        if other and (uri := context.page_href(other)):
            text = title(context.code.settings.title, other)
            rows.append((name, Part(text, uri)))
    return rows
