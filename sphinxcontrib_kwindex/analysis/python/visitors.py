"""Finds the method of a visitor for each class of nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from astroid import nodes

#: Classes of nodes that walks take for others.
_LIKE: Final = {
    **{f"Async{name}": name for name in ("For", "FunctionDef", "With")},
    **dict.fromkeys(("DictComp", "GeneratorExp", "SetComp"), "ListComp"),
    **dict.fromkeys(("MatchMapping", "MatchStar"), "MatchAs"),
    "DelAttr": "Attribute",
    "Nonlocal": "Global",
    "Set": "List",
    "TryStar": "Try",
    "YieldFrom": "Yield",
}


class Visitors(dict[type[nodes.NodeNG], Callable[[Any], Any]]):
    """The methods of a walk by classes of nodes.

    :param walk: has ``_visit_If`` and its like.
    :param default: for nodes of all other classes.
    """

    def __init__(self, walk: object, default: Callable[[Any], Any]) -> None:
        self._walk = walk
        self._default = default

    def __missing__(self, kind: type[nodes.NodeNG]) -> Callable[[Any], Any]:
        """Look for a method once."""
        name = _LIKE.get(kind.__name__, kind.__name__)
        self[kind] = getattr(self._walk, f"_visit_{name}", self._default)
        return self[kind]
