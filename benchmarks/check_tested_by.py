"""Compare the tests that pages list for definitions with those in which they ran.

For a project whose tests ran under coverage.py, which noted the test of each line::

    python -m pytest --cov=PACKAGE --cov-context=test --cov-report=
    python benchmarks/check_tested_by.py path/to/tree --data path/to/tree/.coverage

Drawn are public functions and methods that any test ran, or that pages list tests for.
Of the listed tests those count as right that ran the body; of the definitions that
tests ran, those count as found for which one of these tests is listed. Dunder methods
are counted apart, since operators are not followed to them. Parameters of tests are
left aside, and so are tests that did not run at all, because they were skipped or left
out.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from linked_tree import LinkedTree
from results import table

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.settings import Settings
from sphinxcontrib_kwindex.codemap.testing.coverage_data import (
    coverage_file,
    measured_file,
)
from sphinxcontrib_kwindex.codemap.testing.tests_of_definitions import (
    DefinitionTests,
    Place,
    TestUse,
    definition_tests,
)
from sphinxcontrib_kwindex.scan.test_paths import is_test

#: The share of the tests listed as surely and directly using a definition that has to
#: have run it. What others call depends on their arguments.
WANTED: Final = 0.95
DIRECT: Final = "direct"


class Measured(NamedTuple):
    """A definition with the tests that are listed and those that ran."""

    place: Place
    listed: list[TestUse]
    ran: set[Place]

    def __str__(self) -> str:
        return "::".join(self.place)


@dataclass
class Figures:
    """What was found of definitions of one sort."""

    drawn: int = 0
    listed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """By the sort of the way how many tests are listed."""
    wrong: list[tuple[Measured, TestUse]] = field(default_factory=list)
    """Those that did not run the definition."""
    run: int = 0
    """How many definitions any test ran."""
    missed: list[Measured] = field(default_factory=list)
    """Those of which none of these tests is listed."""

    def add(self, one: Measured) -> None:
        """Count one definition."""
        self.drawn += 1
        for use in one.listed:
            self.listed[sort(use)] += 1
            if use.test not in one.ran:
                self.wrong.append((one, use))
        if one.ran:
            self.run += 1
            if not any(use.test in one.ran for use in one.listed):
                self.missed.append(one)

    def rows(self, name: str) -> Iterator[list[str]]:
        """Yield the lines of the table."""
        for way, number in sorted(self.listed.items()):
            wrong = sum(sort(use) == way for _, use in self.wrong)
            yield [f"{name}: tests listed, {way}", *share(number - wrong, number)]
        yield [
            f"{name}: definitions found",
            *share(self.run - len(self.missed), self.run),
        ]


def sort(use: TestUse) -> str:
    """Return how a test uses a definition, in short."""
    way = "through others" if use.way else DIRECT
    return f"{way}, by name" if use.by_name else way


def share(part: int, whole: int) -> tuple[str, str, str]:
    """Return the last cells of a line."""
    return str(part), str(whole), f"{part / whole:.1%}" if whole else "-"


def measured(root: Path, data: Path, folder: Path) -> Iterator[Measured]:
    """Yield what was measured of all functions of a tree."""
    tree = LinkedTree(root, folder)
    settings = Settings(coverage=coverage_file(data))
    code = CodeMap(tree.store, root, settings)
    # A test is named by where it is defined, in data of coverage.py by its class.
    query = "SELECT path, owner, target, qualname FROM test"
    defined = {
        (path, ".".join(filter(None, [owner, qualname.rpartition(".")[2]]))): (
            target,
            qualname,
        )
        for path, owner, target, qualname in tree.store.select(query)
    }
    ran: dict[Place, set[Place]] = {}
    for path in tree.paths:
        if is_test(path) or path in code.test_files:
            continue
        found = measured_file(code, path)
        if not found.fits:
            print(f"{path} is not what was measured", file=sys.stderr)
        for name, contexts in found.contexts.items():
            tests = (context.split("::") for context in contexts)
            places = ((parts[0], ".".join(parts[1:])) for parts in tests)
            ran[path, name] = {defined.get(place, place) for place in places}
    # Others were skipped.
    all_run = set().union(*ran.values())
    for path in {path for path, _ in ran}:
        tests = definition_tests(code, path)
        for definition in code.definitions(path):
            if definition.kind in {"function", "method"}:
                name = definition.qualname
                nearest = tests.get(name, DefinitionTests()).nearest
                listed = [use for use in nearest if use.test in all_run]
                one = Measured((path, name), listed, ran.get((path, name), set()))
                if one.listed or one.ran:
                    yield one


def is_public(name: str) -> bool:
    """Tell whether no part of a qualified name is private."""
    parts = name.split(".")
    return not any(it.startswith(("_", "<")) and not is_dunder(it) for it in parts)


def is_dunder(name: str) -> bool:
    """Tell whether Python calls a method by itself."""
    return name.startswith("__") and name.endswith("__")


def main() -> int:
    """Return 0 if enough of the tests that use definitions ran them, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--data", type=Path, help="by default .coverage in the tree")
    parser.add_argument("--number", type=int, default=60, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        data = arguments.data or root / ".coverage"
        everything = sorted(measured(root, data, Path(folder)))
    public = [one for one in everything if is_public(one.place[1])]
    by_sort: dict[str, list[Measured]] = {"functions": [], "dunder methods": []}
    for one in public:
        dunder = is_dunder(one.place[1].rpartition(".")[2])
        by_sort["dunder methods" if dunder else "functions"].append(one)
    head = ["", "right", "all", "share"]
    rows: list[list[str]] = []
    right = number = 0
    for name, ones in by_sort.items():
        drawn = random.Random(arguments.seed).sample(
            ones, min(arguments.number, len(ones))
        )
        figures = Figures()
        for one in sorted(drawn):
            figures.add(one)
        rows += figures.rows(f"{len(drawn)} of {len(ones)} {name}")
        wrong = sum(sort(use) == DIRECT for _, use in figures.wrong)
        number += figures.listed[DIRECT]
        right += figures.listed[DIRECT] - wrong
        for one, use in figures.wrong:
            way = " <- ".join(step for _, step in reversed(use.way))
            print(f"did not run {one}: {'::'.join(use.test)} ({sort(use)}: {way})")
        for one in figures.missed:
            print(f"none listed of {len(one.ran)} that ran {one}: {min(one.ran)}")
    print(table(head, rows))
    return int(right < WANTED * number)


if __name__ == "__main__":
    sys.exit(main())
