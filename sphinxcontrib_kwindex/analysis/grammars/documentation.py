"""The comments that document definitions."""

from __future__ import annotations

from tree_sitter import Node

from .grammar import Syntax


class Comments:
    """The comments of a file by the lines that they end on."""

    def __init__(self, syntax: Syntax) -> None:
        self._syntax = syntax
        self._by_end = {
            node.end_point.row: node for node in syntax.nodes.get("comment", ())
        }

    def of(self, node: Node) -> str:
        """Return the text of the documentation comment of a definition."""
        row = node.start_point.row - 1
        found: list[str] = []
        while (comment := self._by_end.get(row)) is not None:
            found.append(self._syntax.of(comment))
            row = comment.start_point.row - 1
        return "\n".join(reversed(found))
