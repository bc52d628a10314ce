"""What stands around a page: above it, beside it, before and behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docutils import nodes

from ..rows import Page
from .context import Context, field_list, joined
from .nodes import link
from .titles import title

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
        "docs": "Documentation",
        "kw": "Keywords",
        "index": "Index",
        "doc": "Documentation",
        "sub": "Subtree keywords",
    }
    shown: list[nodes.Node] = []
    for kind in kinds:
        if kind == current:
            shown.append(nodes.strong(names[kind], names[kind]))
        else:
            shown.append(link(names[kind], context.href(kind, path)))
    line = nodes.paragraph("", "", *joined(shown, " · "))
    return nodes.container("", line, classes=["kw-tabs"])


def near(items: Sequence[str], one: str) -> Sequence[str]:
    """Return *one* and those of *items* that stand right before and behind it."""
    at = items.index(one)
    return items[max(0, at - SIBLINGS) : at + SIBLINGS + 1]


def cross_references(context: Context, path: str) -> list[nodes.Node]:
    """Keyword index, folder pages, the files beside it, previous and next."""
    folder = path.rpartition("/")[0]
    rows: list[tuple[str, nodes.Node | str]] = [
        ("Keyword index", _page_link(context, context.code.page("kw", path))),
        ("Folder", context.folder(folder)),
        ("Folder documentation", _page_link(context, context.code.page("doc", folder))),
        ("Subtree keywords", _page_link(context, context.code.page("sub", folder))),
    ]
    siblings = near(context.code.folders[folder].files, path)
    if len(siblings) > 1:
        names = [
            nodes.strong(name, name)
            if one == path
            else link(name, context.href("docs", one), literal=True)
            for one in siblings
            for name in [one.rpartition("/")[2]]
        ]
        rows.append(("Beside it", nodes.inline("", "", *joined(names, " · "))))
    rows += neighbour_rows(context, context.code.page("docs", path))
    return [field_list((name, node) for name, node in rows if str(node))]


def neighbour_rows(
    context: Context, page: Page | None
) -> list[tuple[str, nodes.Node | str]]:
    """Return previous and next of a page as rows of a field list."""
    if page is None:
        return []
    before, after = context.code.neighbours[page.docname]
    return [
        (name, link(other.path or ".", context.page_href(other), literal=True))
        for name, other in (("Previous", before), ("Next", after))
        if other
    ]


def _page_link(context: Context, page: Page | None) -> nodes.Node:
    if page is None:
        return nodes.Text("")
    return link(title(context.code.settings.title, page), context.page_href(page))
