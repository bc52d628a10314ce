"""The paths of Rust's ``use`` declarations, as those of modules and names in them.

https://doc.rust-lang.org/reference/items/use-declarations.html
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from ...model.named_tuple import NamedTuple
from ...model.references import Spec
from ..grammars.grammar import Syntax
from ..grammars.nodes import field, first_child

#: Longer paths are nobody's.
_MOST_PARTS: Final = 50
#: How much around something is looked at: each takes as long to be found as it is deep.
_DEEPEST: Final = 100


class Leaf(NamedTuple):
    """One name of the tree of a declaration, or all of a module."""

    parts: list[str]
    """Of the path, as written."""
    nodes: list[tuple[Node, int]]
    """Where parts stand that no leaf before has, and how many parts they end."""
    alias: str = ""
    star: bool = False


def leaves(argument: Node | None, syntax: Syntax) -> Iterator[Leaf]:
    """Yield the leaves of a declaration in their order.

    :param argument: what follows ``use``.
    """
    nodes: list[tuple[Node, int]] = []
    waiting: list[tuple[Node, list[str]]] = [(argument, [])] if argument else []
    while waiting:
        node, before = waiting.pop()
        kind = node.type
        if kind == "use_list":
            waiting += [(child, before) for child in reversed(node.named_children)]
        elif kind == "scoped_use_list":
            path = node.child_by_field_name("path")
            parts = [*before, *_walk(path, syntax, len(before), nodes)]
            inner = node.child_by_field_name("list")
            if inner is not None and len(parts) <= _MOST_PARTS:
                waiting.append((inner, parts))
        else:
            star, alias = kind == "use_wildcard", ""
            path = first_child(node) if star else node
            if kind == "use_as_clause":
                alias = syntax.of(node, "alias")
                path = field(node, "path") or node
            if path is not None and path.type == "self" and before and not star:
                parts = before
                nodes.append((path, len(before)))
            else:
                parts = [*before, *_walk(path, syntax, len(before), nodes)]
            if 0 < len(parts) <= _MOST_PARTS:
                yield Leaf(parts, nodes, alias, star)
            nodes = []


def _walk(
    node: Node | None, syntax: Syntax, before: int, nodes: list[tuple[Node, int]]
) -> list[str]:
    """Return the parts of a path, and note where they stand."""
    parts: list[Node] = []
    while node is not None:
        if node.type == "scoped_identifier":
            name = node.child_by_field_name("name")
            parts += [name] if name else []
            node = node.child_by_field_name("path")
            continue
        if node.type in {"identifier", "crate", "self", "super", "metavariable"}:
            parts.append(node)
        break
    parts.reverse()
    nodes += [(part, before + at + 1) for at, part in enumerate(parts)]
    return [syntax.of(part) for part in parts]


def path_of(parts: Sequence[str], inside: Sequence[str]) -> list[str]:
    """Return a path as it is from the module that the file is.

    :param inside: the modules in the file that it stands in.
    """
    rest, around = list(parts), list(inside)
    if rest[0] == "self" and around:
        return ["self", *around, *rest[1:]]
    if rest[0] == "self" and rest[1:2] == ["super"]:
        rest = rest[1:]
    if rest[0] != "super" or not around:
        return rest
    while rest[:1] == ["super"] and around:
        around.pop()
        rest = rest[1:]
    return rest if rest[:1] == ["super"] else ["self", *around, *rest]


def spec_of(parts: Sequence[str], *, whole: bool) -> Spec:
    """Return what a path stands for.

    :param whole: whether all of it is known to be a module, or a type.
    """
    if parts[0][:1].isupper():
        return Spec("name", "::".join(parts), ("",))
    module, rest = modules(parts, whole=whole)
    return Spec("module", "::".join(module), tuple(rest))


def modules(parts: Sequence[str], *, whole: bool) -> tuple[list[str], list[str]]:
    """Part a path into that of a module and the names in it.

    Types are written with a capital letter, as the compiler asks for.
    """
    last = len(parts) if whole else max(len(parts) - 1, 1)
    at = next((at for at in range(1, last) if parts[at][:1].isupper()), last)
    return list(parts[:at]), list(parts[at:])


def places_in(leaf: Leaf, inside: Sequence[str]) -> Iterator[tuple[Node, Spec]]:
    """Yield where the parts of a leaf stand, and what they stand for."""
    for node, count in leaf.nodes:
        whole = count < len(leaf.parts) or leaf.star
        yield node, spec_of(path_of(leaf.parts[:count], inside), whole=whole)


def written_here(
    node: Node, syntax: Syntax
) -> tuple[Node | None, tuple[str, ...], Node]:
    """Return the block that a node stands in, and the modules of the file around it.

    :return: and what of these is at the top of the file, or the node.
    """
    within = None
    inside: list[str] = []
    top, around = node, node.parent
    for _ in range(_DEEPEST):
        if around is None or (above := around.parent) is None:
            break
        is_module = above.type == "mod_item"
        if within is None and (is_module or around.type == "block"):
            within = around
        if is_module and around.type == "declaration_list":
            inside.insert(0, syntax.of(above, "name"))
        top, around = around, above
    return within, tuple(inside), top
