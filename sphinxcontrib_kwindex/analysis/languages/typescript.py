"""TypeScript, and TSX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Grammar, Outer, Syntax
from . import ecmascript, ecmascript_types
from .ecmascript import access
from .ecmascript_modules import imports, unnamed
from .ecmascript_nodes import at_top, bases, keywords, outermost
from .ecmascript_query import COMMON, JSX, is_module, plain_declarations, query
from .language import Language

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
    rule = _RULES.get(kind)
    name_node = node.child_by_field_name("name")
    left = node.child_by_field_name("left")
    if left is not None and syntax.of(left).startswith("this."):
        # What is set is declared.
        return
    if rule is None:
        yield from ecmascript.define(node, syntax, outer)
    elif name_node and not ecmascript.is_local(outer) and at_top(node, outer):
        yield rule(node, name_node, syntax)


def _interface(node: Node, name: Node, syntax: Syntax) -> Found:
    return Found(
        *("interface", syntax.of(name), name),
        first=outermost(node),
        body=node.child_by_field_name("body"),
        modifiers=access(node),
        bases=tuple(bases(node)),
        holds=True,
    )


def _enum(node: Node, name: Node, syntax: Syntax) -> Found:
    return Found(
        *("enum", syntax.of(name), name),
        first=outermost(node),
        body=node.child_by_field_name("body"),
        modifiers=(*keywords(node), *access(node)),
        holds=True,
    )


def _type(node: Node, name: Node, syntax: Syntax) -> Found:
    value = node.child_by_field_name("value")
    has_members = value is not None and value.type == "object_type"
    return Found(
        *("type", syntax.of(name), name),
        first=outermost(node),
        body=value if has_members else None,
        modifiers=access(node),
        holds=has_members,
    )


def _namespace(node: Node, name: Node, syntax: Syntax) -> Found:
    body = node.child_by_field_name("body")
    if name.type == "string":
        # What another module has besides.
        return Found("", "", node, body=body, holds=True)
    return Found(
        *("namespace", syntax.of(name), name),
        first=outermost(node),
        body=body,
        modifiers=access(node),
        holds=True,
    )


_RULES: Final = {
    "interface_declaration": _interface,
    "enum_declaration": _enum,
    "type_alias_declaration": _type,
    "internal_module": _namespace,
    "module": _namespace,
}
GRAMMAR: Final = Grammar(
    "tree-sitter-typescript",
    query(
        *(_OWN, ecmascript_types.QUERY, ecmascript_types.TYPED_QUERY),
        declaring=["required_parameter", "optional_parameter"],
    ),
    _define,
    imports,
    ecmascript_types.typed,
    follows=True,
    docformat="jsdoc",
    function="language_typescript",
    closed=is_module,
    unnamed=unnamed,
    common=COMMON,
    bare_members=False,
    spaces=frozenset({"namespace", "enum"}),
    hoists=True,
    prepare=_end_members,
)
#: Elements begin lines, too.
TSX_GRAMMAR: Final = replace(
    GRAMMAR,
    query=f"{GRAMMAR.query}\n{JSX}",
    function="language_tsx",
    prepare=plain_declarations,
)
TYPESCRIPT: Final = Language(
    name="TypeScript",
    analyse=partial(ecmascript.analyse, GRAMMAR),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(".ts", ".mts", ".cts"),
    lexer="typescript",
    family="javascript",
    exports=True,
    common=COMMON,
)
TSX: Final = Language(
    name="TSX",
    analyse=partial(ecmascript.analyse, TSX_GRAMMAR),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(".tsx",),
    lexer="tsx",
    family="javascript",
    exports=True,
    common=COMMON,
)
