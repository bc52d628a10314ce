"""The names of the patterns, for those who show them."""

from __future__ import annotations

from typing import Final

from ...model.name_rule import IDIOM, PERFORMANCE
from .name_rules import NAME_RULES

#: The patterns that are known by their shape, in the order of the rules in
#: :mod:`.class_rules`, :mod:`.function_rules` and :mod:`.registry_idiom`.
SHAPES: Final = (
    "abstract class",
    "context manager",
    "async context manager",
    "iterator",
    "async iterator",
    "descriptor",
    "metaclass",
    "metaclass in use",
    "__init_subclass__",
    "exception",
    "operator overloading",
    "generator",
    "coroutine",
    "async generator",
    "decorator",
    "module __getattr__",
    "route",
    "command",
    "registry",
)

#: The names that a :class:`.Pattern` can have without the user's rules, by the group
#: that shows them, in the order of the rules.
NAMES: Final[dict[str, tuple[str, ...]]] = {
    group: tuple(
        dict.fromkeys(
            [
                *(rule.name for rule in NAME_RULES if rule.group == group),
                *(SHAPES if group == IDIOM else ()),
            ]
        )
    )
    for group in (IDIOM, PERFORMANCE)
}
