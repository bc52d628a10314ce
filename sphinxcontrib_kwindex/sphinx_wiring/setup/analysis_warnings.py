"""Warnings of what the analysis of a tree lacked, and what pages are without then."""

from __future__ import annotations

from ...analysis.languages.registry import take_failures
from ...analysis.project.moved_file import MOVED_FILE
from ...codemap.code_map import CodeMap
from ...codemap.moved_places import problems
from .messages import warn


def warn_of_languages() -> None:
    """Warn of languages that failed, or whose grammar is not installed."""
    for name, reason in take_failures().items():
        warn(
            f"the language {name} failed: {reason}; its files are shown without what it"
            " adds",
            subtype="language",
        )


def warn_of_moved_file(code: CodeMap) -> None:
    """Warn of lines about moved definitions that are wrong: as of :func:`.problems`."""
    for problem in problems(code):
        where = f"{MOVED_FILE}:{problem.line}"
        warn(f"{MOVED_FILE}: {problem.text}", subtype="moved", location=where)


def warn_of_errors(unexpected: list[str]) -> None:
    """Warn of internal errors."""
    for problem in unexpected:
        text = f"{problem}; pages are without what depends on it; please report it"
        warn(text, subtype="internal")


def warn_of_ruff(reason: str) -> None:
    """Warn that Ruff did not run."""
    warn(f"{reason}; pages are without what Ruff finds", subtype="ruff")


def warn_of_executor(text: str) -> None:
    """Warn of an executor that failed, or cannot be used."""
    warn(
        f"kwindex_executor: {text}; the remaining files are analysed without it",
        subtype="executor",
    )
