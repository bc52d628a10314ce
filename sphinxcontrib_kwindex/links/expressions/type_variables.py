"""Type variables: which definitions are some, and what is said of them."""

from __future__ import annotations

from typing import Final, TypeGuard

from ..places import Instance, Places, Target, Tree, dotted_of

_MAKING: Final = frozenset({"typing.TypeVar", "typing_extensions.TypeVar"})


def is_variable(cls: object, tree: Tree) -> TypeGuard[Target]:
    """Tell whether what stands for the class of something is a type variable."""
    return isinstance(cls, Target) and tree.kind(cls) != "class"


def is_made(place: object) -> bool:
    """Tell whether a place is what a call of ``TypeVar`` gives."""
    return isinstance(place, Instance) and dotted_of(place.cls) in _MAKING


def bound(tree: Tree, variable: Target) -> Places | None:
    """Return what everything is that a type variable stands for."""
    made = tree.value(variable, None)
    if not made or not isinstance(made[0], Instance) or not is_made(made[0]):
        return None
    places = made[0].arguments[0] if made[0].arguments else None
    is_known = all(
        isinstance(place, Instance) and not is_variable(place.cls, tree)
        for place in places or ()
    )
    return places if is_known else None
