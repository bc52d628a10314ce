"""The names of the patterns, for those who show them."""

from __future__ import annotations

from typing import Final

from ...model.name_rule import IDIOM, PERFORMANCE
from .name_rules import NAME_RULES

#: A call that declares an option of a command line.
OPTION: Final = "command-line option"

#: The patterns that are known by their shape, in the order of the rules in
#: :mod:`.class_rules`, :mod:`.function_rules`, :mod:`.registry_idiom` and :mod:`.walk`.
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
    OPTION,
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
