"""What a parameter of a method is declared as, perhaps by what it overrides."""

from __future__ import annotations

from ..model.names import split_name
from .places import Member, Places, Target, Tree


def declared_above(tree: Tree, method: Member, step: str) -> Places | None:
    """Return what a parameter of a method is; ``None`` if nothing is known of it.

    :param method: the first that may declare it, before those that it overrides.
    :param step: a :func:`~.references.parameter_step`; others give nothing.
    """
    cls = method.receiver.cls
    if step[0] != "(" or not isinstance(cls, Target):
        return None
    if not isinstance(method.target, Target):
        return None
    owner, name = split_name(method.target.qualname)
    order = tree.mro(cls)
    first = Target(method.target.path, owner)
    for above in order[order.index(first) :] if first in order else ():
        if not isinstance(above, Target):
            return None
        asked = Target(above.path, f"{above.qualname}.{name}{step}")
        found = tree.value(asked, method.receiver)
        if found is not None:
            return found
    return None
