"""Operations on sets of types: what a test leaves, and what may be anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..places import (
    UNSOLVED,
    Applied,
    External,
    Instance,
    Member,
    Place,
    Places,
    Target,
    Tree,
    dotted_of,
    instances,
)
from .method_resolution import is_derived, known_attributes, lacks
from .type_variables import is_made, is_variable

_TYPE: Final = External("type")
_ANY: Final = frozenset({"typing.Any", "typing_extensions.Any", "_typeshed.Incomplete"})


def is_of_variable(tree: Tree, places: Places | None) -> bool:
    """Tell whether something is said to be what a type variable stands for."""
    first = places[0] if places else None
    cls = first.cls if isinstance(first, Instance) else None
    if is_variable(cls, tree):
        return any(map(is_made, tree.value(cls, None) or ()))
    return cls == UNSOLVED or is_made(first)


def types_alone(tree: Tree, places: Places | None) -> Places | None:
    """Return some places if all of them are types."""
    return places if places and all(_is_type(tree, place) for place in places) else None


def _is_type(tree: Tree, place: Place) -> bool:
    if isinstance(place, Target):
        # Others than classes are type variables, of functions and modules apart.
        return tree.kind(place) in {"class", "data", ""}
    if isinstance(place, External):
        return instances((place,)) is not None
    return isinstance(place, Applied)


def remaining(
    tree: Tree, places: Places | None, classes: Iterable[Places | None]
) -> Places | None:
    """Return some places without those that are surely instances of some classes.

    :param tree: what is known of the classes.
    :param classes: what each is; one that may be several says nothing.
    """
    removed = [_class(some[0]) for some in classes if some and len(some) == 1]
    if places is None or not any(removed):
        return places
    return tuple(
        place
        for place in places
        if not any(cls and is_instance(tree, place, cls) for cls in removed)
    )


def _class(place: Place) -> Target | External | None:
    if isinstance(place, Applied):
        place = place.cls
    return place if isinstance(place, Target | External) else None


def is_instance(tree: Tree, place: Place, cls: Target | External) -> bool:
    """Tell whether a place is surely an instance of a class."""
    if not isinstance(place, Instance):
        named = _class(place)
        is_class = isinstance(named, Target) and tree.kind(named) == "class"
        return cls == _TYPE and is_class
    if isinstance(place.cls, Target) and tree.kind(place.cls) != "class":
        return False
    order = tree.mro(place.cls) if isinstance(place.cls, Target) else (place.cls,)
    dotted = dotted_of(cls)
    return any(
        above == cls or (dotted and is_derived(dotted_of(above), dotted))
        for above in order
    )


def is_any(place: Place) -> bool:
    """Tell whether something is said to be anything."""
    return isinstance(place, Instance) and dotted_of(place.cls) in _ANY


def is_lacking(place: Place, name: str) -> bool:
    """Tell whether an object of another project surely has no such attribute."""
    cls = place.cls if isinstance(place, Instance) else None
    return isinstance(cls, External) and lacks(cls.dotted, name)


def is_guess(place: Place) -> bool:
    """Tell whether it is an attribute of another project's class, known by no list."""
    if not isinstance(place, Member) or not isinstance(place.target, External):
        return False
    return known_attributes(place.target.dotted.rpartition(".")[0]) is None


def is_of_outside(place: Place) -> bool:
    """Tell whether it is an attribute of a class of another project."""
    return isinstance(place, Member) and isinstance(place.target, External)


def is_partly_unknown(places: Places) -> bool:
    """Tell whether it is an object of the tree or else a name of another project.

    The name may stand for anything, an object of a class of that project does not.
    """
    return any(isinstance(place, External) for place in places) and any(
        isinstance(place, Instance) and isinstance(place.cls, Target)
        for place in places
    )
