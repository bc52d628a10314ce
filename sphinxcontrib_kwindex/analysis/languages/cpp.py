"""C++, and headers that C shares with it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from tree_sitter import Node

from ...model.facts import Import
from ...model.references import Spec
from ..grammars.grammar import Found, Grammar, Imported, Outer, Syntax
from ..grammars.read_file import read_file
from .language import Language

_QUERY: Final = """
(namespace_definition) @define
(class_specifier name: (_)) @define
(struct_specifier name: (_)) @define
(union_specifier name: (_)) @define
(enum_specifier) @define
(enumerator) @define
(function_definition) @define
(declaration) @define
(field_declaration) @define
(type_definition) @define
(alias_declaration) @define
(concept_definition) @define
(preproc_def) @define
(preproc_function_def) @define
(preproc_include) @import
(using_declaration) @import
(namespace_alias_definition) @import
(comment) @comment
(function_definition) @scope
(lambda_expression) @scope
(compound_statement) @scope
(for_statement) @scope
(for_range_loop) @scope
(template_declaration) @scope
(catch_clause) @scope
(identifier) @name
(namespace_identifier) @name
(type_identifier) @type
(field_identifier) @member
"""
_CLASSES: Final = {
    "class_specifier": (),
    "struct_specifier": ("struct",),
    "union_specifier": ("union",),
}


def _define(node: Node, syntax: Syntax, _outer: Outer | None) -> Iterator[Found]:
    kind = node.type
    if kind in _CLASSES:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None:
            return
        bases = [
            base
            for clause in node.children
            if clause.type == "base_class_clause"
            for base in clause.named_children
            if base.type in {"type_identifier", "qualified_identifier", "template_type"}
        ]
        modifiers = _CLASSES[kind]
        yield Found(
            "class",
            syntax.of(name),
            name,
            body=body,
            modifiers=modifiers,
            bases=tuple(bases),
            holds=True,
            first=_outermost(node),
        )
    elif kind == "namespace_definition":
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None:
            yield Found("", "", node, holds=True)
        else:
            yield Found("namespace", syntax.of(name), name, body=body, holds=True)
    elif kind == "function_definition" and (found := _declared(node, syntax)):
        yield found


def _outermost(node: Node) -> Node:
    while node.parent is not None and node.parent.type == "template_declaration":
        node = node.parent
    return node


def _declared(node: Node, syntax: Syntax) -> Found | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    if declarator is None:
        return None
    name = declarator.child_by_field_name("declarator")
    parameters = declarator.child_by_field_name("parameters")
    body = node.child_by_field_name("body")
    if name is None or parameters is None:
        return None
    end = body.start_byte if body else node.end_byte
    signature = " ".join(syntax.text[parameters.start_byte : end].split())
    return Found(
        "function",
        syntax.of(name),
        name,
        first=_outermost(node),
        body=body,
        signature=signature,
        holds=True,
    )


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    if node.type == "preproc_include":
        path = node.child_by_field_name("path")
        module = syntax.of(path).strip('<>"')
        line = node.start_point.row + 1
        row = Import(module, line, "*", end_line=line, text=syntax.line(node))
        places = ((path, Spec("module", module)),) if path else ()
        yield Imported((row,), places=places)
    elif syntax.of(node).startswith("using namespace"):
        yield Imported(opened=(syntax.of(node.named_children[-1]),))


GRAMMAR: Final = Grammar(
    "tree-sitter-cpp", _QUERY, _define, _imports, separator="::", docformat="doxygen"
)
CPP: Final = Language(
    name="C++",
    analyse=partial(read_file, GRAMMAR),
    version=GRAMMAR.version,
    suffixes=(
        ".cpp",
        ".cc",
        ".cxx",
        ".hpp",
        ".hh",
        ".hxx",
        ".h",
        ".inl",
        ".ipp",
        ".tpp",
    ),
    lexer="cpp",
    family="c",
    separator="::",
)
