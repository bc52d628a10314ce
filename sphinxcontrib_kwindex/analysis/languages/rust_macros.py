"""The tests that macros of Rust make.

``macro_rules! ignored { ($name:ident, …) => { #[test] fn $name() {…} }; }`` makes
``ignored!(months, …)`` the test ``months``, and ``proptest! { #[test] fn f(…) {…} }``
holds tests. What macros of other files make is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tree_sitter import Node

from ...model.named_tuple import NamedTuple
from ..grammars.grammar import Found, Syntax

_MACRO: Final = re.compile(r"macro_rules!\s*(\w+)")
#: A function that is a test, perhaps with more attributes and words before it.
_TEST: Final = re.compile(
    r"#\[\s*(?:::)?(?:\w+::)*test\b[^\]]*+\]\s*+(?:#\[[^\]]*+\]\s*+|\w+\s+)*?"
    r"\bfn\s+(\$?\w+)"
)
_CALLED: Final = re.compile(r"\b(\w+)!")
#: What stands before the name, if the pattern of a macro takes it several times.
_REPEATED: Final = re.compile(r"\$\(\s*(?:\$\(#\[[^\n]*\]\)\*\s*)?(\(?)\s*$")


class _Maker(NamedTuple):
    """A macro that makes tests."""

    number: int = 0
    """Which argument is the name of the test, from 0."""
    mark: str = ""
    """Where one call makes several tests: what stands behind the name of each, or the
    parenthesis before it."""


def tests_by_macro(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield the tests that a call of a macro makes."""
    arguments = node.named_children[-1]
    if arguments.type != "token_tree":
        return
    macros = _makers(tuple(syntax.of(one) for one in syntax.nodes.get("macro", ())))
    called = syntax.of(node.child_by_field_name("macro"))
    if called in macros:
        names = _names(node, arguments, macros[called], syntax)
    else:
        names = _functions(arguments, syntax)
    for name, whole in names:
        text = syntax.of(name)
        yield Found(
            *("function", text, name),
            body=whole,
            whole=whole,
            head=f"{called}!({text}, …)" if called in macros else f"fn {text}",
            modifiers=("private", "test"),
            holds=True,
        )


def _functions(arguments: Node, syntax: Syntax) -> Iterator[tuple[Node, Node]]:
    """Yield the names and the bodies of tests that stand in the arguments."""
    start = arguments.start_byte
    text = syntax.text[start : arguments.end_byte]
    ends = {start + found.end() for found in _TEST.finditer(text)}
    name = None
    for token in arguments.children if ends else ():
        if token.end_byte in ends:
            name = token
        elif name and token.type == "token_tree" and syntax.of(token)[0] == "{":
            yield name, token
            name = None


def _names(
    node: Node, arguments: Node, maker: _Maker, syntax: Syntax
) -> Iterator[tuple[Node, Node]]:
    """Yield the names of the tests that a macro makes, and what each consists of."""
    tokens = arguments.children[1:-1]
    commas = 0
    for token, after in zip(tokens, (*tokens[1:], None), strict=True):
        if maker.mark == "(":
            if token.type == "token_tree" and len(token.children) > 2:
                yield token.children[1], token
        elif maker.mark:
            if syntax.of(after).startswith(maker.mark):
                yield token, token
        elif commas == maker.number:
            yield token, node
            return
        commas += token.type == ","


@lru_cache(4)
def _makers(macros: tuple[str, ...]) -> dict[str, _Maker]:
    """Return the macros that make tests by their names.

    :param macros: the texts of all macros of a file.
    """
    texts = {said[1]: text for text in macros if (said := _MACRO.match(text))}
    found: dict[str, _Maker] = {}
    for name, text in texts.items():
        for test in _TEST.finditer(text):
            pattern, _, _ = text[: test.start()].rpartition("=>")
            before, colon, behind = pattern.rpartition(f"{test[1]}:ident")
            if colon:
                found[name] = _maker(before, behind)
    for name, text in texts.items():
        # What hands on its arguments has the name in the first.
        if name not in found and not found.keys().isdisjoint(_CALLED.findall(text)):
            found[name] = _Maker()
    return found


def _maker(before: str, behind: str) -> _Maker:
    """Return what the pattern of a macro says around the name of a test."""
    if several := _REPEATED.search(before):
        return _Maker(mark=several[1] or behind.lstrip()[:1])
    return _Maker(before.rpartition("(")[2].count(","))
