"""McCabe's complexity and the deepest loops.

Both are counted over statements. The number is one and the decisions: ``if``,
``elif``, a loop, an ``except``, the ``else`` of a ``try``, a ``case`` other than a
last one that always matches, and a function inside with the decisions in it. Those
are the rules of the ``mccabe`` package as Ruff's C901 has them, so that a page and
the linter's finding on it name the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from astroid import nodes


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
        self._block(module.body, Count(), 0)

    def __getitem__(self, function: nodes.NodeNG) -> Count:
        return self._of[function]

    def _block(self, body: list[nodes.NodeNG], count: Count, depth: int) -> int:
        """Return the decisions in a block that *depth* loops are around."""
        decisions = 0
        for node in body:
            kind = type(node)
            if kind is nodes.If:
                # A chain of elif is a deep tree, but a flat text.
                while True:
                    decisions += 1 + self._block(node.body, count, depth)
                    orelse = node.orelse
                    if len(orelse) != 1 or type(orelse[0]) is not nodes.If:
                        break
                    node = orelse[0]
                decisions += self._block(orelse, count, depth)
            elif kind in _LOOPS:
                if depth >= count.loop_depth:
                    count.loop_depth = depth + 1
                    count.loop_line = node.lineno or 0
                decisions += 1 + self._block(node.body, count, depth + 1)
                decisions += self._block(node.orelse, count, depth)
            elif kind is nodes.With or kind is nodes.AsyncWith:
                decisions += self._block(node.body, count, depth)
            elif kind is nodes.Try or kind is nodes.TryStar:
                decisions += self._try(node, count, depth)
            elif kind is nodes.Match:
                decisions += self._match(node, count, depth)
            elif kind is nodes.FunctionDef or kind is nodes.AsyncFunctionDef:
                own = self._of[node] = Count()
                own.decisions = self._block(node.body, own, 0)
                decisions += 1 + own.decisions
            elif kind is nodes.ClassDef:
                decisions += self._block(node.body, count, 0)
        return decisions

    def _try(self, node: nodes.Try, count: Count, depth: int) -> int:
        decisions = self._block(node.body, count, depth)
        for handler in node.handlers:
            decisions += 1 + self._block(handler.body, count, depth)
        if node.orelse:
            decisions += 1 + self._block(node.orelse, count, depth)
        return decisions + self._block(node.finalbody, count, depth)

    def _match(self, node: nodes.Match, count: Count, depth: int) -> int:
        decisions = sum(1 + self._block(case.body, count, depth) for case in node.cases)
        last = node.cases[-1]
        if last.guard is None and _always_matches(last.pattern):
            decisions -= 1
        return decisions


_LOOPS: Final = {nodes.For, nodes.AsyncFor, nodes.While}


def _always_matches(pattern: nodes.NodeNG) -> bool:
    if isinstance(pattern, nodes.MatchAs):
        return pattern.pattern is None or _always_matches(pattern.pattern)
    if isinstance(pattern, nodes.MatchOr):
        return any(_always_matches(one) for one in pattern.patterns)
    return False
