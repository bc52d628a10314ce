"""What puts something into containers."""

from __future__ import annotations

from typing import Final

from ....model.named_tuple import NamedTuple
from ....model.references import ELEMENT
from ..values import UNKNOWN, Filled, Value, step

#: What puts something into a container, and which of its arguments that is.
_PUTTING: Final = {
    **dict.fromkeys(("append", "appendleft", "add"), 0),
    **dict.fromkeys(("insert", "setdefault"), 1),
}
#: What puts in all that is in its argument.
ALL: Final = "extend"
_PUTTING_ALL: Final = frozenset({ALL, "update"})
PUTTING: Final = _PUTTING_ALL.union(_PUTTING)


class Put(NamedTuple):
    """Something is put into what may be such a container."""

    into: Value
    name: str
    """The method that does it."""
    arguments: tuple[Value, ...]


def element(of: Filled, put: Put) -> Value:
    """Return what is in a container by something that is put into it."""
    if put.name in _PUTTING_ALL:
        if of.name == "dict" or len(put.arguments) != 1:
            return UNKNOWN
        return step(put.arguments[0], ELEMENT)
    number = _PUTTING[put.name]
    return put.arguments[number] if number < len(put.arguments) else UNKNOWN
