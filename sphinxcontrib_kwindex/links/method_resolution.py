"""The order in which Python looks attributes up in a class and those above it.

It is the C3 linearisation of
https://docs.python.org/3/howto/mro.html.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Final, TypeVar

#: How many classes above a class are looked at: a program may write a chain of
#: thousands.
MOST_ANCESTORS: Final = 100

#: Classes of other projects that define nothing that is looked up on an instance.
EMPTY_BASES: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)

_Class = TypeVar("_Class", bound=Hashable)


def c3_merge(
    orders: Iterable[Sequence[_Class]], limit: int = MOST_ANCESTORS
) -> list[_Class]:
    """Merge the orders of the bases of a class, and the order of the bases themselves.

    Where that is impossible, what comes first is taken. ``None`` stands for a class
    that is not known: nothing is sure behind it, so the order ends with it.

    :param limit: the most classes that are returned.
    """
    waiting = [deque(order) for order in orders if order]
    behind = Counter(cls for order in waiting for cls in list(order)[1:])
    merged: dict[_Class, None] = {}
    while waiting and len(merged) < limit:
        heads = (order[0] for order in waiting)
        first = waiting[0][0]
        head = next((cls for cls in heads if cls is None or not behind[cls]), first)
        merged[head] = None
        if head is None:
            break
        for order in waiting:
            while order and order[0] in merged:
                order.popleft()
                if order:
                    behind[order[0]] -= 1
        waiting = [order for order in waiting if order]
    return list(merged)


#: Modules that come with Python whose classes are much derived from.
_MODULES: Final = frozenset(
    {
        *("abc", "builtins", "collections", "collections.abc"),
        *("enum", "logging", "threading", "unittest"),
    }
)
#: What some of these define on the class itself.
_GENERIC: Final = frozenset({"__class_getitem__", "__init_subclass__"})


@cache
def known_attributes(dotted: str) -> frozenset[str] | None:
    """Return what a class of another project defines, with all above it but ``object``.

    :param dotted: its dotted name, with or without ``builtins.``
    :return: ``None`` if that is not known.
    """
    name = dotted.removeprefix("builtins.")
    if name in EMPTY_BASES:
        return _GENERIC if name.endswith(("Generic", "Protocol")) else frozenset()
    module, _, attribute = f"builtins.{name}".rpartition(".")
    module = module.removeprefix("builtins.")
    if module not in _MODULES:
        return None
    cls = getattr(import_module(module), attribute, None)
    if not isinstance(cls, type):
        return None
    return frozenset().union(*(vars(above) for above in cls.__mro__[:-1]))
