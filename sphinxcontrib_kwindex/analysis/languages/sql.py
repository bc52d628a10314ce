"""SQL, of whatever dialects its grammar reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Grammar, Outer, Syntax, child_of
from ..grammars.read_file import read_script

#: Kind and modifiers of what a statement creates.
_KINDS: Final = {
    "create_table": ("class", ("table",)),
    "create_view": ("class", ("view",)),
    "create_materialized_view": ("class", ("view",)),
    "create_type": ("type", ()),
    "create_function": ("function", ()),
    "create_procedure": ("function", ("procedure",)),
    "create_trigger": ("function", ("trigger",)),
    "column_definition": ("field", ()),
}
#: What quotes names: of the standard, of MySQL, of SQL Server.
_QUOTES: Final = '"`[]'


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    kind, modifiers = _KINDS[node.type]
    if node.type == "column_definition":
        name = node.child_by_field_name("name")
        if name is not None and outer is not None:
            what = syntax.line(node.child_by_field_name("type"))
            yield Found(kind, syntax.of(name).strip(_QUOTES), name, annotation=what)
        return
    whole = child_of(node, "object_reference")
    if whole is None:
        return
    at = whole.child_by_field_name("name") or whole
    parts = syntax.line(whole).split(".")
    yield Found(
        *(kind, ".".join(part.strip(_QUOTES) for part in parts), at),
        body=child_of(node, *_BODIES),
        signature=syntax.line(child_of(node, "function_arguments")),
        modifiers=modifiers,
        holds=node.type == "create_table",
    )


#: What the head of a definition ends before.
_BODIES: Final = frozenset(
    {"column_definitions", "create_query", "function_body", "procedure_body"}
)

GRAMMAR: Final = Grammar("tree-sitter-sql", ("sql",), _define, this=())
SQL: Final = replace(
    GRAMMAR.language("SQL", read_script),
    suffixes=(".sql",),
    lexer="sql",
)
