"""Replaces equal objects by one, to save memory.

What is read from the store is new each time: the path of a file, as often as it is
named. Where much is kept for long, one object for all that are equal takes a fraction
of the memory.
"""

from __future__ import annotations

from typing import Any


class Shared(dict[Any, Any]):
    """The first of all equal objects, by any of them."""

    def __missing__(self, key: Any) -> Any:
        """Keep a first object."""
        self[key] = key
        return key
