"""TypeScript, and TSX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Outer, Syntax
from . import ecmascript, javascript
from .ecmascript_found import access, inside, is_local
from .ecmascript_nodes import at_top, bases, keywords, outermost
from .ecmascript_text import plain_declarations

#: Type parameters at the beginning of a line, behind the end of something else.
_CALL_SIGNATURE: Final = re.compile(
    r"((?:[\w$)\]}]|(?<!=)>|\*/)[ \t]*\n\s*)[ \t](?=<[A-Za-z_$\n])"
)
_AT_BEGINNING: Final = re.compile(r"\n[ \t]+<[A-Za-z_$\n]")
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
    text = plain_declarations(text)
    # Few have such lines, which are found much faster.
    return _CALL_SIGNATURE.sub(r"\1;", text) if _AT_BEGINNING.search(text) else text


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    kind = node.type
    if kind in _ENUM_MEMBERS:
        at = node.child_by_field_name("name") or node
        if outer is not None and outer.kind == "enum":
            name = ecmascript.member_name(at, syntax)
            value = syntax.line(node, "value")
            yield Found("constant", name, at, value=value)
        return
    name_node = node.child_by_field_name("name")
    left = node.child_by_field_name("left")
    if left is not None and syntax.of(left).startswith("this."):
        # What is set is declared.
        return
    if kind not in _KINDS:
        yield from ecmascript.define(node, syntax, outer)
    elif name_node and is_local(outer):
        yield inside(_declared(node, name_node, syntax))
    elif name_node and at_top(node, outer):
        yield _declared(node, name_node, syntax)


def _declared(node: Node, name: Node, syntax: Syntax) -> Found:
    kind = _KINDS[node.type]
    body, head = node.child_by_field_name("body"), ""
    if kind == "type":
        value = body = node.child_by_field_name("value")
        if body is not None and body.type == "intersection_type":
            # "type A = B & { … }" has members, too.
            body = body.named_children[-1]
        body = body if body is not None and body.type == "object_type" else None
        if body is not None and body != value:
            head = f"{syntax.head(outermost(node).start_byte, body.start_byte)} {{…}}"
    if name.type == "string":
        # What another module has besides.
        return Found("", "", node, body=body, holds=True)
    return Found(
        *(kind, syntax.of(name), name),
        first=outermost(node),
        body=body,
        head=head,
        modifiers=(*keywords(node), *access(node)),
        bases=tuple(bases(node)),
        holds=kind != "type" or body is not None,
    )


GRAMMAR: Final = replace(
    javascript.GRAMMAR,
    package="tree-sitter-typescript",
    queries=("ecmascript", "ecmascript_tests", "typescript"),
    define=_define,
    function="language_typescript",
    prepare=_end_members,
)
#: Elements begin lines, too.
TSX_GRAMMAR: Final = replace(
    GRAMMAR,
    queries=(*GRAMMAR.queries, "jsx", "tsx"),
    function="language_tsx",
    prepare=plain_declarations,
)
#: Types that have the members of others: ``Readonly<Box>``, ``Draft<Box>``.
_OF_OTHERS: Final = re.compile(
    r"Partial|Readonly|Required|Pick|Omit|NonNull|Extract|Exclude|Await|utable|Draft|Mock"
    r"|Spi?y|Json|Simpl|Hydrat|Unwrap|React|Prox|Remote|Load|Return|Instance|Props|With"
    r"|Deep|Flat|Merge|Type|Class|Constructor|Infer|^This|^.$"
)
TYPESCRIPT: Final = replace(
    javascript.JAVASCRIPT,
    name="TypeScript",
    analyse=GRAMMAR.analysis(ecmascript.analyse),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(".ts", ".mts", ".cts"),
    interpreters=(),
    pointers=_OF_OTHERS,
    lexer="typescript",
)
TSX: Final = replace(
    TYPESCRIPT,
    name="TSX",
    analyse=TSX_GRAMMAR.analysis(ecmascript.analyse),
    suffixes=(".tsx",),
    lexer="tsx",
)
