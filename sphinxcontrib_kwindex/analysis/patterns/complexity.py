"""McCabe's complexity and the deepest loops.

Both are counted over statements. The number is one and the decisions: ``if``,
``elif``, a loop, an ``except``, the ``else`` of a ``try``, a ``case`` other than a
last ``case`` that always matches, and a function inside with the decisions in it. Those
are the rules of the ``mccabe`` package as Ruff's C901 has them, so that a page and
the linter's finding on it name the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from astroid import nodes

from ..python.blocks import FIELDS, LOOPS


@dataclass(slots=True)
class Count:
    """What is counted for one function."""

    decisions: int = 0
    loop_depth: int = 0
    loop_line: int = 0


class Counts:
    """The counts of all functions of a module, by their nodes."""

    def __init__(self, module: nodes.Module) -> None:
        self._of: Final[dict[nodes.NodeNG, Count]] = {}
        self._count(module.body, Count())

    def __getitem__(self, function: nodes.NodeNG) -> Count:
        return self._of[function]

    def _count(self, body: list[nodes.NodeNG], count: Count) -> Count:
        """Count what is in the body of a function, and in the functions in it."""
        # Each with the number of loops around it.
        pending = [(node, 0) for node in reversed(body)]
        while pending:
            node, depth = pending.pop()
            kind = type(node)
            if kind is nodes.FunctionDef or kind is nodes.AsyncFunctionDef:
                inner = self._of[node] = self._count(node.body, Count())
                count.decisions += 1 + inner.decisions
            elif kind is nodes.ClassDef:
                pending.extend((child, 0) for child in reversed(node.body))
            elif kind in FIELDS:
                count.decisions += _decisions(node)
                loop = kind in LOOPS
                if loop and depth >= count.loop_depth:
                    count.loop_depth = depth + 1
                    count.loop_line = node.lineno or 0
                for name in reversed(FIELDS[kind][1]):
                    inside = depth + (loop and name == "body")
                    block = reversed(getattr(node, name))
                    pending.extend((child, inside) for child in block)
        return count


def _decisions(node: nodes.NodeNG) -> int:
    """Return what a statement or a part of it adds, without what is in it."""
    if isinstance(node, nodes.Try | nodes.TryStar):
        return 1 if node.orelse else 0
    if isinstance(node, nodes.Match):
        last = node.cases[-1]
        return -1 if last.guard is None and _always_matches(last.pattern) else 0
    return 0 if isinstance(node, nodes.With) else 1


def _always_matches(pattern: nodes.NodeNG) -> bool:
    if isinstance(pattern, nodes.MatchAs):
        return pattern.pattern is None or _always_matches(pattern.pattern)
    if isinstance(pattern, nodes.MatchOr):
        return any(map(_always_matches, pattern.patterns))
    return False
