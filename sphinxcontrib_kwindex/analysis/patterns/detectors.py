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
:mod:`.base_rules` what follows once the links know the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ...model.facts import Import
from ...model.name_rule import NameRule
from ..python.scopes import Scope
from .name_rules import NAME_RULES, RuleIndex
from .walk import Patterns, PatternWalk


def patterns(
    module: Scope, imports: Iterable[Import], extra_rules: Iterable[NameRule] = ()
) -> Patterns:
    """Return the patterns of a file.

    :param module: its scope.
    :param imports: its imports, from the same text.
    :param extra_rules: the user's rules.
    """
    return PatternWalk(module, imports, _index(tuple(extra_rules))).patterns


@lru_cache(1)
def _index(extra_rules: tuple[NameRule, ...]) -> RuleIndex:
    return RuleIndex((*NAME_RULES, *extra_rules))
