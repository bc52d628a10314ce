"""What files of scripts and interfaces read: other files, by their paths."""

from __future__ import annotations

from .import_rules import Find
from .includes import IncludeRules


class ScriptRules(IncludeRules):
    """As for includes; nothing is known of what is not in the tree."""

    def category(self, _importer: str, _module: str, _level: int, _find: Find) -> str:
        """Return that a file is not in the tree."""
        return "missing"
