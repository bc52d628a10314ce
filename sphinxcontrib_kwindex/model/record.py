"""Records: values by name, which do not change once they are made.

They are structs of :mod:`msgspec`, which makes their classes and instances in a tenth
of the time that :mod:`dataclasses` takes; that counts for commands, whose answers are
to come at once, and for the hundreds of thousands of facts of a large tree. What
:mod:`dataclasses` offers for instances (``replace``, ``fields``, ``asdict``) works with
them, too: languages of other packages use it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec


class _OfDataclass:
    """What :mod:`dataclasses` asks a class for, made when it is asked for."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type[Record]) -> Any:
        return vars(_dataclass(owner))[self._name]


@cache
def _dataclass(owner: type[Record]) -> type:
    from dataclasses import field, make_dataclass  # which few commands need

    types = {
        name: kind
        for base in owner.__mro__[::-1]
        for name, kind in vars(base).get("__annotations__", {}).items()
    }
    names = owner.__struct_fields__
    without = len(names) - len(owner.__struct_defaults__)
    rows: list[Any] = [(name, types[name]) for name in names[:without]]
    for name, default in zip(names[without:], owner.__struct_defaults__, strict=True):
        rows.append((name, types[name], field(default=default)))
    return make_dataclass(owner.__name__, rows, frozen=True)


class Record(msgspec.Struct, frozen=True):
    """The base of all records."""

    __dataclass_fields__ = _OfDataclass()
    __dataclass_params__ = _OfDataclass()
