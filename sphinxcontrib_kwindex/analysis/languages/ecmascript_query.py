"""What the grammars of JavaScript and TypeScript have in common, and what they lack."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ..grammars.grammar import Syntax
from .ecmascript_tests import QUERY as TESTS

_USING: Final = re.compile(
    r"((?:^[ \t]*|\bfor[ \t]*(?:await[ \t]*)?\([ \t]*))(?:await +)?using"
    r"(?=[ \t]+[A-Za-z_$][\w$]*[ \t]+(?:of\b|=[^=>]))",
    re.MULTILINE,
)
#: Members of what the language itself has, or browsers: of objects, arrays, texts,
#: promises, elements, responses.
_COMMON: Final = """
add all allSettled any apply at bind call catch charAt charCodeAt clear
codePointAt concat constructor copyWithin create defineProperty delete
endsWith entries every exec exports fill filter finally find findIndex
findLast findLastIndex flat flatMap forEach freeze from fromEntries get
getTime has hasOwn hasOwnProperty includes indexOf is isArray isPrototypeOf
join keys lastIndexOf length localeCompare log map match matchAll message name
next normalize now of padEnd padStart parse pop prototype push race raw reduce
reduceRight reject repeat replace replaceAll resolve return reverse search set
shift size slice some sort source splice split stack startsWith stringify
substr substring test then throw toFixed toISOString toJSON toLocaleString
toLowerCase toPrecision toSorted toString toUpperCase trim trimEnd trimStart
unshift value valueOf values addEventListener appendChild attributes children
classList className click close data dataset error id innerHTML parentNode
querySelector querySelectorAll remove removeEventListener setAttribute
getAttribute style target textContent type on once emit end write read open
send url
text json blob arrayBuffer formData statusText signal abort
"""
COMMON: Final = frozenset(_COMMON.split())
#: The captures of all grammars.
_QUERY: Final = """
(class_declaration) @define
(class) @define
(function_declaration) @define
(generator_function_declaration) @define
(method_definition) @define
(variable_declarator) @define
(pair value: [(function_expression) (arrow_function) (parenthesized_expression)])
  @define
(assignment_expression left: (member_expression)) @define
(export_statement value: (_)) @define

(import_statement) @import
(export_statement source: (_)) @import
(export_statement (export_clause)) @import
(export_statement "default" @import)
(variable_declarator "=" @import value: (object))
(call_expression function: (identifier) @_require
  arguments: (arguments . (string) @import) (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @import))
(assignment_expression left: (member_expression) @import
  (#match? @import "^(module\\\\.)?exports\\\\b"))

(export_statement) @module
(comment) @comment

(function_declaration) @scope
(generator_function_declaration) @scope
(function_expression) @scope
(generator_function) @scope
(arrow_function) @scope
(method_definition) @scope
(class_declaration) @scope
(class) @scope
(class_static_block) @scope
(if_statement) @block
(for_statement) @block
(for_in_statement) @block
(while_statement) @block
(do_statement) @block
(try_statement) @block
(catch_clause) @block
(switch_statement) @block
(switch_case (statement_block) @block)
(switch_default (statement_block) @block)
(statement_block (statement_block) @block)
(program (statement_block) @block)

(function_declaration name: (identifier) @named)
(generator_function_declaration name: (identifier) @named)
(class_declaration name: (_) @named)
(function_expression name: (identifier) @local)
(generator_function name: (identifier) @local)
(class name: (_) @local)
(variable_declaration (variable_declarator name: (identifier) @wide))
(lexical_declaration (variable_declarator name: (identifier) @local))
(arrow_function parameter: (identifier) @local)
(assignment_pattern left: (identifier) @local)
(rest_pattern (identifier) @local)
(pair_pattern value: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement kind: _ left: (identifier) @local)

(identifier) @name
(shorthand_property_identifier) @name
(member_expression property: (property_identifier) @member)
(private_property_identifier) @member
"""
#: Elements of HTML in JSX: a name in small letters is none of the program's.
JSX: Final = "\n".join(
    f'(({holder} name: (identifier) @opaque) (#match? @opaque "^[a-z]"))'
    for holder in (
        "jsx_opening_element",
        "jsx_closing_element",
        "jsx_self_closing_element",
    )
)
_SHORTHAND: Final = "shorthand_property_identifier_pattern"
#: Patterns with the names that they bind, unless they stand in an assignment.
_PATTERNS: Final = (
    "(array_pattern (identifier) @local)",
    f"(object_pattern ({_SHORTHAND}) @local)",
    f"(object_pattern (object_assignment_pattern ({_SHORTHAND}) @local))",
)
#: What declares the names of patterns in it.
_DECLARING: Final = (
    *("variable_declarator", "for_in_statement", "catch_clause", "rest_pattern"),
    *("array_pattern", "pair_pattern", "assignment_pattern"),
)


def query(*lines: str, declaring: Iterable[str]) -> str:
    """Return the query of a grammar.

    :param declaring: what else declares the names of patterns in it: parameters.
    """
    patterns = (
        f"({holder} {pattern})"
        for holder in (*_DECLARING, *declaring)
        for pattern in _PATTERNS
    )
    return "\n".join((_QUERY, TESTS, *patterns, *lines))


def plain_declarations(text: str) -> str:
    """Return a text with ``const`` for ``using``, which the grammars do not know."""
    return _USING.sub(
        lambda found: found[1] + "const".ljust(len(found[0]) - len(found[1])), text
    )


def is_module(syntax: Syntax) -> bool:
    """Return whether a file has its names to itself, as modules do."""
    return bool(syntax.nodes.get("import") or syntax.nodes.get("module"))
