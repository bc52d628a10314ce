"""Parsing and asking with tree-sitter in bounded time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from itertools import groupby
from typing import Final

from tree_sitter import Node, Parser, QueryCursor, Tree

from ..languages.language import UNLOADED, LanguageError

#: Bytes, which most names are shorter than.
_NAME: Final = 64
#: The bytes of a statement from which what is in it is better found in any order.
_LONG: Final = 20_000
#: Bytes that are read again, because what begins there has no end: of 1,486 sources
#: none has more than a tenth of its own read so. These take one to three seconds.
_MOST_AGAIN: Final = 50_000_000
#: Signs in a row below one node, none of which has a name: for each of them a query
#: goes through all that follow. Of 168 sources with errors none has more than five.
_MOST_SIGNS: Final = 20_000
#: Older releases, which installers leave there with no more than a warning where
#: another package wants one, end Python with a signal where a text is read in pieces.
_OLDEST: Final = (0, 26)


def parse_until(
    parser: Parser, data: bytes, stops: Callable[[int, bool], bool]
) -> Tree:
    """Return the syntax tree of a text.

    For the end of a comment that has none, all the rest is read, at each beginning of
    one. Neither steps nor places tell.

    :param stops: asked after each hundred steps whether to stop, with the place.
    :raises ValueError: if it was stopped, too much is read again, or an error has
        too many signs in a row.
    :raises LanguageError: if tree-sitter is too old.
    """
    if _release() < _OLDEST:
        needed = ".".join(map(str, _OLDEST))
        problem = f"tree-sitter {version('tree-sitter')} is older than {needed}"
        raise LanguageError(f"{UNLOADED}: {problem}")
    views: list[memoryview] = []
    parsed = False
    left = _MOST_AGAIN

    def stops_here(at: int, has_error: bool) -> bool:
        return stops(at, has_error) or left < 0

    def read(start: int, _: object) -> memoryview | bytes:
        nonlocal left
        if parsed:
            # The query compares names, and takes nothing but bytes.
            return data[start : start + _NAME]
        # Of a text that is given at once the progress is not told. It is asked for from
        # its beginning, and then again and again from its end, of which Python has one
        # object for all that are equal.
        if start >= len(data) - 1:
            return data[start:]
        if views:
            left -= len(data) - start
        views.append(memoryview(data)[start:])
        return views[-1]

    try:
        tree = parser.parse(read, progress_callback=stops_here)
        if tree.root_node.has_error and _has_many_signs(tree.root_node):
            raise ValueError("too many signs in a row")
        return tree
    finally:
        parsed = True
        # What was stopped would go on with the next text.
        parser.reset()
        # The parser keeps what it was given (tree-sitter 0.26.1); so it keeps little.
        for view in views:
            view.release()


def _has_many_signs(root: Node) -> bool:
    """Return whether an error has too many signs in a row."""
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if node.child_count - node.named_child_count > _MOST_SIGNS:
            runs = groupby(node.children, key=lambda child: child.is_named)
            if any(not named and len([*run]) > _MOST_SIGNS for named, run in runs):
                return True
        nodes += [child for child in node.children if child.has_error]
    return False


@cache
def _release() -> tuple[int, ...]:
    return tuple(map(int, version("tree-sitter").split(".")[:2]))


def captured_in_any_order(cursor: QueryCursor, root: Node) -> dict[str, list[Node]]:
    """Return what a query captures.

    To find it in its order takes the square of the time for what is in a statement that
    a pattern may still fit at its end. To find it in any order takes longer elsewhere.
    """
    if all(node.end_byte - node.start_byte < _LONG for node in root.children):
        return cursor.captures(root)
    nodes: dict[str, list[Node]] = {}
    for _, captured in cursor.matches(root):
        for name, several in captured.items():
            nodes.setdefault(name, []).extend(several)
    return nodes
