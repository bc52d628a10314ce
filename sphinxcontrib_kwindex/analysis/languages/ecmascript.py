"""What JavaScript and TypeScript have in common: definitions, scopes, members.

Definitions are what stands at the top of a file, in a namespace or in the function
around a whole script, the members of classes, interfaces, enums and objects there, and
the functions and classes inside of functions. What else is in these is local.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from ...model.facts import Definition, FileFacts
from ...model.kinds import DECLARATION, MEMBERS
from ...model.names import enclosing
from ...model.references import DEFAULT
from ..comments.jsdoc import jsdoc_modifiers
from ..grammars.grammar import Found, Grammar, Outer, Syntax
from ..grammars.nodes import any_field, child_of
from ..grammars.read_file import read_file
from .ecmascript_assigned import assigned, extended_by, module_value
from .ecmascript_found import (
    EXPORT,
    PUBLIC,
    RUNS,
    access,
    class_found,
    function_found,
    inside,
    is_local,
    kind_of_variable,
    valued,
)
from .ecmascript_modules import module_taken_apart
from .ecmascript_nodes import (
    FUNCTIONS,
    annotation,
    at_top,
    component,
    decorators,
    function_around,
    has_functions,
    head_of_part,
    holder_of,
    keywords,
    last_assigned,
    merged,
    outermost,
    pattern_names,
    plain_value,
    required,
    returns_itself,
    signature,
    word_default,
)
from .ecmascript_tests import define_test

_CALLABLE: Final = frozenset(
    {"function_declaration", "generator_function_declaration", "function_signature"}
)
_CLASSES: Final = frozenset(
    {"class_declaration", "abstract_class_declaration", "class"}
)
_NAMES: Final = frozenset({"identifier", "type_identifier"})
_METHODS: Final = frozenset(
    {"method_definition", "method_signature", "abstract_method_signature"}
)
_FIELDS: Final = frozenset(
    {"public_field_definition", "field_definition", "property_signature"}
)
#: What holds members of a component of Vue, which find one another by ``this``.
_TRANSPARENT: Final = frozenset({"computed", "methods"})
#: What has functions by the names of other members, which are called when these change.
_WATCHERS: Final = "watch"
_IDENTIFIER: Final = re.compile(r"#?[\w$]+|\[Symbol\..*")
_TEST: Final = "test"
#: As :data:`._LONG_LINES` of other text.
_LONG_LINES: Final = 110
#: What people write has more blanks among its characters, even in long lines.
_BLANKS: Final = 0.1


def analyse(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, as :attr:`.Language.analyse` does.

    What is minified is read by nobody. What a module does not export is its own.
    """
    if (
        facts.type == "JavaScript"
        and len(text) > _LONG_LINES * facts.lines
        and text.count(" ") < _BLANKS * len(text)
    ):
        return replace(facts, minified=True)
    read = read_file(grammar, text, facts)
    specs = read.references.specs
    shown = {row.qualname for row in read.definitions if EXPORT in row.modifiers}
    exports = {
        name: specs[number].base.partition(".")[0]
        for name, number in read.references.exports
    }
    exported = {base for name, base in exports.items() if "." not in name}
    is_module = bool(exported or shown) or any(
        row.text.startswith("import") for row in read.imports
    )
    # What is in an object is for all whom the object is for.
    shown |= {DEFAULT, *exported}
    exported |= {
        base for name, base in exports.items() if name.partition(".")[0] in shown
    }
    around = {row.qualname: row.kind for row in read.definitions}

    def is_hidden(row: Definition) -> bool:
        if not is_module or _TEST in row.modifiers or row.qualname in exported:
            return False
        outer = enclosing(row.qualname)
        if row.kind in MEMBERS:
            # Others have a component, and seldom what it is made of.
            return facts.type == "Vue" and outer == DEFAULT
        return around.get(outer, "namespace") == "namespace"

    rows = (_with_access(row, hidden=is_hidden(row)) for row in read.definitions)
    return replace(read, definitions=tuple(rows))


def _with_access(row: Definition, *, hidden: bool) -> Definition:
    """Return a definition with what its place and its comment say for whom it is."""
    said = jsdoc_modifiers(row.docstring) if "@" in row.docstring else ()
    words = dict.fromkeys((*row.modifiers, *said))
    if hidden and words.keys().isdisjoint((EXPORT, PUBLIC, DECLARATION)):
        words["internal"] = None
    modifiers = tuple(word for word in words if word not in {EXPORT, PUBLIC})
    return row if modifiers == row.modifiers else replace(row, modifiers=modifiers)


def define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    name = any_field(node, "name", "property")
    if kind == "call_expression":
        yield from define_test(node, syntax)
    elif kind in _METHODS or kind in _FIELDS or kind == "pair":
        yield from _member(node, syntax, outer)
    elif kind == "assignment_expression":
        yield from assigned(node, syntax, outer)
    elif kind == "arguments":
        yield from extended_by(node, syntax, outer)
    elif kind == "class":
        return
    elif kind == "object":
        yield from _returned(node, outer)
    elif is_local(outer):
        yield from _inside(node, name, syntax)
    elif not at_top(node, outer):
        return
    elif kind == "return_statement":
        # What a module of AMD is: "define(function () { return {…}; })".
        if (value := plain_value(next(iter(node.named_children), None))) is not None:
            yield from module_value(node, node.children[0], value, syntax)
    elif kind == "export_statement":
        value, at = plain_value(node.child_by_field_name("value")), word_default(node)
        # "export default x" names what is defined elsewhere.
        what, _ = merged(value)
        if at is not None and what is not None and what.type != "identifier":
            yield from valued("default", at, value, node, syntax, (EXPORT,))
    elif kind in _CALLABLE:
        yield from _function(node, name, syntax)
    elif name is None:
        return
    elif kind == "variable_declarator":
        yield from _variable(node, name, syntax)
    elif kind in _CLASSES:
        yield class_found(node, name, node, syntax)


def _inside(node: Node, name: Node | None, syntax: Syntax) -> Iterator[Found]:
    """Yield the function or class that a statement inside of a function defines."""
    value = component(plain_value(node.child_by_field_name("value")))
    is_function = node.type in _CALLABLE or (
        node.type == "variable_declarator"
        and value is not None
        and value.type in FUNCTIONS
    )
    if name is None or name.type not in _NAMES:
        return
    if is_function:
        text = syntax.of(name)
        yield inside(function_found(text, name, value or node, node, syntax, ()))
    elif node.type in _CLASSES:
        yield inside(class_found(node, name, node, syntax))


def _returned(node: Node, outer: Outer | None) -> Iterator[Found]:
    """Yield what holds the members of what a function returns that is run at once.

    :param node: an object that is returned.
    """
    function = function_around(node)
    if function and outer and outer.state.get(RUNS) == str(function.end_byte):
        yield Found("", "", node, body=node, holds=True)


def _function(node: Node, name: Node | None, syntax: Syntax) -> Iterator[Found]:
    at = name or word_default(node.parent)
    if at is not None:
        yield function_found(syntax.of(at), at, node, node, syntax, access(node))


def _variable(node: Node, name: Node, syntax: Syntax) -> Iterator[Found]:
    value = plain_value(node.child_by_field_name("value"))
    # "var A = exports.A = function() {}"
    value = value and last_assigned(value)
    if required(value) or returns_itself(node) or module_taken_apart(node, syntax):
        return
    if name.type == "identifier":
        yield from valued(syntax.of(name), name, value, node, syntax, access(node))
    else:
        kind, parts = kind_of_variable(node), name.named_children
        for part in parts:
            around = ["…, " * (part != parts[0]), ", …" * (part != parts[-1])]
            head = head_of_part(node, name, part, around, syntax)
            for pattern_name in pattern_names(part):
                yield Found(
                    *(kind, syntax.of(pattern_name), pattern_name),
                    first=outermost(node),
                    head=head,
                    modifiers=access(node),
                )


# Members


def _member(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield the member of a class, an interface or an object that a node defines."""
    if outer is None or is_local(outer):
        return
    name, holder = any_field(node, "name", "property", "key"), holder_of(node)
    if name is None or holder is None:
        return
    if holder.end_byte != outer.end and not _ends(holder, outer, syntax):
        return
    text = member_name(name, syntax)
    if name.type == "computed_property_name" and not text.startswith("[Symbol."):
        return
    words = keywords(node)
    hidden = syntax.of(child_of(node, "accessibility_modifier"))
    hidden = hidden or ("private" if text.startswith("#") else "")
    modifiers = (*words, *((hidden,) if hidden not in {"", "public"} else ()))
    value = plain_value(node.child_by_field_name("value"))
    # What a module exports as an object is its own.
    modifiers += () if outer.qualname else (EXPORT,)
    first = outermost(node)
    marks = decorators(node, first)
    if node.type in _METHODS or (value is not None and value.type in FUNCTIONS):
        function = value if value is not None else node
        yield Found(
            *("method" if outer.qualname else "function", text, name),
            first=first,
            body=function.child_by_field_name("body"),
            signature=signature(function, syntax),
            modifiers=modifiers,
            holds=True,
            decorators=marks,
        )
        if text == "constructor":
            yield from _parameter_fields(node, syntax, outer)
        return
    body = value if value is not None and has_functions(value) else None
    if body is not None and outer.qualname and text in _TRANSPARENT:
        yield Found("", "", node, body=body, holds=True)
    elif node.type != "pair" or (body is not None and text != _WATCHERS):
        yield Found(
            *("field" if outer.qualname else "data", text, name),
            first=first,
            body=body,
            annotation=annotation(node, syntax),
            value=syntax.line(value),
            modifiers=modifiers,
            holds=body is not None,
            decorators=marks,
        )


def member_name(name: Node, syntax: Syntax) -> str:
    """Return the name of a member, in brackets where it is no identifier."""
    text = syntax.of(name)
    plain = text.strip("\"'")
    if name.type == "string":
        return plain if _IDENTIFIER.fullmatch(plain) else f"[{text}]"
    return plain


def _ends(holder: Node, outer: Outer, syntax: Syntax) -> bool:
    """Return whether only types and brackets are behind the value of a constant."""
    if holder.type not in {"object", "object_type"} or holder.end_byte > outer.end:
        return False
    behind = syntax.text[holder.end_byte : outer.end].strip(" \n;)")
    return not behind or behind.startswith(("as ", "satisfies "))


def _parameter_fields(node: Node, syntax: Syntax, outer: Outer) -> Iterator[Found]:
    """Yield the fields that the parameters of a constructor declare."""
    parameters = node.child_by_field_name("parameters")
    for parameter in parameters.named_children if parameters else ():
        words = [
            syntax.of(child)
            for child in parameter.children
            if child.type in {"accessibility_modifier", "readonly"}
        ]
        at = parameter.child_by_field_name("pattern")
        if words and at is not None and at.type == "identifier":
            yield Found(
                *("field", f"{outer.qualname}.{syntax.of(at)}", at),
                first=parameter,
                head=syntax.line(parameter),
                annotation=annotation(parameter, syntax),
                modifiers=tuple(word for word in words if word != "public"),
                at_top=True,
            )
