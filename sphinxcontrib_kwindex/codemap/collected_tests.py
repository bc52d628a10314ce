"""The tests that a file is collected for, as the links have them."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.rows import CollectedTest
from .code_map import CodeMap


@dataclass(frozen=True, slots=True)
class CollectedTests:
    """The tests that a file is collected for."""

    runners: tuple[str, ...] = ()
    """Who collects some."""
    tests: tuple[CollectedTest, ...] = ()
    """By the line of the file that they are collected for."""


def collected_tests(code: CodeMap, path: str) -> CollectedTests:
    """Return the tests that are collected from a file of the tree."""
    query = (
        "SELECT target, qualname, line, owner, at, runners FROM test WHERE path = ?"
        " ORDER BY ordinal"
    )
    tests = tuple(
        CollectedTest(target, qualname, line, owner, at, tuple(runners.split()))
        for target, qualname, line, owner, at, runners in code.store.select(
            query, (path,)
        )
    )
    runners = {runner for test in tests for runner in test.runners}
    return CollectedTests(tuple(sorted(runners)), tests)
