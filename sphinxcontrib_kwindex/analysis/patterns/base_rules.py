"""The rules that look at bases, for those behind the bases in the file of a class.

Here, and in what is imported, is nothing that reads Python: a build that writes pages
needs the rules, and astroid takes long to import.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Final

from ...model.name_rule import NameRule
from .name_rules import NAME_RULES, RuleIndex, matching

METACLASSES: Final = frozenset(
    {"builtins.type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"}
)
EXCEPTIONS: Final = frozenset(
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)

#: Those of the rules by shape that look at bases, as rules by name.
_ANCESTOR_RULES: Final = (
    NameRule("metaclass", bases=tuple(sorted(METACLASSES))),
    NameRule("exception", bases=tuple(sorted(EXCEPTIONS))),
)


class AncestorRules:
    """The rules for the classes that a class derives from, in any file.

    :param extra_rules: the user's rules.
    """

    def __init__(self, extra_rules: Iterable[NameRule] = ()) -> None:
        self._index = RuleIndex((*NAME_RULES, *_ANCESTOR_RULES, *extra_rules)).bases

    @property
    def names(self) -> list[str]:
        """The dotted names of the classes that the rules name, in their order."""
        return [name for name in self._index if not name.endswith(".*")]

    def matching(self, ancestor: str, *, direct: bool) -> list[NameRule]:
        """Return the rules that apply to what derives from a class.

        :param ancestor: the dotted name of the class.
        :param direct: whether it is one of the own bases.
        """
        rules = matching(self._index, ancestor)
        return [rule for rule in rules if direct or not rule.direct]
