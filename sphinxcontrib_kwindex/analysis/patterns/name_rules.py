"""The rules that recognise a pattern by name.

A rule says: a class with one of these bases, a definition with one of these
decorators, a call of one of these is a *name*. The names are dotted, as imports
give them, so a rule holds however a file imports and renames. To add a rule is to add
it to ``name_rules.toml``, or to configure it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from ...model.name_rule import NameRule


def _rule(row: dict[str, Any]) -> NameRule:
    lists = {key: tuple(row[key]) for key in row if isinstance(row[key], list)}
    return NameRule(**{**row, **lists})


_FILE: Final = Path(__file__).with_suffix(".toml")
NAME_RULES: Final = tuple(map(_rule, tomllib.loads(_FILE.read_text("utf-8"))["rule"]))


def has_argument(rule: NameRule, dotted: str) -> bool:
    """Tell whether a dotted name is one of the arguments that a rule requires."""
    last = dotted.rpartition(".")[2]
    return any(
        name[1:] in last
        if name.startswith("*")
        else dotted.startswith(name.removesuffix("*"))
        if name.endswith(".*")
        else dotted == absolute(name)
        for name in rule.arguments
    )


class RuleIndex:
    """Rules by the names that they look for."""

    def __init__(self, rules: Iterable[NameRule]) -> None:
        self.bases: dict[str, list[NameRule]] = {}
        self.decorators: dict[str, list[NameRule]] = {}
        self.calls: dict[str, list[NameRule]] = {}
        for rule in rules:
            for table, names in (
                (self.bases, rule.bases),
                (self.decorators, rule.decorators),
                (self.calls, rule.calls),
            ):
                for name in names:
                    table.setdefault(absolute(name), []).append(rule)

    @cached_property
    def called_builtins(self) -> frozenset[str]:
        """The builtins that may be calls of a rule."""
        return frozenset(
            name.removeprefix("builtins.")
            for name in self.calls
            if name.startswith("builtins.")
        )

    @cached_property
    def call_beginnings(self) -> frozenset[str]:
        """What the dotted names begin with that may be calls of a rule, up to all."""
        dotted = "{}.{}".format
        return frozenset(
            beginning
            for name in self.calls
            for beginning in accumulate(name.removesuffix(".*").split("."), dotted)
        )


def absolute(name: str) -> str:
    """Return a name of a rule with its module: ``eval`` is ``builtins.eval``."""
    return name if "." in name else f"builtins.{name}"


def matching(table: dict[str, list[NameRule]], dotted: str) -> list[NameRule]:
    """Return the rules of a :class:`RuleIndex` table that a dotted name matches."""
    last = dotted[dotted.rfind(".") :]
    rules = table.get(dotted, []) + table.get(f"*{last}", [])
    while dotted:
        dotted = dotted.rpartition(".")[0]
        if below := table.get(f"{dotted}.*"):
            rules = rules + below
    return rules
