"""The order in which Python looks attributes up in a class and those above it.

It is the C3 linearisation of
https://docs.python.org/3/howto/mro.html.
"""

from __future__ import annotations

import typing
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Final, TypeAlias, TypeVar

from ..places import External, Target, dotted_of

#: How many classes above a class are looked at: a program may write a chain of
#: thousands.
MOST_ANCESTORS: Final = 100

#: Searches within searches from which on the stack may not hold what comes.
_DEEP: Final = 20

#: Classes of other projects that define nothing that is looked up on an instance.
EMPTY_BASES: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)

_Class = TypeVar("_Class", bound=Hashable)


def c3_merge(orders: Iterable[Sequence[_Class]]) -> list[_Class]:
    """Merge the orders of the bases of a class, and the order of the bases themselves.

    Where that is impossible, what comes first is taken. ``None`` stands for a class
    that is not known: nothing is sure behind it, so the order ends with it. No more
    than :data:`MOST_ANCESTORS` classes are returned.
    """
    several = [order for order in orders if order]
    if len(several) == 2 and [*several[1]] == [several[0][0]]:
        # The only base.
        return list(several[0][:MOST_ANCESTORS])
    waiting = [deque(order) for order in several]
    behind = Counter(cls for order in waiting for cls in list(order)[1:])
    merged: dict[_Class, None] = {}
    while waiting and len(merged) < MOST_ANCESTORS:
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
        *("asyncio", "enum", "logging", "threading", "unittest", "unittest.mock"),
    }
)
#: Those of Python that ask another program for what they are asked for.
_PROXIES: Final = frozenset(
    f"{module}.{name}"
    for module in ("xmlrpc.client", "xmlrpclib")
    for name in ("ServerProxy", "Server", "MultiCall")
)
#: What is the same by another name.
_BACKPORTED: Final = {"mock": "unittest.mock"}
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
    cls = _runtime_class(name)
    if cls is None:
        return None
    return frozenset().union(*(vars(above) for above in cls.__mro__[:-1]))


@cache
def may_have(dotted: str, name: str) -> bool:
    """Tell whether an instance of a class of another project may have an attribute."""
    if dotted in EMPTY_BASES:
        return False
    known = known_attributes(dotted)
    if known is None or name in known:
        return True
    cls = _runtime_class(dotted)
    # What methods give it, they mention.
    return any(
        isinstance(function, FunctionType) and name in function.__code__.co_names
        for above in (cls.__mro__ if cls else ())
        for function in vars(above).values()
    )


def is_enumeration(mro: Mro) -> bool:
    """Tell whether a class is one whose names are instances of it."""
    return any(dotted_of(cls).startswith("enum.") for cls in mro)


def is_generic(mro: Mro) -> bool:
    """Tell whether a class can have type arguments, as far as that is known."""
    return any(
        "__class_getitem__" in (known_attributes(dotted_of(cls)) or ()) for cls in mro
    )


@cache
def lacks(dotted: str, name: str) -> bool:
    """Tell whether instances of a class of another project surely have no attribute.

    What exceptions have differs from platform to platform.
    """
    if dotted in _PROXIES:
        return not name.startswith("__")
    return (
        known_attributes(dotted) is not None
        and not may_have(dotted, name)
        and not hasattr(object, name)
        and not is_derived(dotted, "BaseException")
    )


@cache
def is_derived(dotted: str, base: str) -> bool:
    """Tell whether a class of another project is a certain one, or derived from it.

    What is not known of either counts as no.
    """
    if dotted == base:
        return True
    cls, above = _runtime_class(dotted), _runtime_class(base)
    return cls is not None and above is not None and issubclass(cls, above)


def _runtime_class(dotted: str) -> type | None:
    """Return the class that a name stands for, also one that ``typing`` gives it."""
    module, _, name = dotted.rpartition(".")
    if module not in {"typing", "typing_extensions"}:
        return known_class(dotted.removeprefix("builtins."))
    cls = getattr(getattr(typing, name, None), "__origin__", None)
    return cls if isinstance(cls, type) else None


def known_class(name: str) -> type | None:
    """Return a class that Python brings along, by its dotted name; else ``None``."""
    module, _, attribute = f"builtins.{name}".rpartition(".")
    module = module.removeprefix("builtins.")
    module = _BACKPORTED.get(module, module)
    if module not in _MODULES:
        return None
    cls = getattr(import_module(module), attribute, None)
    return cls if isinstance(cls, type) else None


Class: TypeAlias = Target | External | None
"""``None`` for a class that is not known."""
Mro: TypeAlias = tuple[Class, ...]


class MethodResolution:
    """The orders of lookup of the classes of the tree.

    :param read_bases: returns the bases of a class, which may ask for the orders of
        other classes.
    :param uncertain: tells whether what was found since the last call may be found
        otherwise later.
    """

    def __init__(
        self,
        read_bases: Callable[[Target], list[Class]],
        uncertain: Callable[[], bool],
    ) -> None:
        self._read_bases = read_bases
        self._uncertain = uncertain
        self._mros: dict[Target, Mro] = {}
        self._searching: set[Target] = set()
        self._finding_above = False
        self.in_circle = False
        """Whether a class was met that derives from itself. What is found then depends
        on what was looked up first, and is not kept."""

    def of(self, owner: Target) -> Mro:
        """Return the classes that an attribute is looked up in, in their order."""
        if owner in self._mros:
            return self._mros[owner]
        if len(self._searching) > _DEEP and not self._finding_above:
            self._finding_above = True
            try:
                self._find_above(owner)
            finally:
                self._finding_above = False
        if owner in self._searching:
            self.in_circle = True
            return owner, None
        self._searching.add(owner)
        outer, self.in_circle = self.in_circle, False
        try:
            mro = self._linearise(owner)
        finally:
            self._searching.discard(owner)
        if not self.in_circle and not self._uncertain():
            self._mros[owner] = mro
        self.in_circle |= outer
        return mro

    def _find_above(self, owner: Target) -> None:
        """Find the orders of lookup of the classes above a class, the farthest first.

        Python's stack does not hold a chain of some hundred classes.
        """
        above = {owner: None}
        pending = [owner]
        while pending:
            for base in self._read_bases(pending.pop()):
                if isinstance(base, Target) and base not in self._mros:
                    if base not in above:
                        pending.append(base)
                    above[base] = None
        for cls in list(above)[:0:-1]:
            self.of(cls)

    def _linearise(self, owner: Target) -> Mro:
        bases = self._read_bases(owner)
        mros: list[Sequence[Class]] = [
            self.of(base) if isinstance(base, Target) else [base] for base in bases
        ]
        mro = (owner, *c3_merge([*mros, bases]))
        return mro if len(mro) <= MOST_ANCESTORS else (*mro[:MOST_ANCESTORS], None)
