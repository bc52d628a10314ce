"""Macros of Rust around items, which are what they hold, and around tests.

``cfg_rt! { mod task; pub fn spawn() {} }`` has for everyone who reads it a module and a
function, and so have ``cfg_if! { if #[cfg(unix)] { mod unix; } else { … } }``,
``pin_project! { struct … }`` and ``thread_local! { static … }``. What does not parse as
items by itself stays the arguments of a macro, of which only tests are known:
``proptest! { #[test] fn f(…) {…} }`` holds the test ``f``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Syntax, with_blanks
from ..grammars.nodes import within

#: A macro with what begins an item in its braces.
_LIKELY: Final = re.compile(
    r"![ \t]*\{\s*"
    r"(?:if\s+#\[|#!?\[|//|/\*|(?:pub|mod|use|fn|async|unsafe|extern|impl|struct|enum|union"
    r"|trait|type|const|static|macro_rules)\b|(?:\w+::)*\w+![ \t]*\{)"
)
#: A function that is a test, perhaps with more attributes and words before it.
_TEST: Final = re.compile(
    r"#\[\s*(?:::)?(?:\w+::)*test\b[^\]]*+\]\s*+(?:#\[[^\]]*+\]\s*+|\w+\s+)*?"
    r"\bfn\s+\w+"
)
#: How often macros in macros are looked through.
_DEEPEST: Final = 4
#: What may stand between items.
_BETWEEN: Final = frozenset(
    {"line_comment", "block_comment", "attribute_item", "inner_attribute_item"}
)
_ITEMS: Final = frozenset(
    {"function_item", "struct_item", "union_item", "enum_item", "trait_item"}
    | {"impl_item", "mod_item", "use_declaration", "const_item", "static_item"}
    | {"type_item", "macro_definition", "extern_crate_declaration"}
    | {"foreign_mod_item", "macro_invocation", "function_signature_item"}
)
_AROUND: Final = frozenset({"impl_item", "trait_item", "mod_item", "foreign_mod_item"})


def wrappers(text: str, parse: Callable[[str], Node]) -> Iterator[tuple[int, int]]:
    """Yield in their order where macros are written around items.

    :param parse: returns the root of the tree of a text.
    """
    places: list[tuple[int, int]] = []
    within = [(0, len(text))]
    for _ in range(_DEEPEST):
        if not any(_LIKELY.search(text, *place) for place in within):
            break
        new, within = [], []
        for macro in _macros(parse(text)):
            if around := _around_items(macro, text, parse):
                new += around
                within.append((macro.start_byte, macro.end_byte))
        places += new
        text = with_blanks(text, sorted(new))
    yield from sorted(places)


def _macros(root: Node) -> Iterator[Node]:
    """Yield the macros that stand where items may."""
    waiting = [root]
    while waiting:
        for child in waiting.pop().named_children:
            child = within(child, "expression_statement") or child
            if child.type == "macro_invocation":
                yield child
            elif child.type in _AROUND and (body := child.child_by_field_name("body")):
                waiting.append(body)


def _around_items(
    macro: Node, text: str, parse: Callable[[str], Node]
) -> list[tuple[int, int]]:
    """Return where a macro is written around items; nowhere if it holds others."""
    arguments = macro.named_children[-1]
    if not text.startswith("{", arguments.start_byte):
        return []
    tokens = arguments.children[1:-1]
    held = [arguments]
    kept = []
    if tokens and text[tokens[0].start_byte : tokens[0].end_byte] == "if":
        # "cfg_if! { if #[cfg(unix)] { … } else { … } }": conditions stay attributes.
        trees = [token for token in tokens if token.type == "token_tree"]
        held = [tree for tree in trees if text.startswith("{", tree.start_byte)]
        kept = [
            (tree.start_byte - 1, tree.end_byte) for tree in trees if tree not in held
        ]
    for block in held:
        inside = block.start_byte + 1, block.end_byte - 1
        if text[slice(*inside)].strip() and not _are_items(parse(text[slice(*inside)])):
            return []
        kept.append(inside)
    places, at = [], macro.start_byte
    for start, end in sorted(kept):
        places.append((at, start))
        at = end
    end = macro.end_byte
    return [*places, (at, end + text.startswith(";", end))]


def _are_items(root: Node) -> bool:
    kinds = {
        (within(child, "expression_statement") or child).type
        for child in root.named_children
    }
    return (
        not root.has_error
        and not kinds.isdisjoint(_ITEMS)
        and kinds <= (_ITEMS | _BETWEEN)
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
