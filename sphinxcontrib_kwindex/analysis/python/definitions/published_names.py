"""Names that a module binds by a call of ``public`` or ``private`` (atpublic).

``public(limit=5)`` at the top of a module is ``limit = 5`` there.
"""

from __future__ import annotations

from typing import Final

from astroid import nodes

from ..expressions import name_of

_BINDING: Final = {"public", "private"}


def with_published_names(module: nodes.Module) -> nodes.Module:
    """Turn the keyword arguments of such calls into assignments behind the calls."""
    imported = {
        alias or name
        for node in module.body
        if isinstance(node, nodes.ImportFrom) and node.modname == "public"
        for name, alias in node.names
        if name in _BINDING
    }
    if imported:
        module.body = [
            statement
            for node in module.body
            for statement in (node, *_assignments(node, imported))
        ]
    return module


def _assignments(node: nodes.NodeNG, functions: set[str]) -> list[nodes.Assign]:
    call = node.value if isinstance(node, nodes.Expr) else None
    if not isinstance(call, nodes.Call) or name_of(call.func) not in functions:
        return []
    # What is given under its own name, "C=C", is bound already.
    bound = [
        keyword
        for keyword in call.keywords
        if keyword.arg and name_of(keyword.value) != keyword.arg
    ]
    call.keywords = [keyword for keyword in call.keywords if keyword not in bound]
    return [_assignment(keyword, node.parent) for keyword in bound]


def _assignment(node: nodes.Keyword, parent: nodes.NodeNG) -> nodes.Assign:
    place = {
        "lineno": node.lineno,
        "col_offset": node.col_offset,
        "end_lineno": node.end_lineno,
        "end_col_offset": node.end_col_offset,
    }
    assignment = nodes.Assign(**place, parent=parent)
    name = nodes.AssignName(name=node.arg, **place, parent=assignment)
    assignment.postinit(targets=[name], value=node.value, type_annotation=None)
    node.value.parent = assignment
    return assignment
