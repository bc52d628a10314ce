"""The blocks of compound statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from astroid import nodes

LOOPS: Final = frozenset({nodes.For, nodes.AsyncFor, nodes.While})
_FOR: Final = (("iter", "target"), ("body", "orelse"))
_WITH: Final = (("items",), ("body",))
_TRY: Final = ((), ("body", "handlers", "orelse", "finalbody"))
#: The fields of compound statements, and of their parts: expressions, and blocks in the
#: order of the text. Definitions are not among them.
FIELDS: Final[dict[type[nodes.NodeNG], tuple[tuple[str, ...], tuple[str, ...]]]] = {
    nodes.If: (("test",), ("body", "orelse")),
    nodes.For: _FOR,
    nodes.AsyncFor: _FOR,
    nodes.While: (("test",), ("body", "orelse")),
    nodes.With: _WITH,
    nodes.AsyncWith: _WITH,
    nodes.Try: _TRY,
    nodes.TryStar: _TRY,
    nodes.ExceptHandler: (("type",), ("body",)),
    nodes.Match: (("subject",), ("cases",)),
    nodes.MatchCase: (("guard",), ("body",)),
}


def own_statements(body: list[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
    """Yield the statements of a body and of the blocks in it, in their order.

    The statements of the functions and classes in it are not among them.
    """
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if type(node) in FIELDS:
            for name in reversed(FIELDS[type(node)][1]):
                pending.extend(reversed(getattr(node, name)))


def returned(function: nodes.FunctionDef) -> Iterator[nodes.NodeNG | None]:
    """Yield what a function returns, ``None`` where nothing is written."""
    for statement in own_statements(function.body):
        if type(statement) is nodes.Return:
            yield statement.value
