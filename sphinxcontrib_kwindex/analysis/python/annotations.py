"""The names in annotations, and what an annotation says of a value.

An annotation that is a class says that a value is an instance of it, also behind
``Optional``, ``Final`` and their like, in a union with ``None``, or as a string.
Unions of several classes and everything else that names no single class say
nothing, but the names in them are noted all the same.
"""

from __future__ import annotations

import re
from typing import Final

from astroid import nodes

from ...model.references import ANNOTATION
from .expressions import dotted_name
from .identifier_walk import Occurrences

#: The annotation ``None``.
NONE: Final = -2

# What they are given is what they stand for, as far as attributes go.
_TRANSPARENT: Final = {
    *("Optional", "Annotated", "ClassVar", "Final", "InitVar"),
    *("Required", "NotRequired", "ReadOnly"),
}
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def visit_annotation(walk: Occurrences, node: nodes.NodeNG) -> int:
    """Note the names in an annotation.

    :return: the occurrence of a value that is annotated so, :data:`NONE` for
        ``None``, or -1 if it says nothing of the value.
    """
    kind = type(node)
    if kind is nodes.Name or kind is nodes.Attribute:
        number = walk.visit_as(node, ANNOTATION)
        return walk.path(-2 - number) if number >= 0 else -1
    if kind is nodes.Const:
        if isinstance(node.value, str):
            return _quoted(walk, node)
        return NONE if node.value is None else -1
    if kind is nodes.BinOp and node.op == "|":
        left, right = (
            visit_annotation(walk, node.left),
            visit_annotation(walk, node.right),
        )
        return left if right == NONE else right if left == NONE else -1
    if kind is nodes.Subscript:
        return _subscripted(walk, node)
    walk.visit(node)
    return -1


def _subscripted(walk: Occurrences, node: nodes.Subscript) -> int:
    name = dotted_name(node.value).rpartition(".")[2]
    number = walk.visit_as(node.value, ANNOTATION)
    inner = node.slice
    if name == "Literal":
        return -1
    if name == "Annotated" and isinstance(inner, nodes.Tuple):
        first = visit_annotation(walk, inner.elts[0])
        walk.visit_all(inner.elts[1:])
        return first
    if isinstance(inner, nodes.Tuple | nodes.List):
        for element in inner.elts:
            visit_annotation(walk, element)
        first = -1
    else:
        first = visit_annotation(walk, inner)
    if name in _TRANSPARENT:
        return first
    if name in {"type", "Type"}:
        return walk.occurrences[first].parent if first >= 0 else -1
    return walk.path(-2 - number) if number >= 0 else -1


def _quoted(walk: Occurrences, node: nodes.Const) -> int:
    """Note the names in an annotation that is a string."""
    text = node.value
    number = -1
    if not text.isascii() or "'" in text or '"' in text or "\n" in text:
        return -1
    start = node.col_offset + 1
    for match in _DOTTED.finditer(text):
        number = -1
        end = start + match.start()
        for part in match[0].split("."):
            column = end
            end += len(part)
            number = walk.note(
                number, part, node.lineno, end if number >= 0 else column
            )
            end += 1
        walk.roles[number] = ANNOTATION
    if number >= 0 and _DOTTED.fullmatch(text.strip()):
        return walk.path(-2 - number)
    return -1
