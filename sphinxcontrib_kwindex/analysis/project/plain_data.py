"""Parts of what was read of JSON and TOML, whatever stands in their places."""

from __future__ import annotations

from typing import Any


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
