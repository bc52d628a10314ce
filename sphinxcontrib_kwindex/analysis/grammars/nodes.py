"""Helpers for syntax trees of any language: parents, children and text of nodes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from tree_sitter import Node

START: Final = attrgetter("start_byte")
END: Final = attrgetter("end_byte")


def field(node: Node | None, *names: str) -> Node | None:
    """Return what is reached by the fields of nodes, one after the other, if it is."""
    for name in names:
        node = None if node is None else node.child_by_field_name(name)
    return node


def any_field(node: Node, *names: str) -> Node | None:
    """Return what the first of several fields leads to that is there."""
    return next(filter(None, map(node.child_by_field_name, names)), None)


def reached(
    node: Node | None,
    kinds: Container[str],
    by: Mapping[str, str | int] = MappingProxyType({}),
    other: str | int = "",
) -> Node | None:
    """Return the first node of some kinds on a way that begins with a node.

    :param by: for the kinds of nodes on the way the field that leads on, or the place
        of the child with a name of its own.
    :param other: the same for all other kinds; by default none leads on.
    """
    while node is not None and node.type not in kinds:
        node = led_to(node, by.get(node.type, other))
    return node


def called_by(node: Node | None) -> Node | None:
    """Return what a call calls; ``None`` for what is no call."""
    is_call = node is not None and node.type == "call_expression"
    return field(node, "function") if is_call else None


def led_to(node: Node | None, step: str | int) -> Node | None:
    """Return what a field leads to, or the place of a child with a name of its own."""
    if node is None or isinstance(step, str):
        return field(node, str(step))
    count = node.named_child_count
    return node.named_child(step % count) if count else None


def within(node: Node | None, *kinds: str) -> Node | None:
    """Return what stands in nodes of some kinds: in brackets."""
    while node is not None and node.type in kinds and node.named_child_count:
        node = node.named_child(0)
    return node


def first_child(node: Node | None) -> Node | None:
    """Return the first child of a node with a name of its own, if it has one."""
    return node.named_child(0) if node is not None and node.named_child_count else None


def child_of(node: Node | None, *kinds: str) -> Node | None:
    """Return the first child of a node that is one of some kinds."""
    children = node.children if node is not None else ()
    return next((child for child in children if child.type in kinds), None)


def last_line(node: Node) -> int:
    """Return the last line of a node, counted from 1; its line end is on that line."""
    row, column = node.end_point
    return row + (column > 0 or row == node.start_point[0])
