"""The declared types of variables in C and C++, by which their members are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

#: Only those whose type has a name.
_DECLARATION: Final = """
  type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]
  declarator: [(identifier) (pointer_declarator) (init_declarator)]
"""
_MEMBER: Final = """
  type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]
  declarator: [(field_identifier) (type_identifier) (pointer_declarator)]
"""
_CPP_DECLARATION: Final = """
  type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]
  declarator: [(identifier) (pointer_declarator) (init_declarator)
    (reference_declarator)]
"""
_CPP_MEMBER: Final = """
  type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]
  declarator: [(field_identifier) (type_identifier) (pointer_declarator)
    (reference_declarator)]
"""
QUERY: Final = f"""
(parameter_declaration {_DECLARATION}) @typed
(declaration {_DECLARATION}) @typed
(field_declaration {_MEMBER}) @typed
(type_definition {_MEMBER}) @typed
"""
CPP_QUERY: Final = f"""
{QUERY.replace(_DECLARATION, _CPP_DECLARATION).replace(_MEMBER, _CPP_MEMBER)}
(alias_declaration) @typed
(optional_parameter_declaration {_CPP_DECLARATION}) @typed
(for_range_loop {_CPP_DECLARATION}) @typed
"""
_NAMES: Final = frozenset({"identifier", "field_identifier", "type_identifier"})
#: Around the name of a variable whose members are those of its type.
_DECLARATORS: Final = frozenset(
    {"init_declarator", "pointer_declarator", "reference_declarator"}
)


def typed(node: Node) -> Iterator[tuple[Node, Node, bool]]:
    """Yield the variables of a declaration, as :attr:`.Grammar.typed`.

    Arrays, smart pointers and other containers are not what they hold: nothing is said
    of them.
    """
    type_ = node.child_by_field_name("type")
    alias = node.child_by_field_name("name")
    if alias is not None and type_ is not None:
        # "using A = B;"
        type_ = type_.child_by_field_name("type")
    named = _name(type_)
    if named is None:
        return
    if alias is not None:
        yield alias, named, False
    for declarator in node.children_by_field_name("declarator"):
        inner: Node | None = declarator
        while inner is not None and inner.type in _DECLARATORS:
            # That of a reference has no field.
            inner = inner.child_by_field_name("declarator") or (
                inner.named_children[-1] if inner.named_children else None
            )
        if inner is not None and inner.type in _NAMES:
            yield inner, named, False


def _name(node: Node | None) -> Node | None:
    """Return the last name of a type."""
    while node is not None and node.type != "type_identifier":
        node = node.child_by_field_name("name")
    return node
