"""Properties that patterns, objects and elements of JSX name, with what has them.

``const { a } = make()`` names a property of what ``make`` returns, ``const x: X =
{ b: 1 }`` one of ``X``, and ``<Card title="c" />`` one of what the component ``Card``
takes: its properties are the first parameter of a function, or an argument of the type
that React gives it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from tree_sitter import Node

from ...model.references import parameter_step
from ..grammars.grammar import Typed
from ..grammars.nodes import any_field, child_of, field
from . import ecmascript_types
from .ecmascript_nodes import FUNCTIONS, bases, component
from .ecmascript_types import last_name, of_value, type_name

_ELEMENTS: Final = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
#: The value of what is called.
_FUNCTIONS: Final = FUNCTIONS | {"call_expression"}
_CALLS: Final = frozenset({"call_expression", "new_expression"})
#: How many of the parameters of a function are looked at.
_MOST_PARAMETERS: Final = 5
#: Around the value that has the type, or returns it.
_TYPED_VALUES: Final = frozenset({"as_expression", "satisfies_expression"})
#: Types of React, and of frameworks on it, whose first argument are the properties.
_COMPONENTS: Final = frozenset(
    {b"FC", b"FunctionComponent", b"VFC", b"VoidFunctionComponent", b"SFC"}
    | {b"ComponentType", b"ComponentClass", b"Component", b"PureComponent"}
    | {b"NextPage", b"ParentComponent", b"MemoExoticComponent"}
)


def typed(node: Node) -> Iterator[Typed]:
    """Yield what has a type or is a property of one, as :attr:`.Grammar.typed`."""
    if node.type in _ELEMENTS:
        yield from _of_element(node)
        return
    if node.type in _CALLS:
        yield from _of_call(node)
        return
    pattern = any_field(node, "name", "pattern")
    if pattern is not None and pattern.type == "object_pattern":
        yield from _of_pattern(node, pattern)
        return
    yield from ecmascript_types.typed(node)
    value = node.child_by_field_name("value")
    if pattern is not None and (value is None or value.type in _FUNCTIONS):
        yield from _of_function(node, pattern, value)
    else:
        yield from _of_object(node, value)


def _of_element(node: Node) -> Iterator[Typed]:
    """Yield the properties that an element gives to a component."""
    component = last_name(node.child_by_field_name("name"))
    for attribute in node.children_by_field_name("attribute"):
        key = attribute.named_children[0] if attribute.type == "jsx_attribute" else None
        if key is None or key.type != "property_identifier" or component is None:
            continue
        # "data-id" is a property, and no identifier.
        if b"-" not in (key.text or b""):
            yield Typed(key, component, member=True, key=True, parameter=0)


def _of_call(node: Node) -> Iterator[Typed]:
    """Yield the properties of objects that a function is given."""
    called = last_name(any_field(node, "function", "constructor"))
    for number, value in enumerate(_in_order(field(node, "arguments"))):
        for key in _set(value):
            yield Typed(key, called, member=True, key=True, parameter=number)


def _of_function(node: Node, name: Node, value: Node | None) -> Iterator[Typed]:
    """Yield the types of the parameters of a function, or the first of a component."""
    function = component(value) or node
    if function.type == "call_expression":
        for wrapped in _in_order(field(function, "arguments"))[:1]:
            if wrapped.type == "identifier":
                # "memo(Card)"
                yield Typed(name, wrapped, taken=(parameter_step("0"),), parameter=0)
        return
    given = _in_order(function.child_by_field_name("parameters"))
    if (named := _said_of_component(node, value)) is not None:
        type_ = type_name(named)
        yield Typed(name, type_, parameter=0)
        for key in _keys(field(given[0], "pattern")) if given else ():
            yield Typed(key, type_, member=True, key=True)
        return
    for number, parameter in enumerate(given):
        yield Typed(name, type_name(field(parameter, "type")), parameter=number)


def _in_order(several: Node | None) -> list[Node]:
    """Return the first parameters or arguments, as far as their numbers are known."""
    first = several.named_children[:_MOST_PARAMETERS] if several is not None else []
    plain = [child for child in first if child.type != "comment"]
    return list(takewhile(lambda child: child.type != "spread_element", plain))


def _of_pattern(node: Node, pattern: Node) -> Iterator[Typed]:
    """Yield the properties that a pattern takes out of something."""
    type_, value = field(node, "type"), field(node, "value")
    for key in _keys(pattern):
        if type_ is not None:
            yield Typed(key, type_name(type_), member=True, key=True)
        elif value is not None and value.type == "identifier":
            yield Typed(key, value, member=True, key=True, variable=_given(key))
        else:
            for row in of_value(key, value, member=True):
                yield row._replace(key=True)


def _keys(pattern: Node | None) -> Iterator[Node]:
    """Yield the names of the properties that a pattern takes out of an object."""
    is_object = pattern is not None and pattern.type == "object_pattern"
    for child in pattern.named_children if pattern is not None and is_object else ():
        key = child
        if child.type in {"pair_pattern", "object_assignment_pattern"}:
            key = child.named_children[0]
        if key.type in {"shorthand_property_identifier_pattern", "property_identifier"}:
            yield key


def _given(key: Node) -> Node | None:
    """Return the variable that gets the property of an object, if it is a name."""
    pair = key.parent if key.type == "property_identifier" else None
    variable = key if pair is None else field(pair, "value")
    if variable is not None and variable.type == "assignment_pattern":
        variable = field(variable, "left")
    is_pattern = variable is not None and variable.type.endswith("_pattern")
    return variable if pair is None or not is_pattern else None


def _of_object(node: Node, value: Node | None) -> Iterator[Typed]:
    """Yield the properties that are set in an object of a known type."""
    type_: Node | None = None
    if node.type in _TYPED_VALUES:
        value, type_ = node.named_children[0], node.named_children[-1]
    elif node.type == "arrow_function":
        body, type_ = field(node, "body"), field(node, "return_type")
        value = child_of(body, "object")
    elif value is not None and value.type == "object":
        type_ = node.child_by_field_name("type")
    name = type_name(type_)
    for key in _set(value) if value is not None and name is not None else ():
        yield Typed(key, name, member=True, key=True)


def _set(value: Node) -> Iterator[Node]:
    """Yield the names of the properties that an object has."""
    for child in value.named_children if value.type == "object" else ():
        key = child.child_by_field_name("key")
        if key is not None and key.type == "property_identifier":
            yield key


def _said_of_component(node: Node, value: Node | None) -> Node | None:
    """Return the type of the properties of a component, if a type of React says it."""
    if node.type == "class_declaration":
        return next(filter(None, map(_argument, bases(node))), None)
    if value is None:
        return None
    declared = child_of(field(node, "type"), "generic_type")
    if declared is not None:
        return _argument(field(declared, "name"))
    types = field(value, "type_arguments")
    called = last_name(field(value, "function"))
    is_ref = called is not None and called.text == b"forwardRef"
    return types.named_children[-1] if types and is_ref else None


def _argument(base: Node | None) -> Node | None:
    """Return the first type argument of a type of React, or a class of it.

    :param base: its name.
    """
    last = base and (type_name(base) or last_name(base))
    if base is None or last is None or last.text not in _COMPONENTS:
        return None
    around = base.next_named_sibling
    is_given = around is not None and around.type == "type_arguments"
    return around.named_children[0] if around and is_given else None
