"""Tests in the order in which they are worth running: first what names what changed.

Where all tests come to a function over the same one of the interface, the number of
steps says nothing. A test that shares words with its name, in its own name or body, is
likelier to tell, the more so the fewer other tests have them. (Peng, Shi and Zhang,
"Empirically revisiting and enhancing IR-based test-case prioritization", 2020.)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import log
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.testing.doctests import Doctests
from ...model.grouped import grouped
from ...store.test_queries import number_of_tests
from .test_order import LIKELY, TestToRun

#: Ten times as many tests are all.
_FEW: Final = 10
#: Words of a name, as in ``HTMLParser.feed_line``.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def naming_first(code: CodeMap, tests: Iterable[TestToRun]) -> list[TestToRun]:
    """Return tests, of those with as many likely steps first the ones that share rare
    words with the name of what changed.
    """
    shared: defaultdict[TestToRun, float] = defaultdict(float)
    for group, naming in _naming(code, tests):
        for test in naming:
            shared[test] += log(len(group) / len(naming))

    def order(test: TestToRun) -> tuple[object, ...]:
        # What changed itself is before all.
        likely = test.distance and 1 + test.distance // LIKELY
        kind = not test.measured, test.at_import, test.no_object
        return *kind, likely, -shared[test], test

    return sorted(tests, key=order)


def likely_tests(code: CodeMap, tests: Sequence[TestToRun]) -> list[TestToRun]:
    """Return tests without those that seldom execute what changed.

    These lack an object of a class on each way, or only import a module that runs it;
    of the latter those that surely do are returned if there are no others. Of more than
    half of all tests those go, too, to which only a long way leads, but for the nearest
    that fill a third, unless these would be less than a tenth, and for those that share
    a word with the name of what changed that less than a tenth have, or have some as a
    string, which may be the key by which it is looked up.
    """
    able = [test for test in tests if not test.no_object]
    able = [it for it in able if not it.at_import] or [it for it in able if it.sure]
    far = sorted(test.distance for test in able if test.is_far)
    every = number_of_tests(code.store) + len(code.once(Doctests).every)
    if far and 2 * len(able) > every:
        # All of one distance, or none of them.
        too_far = far[max(every // 3 - len(able) + len(far), 0)]
        near = [test for test in able if not test.is_far or test.distance < too_far]
        # A distance that nearly all tests have tells nothing of them.
        if _FEW * len(near) < every:
            return able
        kept = {*near, *_naming_rarely(code, able), *_with_key(code, able)}
        return [test for test in able if test in kept]
    return able


def _naming_rarely(code: CodeMap, tests: Sequence[TestToRun]) -> Iterator[TestToRun]:
    """Yield the tests that have a word of what changed, which few of them have."""
    for _, naming in _naming(code, tests):
        if _FEW * len(naming) < len(tests):
            yield from naming


def _with_key(code: CodeMap, tests: Iterable[TestToRun]) -> Iterator[TestToRun]:
    """Yield the tests that have words of what changed as a string: of ``TinyDot`` also
    ``"tinydot"`` and ``"tiny-dot"``.
    """
    for words, texts in _by_words(code, tests):
        # Each word is tried once at each place, the longest first.
        any_word = "|".join(sorted(words, key=len, reverse=True))
        key = re.compile(rf"""(["'])(?:(?:{any_word})[-_. ]?)++\1""")
        yield from (test for test, body in texts if words and key.search(body))


def _naming(
    code: CodeMap, tests: Iterable[TestToRun]
) -> Iterator[tuple[list[TestToRun], list[TestToRun]]]:
    """Yield the tests that come to what has a word, and those of them that have it."""
    for words, texts in _by_words(code, tests):
        group = [test for test, _ in texts]
        for word in words:
            named = (
                it for it, body in texts if word in it.name.lower() or word in body
            )
            yield group, list(named)


def _by_words(
    code: CodeMap, tests: Iterable[TestToRun]
) -> Iterator[tuple[list[str], list[tuple[TestToRun, str]]]]:
    """Yield the words of what changed, and the tests that come to it with texts."""
    bodies = cache(lambda path: _bodies(code, path))
    for words, group in grouped((_words(test), test) for test in tests).items():
        texts = ((test, bodies(test.file).get(_qualname(test), "")) for test in group)
        yield sorted(words), list(texts)


def _words(test: TestToRun) -> frozenset[str]:
    """Return the words of the name of what changed."""
    name = test.way[-1][1] if test.way else ""
    return frozenset(word.lower() for word in _WORD.findall(name) if len(word) > 1)


def _qualname(test: TestToRun) -> str:
    return f"{test.owner}.{test.name}" if test.owner else test.name


def _bodies(code: CodeMap, path: str) -> Mapping[str, str]:
    """Return the text of each definition of a file by its name, in small letters."""
    with suppress(OSError):
        lines = code.source(path).lower().split("\n")
        return {
            it.qualname: "\n".join(lines[it.line - 1 : it.end_line])
            for it in code.facts(path).definitions
        }
    return {}
