"""The types of variables in JavaScript and TypeScript, as far as a file says them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Typed
from ..grammars.nodes import any_field, field, first_child, led_to, reached, within
from .ecmascript_nodes import FUNCTIONS

_NAMES: Final = frozenset(
    {"identifier", "property_identifier", "private_property_identifier"}
)
#: What has the members of its argument, by the manual of TypeScript ("Utility Types"),
#: or gives it when it is awaited; nothing else of the tree's is asked of a promise.
_TRANSPARENT: Final = frozenset(
    {b"NonNullable", b"Partial", b"Readonly", b"Required"}
    | {b"Awaited", b"Promise", b"PromiseLike", b"PropsWithChildren"}
)
#: The way from a type to its name.
_TO_NAME: Final[dict[str, str | int]] = {
    "type_annotation": 0,
    "parenthesized_type": 0,
    "nested_type_identifier": "name",
}
#: Functions with a name.
_DECLARED: Final = frozenset({"function_declaration", "method_definition"})
#: Around a value.
_AROUND: Final = frozenset({"parenthesized_expression", "await_expression"})
#: What makes a context of React, and what returns its value.
_CONTEXTS: Final = frozenset({b"createContext", b"useContext"})
#: What a value may be besides.
_NOTHING: Final = frozenset({b"null", b"undefined"})


def typed(node: Node) -> Iterator[Typed]:
    """Yield the variables, members and functions of a node, each with its type.

    Nothing is said of what may be of several types, nor of what holds others.
    """
    if node.type == "member_expression":
        name, value = field(node, "property"), field(node, "object")
        yield from of_value(name, value, member=True)
        return
    if node.type == "assignment_expression":
        yield from of_value(field(node, "left", "property"), field(node, "right"))
        return
    if (name := any_field(node, "name", "pattern", "property")) is None:
        return
    value = field(node, "value")
    if node.type == "type_alias_declaration":
        type_ = value
    elif node.type in _DECLARED:
        type_, value = _result(node)
    elif value is not None and value.type in FUNCTIONS:
        # What it returns, when it is called.
        type_, value = _result(value)
    else:
        type_ = any_field(node, "type", "return_type")
    if _is_this(type_ or value):
        what = _own_class(node)
    elif type_ is None:
        yield from of_value(name, value)
        return
    else:
        what = type_name(type_)
    yield Typed(name, what)


def _is_this(node: Node | None) -> bool:
    """Tell whether a type or a value is ``this``."""
    node = within(node, "type_annotation")
    return node is not None and node.type in {"this", "this_type"}


def _own_class(node: Node) -> Node | None:
    """Return the name of the class or interface that a member stands in."""
    body = node.parent
    if body is None or body.type not in {"class_body", "interface_body"}:
        return None
    return body.parent and body.parent.child_by_field_name("name")


def _result(function: Node) -> tuple[Node | None, Node | None]:
    """Return the type of what a function returns, or the value."""
    declared, body = field(function, "return_type"), field(function, "body")
    makes_iterator = any(child.type == "*" for child in function.children)
    if declared is not None or body is None or makes_iterator:
        return declared, None
    if body.type != "statement_block":
        return None, body
    last = led_to(body, -1)
    if last is None or last.type != "return_statement":
        return None, None
    # Whether the word is one of a function inside is not looked into.
    if last.named_child_count != 1 or (body.text or b"").count(b"return") != 1:
        return None, None
    value = last.named_children[0]
    return _constant(body, value) if value.type == "identifier" else (None, value)


def _constant(block: Node, name: Node) -> tuple[Node | None, Node | None]:
    """Return the type and the value of a constant that a block itself declares."""
    for statement in block.named_children:
        if statement.type == "lexical_declaration" and (
            statement.children[0].type == "const"
        ):
            for child in statement.named_children:
                declared = child.child_by_field_name("name")
                if declared is not None and declared.text == name.text:
                    return field(child, "type"), field(child, "value")
    return None, None


def of_value(
    name: Node | None, value: Node | None, *, member: bool = False
) -> Iterator[Typed]:
    """Yield what has its type from a value.

    :param member: whether it is a member of that.
    """
    value = _inside(value)
    if value is None:
        return
    if value.type == "as_expression":
        yield Typed(name, type_name(value.named_children[-1]), member)
    elif value.type == "new_expression":
        yield Typed(name, last_name(field(value, "constructor")), member)
    elif value.type == "call_expression":
        called = last_name(value.child_by_field_name("function"))
        if called is not None and called.text in _CONTEXTS:
            yield Typed(name, _of_context(value), member)
        else:
            yield Typed(name, called, member, call=True)


def _of_context(call: Node) -> Node | None:
    """Return the last name of what the value of a context of React is."""
    if (type_ := first_child(field(call, "type_arguments"))) is not None:
        return type_name(type_)
    return last_name(first_child(field(call, "arguments")))


def _inside(value: Node | None) -> Node | None:
    """Return what stands in parentheses, or is awaited."""
    while value is not None and value.type in _AROUND:
        value = value.named_children[0] if value.named_child_count == 1 else None
    return value


def last_name(node: Node | None) -> Node | None:
    """Return the last name of what is called or made."""
    return reached(node, _NAMES, {"member_expression": "property"})


def type_name(node: Node | None) -> Node | None:
    """Return the last name of a type; ``None`` for what is no type with a name."""
    inner = node
    while inner is not None and inner.type != "type_identifier":
        if inner.type == "union_type":
            others = [
                child for child in inner.named_children if child.text not in _NOTHING
            ]
            inner = others[0] if len(others) == 1 else None
        elif inner.type == "generic_type":
            name, arguments = field(inner, "name"), field(inner, "type_arguments")
            transparent = name is not None and name.text in _TRANSPARENT
            inner = arguments.named_children[0] if transparent and arguments else name
        else:
            inner = led_to(inner, _TO_NAME.get(inner.type, ""))
    return inner
