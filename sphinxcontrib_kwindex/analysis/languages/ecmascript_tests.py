"""The tests of JavaScript and TypeScript: calls of Jest, Mocha, Vitest, node:test.

``describe("add", () => { it("adds", () => …) })`` is the test
``describe("add").it("adds")``: what stands in parentheses is one part of a name.
Deno may be given an object: ``Deno.test({ name: "adds", fn() {…} })``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Syntax
from ..grammars.nodes import any_field, field
from .ecmascript_found import RUNS
from .test_titles import titled

_TESTS: Final = ("it", "test", "specify")
_FUNCTIONS: Final = frozenset(
    {"arrow_function", "function_expression", "function", "method_definition"}
)
_TITLES: Final = frozenset({"string", "template_string"})


def define_test(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield the test, or the group of tests, that a captured call defines."""
    called, arguments = field(node, "function"), field(node, "arguments")
    while called is not None and called.type != "identifier":
        called = any_field(called, "function", "object")
    given = arguments.named_children if arguments is not None else []
    if given and given[0].type == "object":
        given = _named(given[0])
    if called is None or not given or given[0].type not in _TITLES:
        return
    function = next((child for child in given[1:] if child.type in _FUNCTIONS), None)
    if function is None:
        return
    word = syntax.of(called)
    if word == "Deno":
        # "Deno.test", "Deno.test.only", and no "Deno.serve".
        _, word, *_ = syntax.of(node, "function").split(".")
        if word not in _TESTS:
            return
    is_test = word in _TESTS
    yield Found(
        "function" if is_test else "",
        titled(word, syntax.line(given[0])),
        given[0],
        body=function.child_by_field_name("body"),
        modifiers=("test",) if is_test else (),
        holds=True,
        state={RUNS: ""},
    )


def _named(test: Node) -> list[Node]:
    """Return the title that an object gives a test, and its functions."""
    titles: list[Node] = []
    functions: list[Node] = []
    for child in test.named_children:
        key, value = field(child, "key"), field(child, "value")
        if key is not None and key.text == b"name":
            titles = [value] if value is not None else []
        else:
            functions.append(value or child)
    return [*titles, *functions]
