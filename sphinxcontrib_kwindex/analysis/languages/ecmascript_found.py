"""The functions and classes of JavaScript and TypeScript, as they are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from ...model.kinds import DECLARATION
from ..grammars.grammar import Found, Syntax
from .ecmascript_nodes import AROUND, bases, decorators, keywords, outermost, signature
from .ecmascript_text import constructors

#: The word by which is marked what is exported where it is defined.
EXPORT: Final = "export"
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
    """Yield a class that a call makes, and the objects that it has its members of."""
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
