"""The rules that recognise a class by its body and its bases.

Each is the name of a pattern and a function that returns the detail to show with it,
an empty text without a detail, or ``None`` where the class does not have the pattern.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from astroid import nodes

from ..python.scopes import Scope
from .base_rules import EXCEPTIONS, METACLASSES
from .imported_names import decorator_names, dotted_names


@dataclass(frozen=True, slots=True)
class ClassSite:
    """A class and where it stands."""

    node: nodes.ClassDef
    scope: Scope
    """What its header is evaluated in."""
    ancestors: frozenset[str]
    """The dotted names of its bases, and of the bases of those in this file."""

    def defines(self, *names: str) -> bool:
        """Tell whether all the names are bound in its body."""
        return all(name in self.node.locals for name in names)

    def metaclass(self) -> nodes.NodeNG | None:
        """Return what follows ``metaclass=`` in its header."""
        # astroid's public ways to it all infer.
        return self.node._metaclass


ClassRule = tuple[str, Callable[[ClassSite], str | None]]
"""The name of a pattern, and what returns its detail."""

_ABSTRACT: Final = frozenset(
    f"abc.abstract{kind}"
    for kind in ("method", "property", "classmethod", "staticmethod")
)
_OPERATORS: Final = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "matmul": "@",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "divmod": "divmod()",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "and": "&",
    "xor": "^",
    "or": "|",
}
#: Special methods by the operator that they overload (Data model, 3.3).
_OVERLOADS: Final = {
    **{
        f"__{prefix}{name}__": operator
        for name, operator in _OPERATORS.items()
        for prefix in ("", "r")
    },
    **{
        f"__i{name}__": f"{operator}="
        for name, operator in _OPERATORS.items()
        if name != "divmod"
    },
    "__neg__": "unary -",
    "__pos__": "unary +",
    "__invert__": "~",
    "__eq__": "==",
    "__ne__": "!=",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
    "__getitem__": "[]",
    "__setitem__": "[] =",
    "__delitem__": "del []",
    "__contains__": "in",
}


def _all_of(*names: str) -> Callable[[ClassSite], str | None]:
    return lambda site: "" if site.defines(*names) else None


def _one_of(names: frozenset[str]) -> Callable[[ClassSite], str | None]:
    return lambda site: min(site.ancestors & names, default=None)


def _abstract(site: ClassSite) -> str | None:
    """Return the abstract methods that a class has of its own."""
    body = site.scope.of(site.node)
    methods = [
        function.name
        for functions in site.node.locals.values()
        for function in functions
        if isinstance(function, nodes.FunctionDef)
        and any(name in _ABSTRACT for name in decorator_names(function, body))
    ]
    if methods:
        return ", ".join(dict.fromkeys(methods))
    if any("abc.ABC" in dotted_names(base, site.scope) for base in site.node.bases):
        return ""
    metaclass = site.metaclass()
    if metaclass is not None and "abc.ABCMeta" in dotted_names(metaclass, site.scope):
        return ""
    return None


def _descriptor(site: ClassSite) -> str | None:
    # `__set_name__` alone makes no descriptor (Descriptor Guide, "Definition").
    special = ("__get__", "__set__", "__delete__")
    methods = [name for name in special if site.defines(name)]
    if methods and site.defines("__set_name__"):
        methods.append("__set_name__")
    return ", ".join(methods) or None


def _metaclass_use(site: ClassSite) -> str | None:
    metaclass = site.metaclass()
    return None if metaclass is None else metaclass.as_string()


def _operators(site: ClassSite) -> str | None:
    own = site.node.locals
    signs = [sign for name, sign in _OVERLOADS.items() if name in own]
    return " ".join(dict.fromkeys(signs)) or None


CLASS_RULES: Final[tuple[ClassRule, ...]] = (
    # abc.abstractmethod in the body, abc.ABC as a base, or abc.ABCMeta.
    ("abstract class", _abstract),
    ("context manager", _all_of("__enter__", "__exit__")),
    ("async context manager", _all_of("__aenter__", "__aexit__")),
    ("iterator", _all_of("__iter__", "__next__")),
    ("async iterator", _all_of("__aiter__", "__anext__")),
    ("descriptor", _descriptor),
    ("metaclass", _one_of(METACLASSES)),
    ("metaclass in use", _metaclass_use),
    ("__init_subclass__", _all_of("__init_subclass__")),
    ("exception", _one_of(EXCEPTIONS)),
    ("operator overloading", _operators),
)
