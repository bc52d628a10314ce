"""Which of the tests that may execute what changed are listed at first.

In a small suite all tests may go through one function. Of more than half of all tests
the nearest are listed, and of those that are equally near the ones first whose text has
most words of the name of what changed: the tests of ``format_usage`` speak of usage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from ...codemap.code_map import CodeMap
from ...links.used_by_tests import Place
from ...model.names import split_name
from ...store.test_queries import collected_tests, number_of_tests
from .map import words_in
from .tests_to_run import TestToRun, is_for_all, order

#: So many are never too many, however few tests there are.
_FEW: Final = 10


def likely_tests(code: CodeMap, found: Sequence[TestToRun]) -> list[TestToRun]:
    """Return tests without those that seldom execute what changed.

    These lack an object of a class on each way, or only import a module that runs it;
    of the latter those that surely do are returned if there are no others. Of more than
    half of all tests those go, too, to which only a long way leads, but for the nearest
    that fill a third; then those farthest away that were not measured, until a half is
    left. Where a ``conftest.py`` or the configuration changed, all are to be run.
    """
    able = [test for test in found if not test.no_object]
    able = [it for it in able if not it.at_import] or [it for it in able if it.sure]
    far = sorted(test.distance for test in able if test.is_far)
    every = number_of_tests(code.store)
    if far and 2 * len(able) > every:
        # All of one distance, or none of them.
        too_far = far[max(every // 3 - len(able) + len(far), 0)]
        able = [it for it in able if not it.is_far or it.distance < too_far]
    most = max(every // 2, _FEW)
    if len(able) > most and not any(is_for_all(test.way) for test in able):
        alike = _similarity(code)
        able.sort(key=lambda it: (not it.measured, it.distance, -alike(it)))
        measured = sum(test.measured for test in able)
        able = sorted(able[: max(most, measured)], key=order)
    return able


def _similarity(code: CodeMap) -> Callable[[TestToRun], int]:
    """Return what counts the words of what changed in the text of a test."""

    @cache
    def words_of(path: str) -> Mapping[str, set[str]]:
        lines = code.text(path).split("\n")
        return {
            it.qualname: set(words_in("\n".join(lines[it.line - 1 : it.end_line])))
            for it in code.facts(path).definitions
        }

    @cache
    def places(path: str) -> Mapping[tuple[str, str], Place]:
        return {
            (it.owner, split_name(it.qualname)[1]): (it.path, it.qualname)
            for it in collected_tests(code.store, path)
        }

    def alike(test: TestToRun) -> int:
        path, name = places(test.file).get((test.owner, test.name), ("", ""))
        if not path or not test.way:
            return 0
        return len(set(words_in(test.way[-1][1])) & words_of(path).get(name, set()))

    return alike
