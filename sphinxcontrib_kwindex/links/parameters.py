"""Which parameter a keyword argument gives a value to."""

from __future__ import annotations

from .method_resolution import EMPTY_BASES, Mro
from .module_interface import DATACLASS, FIELD
from .places import (
    Applied,
    External,
    Instance,
    Member,
    Parameter,
    Place,
    Places,
    Target,
    Tree,
)


def parameter_of(tree: Tree, called: Place, name: str) -> Places | None:
    """Return the parameter or the field that has a name.

    :param called: what is called.
    """
    if isinstance(called, Applied | Member):
        called = called.cls if isinstance(called, Applied) else called.target
    methods = ["__init__", "__new__"]
    if isinstance(called, Instance):
        called, methods = called.cls, ["__call__"]
    if not isinstance(called, Target):
        return None
    if tree.kind(called) != "class":
        return _of_function(tree, called, name)
    mro = tree.mro(called)
    for one in methods:
        for number, cls in enumerate(mro):
            if cls is None:
                return None
            if isinstance(cls, External):
                if cls.dotted not in EMPTY_BASES:
                    return _field(tree, mro, name)
            elif f"{cls.qualname}.{one}" in tree.interface(cls.path).kinds:
                function = Target(cls.path, f"{cls.qualname}.{one}")
                return _of_function(tree, function, name)
            elif one == "__init__" and tree.trait(cls) == DATACLASS:
                return _field(tree, mro[number:], name)
    return None


def _of_function(tree: Tree, function: Target, name: str) -> Places | None:
    parameters = tree.interface(function.path).parameters
    if name in parameters.get(function.qualname, ()):
        return (Parameter(*function, name),)
    return None


def _field(tree: Tree, mro: Mro, name: str) -> Places | None:
    """Return the field of a class whose ``__init__`` is made of its fields."""
    for cls in mro:
        if isinstance(cls, Target):
            field = Target(cls.path, f"{cls.qualname}.{name}")
            if tree.trait(field) == FIELD:
                return (field,)
    return None
