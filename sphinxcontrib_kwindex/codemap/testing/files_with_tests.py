"""Which files hold tests, and which definitions stand in these."""

from __future__ import annotations

from collections import defaultdict

from ...model.names import is_inside
from ...model.python_suffixes import PYTHON
from ...scan.test_paths import is_test
from ...store.test_queries import tests_outside_python
from ..code_map import CodeMap


def holds_tests(code: CodeMap, path: str) -> bool:
    """Tell whether a file is a test by its name, or by what is in it.

    One of code that has tests inside it is none.
    """
    return is_test(path) or (
        path in code.test_files
        and not (_has_tests_inside(path) and path in code.once(_tests_inside))
    )


def _tests_inside(code: CodeMap) -> dict[str, set[str]]:
    """Return what holds the tests of files of code, by the files: modules, and tests
    that stand in none.
    """
    by_file: defaultdict[str, set[str]] = defaultdict(set)
    alone: set[str] = set()
    for path, qualname in tests_outside_python(code.store):
        if _has_tests_inside(path):
            holder, inside, _ = qualname.partition("::")
            by_file[path].add(holder)
            if not inside:
                alone.add(path)
    return {
        path: holders
        for path, holders in by_file.items()
        if path not in alone or _offers_something(code, path)
    }


def _offers_something(code: CodeMap, path: str) -> bool:
    """Tell whether a file has a definition that others may name, or a program."""
    return any(
        not row.private or row.qualname == "main" for row in code.definitions(path)
    )


def _has_tests_inside(path: str) -> bool:
    if path.endswith(PYTHON):
        # It takes a while to import the others, and answers are to come at once.
        return False
    from ...analysis.languages.registry import row_of

    return row_of(path).tests_inside


def is_in_tests(code: CodeMap, path: str, qualname: str) -> bool:
    """Tell whether a definition is one of tests, or what stands in it is."""
    inside = _has_tests_inside(path) and any(
        qualname == module or is_inside(qualname, module)
        for module in code.once(_tests_inside).get(path, ())
    )
    return inside or holds_tests(code, path)
