"""Compare the tests that pages list with those that pytest collects itself.

For a tree, which a Python with pytest and the project installed can import::

    python benchmarks/check_tests.py path/to/tree --python path/to/python

pytest runs with ``--collect-only`` in the tree, with the project's own configuration
and plugins; what it deselects by a mark counts as collected. Compared are test
functions: path, class and function, without parameters. Where pytest could not import
a file it is left out. Printed are the differences; the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.scan.scan import scan
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest

Test = tuple[str, str]
"""The path of a file, and a name in it: ``Class.test``."""

SHOWN = 20
COLLECT = r"""
import json, sys
import pytest

class Collected:
    failed = []
    def pytest_collectreport(self, report):
        if report.failed or report.skipped:
            self.failed.append(report.nodeid.partition("::")[0])
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session):
        print("\nCOLLECTED", json.dumps([[item.nodeid for item in session.items],
              self.failed, str(session.config.rootpath)]))

sys.exit(pytest.main(["--collect-only", "-q", "-m", "", "-W", "ignore",
    "-p", "no:cacheprovider", "--continue-on-collection-errors", *sys.argv[1:]],
    [Collected()]))
"""


def by_pytest(
    root: Path, python: str, options: list[str]
) -> tuple[set[Test], set[str]]:
    """Return what pytest collects, and the files that it could not look into."""
    done = subprocess.run(
        [python, "-B", "-c", COLLECT, *options],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("COLLECTED ")]
    if not said:
        sys.exit(
            f"pytest collected nothing:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        )
    nodes, failed, _ = json.loads(said[-1].removeprefix("COLLECTED "))
    tests = set()
    for node in nodes:
        path, *names = node.partition("[")[0].split("::")
        # A plugin may append the database to the name of a class.
        plain = [re.sub(r"_\w+\+.*", "", name) for name in names]
        if path.endswith(".py") and all(name.isidentifier() for name in plain):
            tests.add((path, ".".join(plain)))
    return tests, set(failed)


def by_pages(root: Path) -> Counter[Test]:
    """Return the tests that are listed as pytest's, each with its number."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "store.sqlite"), print)
        ingest(
            store,
            scan(root).files,
            skip=lambda _path, _definition: False,
            skip_digest="",
            progress=iter,
        )
        link_tree(store, root, root.name)
        query = "SELECT path, owner, qualname FROM test WHERE runners LIKE '%pytest%'"
        return Counter(
            (path, ".".join(filter(None, [owner, qualname.rpartition(".")[2]])))
            for path, owner, qualname in store.select(query)
        )


def main() -> int:
    """Print the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--python", default=sys.executable, help="one with pytest")
    parser.add_argument("options", nargs="*", help="more options of pytest, after --")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    expected, failed = by_pytest(root, arguments.python, arguments.options)
    listed = {test for test in by_pages(root) if test[0] not in failed}
    expected = {test for test in expected if test[0] not in failed}
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
    return int(listed != expected)


if __name__ == "__main__":
    sys.exit(main())
