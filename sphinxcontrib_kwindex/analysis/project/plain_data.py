"""Reads values of JSON and TOML whose types nobody guarantees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def loaded(load: Callable[[str], Any], text: str) -> Any:
    """Return what a text says that may be broken; ``None`` for nothing.

    :param load: reads JSON, or TOML.
    """
    try:
        return load(text)
    except (ValueError, RecursionError):
        return None


def value(data: Any, *path: object) -> Any:
    """Return what is at a path of keys; ``None`` for nothing."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def table(data: Any, *path: object) -> dict[str, Any]:
    """Return the table at a path; an empty one where there is none."""
    held = value(data, *path)
    return held if isinstance(held, dict) else {}


def array(data: Any, *path: object) -> list[Any]:
    """Return the array at a path; an empty one where there is none."""
    held = value(data, *path)
    return held if isinstance(held, list) else []
