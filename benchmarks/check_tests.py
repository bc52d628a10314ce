"""Compare the tests that pages list with those that pytest collects itself.

For a tree, which a Python with pytest and the project installed can import::

    python benchmarks/check_tests.py path/to/tree --python path/to/python

pytest runs with ``--collect-only`` in the tree, with the project's own configuration
and plugins; what it deselects by a mark counts as collected. Compared are test
functions: path, class and function, without parameters; and doctests, as pytest names
them. Where pytest could not import a file it is left out, and where another
configuration counts for a file below. Printed are the differences; the exit code is 1
if there are any.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from sphinxcontrib_kwindex.api import open_tree
from sphinxcontrib_kwindex.codemap.testing.doctests import Doctests
from sphinxcontrib_kwindex.links.imports.import_resolver import ImportResolver
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.links.testing.pytest_configuration import (
    PytestConfigurations,
)
from sphinxcontrib_kwindex.scan.scan import scan
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest

Test = tuple[str, str]
"""The path of a file, and a name in it: ``Class.test``."""

SHOWN = 20
#: What may configure pytest.
FILES = ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini")
FILES += ("pyproject.toml", "tox.ini", "setup.cfg")
COLLECT = r"""
import ast, functools, json, pathlib, sys
import pytest

@functools.cache
def classes(path):
    tree = ast.parse(pathlib.Path(path).read_bytes())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}

def names(item):
    *outer, name = item.nodeid.partition("[")[0].split("::")[1:]
    if len(outer) == 1 and outer[0] not in classes(item.path):
        # A plugin may make a class of a class, one for each database.
        bases = [cls.__name__ for cls in item.cls.__mro__]
        outer = [base for base in bases if base in classes(item.path)][:1] or outer
    return ".".join([*outer, name])

class Collected:
    failed = []
    def pytest_collectreport(self, report):
        if report.failed or report.skipped:
            self.failed.append(report.nodeid.partition("::")[0])
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session):
        tests = [
            (item.nodeid.partition("::")[0], names(item))
            for item in session.items if hasattr(item, "function")
        ]
        tests += [
            item.nodeid.split("::")
            for item in session.items if hasattr(item, "dtest")
        ]
        root = str(session.config.rootpath)
        print("\nCOLLECTED", json.dumps([tests, self.failed, root]))

sys.exit(pytest.main(["--collect-only", "-q", "-m", "", "-W", "ignore",
    "-p", "no:cacheprovider", "--continue-on-collection-errors", *sys.argv[1:]],
    [Collected()]))
"""


def by_pytest(
    folder: Path, python: str, options: list[str]
) -> tuple[set[Test], set[str], Path]:
    """Return what pytest collects.

    :return: the tests, the files that it could not look into, and what their paths
        are relative to.
    """
    done = subprocess.run(
        [python, "-B", "-c", COLLECT, *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("COLLECTED ")]
    if not said:
        raise CollectionError(
            f"pytest failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        )
    tests, failed, root = json.loads(said[-1].removeprefix("COLLECTED "))
    return {(path, name) for path, name in tests}, set(failed), Path(root)


class CollectionError(Exception):
    """pytest could not begin to collect, and what it said."""


def elsewhere(tests: set[Test], root: Path, python: str) -> set[Test]:
    """Return the tests whose files another configuration below counts for.

    Those of folders with a ``conftest.py`` that cannot be imported are among them.
    """
    inner = set()
    for folder in {path.rpartition("/")[0] for path, _ in tests}:
        above = [root / folder, *(root / folder).parents]
        below = above[: above.index(root)]
        if not any((place / name).exists() for place in below for name in FILES):
            continue
        try:
            own_root = by_pytest(root / folder, python, [])[2]
        except CollectionError:
            own_root = None
        if own_root != root:
            inner.add(folder)
    return {test for test in tests if test[0].rpartition("/")[0] in inner}


def by_pages(root: Path) -> tuple[Counter[Test], dict[str, str]]:
    """Return the tests that are listed as pytest's, each with its number.

    With them the files of which pages say that hooks or lists of the project may change
    what is collected, and which.
    """
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "store.sqlite"), print)
        ingest(
            store,
            scan(root).files,
            skip=lambda _path, _definition: False,
            skip_digest="",
            progress=iter,
        )
        assert link_tree(store, root, root.name) == []
        query = "SELECT path, owner, qualname FROM test WHERE runners LIKE '%pytest%'"
        tests = Counter(
            (path, ".".join(filter(None, [owner, qualname.rpartition(".")[2]])))
            for path, owner, qualname in store.select(query)
        )
        rules = PytestConfigurations(ImportResolver(store, root.name))
        may_change = {
            path: ", ".join(rule.name for rule in rules.may_change(path))
            for path in {path for path, _ in tests}
        }
        return tests, may_change


def doctests_by_pages(root: Path) -> Counter[Test]:
    """Return the doctests that count as tests, each with its number."""
    with (
        tempfile.TemporaryDirectory() as cache,
        open_tree(root, cache=Path(cache)) as code,
    ):
        return Counter((test.path, test.name) for test in Doctests(code).every)


def main() -> int:
    """Print the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--python", default=sys.executable, help="one with pytest")
    parser.add_argument("options", nargs="*", help="more options of pytest, after --")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    expected, failed, _ = by_pytest(root, arguments.python, arguments.options)
    found, may_change = by_pages(root)
    found += doctests_by_pages(root)
    # Of a folder, pytest could not import what makes it a package.
    left_out = (*failed, *(f"{path}/" for path in failed))
    listed = {test for test in found if not test[0].startswith(left_out)}
    expected = {test for test in expected if not test[0].startswith(left_out)}
    # Another configuration may count below; pytest has to be called there.
    listed -= elsewhere(listed - expected, root, arguments.python)
    print(
        f"{len(expected)} test functions in {len({path for path, _ in expected})} files"
    )
    print(f"{len(failed)} files left out: {', '.join(sorted(failed)[:SHOWN])}")
    for title, tests in (
        ("missing", expected - listed),
        ("too many", listed - expected),
    ):
        print(f"{title}: {len(tests)}")
        for path, name in sorted(tests)[:SHOWN]:
            print(f"  {path}::{name}")
        told = Counter(may_change.get(path, "") for path, _ in tests)
        for names, number in told.items():
            if names:
                print(f"  {number} in files where {names} may change that")
    return int(listed != expected)


if __name__ == "__main__":
    sys.exit(main())
