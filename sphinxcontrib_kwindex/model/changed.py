"""Rows of facts with other values: as :func:`dataclasses.replace`, in less time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Row = TypeVar("Row", bound=DataclassInstance)


@cache
def _reader(
    kind: type[DataclassInstance],
) -> tuple[tuple[str, ...], Callable[..., Any]]:
    names = tuple(field.name for field in fields(kind))
    return names, attrgetter(*names)


def changed(row: Row, **values: object) -> Row:
    """Return a row of several fields with other values."""
    names, read = _reader(type(row))
    return type(row)(**{**dict(zip(names, read(row), strict=True)), **values})
