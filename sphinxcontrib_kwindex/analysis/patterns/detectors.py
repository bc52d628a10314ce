"""Which idioms a Python file uses, and what in it costs time.

Patterns are looked for in the tree, never in the text: a comment that says ``class x``
is no class, a string that says ``eval(`` no call, a local variable called ``cache`` no
cache. There are two kinds of rules.

- :mod:`.name_rules` go by name: a class by its bases, a definition by its decorators,
  a call by what is called. Names are those that the file's imports give
  (:mod:`.imported_names`), so ``dc.dataclass`` after ``import dataclasses as dc`` is
  ``dataclasses.dataclass``, and a class of the file that is itself called ``Enum`` is
  not ``enum.Enum``. Users add rules.
- :mod:`.class_rules`, :mod:`.function_rules` and :mod:`.registry_idiom` go by shape: a
  class with ``__enter__`` and ``__exit__``, a function that returns an inner function
  which calls its argument.

:mod:`.walk` applies all of them to a file in one pass. A base class in another file is
not followed, since a fact knows only its own file: :class:`Base` says which it is, and
:class:`AncestorRules` what follows once the links know the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ...model.facts import Import
from ...model.name_rule import IDIOM, PERFORMANCE, NameRule
from ..python.scopes import Scope
from .class_rules import ANCESTOR_RULES, CLASS_RULES
from .function_rules import FUNCTION_RULES
from .name_rules import NAME_RULES, RuleIndex, matching
from .walk import Patterns, PatternWalk

#: The names that a :class:`Pattern` can have without the user's rules, by the group
#: that shows them, in the order of the rules.
NAMES: Final[dict[str, tuple[str, ...]]] = {
    IDIOM: tuple(
        dict.fromkeys(
            [
                *(rule.name for rule in NAME_RULES if rule.group == IDIOM),
                *(name for name, _ in (*CLASS_RULES, *FUNCTION_RULES)),
                "registry",
            ]
        )
    ),
    PERFORMANCE: tuple(rule.name for rule in NAME_RULES if rule.group == PERFORMANCE),
}


def patterns(
    module: Scope, imports: Iterable[Import], extra_rules: Iterable[NameRule] = ()
) -> Patterns:
    """Return the patterns of a file.

    :param module: its scope.
    :param imports: its imports, from the same text.
    :param extra_rules: the user's rules.
    """
    return PatternWalk(module, imports, (*NAME_RULES, *extra_rules)).patterns


class AncestorRules:
    """The rules for the classes that a class derives from, in any file.

    :param extra_rules: the user's rules.
    """

    def __init__(self, extra_rules: Iterable[NameRule] = ()) -> None:
        self._index = RuleIndex((*NAME_RULES, *ANCESTOR_RULES, *extra_rules)).bases

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
