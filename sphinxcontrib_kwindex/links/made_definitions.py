"""What makes a class or a function something else: its metaclass, its decorators."""

from __future__ import annotations

from ..model.references import DECORATED_BY, METACLASS
from .method_resolution import Mro
from .outside_steps import OutsideSteps
from .places import External, Instance, Places, Target


def metaclass_of(steps: OutsideSteps, mro: Mro) -> Target | None:
    """Return the class of the tree of which a class itself is an instance.

    :param mro: that of the class.
    """
    for cls in mro:
        if isinstance(cls, Target):
            said = Target(cls.path, cls.qualname + METACLASS)
            if said.qualname in steps.interface(cls.path).values:
                found = steps.evaluated(steps.value(said, None)) or ()
                first = found[0] if len(found) == 1 else None
                return first if isinstance(first, Target) else None
    return None


def made_by_decorator(
    steps: OutsideSteps, function: Target | External
) -> Places | None:
    """Return the instances of classes of the tree that a decorator makes of a function.

    :return: ``None`` if it may be anything else.
    """
    if isinstance(function, External):
        return None
    said = Target(function.path, function.qualname + DECORATED_BY)
    decorator = steps.value(said, None)
    made = decorator and steps.call(decorator, lambda: (("0", (function,)),))
    found = []
    for one in made or ():
        if not isinstance(one, Instance):
            return None
        if isinstance(one.cls, Target):
            found.append(one)
        elif not one.cls.dotted.endswith(".Callable"):
            return None
        # What takes arguments may return a decorator, too, which has no attributes.
    return tuple(found) or None
