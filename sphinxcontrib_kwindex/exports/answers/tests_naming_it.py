"""Tests in the order in which they are worth running: first what names what changed.

Where all tests come to a function over the same one of the interface, the number of
steps says nothing. A test that shares words with its name, in its own name or body, is
likelier to tell, the more so the fewer other tests have them. (Peng, Shi and Zhang,
"Empirically revisiting and enhancing IR-based test-case prioritization", 2020.)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from math import log
from typing import Final

from ...codemap.code_map import CodeMap
from ...model.grouped import grouped
from .test_order import LIKELY, TestToRun

#: Words of a name, as in ``HTMLParser.feed_line``.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def naming_first(code: CodeMap, tests: Iterable[TestToRun]) -> list[TestToRun]:
    """Return tests, of those with as many likely steps first the ones that share rare
    words with the name of what changed.
    """
    bodies = cache(lambda path: _bodies(code, path))
    shared: defaultdict[TestToRun, float] = defaultdict(float)
    for words, group in grouped((_words(test), test) for test in tests).items():
        texts = [(test, bodies(test.file).get(_qualname(test), "")) for test in group]
        for word in sorted(words):
            naming = [
                test
                for test, body in texts
                if word in test.name.lower() or word in body
            ]
            for test in naming:
                shared[test] += log(len(group) / len(naming))

    def order(test: TestToRun) -> tuple[object, ...]:
        # What changed itself is before all.
        likely = test.distance and 1 + test.distance // LIKELY
        kind = not test.measured, test.at_import, test.no_object
        return *kind, likely, -shared[test], test

    return sorted(tests, key=order)


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
