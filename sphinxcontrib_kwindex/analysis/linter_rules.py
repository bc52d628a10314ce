"""What the linter is asked for, and what it finds."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Final

from ..model.record import Record

#: The groups of rules: a section of the page each.
SECURITY: Final = "security"
PERFORMANCE: Final = "performance"

#: What is imported and never used: rule and group, whatever else is configured.
UNUSED_IMPORT: Final = "F401"
IMPORTS: Final = "imports"

#: What reports every ``assert``, and every process with arguments that are no
#: literals: such a finding says nothing. They count only where they are named.
_EVERYWHERE: Final = ("S101", "S603")

#: A rule, and what stands for rules.
CODE: Final = re.compile(r"([A-Z]+)(\d+)")
_SELECTOR: Final = re.compile(r"([A-Z]+)(\d*)")


class Finding(Record, frozen=True):
    """A place that a rule of the linter objects to."""

    rule: str
    """Its code: ``S602``."""
    message: str
    line: int
    end_line: int
    url: str
    """The documentation of the rule."""


class Rules(Record, frozen=True):
    """Which rules run.

    Rules are codes of Ruff or their beginnings (``S``, ``PLR09``, ``C901``).

    :raises ValueError: for what cannot be such a code
    """

    security: tuple[str, ...] = ("S",)
    performance: tuple[str, ...] = ("PERF", "C901", "PLR0911", "PLR0912", "PLR0915")
    max_complexity: int = 10
    """The McCabe complexity above which C901 objects."""

    def __post_init__(self) -> None:
        groups = {
            "security_rules": self.security,
            "performance_rules": self.performance,
        }
        for value, rules in groups.items():
            for rule in rules:
                if not (isinstance(rule, str) and _SELECTOR.fullmatch(rule)):
                    message = f"{value}: not a Ruff rule: {rule!r}"
                    raise ValueError(message)

    @property
    def selected(self) -> tuple[str, ...]:
        """All rules, as given to Ruff."""
        rules = (*self.security, *self.performance, UNUSED_IMPORT)
        return tuple(dict.fromkeys(rules))

    def key(self, version: str) -> str:
        """Return what findings depend on besides the content of a file.

        :param version: that of Ruff.
        """
        rules = ",".join(sorted(self.selected))
        return f"{version} {rules} {self.max_complexity}"

    def group(self, code: str) -> str:
        """Return the group that a finding belongs to, by the longest match.

        :param code: the rule of the finding.
        :return: :data:`SECURITY`, :data:`PERFORMANCE`, :data:`IMPORTS` or an empty
            string.
        """
        if code == UNUSED_IMPORT:
            return IMPORTS
        groups = ((SECURITY, self.security), (PERFORMANCE, self.performance))
        selecting = [
            (0 if rule == "ALL" else len(rule), group)
            for group, rules in groups
            for rule in rules
            if _selects(rule, code) and (rule == code or code not in _EVERYWHERE)
        ]
        return max(selecting, key=itemgetter(0), default=(0, ""))[1]

    def without(self, group: str) -> list[str]:
        """Return the rules that a group stands for, and whose findings do not count."""
        rules = self.security if group == SECURITY else self.performance
        return [
            code
            for code in _EVERYWHERE
            if any(_selects(rule, code) for rule in rules) and not self.group(code)
        ]


def _selects(rule: str, code: str) -> bool:
    """Tell whether a rule, or the beginning of a rule, stands for a code."""
    selector, full = _SELECTOR.fullmatch(rule), CODE.fullmatch(code)
    if selector is None or full is None:
        return False
    if rule == "ALL" or (rule == "PL" and full[1].startswith("PL")):
        return True
    # "S" does not stand for "SIM". "C" stands for "C4" and "C9", which are alike here.
    return selector[1] == full[1] and full[2].startswith(selector[2])
