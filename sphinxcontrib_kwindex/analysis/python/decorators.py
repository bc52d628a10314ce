"""The modifiers that decorators give a function, by their names.

Nothing is resolved: ``cached_property`` counts from wherever it comes, and so does
any ``….cached_property``, and ``lazyproperty``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from astroid import nodes

from .expressions import dotted_name

#: Methods whose first parameter is a class without a decorator that says so.
_IMPLICIT_CLASSMETHODS: Final = {"__new__", "__init_subclass__", "__class_getitem__"}
_MODIFIERS: Final = {
    "overload": ("overload",),
    "abstractproperty": ("property", "abstractmethod"),
    "staticmethod": ("staticmethod",),
    "abstractstaticmethod": ("staticmethod", "abstractmethod"),
    "classmethod": ("classmethod",),
    "abstractclassmethod": ("classmethod", "abstractmethod"),
    "abstractmethod": ("abstractmethod",),
}
#: What the names of those end with that make a property, also one that is kept.
_PROPERTY: Final = ("property", "memoized_attribute", "reify", "cache_readonly")
#: Others that leave alone what a function returns.
_KEEP_RESULT: Final = {
    *("staticmethod", "classmethod", "abstractmethod", "override", "final"),
    *("overload", "lru_cache", "cache"),
    # What they make of it is known.
    *("contextmanager", "asynccontextmanager"),
}


def modifiers_of(node: nodes.ClassDef | nodes.FunctionDef) -> set[str]:
    """Return the modifiers that its decorators give a class or a function."""
    decorators = node.decorators.nodes if node.decorators is not None else []
    return {
        modifier
        for decorator in decorators
        for modifier in _decorator_modifiers(decorator, node.name)
    }


def not_keeping(names: Iterable[str]) -> list[str]:
    """Return the decorators that may not leave alone what a function returns.

    :param names: their names, without the modules that these are from.
    """
    return [
        name
        for name in names
        if name not in _KEEP_RESULT and not name.endswith(_PROPERTY)
    ]


def bound_parameter(
    node: nodes.FunctionDef, modifiers: Collection[str]
) -> tuple[str, bool] | None:
    """Return the parameter that is ``self`` or ``cls``, and whether it is ``self``.

    :param node: a method.
    :return: ``None`` for a static method, and where there is no such parameter.
    """
    positional = [*node.args.posonlyargs, *(node.args.args or ())]
    if not positional or "staticmethod" in modifiers:
        return None
    of_class = "classmethod" in modifiers or node.name in _IMPLICIT_CLASSMETHODS
    return positional[0].name, not of_class


def _decorator_modifiers(decorator: nodes.NodeNG, name: str) -> tuple[str, ...]:
    """Return the modifiers that a decorator gives the function *name*."""
    dotted = dotted_name(decorator)
    owner, _, last = dotted.rpartition(".")
    if last in {"getter", "setter", "deleter"}:
        # `@Base.x.setter` makes a property of what has no other decorator.
        return ("property",) if owner.rpartition(".")[2] == name else ()
    return _MODIFIERS.get(last) or (("property",) if last.endswith(_PROPERTY) else ())
