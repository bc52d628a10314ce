"""The kinds of pictures that the directive ``kwgraph`` puts on a hand-written page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...links.places import Target
from ...model.kinds import DERIVING
from ...model.record import Record
from ..page_context import Context
from .call_graph import call_graph, call_picture
from .class_tree import ClassTree, class_picture, class_tree, classes_of_file
from .folder_imports import folder_imports, folder_imports_body
from .folder_map import folder_map, folder_map_body
from .neighbourhood import neighbourhood, neighbours


class GraphKind(Record, frozen=True):
    """What is drawn of a path, or of a definition there."""

    inputs: Callable[[CodeMap, str, str], object]
    """Everything of the tree that it shows, as plain data, from path and qualified
    name, which is empty where none is given."""
    body: Callable[[Context, str, str], list[nodes.Node]]
    """The picture, with what explains it; empty where there is nothing to draw."""
    places: tuple[str, ...] = ("file",)
    """What the path may be."""
    definitions: tuple[str, ...] = ()
    """The kinds of definitions that a name may mean; empty if it takes no name."""
    needs_name: bool = False
    """Whether it is of a definition always."""


def _map(context: Context, path: str, _: str) -> list[nodes.Node]:
    areas = folder_map(context.code, path)
    return folder_map_body(context, path, areas) if areas else []


def _imports_inputs(code: CodeMap, path: str, _: str) -> object:
    if path in code.folders:
        return folder_imports(code, path)
    return neighbours(code, path)


def _imports(context: Context, path: str, _: str) -> list[nodes.Node]:
    if path in context.code.folders:
        imports = folder_imports(context.code, path)
        return folder_imports_body(context, path, imports) if imports else []
    near = neighbours(context.code, path)
    return [neighbourhood(context, path, near)] if near.files else []


def _classes_inputs(code: CodeMap, path: str, qualname: str) -> ClassTree | None:
    if qualname:
        return class_tree(code, [Target(path, qualname)])
    return classes_of_file(code, path)


def _classes(context: Context, path: str, qualname: str) -> list[nodes.Node]:
    tree = _classes_inputs(context.code, path, qualname)
    return [class_picture(context, path, tree, qualname)] if tree else []


def _calls(context: Context, path: str, qualname: str) -> list[nodes.Node]:
    graph = call_graph(context.code, path, qualname)
    return [call_picture(context, graph)] if graph else []


GRAPH_KINDS: Final[dict[str, GraphKind]] = {
    "imports": GraphKind(_imports_inputs, _imports, ("file", "folder")),
    "classes": GraphKind(_classes_inputs, _classes, definitions=DERIVING),
    "calls": GraphKind(
        call_graph,
        _calls,
        definitions=("function", "method", "class"),
        needs_name=True,
    ),
    "map": GraphKind(lambda code, path, _: folder_map(code, path), _map, ("folder",)),
}
