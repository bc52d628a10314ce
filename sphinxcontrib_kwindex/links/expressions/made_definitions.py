"""Effects of metaclasses and decorators on what a definition makes."""

from __future__ import annotations

from ...model.references import DECORATED_BY, METACLASS
from ..places import External, Instance, Places, Target, Tree
from .method_resolution import Mro


def metaclass_of(tree: Tree, mro: Mro) -> Target | None:
    """Return the class of the tree of which a class itself is an instance.

    :param mro: that of the class.
    """
    for cls in mro:
        if isinstance(cls, Target):
            said = Target(cls.path, cls.qualname + METACLASS)
            if said.qualname in tree.interface(cls.path).values:
                places = tree.evaluated(tree.value(said, None)) or ()
                first = places[0] if len(places) == 1 else None
                return first if isinstance(first, Target) else None
    return None


def decorated(
    tree: Tree, function: Target | External, receiver: Instance | None
) -> Places | None:
    """Return what the decorators of a function make of it, if anything is known."""
    if isinstance(function, External):
        return None
    return tree.value(Target(function.path, function.qualname + DECORATED_BY), receiver)


def objects_alone(places: Places | None) -> Places | None:
    """Return those of some places that are instances of classes of the tree.

    What takes arguments may return a decorator, too: what that makes is a function,
    which has no attributes.

    :return: ``None`` if one may be anything else.
    """
    objects = []
    for place in places or ():
        if not isinstance(place, Instance):
            return None
        if isinstance(place.cls, Target):
            objects.append(place)
        elif not place.cls.dotted.endswith(".Callable"):
            return None
    return tuple(objects) or None
