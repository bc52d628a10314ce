"""What the builtin functions return that give back what they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.references import ELEMENT
from .values import UNKNOWN, Value, builtin, container, step

#: Those that return one of what they are given.
_ELEMENT: Final = frozenset({"next"})
#: Those that return all of it, and as what.
_COLLECTED: Final = {
    **dict.fromkeys(("list", "sorted"), "list"),
    **dict.fromkeys(("set", "frozenset"), "set"),
    **dict.fromkeys(("iter", "reversed", "tuple"), "typing.Iterator"),
}


def returned(function: str, arguments: Sequence[Value]) -> Value:
    """Return what a call of a builtin function returns; mostly that is not known.

    :param arguments: those without names.
    """
    elements = [step(argument, ELEMENT) for argument in arguments]
    if not elements:
        return UNKNOWN
    if function in _ELEMENT:
        return elements[0]
    if function in _COLLECTED:
        return container(_COLLECTED[function], elements[:1])
    if function == "enumerate":
        pair = container("tuple", [builtin("int")], elements[:1])
    elif function == "zip":
        pair = container("tuple", *([element] for element in elements))
    else:
        return UNKNOWN
    return container("typing.Iterator", [pair])
