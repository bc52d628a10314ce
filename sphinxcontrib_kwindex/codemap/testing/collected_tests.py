"""The tests that a file is collected for, or the rules by which there are none."""

from __future__ import annotations

from collections.abc import Iterable

from ...links.places import dotted_of
from ...links.testing.pytest_configuration import Rule
from ...links.testing.test_collection_rules import PYTEST
from ...model.python_suffixes import SOURCE
from ...model.record import Record
from ...model.rows import CollectedTest
from ...scan.test_paths import is_test
from ..code_map import CodeMap


class CollectedTests(Record, frozen=True):
    """The tests that a file is collected for."""

    runners: tuple[str, ...] = ()
    """Who collects some."""
    tests: tuple[CollectedTest, ...] = ()
    """By the line of the file that they are collected for."""
    rules: tuple[Rule, ...] = ()
    """By which pytest finds none in a file that is one of tests by its name; or the
    hook that takes classes for tests."""
    may_change: tuple[Rule, ...] = ()
    """Other hooks and lists of the project that may change what is collected."""
    inherits_more: bool = False
    """Whether a class of the file derives from one in the tests of another project,
    whose tests it has, too: how many, the tree does not tell."""


def collected_tests(code: CodeMap, path: str) -> CollectedTests:
    """Return the tests that are collected from a file of the tree."""
    tests = tuple(code.tests_of(path))
    runners = {runner for test in tests for runner in test.runners}
    hook = code.pytest.class_hook(path)
    more = is_test(path) and _derives_from_tests(code, path)
    rules = (hook,) if tests and hook else () if tests or more else _rules(code, path)
    others: tuple[Rule, ...] = ()
    if PYTEST in runners:
        others = tuple(rule for rule in code.pytest.may_change(path) if rule != hook)
    return CollectedTests(tuple(sorted(runners)), tests, rules, others, more)


def _derives_from_tests(code: CodeMap, path: str) -> bool:
    """Tell whether classes of a file derive from tests of other projects."""
    hierarchy = code.class_hierarchy
    return any(
        # Modules such as ``aiohttp.test_utils`` are there to be used.
        "tests" in dotted_of(ancestor.base).split(".")[:-1]
        for qualname in hierarchy.classes_with_bases(path)
        for ancestor in hierarchy.ancestors_of(path, qualname).classes
    )


def count_cases(code: CodeMap, path: str, tests: Iterable[CollectedTest]) -> int:
    """Return how many tests of another language than Python there are.

    Several of a file may have one name, where Python has only the last.

    :param path: the file that they are collected for.
    """
    times = {
        definition.qualname: len(definition.lines)
        for definition in code.facts(path).definitions
    }
    return sum(
        times.get(test.qualname, 1) if test.path == path else 1 for test in tests
    )


def _rules(code: CodeMap, path: str) -> tuple[Rule, ...]:
    if not path.endswith(SOURCE) or path.endswith(("/conftest.py", "/__init__.py")):
        return ()
    if rule := code.pytest.leaving_out(path):
        return (rule,) if is_test(path) else ()
    configuration = code.pytest.of(path)
    names = ("python_classes", "python_functions")
    return tuple(map(configuration.rule, names))
