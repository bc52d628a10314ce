"""The types of variables, fields and functions in Rust, as far as a file says them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ...model.container_types import CONTAINERS
from ...model.references import ELEMENT, ITEM, TRIED
from ..grammars.grammar import Typed
from ..grammars.nodes import called_by, field, reached
from .common_names import common_names

PRELUDE: Final = common_names("prelude", "rust")
#: Of what has a type.
_NAMES: Final = frozenset({"identifier", "field_identifier", "type_identifier"})
#: The way from what is called to its name.
_TO_NAME: Final = {
    "generic_function": "function",
    "scoped_identifier": "name",
    "field_expression": "field",
}
_PLAIN: Final = frozenset(
    {"type_identifier", "scoped_type_identifier", "generic_type", "abstract_type"}
    | {"dynamic_type"}
)

#: What has type parameters; other things may hold very many.
_GENERIC: Final = frozenset(
    {"function_item", "function_signature_item", "impl_item", "trait_item"}
    | {"struct_item", "enum_item", "union_item", "type_item", "associated_type"}
)


def typed(node: Node) -> Iterator[Typed]:
    """Yield variables, members and functions, each with the name of a type."""
    kind = node.type
    if kind in {"struct_expression", "struct_pattern"}:
        yield from _members(node)
    elif kind == "field_expression":
        member = field(node, "field")
        if member is not None and member.type in _NAMES:
            yield from _of_value(member, field(node, "value"), member=True)
    elif kind == "for_expression":
        name = node.child_by_field_name("pattern")
        if name is not None and name.type in _NAMES:
            yield from _of_value(name, _iterated(field(node, "value")), (ELEMENT,))
    elif kind == "let_condition":
        pattern = node.child_by_field_name("pattern")
        type_ = field(pattern, "type")
        if pattern and type_ and type_.text in {b"Some", b"Ok"}:
            name = pattern.named_children[-1]
            if name.type in _NAMES and name != type_:
                yield from _of_value(name, field(node, "value"), (TRIED,))
    else:
        name = field(node, "pattern") or field(node, "name")
        what = field(node, "type") or field(node, "return_type")
        if name is None or name.type not in _NAMES:
            return
        if what is None and kind == "let_declaration":
            yield from _of_value(name, node.child_by_field_name("value"))
        else:
            yield Typed(name, _plain_name(what), held=_held(what))


def _held(what: Node | None) -> tuple[Node, ...]:
    """Return the last names of what a container holds, of what that holds, …"""
    held: list[Node] = []
    while what is not None:
        what = reached(what, {"generic_type"}, {"reference_type": "type"})
        name, arguments = type_name(field(what, "type")), field(what, "type_arguments")
        place = CONTAINERS.get(((name and name.text) or b"").decode())
        given = [
            argument
            for argument in (arguments.named_children if arguments else ())
            if argument.type != "lifetime"
        ]
        if place is None or len(given) <= place:
            break
        what = given[place]
        if (named := _plain_name(what)) is None:
            return ()
        held.append(named)
    return tuple(held)


def _iterated(value: Node | None) -> Node | None:
    """Return what a loop takes its elements of: ``x`` of ``x.iter()``."""
    called = called_by(value)
    method = field(called, "field")
    if method and method.text in {b"iter", b"iter_mut", b"into_iter"}:
        return field(called, "value")
    return value


def _members(node: Node) -> Iterator[Typed]:
    is_pattern = node.type == "struct_pattern"
    name = type_name(node.child_by_field_name("type" if is_pattern else "name"))
    body = node if is_pattern else node.child_by_field_name("body")
    for child in body.named_children if body and name else ():
        member = child.child_by_field_name("name" if is_pattern else "field")
        if name and member is not None and member.type == "field_identifier":
            yield Typed(member, name, member=True)


def _of_value(
    name: Node, value: Node | None, steps: tuple[str, ...] = (), *, member: bool = False
) -> Iterator[Typed]:
    """Yield what is known of a variable, or a member, by a value.

    :param steps: what is taken of that.
    """
    while value is not None:
        if value.type == "reference_expression":
            value = value.child_by_field_name("value")
        elif value.type == "try_expression":
            steps = (TRIED, *steps)
            value = value.named_children[0]
            if value.type == "await_expression":
                value = value.named_children[0]
        elif value.type == "index_expression" and len(value.named_children) == 2:
            value, index = value.named_children
            if index.type == "range_expression":
                return
            steps = (ITEM, *steps)
        else:
            break
    if value is not None and value.type == "struct_expression":
        if not steps:
            yield Typed(name, type_name(field(value, "name")), member=member)
    elif called := reached(called_by(value), _NAMES, _TO_NAME):
        yield Typed(name, called, member=member, call=True, taken=steps)
    elif steps and value is not None:
        of = value.child_by_field_name("field") or value
        if of.type in _NAMES:
            yield Typed(name, of, member=member, taken=steps)


def _plain_name(what: Node | None) -> Node | None:
    """Return where a type is named that has the members of what is declared so.

    Those of a type parameter its trait has.
    """
    what = reached(what, _PLAIN, {"reference_type": "type"})
    if what is None:
        return None
    if what.type == "type_identifier":
        for bound in _bounds(what):
            if bound.type in _PLAIN:
                name = type_name(bound)
                if name is not None and (name.text or b"").decode() not in PRELUDE:
                    return name
    return type_name(what)


def _bounds(name: Node) -> Iterator[Node]:
    """Yield what the definitions around a type parameter say that it implements."""
    around = name.parent
    while around is not None:
        for child in around.named_children if around.type in _GENERIC else ():
            if child.type in {"type_parameters", "where_clause"}:
                for parameter in child.named_children:
                    called = parameter.child_by_field_name(
                        "name" if parameter.type == "type_parameter" else "left"
                    )
                    bounds = parameter.child_by_field_name("bounds")
                    if called and bounds and called.text == name.text:
                        yield from bounds.named_children
        around = around.parent


def type_name(node: Node | None) -> Node | None:
    """Return where a type is named: ``P`` in ``&'a mut x::P<T>``."""
    waiting = [node] if node else []
    while waiting:
        inner = waiting.pop(0)
        if inner.type in {"type_identifier", "primitive_type"}:
            return inner
        name = inner.child_by_field_name("name") or inner.child_by_field_name("type")
        waiting[:0] = [name] if name else inner.named_children
    return None
