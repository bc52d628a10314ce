"""What assignments of JavaScript define: of a module, of a prototype, of an object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Outer, Syntax
from ..grammars.nodes import any_field, field, first_child
from .ecmascript_found import (
    EXPORT,
    MAKES,
    PUBLIC,
    class_by_call,
    is_local,
    of_objects,
    valued,
)
from .ecmascript_nodes import (
    FUNCTIONS,
    NAMED,
    at_top,
    extended,
    has_functions,
    keywords,
    last_assigned,
    outermost,
    plain_value,
    required,
    run_at_once,
    signature,
)
from .ecmascript_text import functions, prototypes

_OF_EXPORTS: Final = re.compile(r"(?:module\.)?exports\.")
_PROTOTYPE: Final = ".prototype"
#: What has the global variables as its members.
_GLOBAL: Final = frozenset({"window", "globalThis", "self", "global"})
#: What a global variable is defined by, and not only set to.
_WITH_NAMES: Final = FUNCTIONS | {"class", "object"}


def assigned(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what an assignment defines: of a module, of a prototype, of an object."""
    left, value = field(node, "left"), plain_value(field(node, "right"))
    if left is None or value is None:
        return
    if syntax.of(left, "object") == "this":
        yield from _set(node, left, value, syntax, outer)
        return
    # What a module exports on a condition, it offers beside what it has without.
    on_condition = bool(_OF_EXPORTS.match(syntax.of(left)))
    if is_local(outer) or not at_top(node, outer, on_condition=on_condition):
        return
    at = any_field(left, "property", "index")
    value = last_assigned(value)
    words = syntax.of(left).split(".")
    if left.type == "subscript_expression":
        words = [*syntax.of(left, "object").split("."), syntax.of(at).strip("\"'")]
    is_named = all(word.replace("$", "_").isidentifier() for word in words)
    if at is None or value is None or not is_named:
        return
    if words in (["module", "exports"], ["exports", "default"]):
        yield from module_value(node, at, value, syntax)
        return
    if words[0] == "module" and words[1:2] == ["exports"]:
        words = words[1:]
    if words[0] == "exports" and len(words) == 2:
        # "exports.x = void 0" stands above what is exported at last.
        is_defined = value.type not in {"identifier", "undefined", "unary_expression"}
        if is_defined and not required(value):
            named = field(value, "name") if value.type == "class" else None
            name = syntax.of(named) or words[1]
            yield from valued(name, named or at, value, node, syntax, (EXPORT,))
    elif words[0] != "exports":
        yield from _member_value(node, at, words, value, syntax)


def module_value(node: Node, at: Node, value: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield what a module is as a whole: ``module.exports = …``."""
    if value.type == "object":
        yield Found("", "", node, body=value, holds=True)
    elif value.type in FUNCTIONS or value.type == "class" or extended(value):
        named = field(value, "name")
        name = syntax.of(named) or "default"
        yield from valued(name, named or at, value, node, syntax, (EXPORT,))


def _member_value(
    node: Node, at: Node, words: list[str], value: Node, syntax: Syntax
) -> Iterator[Found]:
    """Yield what an object gets, or its prototype: ``A.prototype.f = …``."""
    words = [*prototypes(syntax.text).get(words[0], words[0]).split("."), *words[1:]]
    is_global = words[0] in _GLOBAL
    words = words[is_global:]
    whole = [word for word in words if word != "prototype"]
    if words[-1] == "prototype" and value.type == "object":
        yield Found("", ".".join(whole), node, body=value, holds=True)
    elif words[-1] == "prototype":
        # "A.prototype = Object.create(B.prototype)", "A.prototype = new B()"
        first = first_child(field(value, "arguments"))
        base = field(value, "constructor") or field(first, "object")
        if base is not None:
            yield Found("", ".".join(whole), at, bases=(base,))
    elif made := extended(value):
        yield from class_by_call(".".join(whole), at, made, node, syntax)
    elif (
        has_functions(value)
        or run_at_once(value)
        or (len(whole) == 1 and value.type in _WITH_NAMES)
    ):
        access = (PUBLIC,) if is_global else ()
        yield from valued(".".join(whole), at, value, node, syntax, access)
    elif value.type in FUNCTIONS:
        yield Found(
            *("method", ".".join(whole), at),
            first=outermost(node),
            body=value.child_by_field_name("body"),
            signature=signature(value, syntax),
            modifiers=tuple(keywords(value)),
            holds=True,
        )
    elif "prototype" in words[1:-1] and words[-1] != "constructor":
        is_function = syntax.of(value) in functions(syntax.text)
        first = outermost(node)
        yield Found(
            *("method" if is_function else "field", ".".join(whole), at),
            first=first,
            head=syntax.head(first.start_byte, at.end_byte),
            value=syntax.line(value),
        )


def extended_by(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield a class that gets what objects have: ``extend(A.prototype, {…})``.

    Or what another has: ``util.inherits(A, B)``.
    """
    target, *given = node.named_children
    call, name = node.parent, syntax.of(target)
    is_class = call and syntax.of(call, "function").endswith("inherits")
    if is_local(outer) or "(" in name or not (is_class or name.endswith(_PROTOTYPE)):
        return
    name = name.removesuffix(_PROTOTYPE)
    yield from of_objects(name, [child for child in given if child.type == "object"])
    above = tuple(
        field(child, "object" if syntax.of(child).endswith(_PROTOTYPE) else "") or child
        for child in given
        if child.type in NAMED
    )
    if above:
        yield Found("", name, node, bases=above)


def _set(
    node: Node, left: Node, value: Node, syntax: Syntax, outer: Outer | None
) -> Iterator[Found]:
    """Yield the field that a constructor sets, or a method of a class.

    As TypeScript takes them in JavaScript:
    https://www.typescriptlang.org/docs/handbook/type-checking-javascript-files.html
    """
    if not is_local(outer):
        return
    at = left.child_by_field_name("property")
    block = node.parent and node.parent.parent
    function = block and block.parent
    if (
        at is None
        or outer is None
        or function is None
        or function.end_byte != outer.end
    ):
        return
    owner, _, last = outer.qualname.rpartition(".")
    if MAKES in outer.state or (outer.kind == "function" and last[:1].isupper()):
        owner = outer.qualname
    elif outer.kind != "method" or not (last == "constructor" or _of_class(function)):
        return
    name = syntax.of(at)
    yield Found(
        *("field", f"{owner}.{name}", at),
        value=syntax.line(value),
        modifiers=("private",) if name.startswith("#") else (),
        at_top=True,
    )


def _of_class(function: Node) -> bool:
    """Tell whether a function is a method that objects of a class have.

    TypeScript declares their fields.
    """
    body = function.parent
    if (
        body is None
        or body.type != "class_body"
        or function.children[0].text == b"static"
    ):
        return False
    name = field(body.parent, "name")
    return name is None or name.type != "type_identifier"
