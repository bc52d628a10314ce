"""The declared types of variables in C and C++, by which their members are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Typed

#: Only those whose type has a name.
_TYPE: Final = """
  type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]
"""
_CPP_TYPE: Final = """
  type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]
"""
QUERY: Final = f"""
(parameter_declaration {_TYPE}) @typed
(declaration {_TYPE}) @typed
(field_declaration {_TYPE}) @typed
(type_definition {_TYPE}) @typed
(function_definition {_TYPE}) @typed
(field_expression argument: (call_expression)) @typed
"""
CPP_QUERY: Final = f"""
{QUERY.replace(_TYPE, _CPP_TYPE)}
(optional_parameter_declaration {_CPP_TYPE}) @typed
(for_range_loop {_CPP_TYPE}) @typed
(alias_declaration) @typed
(declaration type: (placeholder_type_specifier)) @typed
"""
#: In C whatever has an index is a pointer or an array; in C++ it may be an object.
C_QUERY: Final = f"""
{QUERY}
(field_expression argument: (subscript_expression)) @typed
"""
_NAMES: Final = frozenset({"identifier", "field_identifier", "type_identifier"})
#: Around the name of a variable whose members are those of its type, or of a function
#: that returns it. What an array points to is its first element.
_DECLARATORS: Final = frozenset(
    {"init_declarator", "pointer_declarator", "reference_declarator"}
    | {"array_declarator", "function_declarator", "qualified_identifier"}
)


def typed(node: Node) -> Iterator[Typed]:
    """Yield the variables and functions of a declaration, as :attr:`.Grammar.typed`.

    Smart pointers and other containers are not what they hold: nothing is said of them.
    """
    if node.type == "field_expression":
        field = node.child_by_field_name("field")
        argument = node.child_by_field_name("argument")
        called = _called(argument)
        found = called or _indexed(argument)
        if field is not None and found is not None and field.type in _NAMES:
            yield Typed(field, found, member=True, call=called is not None)
        return
    type_ = node.child_by_field_name("type")
    if type_ is None:
        return
    if type_.type == "placeholder_type_specifier":
        yield from _deduced(node)
        return
    if node.type == "alias_declaration":
        name = node.child_by_field_name("name")
        named = _name(type_.child_by_field_name("type"))
        if name is not None and named is not None:
            yield Typed(name, named)
        return
    named = _name(type_)
    for declarator in node.children_by_field_name("declarator") if named else ():
        name = _declared(declarator)
        if named is not None and name is not None:
            yield Typed(name, named)


def _deduced(node: Node) -> Iterator[Typed]:
    """Yield what is ``auto``: a call, or a new object."""
    for declarator in node.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        name = _declared(declarator)
        if name is None or value is None:
            continue
        if value.type == "new_expression":
            made = _name(value.child_by_field_name("type"))
            if made is not None:
                yield Typed(name, made)
        elif called := _called(value):
            yield Typed(name, called, call=True)


def _declared(node: Node | None) -> Node | None:
    """Return the name that a declarator declares."""
    while node is not None and node.type in _DECLARATORS:
        field = "name" if node.type == "qualified_identifier" else "declarator"
        # That of a reference has no field.
        node = node.child_by_field_name(field) or (
            node.named_children[-1] if node.named_children else None
        )
    return node if node is not None and node.type in _NAMES else None


def _called(node: Node | None) -> Node | None:
    """Return the last name of what is called."""
    if node is None or node.type != "call_expression":
        return None
    function = node.child_by_field_name("function")
    while function is not None and function.type not in _NAMES:
        field = function.child_by_field_name("field")
        function = field or function.child_by_field_name("name")
    return function


def _indexed(node: Node | None) -> Node | None:
    """Return the last name of what has an index: ``b`` of ``a->b[1][2]``."""
    while node is not None and node.type not in _NAMES:
        of_field = node.type == "field_expression"
        node = node.child_by_field_name("field" if of_field else "argument")
    return node


def _name(node: Node | None) -> Node | None:
    """Return the last name of a type."""
    while node is not None and node.type != "type_identifier":
        node = node.child_by_field_name("name")
    return node
