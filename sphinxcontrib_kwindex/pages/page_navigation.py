"""Navigation around a page: parents, siblings, previous and next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..i18n import say
from ..links.tree_paths import folders_above
from ..model.grouped import grouped
from ..model.rows import Page
from .nodes import Part, Row, fields, kw_fields, kw_navigation
from .page_context import Context
from .page_kind_names import FOLDER_KINDS, KIND_NAMES, TREE_KINDS
from .titles import part_name, title

#: How many files before and behind a file its page links to. All of them would
#: make every page of a folder grow with the folder.
SIBLINGS: Final = 3


def breadcrumbs(context: Context, page: Page) -> nodes.Node:
    """Return links to the folders that hold a file or folder, from the root down.

    The root holds what is about the whole tree. To a part of the keywords there lead
    those that all parts are listed on.
    """
    path, folder = page.path, page.kind in FOLDER_KINDS
    crumbs = [Part(context.code.settings.title, context.href("index", ""))]
    if page.kind in TREE_KINDS:
        uri = context.href(page.kind, "") if path else ""
        crumbs.append(Part(say(KIND_NAMES[page.kind].of_root), uri))
        crumbs += [Part(part_name(path))] if path else []
    else:
        *above, _ = folders_above(f"{path}/" if folder else path)
        crumbs += [
            Part(at.rpartition("/")[2], context.href("index", at)) for at in above[::-1]
        ]
        crumbs += [] if folder else [Part(path.rpartition("/")[2])]
    return kw_navigation(
        classes=["kw-breadcrumbs"],
        label=say("Breadcrumbs"),
        links=tuple(crumbs),
        between=" / ",
        current=None,
    )


def tabs(context: Context, path: str, current: str, kinds: Sequence[str]) -> nodes.Node:
    """Return links to the other pages about the same file or folder."""
    shown = [kind for kind in kinds if kind == current or context.code.page(kind, path)]
    links = [
        Part(
            say(KIND_NAMES[kind].tab),
            "" if kind == current else context.href(kind, path),
        )
        for kind in shown
    ]
    return kw_navigation(
        classes=["kw-tabs"],
        label=say("Related pages"),
        links=tuple(links),
        between=" · ",
        current=shown.index(current),
    )


def siblings(code: CodeMap, page: Page) -> Sequence[str]:
    """Return a page's own path and the paths right before and behind it in the folder.

    :return: files for the page of a file, folders for that of a folder.
    """
    if page.kind == "keywords" or not page.path:
        return ()
    paths, at = code.once(_places)[page.kind, page.path]
    nearby = paths[max(0, at - SIBLINGS) : at + SIBLINGS + 1]
    return nearby if len(nearby) > 1 else ()


def _places(code: CodeMap) -> dict[tuple[str, str], tuple[list[str], int]]:
    """Return by kind and path of a page those of the kind in its folder, and which of
    them it is.
    """
    folders = grouped(
        ((kind, path.rpartition("/")[0]), path) for kind, path in code.pages if path
    )
    return {
        (kind, path): (paths, at)
        for (kind, _), paths in folders.items()
        for at, path in enumerate(paths)
    }


def neighbour_inputs(code: CodeMap, page: Page) -> object:
    """Return what a page shows of those that stand beside, before and behind it."""
    before, after = code.neighbours[page.docname]
    beside = [(other.docname, other.path) for other in (before, after) if other]
    return beside, siblings(code, page)


def neighbours(context: Context, page: Page) -> list[nodes.Node]:
    """Return what stands beside, before and behind a page, for its end."""
    rows = with_neighbours(context, page, [])
    return [nodes.container("", rows, classes=["kw-around"])] if rows["fields"] else []


def with_neighbours(context: Context, page: Page, above: Sequence[Row]) -> kw_fields:
    """Return fields and, below them, those that lead to the pages around a page.

    They are beside, before and behind it; in HTML themes lead to the last two.
    """
    rows = [*above]
    beside: list[Part] = []
    for path in siblings(context.code, page):
        name = path.rpartition("/")[2]
        uri = "" if path == page.path else context.href(page.kind, path)
        beside.append(Part(name, uri, literal=True))
    if beside:
        rows.append((say("Nearby"), beside))
    turns: list[Row] = []
    for name, other in zip(
        (say("Previous"), say("Next")),
        context.code.neighbours[page.docname],
        strict=True,
    ):
        if other and (uri := context.page_href(other)):
            text = title(context.code.settings.title, other)
            turns.append((name, Part(text, uri)))
    return fields([*rows, *turns], turns=len(turns))
