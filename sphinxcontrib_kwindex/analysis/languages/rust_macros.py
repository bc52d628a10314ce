"""The tests that stand in the arguments of a macro of Rust.

``proptest! { #[test] fn f(…) {…} }`` holds the test ``f``. What else macros make is not
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Syntax

#: A function that is a test, perhaps with more attributes and words before it.
_TEST: Final = re.compile(
    r"#\[\s*(?:::)?(?:\w+::)*test\b[^\]]*+\]\s*+(?:#\[[^\]]*+\]\s*+|\w+\s+)*?"
    r"\bfn\s+\w+"
)


def tests_in_macro(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield the tests that stand in the arguments of a macro."""
    arguments = node.named_children[-1]
    start = arguments.start_byte
    text = syntax.text[start : arguments.end_byte]
    ends = {start + match.end() for match in _TEST.finditer(text)}
    name = None
    for token in arguments.children if ends else ():
        if token.end_byte in ends:
            name = token
        elif name and token.type == "token_tree" and syntax.of(token)[0] == "{":
            called = syntax.of(name)
            yield Found(
                *("function", called, name),
                body=token,
                whole=token,
                head=f"fn {called}",
                modifiers=("private", "test"),
                holds=True,
            )
            name = None
