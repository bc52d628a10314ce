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
    tests = tuple(code.tests_of(path))
    runners = {runner for test in tests for runner in test.runners}
    return CollectedTests(tuple(sorted(runners)), tests)
