"""Definitions that are looked up in a table by a key: ``TABLE = {"dot": Dot}``.

Whoever uses the table may come to each entry, but a test that names no key seldom does
to one that only this key leads to. Where something else than a file of tests names it,
nothing is known of who means it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from typing import Final

from ...codemap.code_map import CodeMap
from ...model.names import Symbol, last_part
from ...model.python_suffixes import SOURCE
from ...model.record import Record
from ...model.rows import UseRow
from ...scan.test_paths import is_test
from .test_order import Test

_TEXT: Final = re.compile(r"""["']([^"'\n\\]{1,80})["']""")
_KEY: Final = r"""["']([^"'\n\\]{{1,80}})["']\s*:\s*[\w.]*\b{}\b"""


class Entry(Record, frozen=True, order=True):
    """What a table has by some keys."""

    path: str
    name: str
    """The qualified name of the table in its file."""
    keys: tuple[str, ...]


def keys_of(row: UseRow) -> tuple[str, ...]:
    """Return the keys by which a table of Python has something, if it does not have it
    without one, too.
    """
    if not row.path.endswith(SOURCE):
        return ()
    name = re.escape(last_part(row.qualname))
    keys = re.findall(_KEY.format(name), row.text)
    alone = max(row.count, len(re.findall(rf"\b{name}\b", row.text))) > len(keys)
    return () if alone else tuple(keys)


class KeyedEntries:
    """Which tests may come to what stands in tables.

    :param uses_in: returns what uses the definitions of a file, by qualified name.
    """

    def __init__(
        self, code: CodeMap, uses_in: Callable[[str], Mapping[str, Sequence[UseRow]]]
    ) -> None:
        self._code = code
        self._uses_in = uses_in
        self._tests_in: dict[str, set[Test]] = {}
        self._named_in = cache(lambda path: _texts(code.text(path)))

    def tests_of(
        self, entry: Entry, collected: Mapping[Symbol, Sequence[Test]]
    ) -> Set[Test] | None:
        """Return the tests that name a key of an entry, or its table.

        :param collected: the tests by where they are defined.
        :return: ``None`` if that is not known.
        """
        if not self._tests_in:
            self._tests_in = _by_file(collected)
        rows = self._uses_in(entry.path).get(entry.name, ())
        using = {row.path for row in rows}
        tests: set[Test] = set()
        for path in (row.path for row in self._code.files_in()):
            of_tests = path in self._tests_in
            if not path.endswith(SOURCE) or not (
                of_tests or is_test(path) or path in {entry.path, *using}
            ):
                continue
            named = not self._named(entry, path).isdisjoint(entry.keys)
            if of_tests and (named or path in using):
                tests |= self._tests_in[path]
            elif named:
                return None
        return tests or None

    def _named(self, entry: Entry, path: str) -> Set[str]:
        """Return the texts of a file, without those of the table."""
        if path != entry.path:
            return self._named_in(path)
        lines = self._code.text(path).split("\n")
        for definition in self._code.facts(path).definitions:
            if definition.qualname == entry.name:
                first = definition.line - 1
                lines[first : definition.end_line] = [""] * (
                    definition.end_line - first
                )
        return _texts("\n".join(lines))


def _texts(source: str) -> frozenset[str]:
    """Return what stands in quotes, and how it begins: of ``fr-CA`` also ``fr``."""
    texts = _TEXT.findall(source)
    return frozenset(
        [*texts, *(re.split(r"[\W_]", text, maxsplit=1)[0] for text in texts)]
    )


def _by_file(collected: Mapping[Symbol, Sequence[Test]]) -> dict[str, set[Test]]:
    """Return tests by the files that they are collected from, or defined in."""
    by_file: defaultdict[str, set[Test]] = defaultdict(set)
    for (path, _), tests in collected.items():
        for test in tests:
            by_file[test[0]].add(test)
            by_file[path].add(test)
    return dict(by_file)
