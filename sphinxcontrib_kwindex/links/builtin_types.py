"""What is known of classes, mostly of Python's own, that hold others.

A row of :data:`_RESULTS` says what the steps of a reference give, and the methods: the
number of a type argument, the object itself, or an instance of such a class with type
arguments of its own.
"""

from __future__ import annotations

import builtins
import collections
import datetime
import decimal
import io
import logging
import pathlib
import re
import socket
import subprocess
import threading
import types
from collections.abc import Mapping
from types import ModuleType
from typing import Final, TypeAlias

from ..model.references import AWAIT, CALL, ELEMENT, ENTER, ITEM, SLICE

#: What a step gives: a type argument by its number, or a class and its arguments.
Result: TypeAlias = int | tuple[str, tuple["Result", ...]]
#: The number that stands for the object itself, and that for any of its arguments.
ITSELF: Final = 100
ANY: Final = 101
#: What a generator returns at last: a step that only :mod:`.expression_steps` takes.
RETURNED: Final = "returned()"

#: An item is what unpacking takes out of those that have no numbers.
_ITERABLE: Final[dict[str, Result]] = {
    **dict.fromkeys((ELEMENT, ITEM), 0),
    "__iter__": ("Iterator", (0,)),
}
_ITERATOR: Final[dict[str, Result]] = {**_ITERABLE, "__next__": 0, "send": 0}
_GENERATOR: Final[dict[str, Result]] = {**_ITERATOR, RETURNED: 2}
_COPIED: Final[dict[str, Result]] = {**_ITERABLE, "copy": ITSELF}
_LIST: Final[dict[str, Result]] = {
    **_COPIED,
    **dict.fromkeys(("__add__", "__iadd__", "__mul__"), ITSELF),
    **dict.fromkeys((ITEM, "pop", "popleft"), 0),
    SLICE: ITSELF,
}
_TUPLE: Final[dict[str, Result]] = {
    **dict.fromkeys((ELEMENT, ITEM), ANY),
    SLICE: ("tuple", (ANY,)),
}
_SET: Final[dict[str, Result]] = {
    **_COPIED,
    "pop": 0,
    **dict.fromkeys(
        ("union", "difference", "intersection", "symmetric_difference"), ITSELF
    ),
}
_MAPPING: Final[dict[str, Result]] = {
    **_COPIED,
    **dict.fromkeys((ITEM, "get", "pop", "setdefault"), 1),
    "popitem": ("tuple", (0, 1)),
    "keys": ("Iterator", (0,)),
    "values": ("Iterator", (1,)),
    "items": ("Iterator", (("tuple", (0, 1)),)),
}
_ASYNC_ITERATOR: Final[dict[str, Result]] = {
    **_ITERABLE,
    "__anext__": ("Awaitable", (0,)),
    "asend": ("Awaitable", (0,)),
}
_AWAITABLE: Final[dict[str, Result]] = {
    AWAIT: 0,
    "__await__": ("Generator", (0, 0, 0)),
}
_COROUTINE: Final[dict[str, Result]] = {
    AWAIT: -1,
    "__await__": ("Generator", (-1, -1, -1)),
}
#: Django's managers and query sets.
_QUERY: Final[dict[str, Result]] = {
    **dict.fromkeys((ELEMENT, ITEM), 0),
    **dict.fromkeys(["create", "earliest", "first", "get", "last", "latest"], 0),
    **dict.fromkeys(
        (
            *(
                SLICE,
                "alias",
                "all",
                "annotate",
                "defer",
                "distinct",
                "exclude",
                "filter",
            ),
            *("none", "only", "order_by", "prefetch_related", "reverse", "using"),
            *("select_for_update", "select_related"),
        ),
        ITSELF,
    ),
    **dict.fromkeys(
        ("get_or_create", "update_or_create"), ("tuple", (0, ("bool", ())))
    ),
    **dict.fromkeys(("acreate", "afirst", "aget", "alast"), ("Awaitable", (0,))),
    "iterator": ("Iterator", (0,)),
}

_RESULTS: Final[dict[str, Mapping[str, Result]]] = {
    name: results
    for names, results in (
        ("Iterable Collection Container Reversible AsyncIterable", _ITERABLE),
        ("KeysView ValuesView Counter", _ITERABLE),
        ("Iterator", _ITERATOR),
        ("Generator", _GENERATOR),
        ("AsyncIterator AsyncGenerator", _ASYNC_ITERATOR),
        ("list List deque Deque Sequence MutableSequence UserList", _LIST),
        ("set frozenset Set FrozenSet AbstractSet MutableSet", _SET),
        ("dict Dict defaultdict DefaultDict OrderedDict UserDict", _MAPPING),
        ("Mapping MutableMapping ChainMap MappingProxyType", _MAPPING),
        ("WeakValueDictionary", _MAPPING),
        ("ItemsView", {ELEMENT: ("tuple", (0, 1))}),
        ("tuple Tuple", _TUPLE),
        ("Awaitable", _AWAITABLE),
        ("Future Task", {AWAIT: 0, "result": 0}),
        ("Coroutine", _COROUTINE),
        ("AbstractContextManager AbstractAsyncContextManager", {ENTER: 0}),
        ("closing aclosing nullcontext", {ENTER: 0}),
        ("tqdm", {ELEMENT: 0, ENTER: ITSELF}),
        ("ContextManager AsyncContextManager", {ENTER: 0}),
        ("Callable", {CALL: -1}),
        ("ref", {CALL: 0}),
        ("ContextVar", {"get": 0}),
        ("Manager QuerySet", _QUERY),
    )
    for name in names.split()
}
_MODULES: Final = frozenset(
    {
        *("", "builtins", "typing", "typing_extensions", "types", "weakref"),
        *("collections", "collections.abc", "contextlib", "asyncio", "contextvars"),
        *("concurrent.futures", "tqdm", "django.db.models"),
        *("django.db.models.manager", "django.db.models.query"),
    }
)

_ROW: Final = collections.namedtuple("_ROW", ())


def _attributes(*modules: ModuleType) -> frozenset[str]:
    """Return the names of what the classes of some modules have."""
    classes = (cls for module in modules for cls in vars(module).values())
    return frozenset(
        name for cls in classes if isinstance(cls, type) for name in dir(cls)
    )


#: By these names no attribute of a class of the tree can be told: whatever is unknown
#: may be a text, a list, a file.
BUILTIN_NAMES: Final = _attributes(builtins, collections, io) | set(dir(_ROW))
#: By these it is no class of the tree that is likely.
STANDARD_NAMES: Final = _attributes(
    *(datetime, decimal, logging, pathlib, re, socket, subprocess, threading, types)
)


def result_of(dotted: str, step: str) -> Result | None:
    """Return what a step from an instance of a class, or a method of it, gives."""
    module, _, name = dotted.rpartition(".")
    return _RESULTS.get(name, {}).get(step) if module in _MODULES else None


def is_class(dotted: str) -> bool:
    """Tell whether a dotted name of another project is that of a class, by PEP 8."""
    module, _, name = dotted.rpartition(".")
    if not module or module == "builtins":
        return isinstance(getattr(builtins, name, None), type)
    known = module in _MODULES and name in _RESULTS
    return known or name.lstrip("_")[:1].isupper()
