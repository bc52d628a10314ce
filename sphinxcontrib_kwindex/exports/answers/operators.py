"""What calls methods by operators and statements: ``+`` is ``__add__``.

The store does not keep these, so the sources are parsed for them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Set
from typing import Final

from ...analysis.python.syntax_trees import module_tree
from ...codemap.code_map import CodeMap
from ...links.used_by_tests import Place
from .builtin_member_uses import MOST, places_by_name

#: Where methods are not named as the grammar of Python names their operators.
_RENAMED: Final = {
    "mult": "mul",
    "matmult": "matmul",
    "div": "truediv",
    "uadd": "pos",
    "usub": "neg",
}


def _stem(operator: type[ast.operator | ast.unaryop]) -> str:
    """Return what the methods of an operator are called after."""
    name = operator.__name__.lower().removeprefix("bit")
    return _RENAMED.get(name, name)


#: By the names of methods without underscores what they are called for.
_CALLED_FOR: Final = {
    **{
        (stem := _stem(operator)): stem
        for kind in (ast.operator, ast.unaryop)
        for operator in kind.__subclasses__()
    },
    **dict.fromkeys(("enter", "exit", "aenter", "aexit"), "with"),
}
#: By the names of functions what they do without saying so.
_FUNCTIONS: Final = {
    **dict.fromkeys(("sum", "accumulate"), "add"),
    **dict.fromkeys(("enter_context", "enter_async_context"), "with"),
}
_ANNOTATIONS: Final = frozenset({"annotation", "returns"})


def using_operator(code: CodeMap, method: str) -> Set[Place] | None:
    """Return the definitions of Python that use what a special method is called for.

    :return: ``None`` for other methods, and if nothing does or many do.
    """
    if not (name := _operator(method)):
        return None
    places = code.once(_all_that_use)[name]
    return places if 0 < len(places) <= MOST else None


def _operator(method: str) -> str:
    """Return what a method is called for; ``__radd__`` and ``__iadd__`` for ``add``."""
    name = method.strip("_")
    name = name if name in _CALLED_FOR else name[1:]
    return _CALLED_FOR.get(name, "")


def _all_that_use(code: CodeMap) -> defaultdict[str, set[Place]]:
    return places_by_name(code, _operators)


def _operators(text: str) -> Iterator[tuple[str, int]]:
    """Yield the operators that a source uses outside of annotations, with the lines."""
    tree = module_tree(text)
    nodes: list[ast.AST] = [] if tree is None else [tree]
    while nodes:
        node = nodes.pop()
        name = ""
        if isinstance(node, ast.BinOp | ast.AugAssign | ast.UnaryOp):
            name = _stem(type(node.op))
        elif isinstance(node, ast.With | ast.AsyncWith):
            name = "with"
        elif isinstance(node, ast.Name):
            name = _FUNCTIONS.get(node.id, "")
        elif isinstance(node, ast.Attribute):
            of_module = isinstance(node.value, ast.Name) and node.value.id == "operator"
            name = _operator(node.attr) if of_module else _FUNCTIONS.get(node.attr, "")
        if name:
            yield name, getattr(node, "lineno", 0)
        for field, value in ast.iter_fields(node):
            if field not in _ANNOTATIONS:
                values = value if isinstance(value, list) else [value]
                nodes += (child for child in values if isinstance(child, ast.AST))
