"""The table of what is told by the body of a class.

A row has a name, a sentence on how it is told, and a function that looks at a
class and returns what there is to add, an empty text where there is nothing to
add, or ``None`` where the row does not apply.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from astroid import nodes

from .names import Row
from .scopes import Scope


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


@dataclass(frozen=True, slots=True)
class ClassShape:
    """A row of the table."""

    name: str
    told: str
    detail: Callable[[ClassSite], str | None]


_ABSTRACT: Final = frozenset(
    f"abc.{name}"
    for name in (
        "abstractmethod",
        "abstractproperty",
        "abstractclassmethod",
        "abstractstaticmethod",
    )
)
_METACLASSES: Final = frozenset(
    {"builtins.type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"}
)
_EXCEPTIONS: Final = frozenset(
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
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
    def detail(site: ClassSite) -> str | None:
        return min(site.ancestors & names, default=None)

    return detail


def _abstract(site: ClassSite) -> str | None:
    """Return the abstract methods that a class has of its own."""
    body = Scope(site.node, "class", "", site.scope)
    methods = [
        function.name
        for functions in site.node.locals.values()
        for function in functions
        if isinstance(function, nodes.FunctionDef)
        and any(name in _ABSTRACT for name in body.decorators(function))
    ]
    if methods:
        return ", ".join(dict.fromkeys(methods))
    if any("abc.ABC" in site.scope.names(base) for base in site.node.bases):
        return ""
    metaclass = site.metaclass()
    if metaclass is not None and "abc.ABCMeta" in site.scope.names(metaclass):
        return ""
    return None


def _descriptor(site: ClassSite) -> str | None:
    # `__set_name__` alone makes no descriptor (Descriptor Guide, "Definition").
    special = ("__get__", "__set__", "__delete__")
    found = [name for name in special if site.defines(name)]
    if found and site.defines("__set_name__"):
        found.append("__set_name__")
    return ", ".join(found) or None


def _metaclass_use(site: ClassSite) -> str | None:
    metaclass = site.metaclass()
    return None if metaclass is None else metaclass.as_string()


def _operators(site: ClassSite) -> str | None:
    found = [sign for name, sign in _OVERLOADS.items() if site.defines(name)]
    return " ".join(dict.fromkeys(found)) or None


CLASS_SHAPES: Final = (
    ClassShape(
        "abstract class",
        "methods marked abc.abstractmethod, abc.ABC as a base, or abc.ABCMeta",
        _abstract,
    ),
    ClassShape(
        "context manager",
        "__enter__ and __exit__ in the body",
        _all_of("__enter__", "__exit__"),
    ),
    ClassShape(
        "async context manager",
        "__aenter__ and __aexit__ in the body",
        _all_of("__aenter__", "__aexit__"),
    ),
    ClassShape(
        "iterator",
        "__iter__ and __next__ in the body",
        _all_of("__iter__", "__next__"),
    ),
    ClassShape(
        "async iterator",
        "__aiter__ and __anext__ in the body",
        _all_of("__aiter__", "__anext__"),
    ),
    ClassShape("descriptor", "__get__, __set__ or __delete__ in the body", _descriptor),
    ClassShape(
        "metaclass", "type or a known metaclass as a base", _one_of(_METACLASSES)
    ),
    ClassShape("metaclass in use", "metaclass= in the class statement", _metaclass_use),
    ClassShape(
        "__init_subclass__",
        "__init_subclass__ in the body",
        _all_of("__init_subclass__"),
    ),
    ClassShape("exception", "a built-in exception as a base", _one_of(_EXCEPTIONS)),
    ClassShape(
        "operator overloading", "special methods of operators in the body", _operators
    ),
)

#: The shapes that the classes above tell, as rows.
ANCESTOR_ROWS: Final = (
    Row("metaclass", bases=tuple(sorted(_METACLASSES))),
    Row("exception", bases=tuple(sorted(_EXCEPTIONS))),
)
