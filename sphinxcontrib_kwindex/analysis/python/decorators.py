"""The modifiers that decorators give a function, by their names.

Nothing is resolved: ``cached_property`` counts from wherever it comes, and so does
any ``….cached_property``.
"""

from __future__ import annotations

from typing import Final

from astroid import nodes

from .expressions import dotted_name

#: Methods whose first parameter is a class without a decorator that says so.
IMPLICIT_CLASSMETHODS: Final = {"__new__", "__init_subclass__", "__class_getitem__"}
_MODIFIERS: Final = {
    "overload": ("overload",),
    "property": ("property",),
    "cached_property": ("property",),
    "abstractproperty": ("property", "abstractmethod"),
    "staticmethod": ("staticmethod",),
    "abstractstaticmethod": ("staticmethod", "abstractmethod"),
    "classmethod": ("classmethod",),
    "abstractclassmethod": ("classmethod", "abstractmethod"),
    "abstractmethod": ("abstractmethod",),
}


def decorator_modifiers(decorator: nodes.NodeNG, name: str) -> tuple[str, ...]:
    """Return the modifiers that a decorator gives the function *name*."""
    dotted = dotted_name(decorator)
    owner, _, last = dotted.rpartition(".")
    if last in {"getter", "setter", "deleter"}:
        # `@Base.x.setter` makes a property of what has no other decorator.
        return ("property",) if owner.rpartition(".")[2] == name else ()
    return _MODIFIERS.get(last, ())
