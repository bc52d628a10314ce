"""The functions, classes and values of JavaScript and TypeScript, as they are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from ...model.kinds import CALLABLES, DECLARATION
from ...model.names import LOCALS
from ..grammars.grammar import Found, Outer, Syntax
from .ecmascript_nodes import (
    AROUND,
    FUNCTIONS,
    annotation,
    bases,
    component,
    decorators,
    extended,
    keywords,
    object_of,
    only_function_given,
    outermost,
    run_at_once,
    signature,
)
from .ecmascript_text import constructors

#: The word by which is marked what is exported where it is defined.
EXPORT: Final = "export"
#: What a comment says by a tag, and what is set of the global object.
PUBLIC: Final = "public"
#: What is noted of what runs a function that stands in it, where that ends if it is the
#: value of a variable.
RUNS: Final = "runs"
#: What is noted of a function that makes objects.
MAKES: Final = "makes"


def function_found(
    name: str,
    at: Node,
    function: Node,
    node: Node,
    syntax: Syntax,
    modifiers: tuple[str, ...],
) -> Found:
    """Return a function, or the class that it makes the objects of.

    :param node: what names it.
    """
    makes = name in constructors(syntax.text)
    body = function.child_by_field_name("body")
    return Found(
        *("class" if makes else "function", name, at),
        first=outermost(node),
        body=body,
        signature=signature(function, syntax),
        modifiers=(*keywords(function), *modifiers),
        holds=body is not None,
        state={MAKES: name} if makes else None,
    )


def access(node: Node) -> tuple[str, ...]:
    """Return whether a definition is exported where it stands, or only declared."""
    words: list[str] = []
    around = node.parent
    while around is not None and around.type in AROUND:
        if around.type == "export_statement":
            words.append(EXPORT)
        elif around.type == "ambient_declaration":
            words.append(DECLARATION)
        around = around.parent
    return tuple(words)


def class_found(name_of: Node, name: Node, node: Node, syntax: Syntax) -> Found:
    """Return a class.

    :param name_of: what is named: the class, or a variable that it is the value of.
    :param node: the class.
    """
    return Found(
        *("class", syntax.of(name), name),
        first=outermost(name_of),
        body=node.child_by_field_name("body"),
        modifiers=(*keywords(node), *access(name_of)),
        bases=tuple(bases(node)),
        holds=True,
        decorators=decorators(node, outermost(name_of)),
    )


def class_by_call(
    name: str,
    at: Node,
    made: tuple[tuple[Node, ...], list[Node]],
    node: Node,
    syntax: Syntax,
    modifiers: tuple[str, ...] = (),
) -> Iterator[Found]:
    """Yield a class that a call makes, and the objects that it has its members of.

    :param at: the node of the name that it is bound to.
    :param made: the bases, and the objects, of which there is one at least.
    :param node: the statement, or the part of one, that binds it.
    """
    above, objects = made
    first = outermost(node)
    head = syntax.head(first.start_byte, objects[0].start_byte)
    yield Found(
        *("class", name, at),
        first=first,
        body=objects[0],
        head=f"{head}{' ' * head.endswith(',')}{{…}})",
        modifiers=modifiers,
        bases=above,
    )
    yield from of_objects(name, objects)


def of_objects(name: str, objects: Sequence[Node]) -> Iterator[Found]:
    """Yield what holds members of a class: what ends first is what they stand in."""
    for object_ in reversed(objects):
        yield Found("", name, object_, whole=object_, body=object_, holds=True)


def is_local(outer: Outer | None) -> bool:
    """Return whether what stands in a definition is local."""
    return outer is not None and (
        outer.kind in CALLABLES or not outer.state.keys().isdisjoint((MAKES, RUNS))
    )


def inside(made: Found) -> Found:
    """Return a definition as one that is inside of a function."""
    return made._replace(name=f"{LOCALS}.{made.name}") if made.kind else made


def kind_of_variable(node: Node) -> str:
    """Return the kind of what a statement binds that is neither function nor class."""
    if node.type == "export_statement":
        return "constant"
    parent = node.parent
    # Of all its children a list would be made for each of them.
    first = parent.child(0) if parent is not None else None
    return "constant" if first is not None and first.type == "const" else "data"


def valued(
    name: str,
    at: Node,
    value: Node | None,
    node: Node,
    syntax: Syntax,
    modifiers: tuple[str, ...],
) -> Iterator[Found]:
    """Yield what a name is bound to: a function, a class, an object, data.

    :param at: the node of the name.
    :param value: what the name is bound to; ``None`` where nothing says so.
    :param node: the statement, or the part of one, that binds it.
    :param modifiers: words before the name, as ``static``.
    """
    value = component(value)
    if value is not None and value.type in FUNCTIONS:
        yield function_found(name, at, value, node, syntax, modifiers)
    elif value is not None and value.type == "class":
        definition = class_found(node, at, value, syntax)
        yield definition._replace(name=name, modifiers=modifiers)
    elif made := extended(value):
        yield from class_by_call(name, at, made, node, syntax, modifiers)
    else:
        first, head, state = outermost(node), "", {}
        body = object_of(value)
        if function := run_at_once(value):
            body = function.child_by_field_name("body") or function
            head = f"{syntax.head(first.start_byte, body.start_byte)} {{…}})()"
            state[RUNS] = str(function.end_byte)
        elif body is None and (body := only_function_given(value)):
            head = f"{syntax.head(first.start_byte, body.start_byte)} {{…}}"
            behind = syntax.text[body.end_byte : value.end_byte] if value else ""
            head += " ".join(behind.split())
            state[RUNS] = ""
        yield Found(
            *(kind_of_variable(node), name, at),
            first=first,
            body=body,
            head=head,
            annotation=annotation(node, syntax),
            value=syntax.line(value),
            modifiers=modifiers,
            holds=body is not None,
            state=state,
        )
