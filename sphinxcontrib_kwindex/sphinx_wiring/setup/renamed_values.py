"""Configuration values that have another name now.

An old name works for two releases, with a warning: in ``conf.py``, as ``-D``, and in
``pyproject.toml``. Then its row goes, and it is as unknown as any other name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple


class NewName(NamedTuple):
    """The name that a configuration value has now."""

    name: str
    removed: str
    """The version in which the old name stops working."""


#: The new names by the old ones, both with ``kwindex_``.
RENAMED: Final[dict[str, NewName]] = {}


def current_name(name: str, warn: Callable[[str], None]) -> str:
    """Return the name that a configuration value has now.

    :param warn: called with a sentence if that is another one.
    """
    if name not in RENAMED:
        return name
    new, removed = RENAMED[name]
    warn(f"{name} is now called {new}; the old name will stop working in {removed}")
    return new
