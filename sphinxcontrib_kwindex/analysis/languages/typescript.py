"""TypeScript, and TSX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Outer, Syntax
from . import ecmascript, ecmascript_types, javascript
from .ecmascript import access
from .ecmascript_nodes import at_top, bases, keywords, outermost
from .ecmascript_query import JSX, plain_declarations, query

_OWN: Final = """
(abstract_class_declaration) @define
(public_field_definition) @define
(abstract_method_signature) @define
(interface_body (method_signature) @define)
(interface_body (property_signature) @define)
(class_body (method_signature) @define)
(type_alias_declaration value: (object_type (method_signature) @define))
(type_alias_declaration value: (object_type (property_signature) @define))
(function_signature) @define
(interface_declaration) @define
(type_alias_declaration) @define
(enum_declaration) @define
(enum_body name: (_) @define)
(enum_assignment) @define
(internal_module) @define
(module) @define

(import_alias) @import
(export_statement "=" @import)

(abstract_class_declaration) @scope
(abstract_method_signature) @scope
(method_signature) @scope
(function_signature) @scope
(call_signature) @scope
(construct_signature) @scope
(function_type) @scope
(constructor_type) @scope
(conditional_type) @scope
(index_signature) @scope
(interface_declaration) @scope
(type_alias_declaration) @scope

(abstract_class_declaration name: (_) @named)
(function_signature name: (_) @named)
(interface_declaration name: (_) @named)
(type_alias_declaration name: (_) @named)
(enum_declaration name: (_) @local)
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(type_parameter name: (_) @local)
(infer_type . (type_identifier) @local)
(mapped_type_clause name: (_) @local)
(index_signature name: (_) @local)

(type_identifier) @type
(nested_identifier property: (_) @member)
"""
#: Type parameters at the beginning of a line, behind the end of something else.
_CALL_SIGNATURE: Final = re.compile(
    r"((?:[\w$)\]}]|\*/)[ \t]*\n\s*)[ \t](?=<[A-Za-z_$])"
)
_ENUM_MEMBERS: Final = frozenset({"enum_assignment", "property_identifier", "string"})
_KINDS: Final = {
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "type_alias_declaration": "type",
    "internal_module": "namespace",
    "module": "namespace",
}


def _end_members(text: str) -> str:
    """Return a text with what ends a member before one that has no name.

    The grammar takes the type parameters of that for arguments of the type before.
    """
    return _CALL_SIGNATURE.sub(r"\1;", plain_declarations(text))


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    kind = node.type
    if kind in _ENUM_MEMBERS:
        at = node.child_by_field_name("name") or node
        if outer is not None and outer.kind == "enum":
            name = ecmascript.member_name(at, syntax)
            value = syntax.line(node.child_by_field_name("value"))
            yield Found("constant", name, at, value=value)
        return
    name_node = node.child_by_field_name("name")
    left = node.child_by_field_name("left")
    if left is not None and syntax.of(left).startswith("this."):
        # What is set is declared.
        return
    if kind not in _KINDS:
        yield from ecmascript.define(node, syntax, outer)
    elif name_node and not ecmascript.is_local(outer) and at_top(node, outer):
        yield _declared(node, name_node, syntax)


def _declared(node: Node, name: Node, syntax: Syntax) -> Found:
    kind = _KINDS[node.type]
    body = node.child_by_field_name("body")
    if kind == "type":
        value = node.child_by_field_name("value")
        body = value if value is not None and value.type == "object_type" else None
    if name.type == "string":
        # What another module has besides.
        return Found("", "", node, body=body, holds=True)
    return Found(
        *(kind, syntax.of(name), name),
        first=outermost(node),
        body=body,
        modifiers=(*keywords(node), *access(node)),
        bases=tuple(bases(node)),
        holds=kind != "type" or body is not None,
    )


GRAMMAR: Final = replace(
    javascript.GRAMMAR,
    package="tree-sitter-typescript",
    query=query(
        *(_OWN, ecmascript_types.QUERY, ecmascript_types.TYPED_QUERY),
        declaring=["required_parameter", "optional_parameter"],
    ),
    define=_define,
    function="language_typescript",
    prepare=_end_members,
)
#: Elements begin lines, too.
TSX_GRAMMAR: Final = replace(
    GRAMMAR,
    query=f"{GRAMMAR.query}\n{JSX}",
    function="language_tsx",
    prepare=plain_declarations,
)
TYPESCRIPT: Final = replace(
    javascript.JAVASCRIPT,
    name="TypeScript",
    analyse=partial(ecmascript.analyse, GRAMMAR),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(".ts", ".mts", ".cts"),
    lexer="typescript",
)
TSX: Final = replace(
    TYPESCRIPT,
    name="TSX",
    analyse=partial(ecmascript.analyse, TSX_GRAMMAR),
    suffixes=(".tsx",),
    lexer="tsx",
)
