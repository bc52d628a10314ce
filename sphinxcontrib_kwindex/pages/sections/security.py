"""Security & Safety: Ruff's findings."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...analysis.linter_rules import SECURITY
from ..page_context import Context
from .lint_findings import lint_findings
from .section import Section, linted


def security(context: Context, path: str) -> list[nodes.Node]:
    """Return the findings of the security rules."""
    return lint_findings(context, path, SECURITY, [])


# Ruff's findings are among the inputs of the section before it.
SECTION: Final = Section("Security & Safety", security, applies=linted)
