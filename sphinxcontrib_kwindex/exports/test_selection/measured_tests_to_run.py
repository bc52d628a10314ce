"""Which tests to run for what changed: those that ran it, as coverage.py measured.

Its data (:mod:`.coverage_data`) may be of the files as they are, or as they
were in the commit that they are compared with. What it cannot tell is computed, as
without it (:mod:`.tests_to_run`), and that is said:

- tests of files that were not measured, or in another version than these two;
- tests of values of a module or a class, and of functions whose body is on the line of
  their ``def``, since those lines run when the module is imported;
- tests of functions that also ran outside of tests, since each test may depend on what
  came out;
- tests that are not in the data at all, since they are new or were left out.

Where a file or class changed as a whole, what the second and third of these give comes
behind, with what only imports it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from ...analysis.file_text import file_text
from ...codemap.code_map import CodeMap
from ...codemap.testing.coverage_data import CoverageReader, measured
from ...codemap.testing.files_with_tests import holds_tests
from ...codemap.testing.tests_of_definitions import GraphOfTests
from ...model.english import number_of
from ...model.grouped import grouped
from ...model.kinds import CALLABLES
from ...model.names import Symbol
from ...model.python_suffixes import SOURCE
from ...scan.git_changes import ChangedFile
from ...scan.git_renames import Contents
from ...scan.test_paths import is_test
from .test_order import Test, TestToRun, order
from .tests_to_run import Search


@dataclass(frozen=True, slots=True)
class _Measured:
    """What was measured of some definitions of a file."""

    ran: dict[Symbol, set[str]] = field(default_factory=dict)
    """The contexts in which they ran."""
    rest: list[Symbol] = field(default_factory=list)
    """Those whose tests are to be computed."""
    behind: list[Symbol] = field(default_factory=list)
    """The same of what only runs when the file or class that changed is made."""


def older_texts(root: Path, changed: Iterable[ChangedFile]) -> dict[str, str]:
    """Return by the paths of Python files their texts in the commit compared with."""
    with Contents(root) as contents:
        return {
            file.path: file_text(file.path, contents.read(file.before)).text
            for file in changed
            if file.path.endswith(SOURCE)
        }


class Measurement:
    """What was measured of a tree."""

    def __init__(self, code: CodeMap, data: CoverageReader) -> None:
        """Take data that tests of the tree left."""
        self.older: Mapping[str, str] = {}
        """Texts that the data may also be of, by the paths of the files."""
        self.notes: list[str] = []
        """What is to be said of the tests that were found."""
        self._code = code
        self._data = data

    def run(self, search: Search, changed: Iterable[Symbol]) -> list[TestToRun]:
        """Return the tests that ran some definitions, and those that are computed."""
        places = list(dict.fromkeys(changed))
        computed = {_key(test): test for test in search.run(places)}
        ran: dict[Test, Symbol] = {}
        rest: list[Symbol] = []
        behind: list[Symbol] = []
        for path, of_file in grouped((place[0], place) for place in places).items():
            coverage = self._measured(search, path, of_file)
            rest += coverage.rest
            behind += coverage.behind
            for place, contexts in coverage.ran.items():
                known = list(self._tests(search, contexts))
                ran.update((test, place) for test in known if test not in ran)
                if contexts and not known:
                    message = (
                        f"the tests that ran {place[1]} in {path} are not in the tree"
                    )
                    self.notes.append(f"{message}, so its tests are computed")
                    rest.append(place)
        tests = {
            _key(test): replace(test, at_import=True, no_object=False)
            for test in search.run(behind)
        }
        tests |= {_key(test): test for test in search.run(rest)}
        in_data = set(self._tests(search, self._data.tests()))
        unknown = computed.keys() - in_data - tests.keys()
        if unknown:
            number = number_of(len(unknown), "test")
            message = f"not in the data: {number}; whether they may run it is computed"
            self.notes.append(message)
            tests |= {key: computed[key] for key in unknown}
        far = 1 + max((test.distance for test in computed.values()), default=0)
        for key, place in ran.items():
            test = computed.get(key) or TestToRun(False, False, far, *key, (place,))
            tests[key] = replace(test, at_import=False, no_object=False, measured=True)
        return sorted(tests.values(), key=order)

    def _measured(self, search: Search, path: str, places: list[Symbol]) -> _Measured:
        """Return what was measured of some definitions of a file."""
        if is_test(path) or holds_tests(self._code, path):
            # Of a fixture of a wider scope only the first test is measured.
            return _Measured(rest=places)
        lines = self._data.lines(self._code.root, path)
        if not lines or path not in self._code.parsed:
            self.notes.append(f"{path} was not measured, so its tests are computed")
            return _Measured(rest=places)
        texts = dict.fromkeys([self._code.source(path), self.older.get(path, "")])
        of_texts = [measured(text, lines) for text in texts if text]
        contexts: defaultdict[str, set[str]] = defaultdict(set)
        for version in of_texts:
            for name, tests in version.contexts.items():
                contexts[name].update(tests)
        if not contexts:
            message = f"{path} has no functions to measure"
            if not any(version.fits for version in of_texts):
                message = f"the data is of another version of {path}"
            self.notes.append(f"{message}, so its tests are computed")
            return _Measured(rest=places)
        outside = {name for text in of_texts for name in text.outside}
        inside = self._lines_of(path, contexts)
        coverage = _Measured()
        for place in dict.fromkeys(
            start for changed in places for start in search.starts(changed)
        ):
            name = place[1]
            if name in contexts:
                coverage.ran[place] = contexts[name]
                if name not in outside:
                    continue
            elif (
                not name
                or any(context.startswith(f"{name}.") for context in contexts)
                or self._line(path, name) in inside
            ):
                # A module, a class, or what is in a function.
                continue
            if place in places:
                coverage.rest.append(place)
                ran = name in outside
                what = "also ran outside of tests" if ran else "was not measured"
                self.notes.append(f"{name} in {path} {what}, so its tests are computed")
            else:
                coverage.behind.append(place)
        return coverage

    def _lines_of(self, path: str, names: Iterable[str]) -> set[int]:
        """Return the lines of functions."""
        known = set(names)
        return {
            line
            for definition in self._code.facts(path).definitions
            if definition.kind in CALLABLES and definition.qualname in known
            for line in range(definition.line, definition.end_line + 1)
        }

    def _line(self, path: str, name: str) -> int:
        rows = self._code.definitions(path)
        return next((row.line for row in rows if row.qualname == name), 0)

    def _tests(self, search: Search, contexts: Iterable[str]) -> Iterator[Test]:
        """Yield the tests that contexts name, as they are collected."""
        place_of = self._code.once(GraphOfTests).place
        for context in contexts:
            path, *names = context.split("::")
            if not names:
                yield from search.collected.get(place_of(context), ())
            elif (test := (path, ".".join(names[:-1]), names[-1])) in search.tests:
                yield test
            elif self._code.has_file(path):
                # Made while collecting, or renamed since: pytest knows the file.
                yield path, "", ""


def _key(test: TestToRun) -> Test:
    return test.file, test.owner, test.name
