"""Walks through the body of a generated page without asking for names at each node.

Docutils' walk makes two messages for debugging at each node, and Sphinx's translators
look for the visitor of a node by the names of all its classes. Here they are looked for
once for each class of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxTranslator

from ..setup.build_state import build_state
from .shortcut import Shortcut, makes_html

_Names = dict[type[Any], tuple[str, str]]
"""By the class of nodes the names of the methods that visit and depart."""
_Before = Callable[[Any, nodes.Node], None] | None

#: What translators do before they look for the visitor of a node, by the method that
#: does both. Another method may do anything.
BEFORE: Final[dict[object, _Before]] = {SphinxTranslator.dispatch_visit: None}


def _walk(
    node: nodes.Node, visitor: nodes.NodeVisitor, names: _Names, before: _Before
) -> bool:
    """Visit a node and all in it, as docutils' ``walkabout`` does.

    :param names: the methods for each class of nodes that came by, filled here.
    :return: whether no more is to be visited.
    """
    if before:
        before(visitor, node)
    try:
        visit, depart = names[node.__class__]
    except KeyError:
        visit, depart = names[node.__class__] = _methods(visitor, node.__class__)
    departs, stops = True, False
    try:
        try:
            getattr(visitor, visit)(node)
        except nodes.SkipNode:
            return False
        except nodes.SkipDeparture:
            departs = False
        try:
            for child in node.children[:]:
                if _walk(child, visitor, names, before):
                    stops = True
                    break
        except nodes.SkipSiblings:
            pass
    except nodes.SkipChildren:
        pass
    except nodes.StopTraversal:
        stops = True
    if departs:
        getattr(visitor, depart)(node)
    return stops


def _methods(visitor: nodes.NodeVisitor, kind: type[Any]) -> tuple[str, str]:
    """Return the names of the methods of a translator for a class of nodes."""
    visit, depart = (
        next(
            (
                name
                for base in kind.__mro__
                if getattr(visitor, name := f"{before}_{base.__name__}", None)
            ),
            otherwise,
        )
        for before, otherwise in (
            ("visit", "unknown_visit"),
            ("depart", "unknown_departure"),
        )
    )
    return visit, depart


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the bodies of generated pages walked through like that."""
    state = build_state(app)
    known: dict[type[Any], _Names] = {}

    def walkabout(node: nodes.Node, visitor: nodes.NodeVisitor) -> bool:
        """Visit and depart a node, and what is in it; return whether to stop."""
        kind = type(visitor)
        if (
            kind.dispatch_visit not in BEFORE
            or kind.dispatch_departure is not SphinxTranslator.dispatch_departure
            or visitor.document.reporter.debug_flag
        ):
            return node.walkabout(visitor)
        before = BEFORE[kind.dispatch_visit]
        return _walk(node, visitor, known.setdefault(kind, {}), before)

    undo.callback(setattr, state, "walkabout", state.walkabout)
    state.walkabout = walkabout


NODE_VISITS: Final = Shortcut(
    "node_visits",
    "looking for the visitors of each node of a generated page by the names of its"
    " classes",
    (
        "docutils.nodes:Node.walkabout(self, visitor)",
        "sphinx.util.docutils:SphinxTranslator.dispatch_visit(self, node)",
        "sphinx.util.docutils:SphinxTranslator.dispatch_departure(self, node)",
    ),
    install,
    makes_html,
    saves="2 %",
)
