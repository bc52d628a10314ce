"""The kinds of pictures that the directive ``kwgraph`` puts on a hand-written page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...links.places import Target
from ...model.kinds import DERIVING
from ...model.record import Record
from ..page_context import Context
from .call_graph import call_graph, call_picture
from .class_tree import ClassTree, class_picture, class_tree, classes_of_file
from .folder_imports import FolderImports, folder_imports, folder_imports_body
from .folder_map import folder_map, folder_map_body
from .neighbourhood import Neighbours, neighbourhood, neighbours


class GraphKind(Record, frozen=True):
    """What is drawn of a path, or of a definition there."""

    inputs: Callable[[CodeMap, str, str], object]
    """Everything of the tree that it shows, as plain data, from path and qualified
    name, which is empty where none is given."""
    body: Callable[[Context, str, str, Any], list[nodes.Node]]
    """The picture, with what explains it, from what is shown as well; it is not asked
    for where there is nothing to draw."""
    places: tuple[str, ...] = ("file",)
    """What the path may be."""
    definitions: tuple[str, ...] = ()
    """The kinds of definitions that a name may mean; empty if it takes no name."""
    needs_name: bool = False
    """Whether it is of a definition always."""


def _imports(code: CodeMap, path: str, _: str) -> Neighbours | FolderImports | None:
    if path in code.folders:
        return folder_imports(code, path)
    near = neighbours(code, path)
    return near if near.files else None


def _imports_body(
    context: Context, path: str, _: str, shown: Neighbours | FolderImports
) -> list[nodes.Node]:
    if isinstance(shown, FolderImports):
        return folder_imports_body(context, path, shown)
    return [neighbourhood(context, path, shown)]


def _classes(code: CodeMap, path: str, qualname: str) -> ClassTree | None:
    if qualname:
        return class_tree(code, [Target(path, qualname)])
    return classes_of_file(code, path)


GRAPH_KINDS: Final[dict[str, GraphKind]] = {
    "imports": GraphKind(_imports, _imports_body, ("file", "folder")),
    "classes": GraphKind(
        _classes,
        lambda context, path, name, tree: [class_picture(context, path, tree, name)],
        definitions=DERIVING,
    ),
    "calls": GraphKind(
        call_graph,
        lambda context, _, __, graph: [call_picture(context, graph)],
        definitions=("function", "method", "class"),
        needs_name=True,
    ),
    "map": GraphKind(
        lambda code, path, _: folder_map(code, path),
        lambda context, path, _, areas: folder_map_body(context, path, areas),
        ("folder",),
    ),
}
