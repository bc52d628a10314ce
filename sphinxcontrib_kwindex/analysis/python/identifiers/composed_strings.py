"""How a string begins and ends that an expression puts together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from astroid import nodes

from ..expressions import operands, string_of

#: What stands for a value in a string that is formatted.
_FIELD: Final = re.compile(r"%(?:\(\w*\))?[sdir]|\{[^{}]*\}")


def affixes(
    node: nodes.NodeNG, within: frozenset[str] = frozenset()
) -> tuple[str, str]:
    """Return with what a string begins and ends, as far as that is written down.

    ``("visit_", "")`` of ``f"visit_{name}"``, ``"visit_" + name`` and
    ``"visit_%s" % name``, of one in other letters (``.lower()``), and of a name that a
    function gives such a value once.

    :param within: the names whose values it is part of: ``name = name.lower()``.
    """
    value = node
    if type(node) is nodes.Name:
        value = None if node.name in within else _only_value(node)
        within |= {node.name}
    match value:
        case nodes.JoinedStr(values=[first, *rest]):
            return string_of(first), string_of(rest[-1]) if rest else ""
        case nodes.BinOp(op="+"):
            first, *_, last = operands(value, "+")
            return string_of(first), string_of(last)
        case (
            nodes.BinOp(op="%", left=nodes.Const(value=str(form)))
            | nodes.Call(
                func=nodes.Attribute(
                    expr=nodes.Const(value=str(form)), attrname="format"
                )
            )
        ):
            parts = _FIELD.split(form)
            return (parts[0], parts[-1]) if len(parts) > 1 else ("", "")
        case nodes.Call(func=nodes.Attribute(expr=of, attrname=method), args=arguments):
            return _changed(affixes(of, within), method, arguments)
    return "", ""


def _changed(
    parts: tuple[str, str], method: str, arguments: Sequence[nodes.NodeNG]
) -> tuple[str, str]:
    """Return how a string begins and ends behind a method that gives another."""
    if method in {"lower", "upper", "casefold"}:
        begin, end = (getattr(part, method)() for part in parts)
        return begin, end
    match method, arguments:
        # Of a longer text a part may stand in what is not known.
        case "replace", [nodes.Const(value=str(old)), new] if len(old) == 1:
            begin, end = parts
            if isinstance(new, nodes.Const):
                return begin.replace(old, string_of(new)), end.replace(
                    old, string_of(new)
                )
            return begin.partition(old)[0], end.rpartition(old)[2]
    return "", ""


def _only_value(name: nodes.Name) -> nodes.NodeNG | None:
    """Return the value of a local name that is assigned once."""
    function = name.frame()
    if not isinstance(function, nodes.FunctionDef):
        return None
    values = [
        bound.parent.value
        for bound in function.locals.get(name.name, ())
        if isinstance(bound.parent, nodes.Assign)
    ]
    return values[0] if len(values) == 1 else None
