"""What types of C++ and Rust that hold others are called (``containers.toml``)."""

from __future__ import annotations

from typing import Final

from .data_files import data_beside

_ROWS: Final = data_beside(__file__)
_NAMED: Final = [(name, row) for row in _ROWS.values() for name in row["names"].split()]
#: What holds values by keys.
MAPS: Final = frozenset(_ROWS["maps"]["names"].split())
#: By the last part of its name which type argument says what each holds.
CONTAINERS: Final[dict[str, int]] = {name: row.get("holds", 0) for name, row in _NAMED}
#: The members that a smart pointer has itself, besides those of what it points to.
OF_POINTERS: Final = {
    name: frozenset(row["own"].split()) for name, row in _NAMED if "own" in row
}
SMART_POINTERS: Final = frozenset(OF_POINTERS)
#: The methods of each that return what it holds.
TAKING: Final = {
    name: frozenset(row["taking"].split()) for name, row in _NAMED if "taking" in row
}
