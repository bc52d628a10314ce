"""The declared types of variables in C and C++, by which their members are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ...model.container_types import CONTAINERS
from ...model.references import ELEMENT, ITEM, POINTED, VALUE
from ..grammars.grammar import Typed
from ..grammars.nodes import called_by, field, first_child, led_to, reached

#: Around the name of what points to what is declared, or holds several of it.
_POINTERS: Final = frozenset({"pointer_declarator", "array_declarator"})
#: The names of types with the members of what they point to.
POINTER_TYPES: Final = re.compile(
    r"(?:[pP]tr|[iI]terator|Ref|[hH]andle|[oO]ptional|_wrapper|StatusOr)$"
)
#: What makes, or takes something for, the type that is its argument: ``make_unique``,
#: ``static_cast``, ``Cast``.
_MAKER: Final = re.compile(
    r"make_?(?:uniq|unique|shared|intrusive|ref)\w*$|\w*cast$", re.IGNORECASE
)
#: Before the name of what is called, each with the field that has this.
_QUALIFIED: Final = {"qualified_identifier": "name", "field_expression": "field"}
#: Where the name is of what a macro has as its argument.
_OPERANDS: Final = {"field_expression": "field", "pointer_expression": "argument"}
_TEMPLATES: Final = frozenset({"template_function", "template_method"})
_NAMES: Final = frozenset({"identifier", "field_identifier", "type_identifier"})
#: What their first argument has a member of, and what none of the others has one of.
_OF_FIRST: Final = re.compile("FOREACH|for_each|NEXT|PREV")
_OF_NONE: Final = re.compile("_HEAD$|CONCAT")
#: Around the signals and slots of what stands before them.
_OF_QT: Final = frozenset({b"SIGNAL", b"SLOT"})
#: Around the name of a variable whose members are those of its type, or of a function
#: that returns it. What an array points to is its first element.
_DECLARATORS: Final = frozenset(
    {"init_declarator", "pointer_declarator", "reference_declarator"}
    | {"array_declarator", "function_declarator", "qualified_identifier"}
)


def typed(node: Node) -> Iterator[Typed]:
    """Yield the variables and functions of a declaration, as :attr:`.Grammar.typed`."""
    if node.type == "offsetof_expression":
        member = field(node, "member")
        if member is not None and member.type in _NAMES:
            yield Typed(member, _name(field(node, "type", "type")), member=True)
        return
    if node.type == "call_expression":
        yield _by_macro(node)
        return
    if node.type == "field_designator":
        yield Typed(node.named_children[0], _designated(node), member=True)
        return
    if node.type == "field_expression":
        member, argument = field(node, "field"), field(node, "argument")
        called = _called(argument)
        if member is not None and member.type in _NAMES:
            last_name = called or _indexed(argument)
            yield Typed(member, last_name, member=True, call=called is not None)
        return
    named = _name(field(node, "type"))
    for declarator in node.children_by_field_name("declarator") if named else ():
        yield Typed(_declared(declarator), named)


def typed_in_cpp(node: Node) -> Iterator[Typed]:
    """Yield the same in C++, where what has an index may be an object."""
    type_ = field(node, "type")
    if node.type == "field_expression":
        name = field(node, "field")
        if name is not None and name.type in _NAMES:
            yield from _of_value(name, field(node, "argument"), member=True)
    elif node.type == "call_expression":
        arguments, of = field(node, "arguments"), node.prev_named_sibling
        last_name = _called(of) or reached(of, _NAMES, {"field_expression": "field"})
        if not (name := field(node, "function")) or name.text not in _OF_QT:
            yield _by_macro(node)
        elif arguments and last_name and last_name.text not in _OF_QT:
            signal = arguments.named_children[0]
            yield Typed(signal, last_name, member=True, call=_called(of) is not None)
    elif node.type == "alias_declaration":
        type_ = field(type_, "type")
        yield Typed(field(node, "name"), _name(type_), held=_held(type_))
    elif node.type in {"offsetof_expression", "field_designator"}:
        yield from typed(node)
    elif type_ is None or type_.type != "placeholder_type_specifier":
        named, held = _name(type_), _held(type_)
        for declarator in node.children_by_field_name("declarator") if named else ():
            pointers = (named,) * _pointers(declarator) if named else ()
            yield Typed(_declared(declarator), named, held=(*pointers, *held))
    elif node.type == "for_range_loop":
        bound, step = field(node, "declarator"), ELEMENT
        if bound is not None and bound.type == "reference_declarator":
            bound = bound.named_children[-1]
        if bound is not None and bound.type == "structured_binding_declarator":
            # "for (auto& [key, value] : values)"
            bound, step = bound.named_children[-1], VALUE
        yield from _of_value(_declared(bound), field(node, "right"), (step,))
    else:
        for declarator in node.children_by_field_name("declarator"):
            yield from _of_value(_declared(declarator), field(declarator, "value"))


def _by_macro(call: Node) -> Typed:
    """Return what the member is of that a macro gets as its last argument but for one.

    ``TAILQ_INSERT_TAIL(&list, a, member)``, ``container_of(a, struct type, member)``
    """
    macro = (call.children[0].text or b"").decode()
    arguments = call.children[-1].named_children
    if macro.endswith("SAFE"):
        arguments.pop()  # A variable for the next one.
    *others, member = arguments
    of = None
    if others and not _OF_NONE.search(macro):
        of = others[0 if _OF_FIRST.search(macro) else -1]
    # "struct type" is no argument to the grammar.
    of = led_to(of, -1) if of and of.is_error else of
    return Typed(member, reached(of, _NAMES, _OPERANDS), member=True)


def _of_value(
    name: Node | None,
    value: Node | None,
    steps: tuple[str, ...] = (),
    *,
    member: bool = False,
) -> Iterator[Typed]:
    """Yield what is known of a variable, or a member, by a value.

    :param steps: what is taken of that.
    """
    while value is not None:
        if value.type == "subscript_expression":
            steps = (ITEM, *steps)
            value = value.child_by_field_name("argument")
        elif value.type == "pointer_expression" and value.children[0].type == "*":
            steps = (POINTED, *steps)
            value = value.child_by_field_name("argument")
        elif value.type == "parenthesized_expression" and value.named_children:
            value = value.named_children[0]
        else:
            break
    made = _made(value)
    last_name = made or _called(value)
    if last_name is None and steps:
        last_name = value and (value.child_by_field_name("field") or value)
    if last_name is not None and last_name.type in _NAMES:
        called = made is None and value is not None and value.type == "call_expression"
        yield Typed(name, last_name, member=member, call=called, taken=steps)


def _made(value: Node | None) -> Node | None:
    """Return the last name of the type that a value is made, or taken for."""
    if value is None:
        return None
    type_, function = field(value, "type"), field(value, "function")
    if value.type == "cast_expression" and type_ is not None:
        return _name(field(type_, "type"))
    if function is not None and function.type in _QUALIFIED:
        function = field(function, _QUALIFIED[function.type])
    if function is not None and function.type in _TEMPLATES:
        name, arguments = field(function, "name"), field(function, "arguments")
        if arguments and name and _MAKER.match((name.text or b"").decode()):
            return _name(field(first_child(arguments), "type"))
    return _name(type_) if value.type == "new_expression" else None


def _designated(designator: Node) -> Node | None:
    """Return what tells the type of which a field gets its value.

    That is the last name of the type in ``T a = {.b = 1};``, ``T a[] = {{.b = 1}};``
    and ``(T){.b = 1}``, the field around it in ``{.b = {.c = 1}}`` and ``{.b.c = 1}``.
    """
    pair, arrays = designator.parent, 0
    before = designator.prev_named_sibling
    while pair is not None and pair.type == "initializer_pair":
        if before is not None and before.type == "field_designator":
            return before.named_children[0]
        arrays += before is not None
        values = pair.parent
        while values and values.parent and values.parent.type == values.type:
            values, arrays = values.parent, arrays + 1
        pair = values and values.parent
        if pair is not None:
            *_, before = pair.children_by_field_name("designator") or (None,)
    if pair is None or pair.parent is None:
        return None
    if pair.type == "init_declarator":
        pointers = _pointers(pair.child_by_field_name("declarator"))
        return _name(field(pair.parent, "type")) if pointers == arrays else None
    type_ = field(pair, "type")
    return None if arrays else _name(field(type_, "type") or type_)


def _held(type_: Node | None) -> tuple[Node, ...]:
    """Return the last names of what a container holds, of what that holds, …"""
    held: list[Node] = []
    while type_ is not None:
        type_ = reached(type_, {"template_type"}, {"qualified_identifier": "name"})
        name, arguments = field(type_, "name"), field(type_, "arguments")
        place = CONTAINERS.get(((name and name.text) or b"").decode())
        given = arguments.named_children if arguments else []
        if place is None or len(given) <= place:
            break
        type_ = given[place].child_by_field_name("type")
        if (named := _name(type_)) is None:
            return ()
        held.append(named)
    return tuple(held)


def _declared(node: Node | None) -> Node | None:
    """Return the name that a declarator declares."""
    while node is not None and node.type in _DECLARATORS:
        name = "name" if node.type == "qualified_identifier" else "declarator"
        # That of a reference has no field.
        node = field(node, name) or led_to(node, -1)
    is_name = node is not None and (node.type in _NAMES or node.type == "operator_name")
    return node if is_name else None


def _pointers(node: Node | None) -> int:
    """Return how many pointers and arrays are around what a declarator declares."""
    count = 0
    while node is not None and node.type in _DECLARATORS:
        count += node.type in _POINTERS
        node = node.child_by_field_name("declarator") or node.named_children[-1]
    return count


def _called(node: Node | None) -> Node | None:
    """Return the last name of what is called."""
    return reached(called_by(node), _NAMES, {"field_expression": "field"}, "name")


def _indexed(node: Node | None) -> Node | None:
    """Return the last name of what has an index: ``b`` of ``a->b[1][2]``."""
    return reached(node, _NAMES, {"field_expression": "field"}, other="argument")


def _name(node: Node | None) -> Node | None:
    """Return the last name of a type."""
    return reached(node, {"type_identifier"}, other="name")
