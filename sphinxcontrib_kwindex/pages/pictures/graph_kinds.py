"""The kinds of pictures that the directive ``kwgraph`` puts on a hand-written page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ..page_context import Context
from ..sections.architecture import import_diagram
from ..sections.architecture_data import import_position
from .folder_imports import folder_imports, folder_imports_body
from .folder_map import folder_map, folder_map_body


@dataclass(frozen=True, slots=True)
class GraphKind:
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


def _map_inputs(code: CodeMap, path: str, _: str) -> object:
    return folder_map(code, path)


def _map(context: Context, path: str, _: str) -> list[nodes.Node]:
    areas = folder_map(context.code, path)
    return folder_map_body(context, path, areas) if areas else []


def _imports_inputs(code: CodeMap, path: str, _: str) -> object:
    if path in code.folders:
        return folder_imports(code, path)
    return import_position(code, path)


def _imports(context: Context, path: str, _: str) -> list[nodes.Node]:
    if path in context.code.folders:
        imports = folder_imports(context.code, path)
        return folder_imports_body(context, path, imports) if imports else []
    position = import_position(context.code, path)
    if position is None or not (position.importers or position.imported):
        return []
    return [import_diagram(context, path, position)]


GRAPH_KINDS: Final[dict[str, GraphKind]] = {
    "imports": GraphKind(_imports_inputs, _imports, ("file", "folder")),
    "map": GraphKind(_map_inputs, _map, ("folder",)),
}
