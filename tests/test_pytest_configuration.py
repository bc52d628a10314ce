"""What is a test by a project's own configuration of pytest: as pytest says itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from projects import Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.project.pytest_options import pytest_options
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.testing.collected_tests import collected_tests
from sphinxcontrib_kwindex.model.facts import PytestOption

Make = Callable[..., Project]

CLASSES = (
    "import unittest\n\n\n"
    "class TestOne:\n    def test_a(self): ...\n    def check_a(self): ...\n\n\n"
    "class OneTest:\n    def test_b(self): ...\n    def check_b(self): ...\n\n\n"
    "class OneSpec:\n    __test__ = True\n    def test_c(self): ...\n\n\n"
    "class Case(unittest.TestCase):\n    def test_e(self): ...\n\n\n"
    "def test_f(): ...\n\n\ndef check_f(): ...\n"
)
FILES = {
    "test_top.py": "def test_it(): ...\n",
    "a/test_a.py": CLASSES,
    "a/a_test.py": "def test_it(): ...\n",
    "a/check_a.py": f"from x.things import *\n{CLASSES}",
    "a/build/test_b.py": "def test_it(): ...\n",
    "a/skip/test_c.py": "def test_it(): ...\n",
    "b/deep/test_d.py": "def test_it(): ...\n",
    "b/deep/tests.py": "def test_it(): ...\n",
    "x/things.py": "def test_thing(): ...\n",
    "sub/test_sub.py": "class FooSub:\n    def test_it(self): ...\n",
}
CASES: dict[str, Mapping[str, str]] = {
    "defaults": {"pytest.ini": "[pytest]\n"},
    "names": {
        "setup.cfg": "[tool:pytest]\npython_classes = *Test One\n"
        "python_functions =\n    test_\n    check*\n    # none\n"
    },
    "files": {"tox.ini": "[pytest]\npython_files = check_*.py a/t*.py tests.py\n"},
    "old table": {
        "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = 'a b/deep'\n"
        "python_files = ['test_*.py', '*_test.py']\nnorecursedirs = 'skip'\n"
    },
    "new table": {
        "pyproject.toml": "[tool.pytest]\ntestpaths = ['a', 'b/*/test_d.py']\n"
        "python_classes = ['Test', '*Spec']\ncollect_imported_tests = false\n"
        "python_files = ['*.py']\n"
    },
    "no such paths": {"pytest.ini": "[pytest]\ntestpaths = nowhere\n"},
    "any folders": {"pytest.ini": "[pytest]\ntestpaths = a/**/test_c.py **/deep\n"},
    "first counts": {
        "pytest.ini": "",
        "pyproject.toml": "[tool.pytest.ini_options]\npython_files = 'check_*.py'\n",
    },
    "not a configuration": {
        "pyproject.toml": "[project]\nname = 'x'\nversion = '1'\n",
        "tox.ini": "[tox]\n",
        "setup.cfg": "[tool:pytest]\npython_files = check_*.py\n",
    },
    "ignored": {
        "pytest.ini": "[pytest]\naddopts = -ra --ignore=b --ignore-glob '*_test.py'\n",
        "a/conftest.py": "collect_ignore = ['skip', 'no.py']\n",
        "conftest.py": "import sys\ncollect_ignore_glob = ['*_top.py']\n",
    },
}

#: Without options and plugins from elsewhere, whose import takes as long as pytest.
PYTEST = {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


#: Collects tests in some folders, one after the other: pytest takes as long to import
#: as to look at ten of them.
PROGRAM = """
import importlib
import os
import sys
from pathlib import Path

import pytest

before = sys.path[:]
for folder in sys.argv[1:]:
    os.chdir(folder)
    print(folder, flush=True)
    pytest.main("--collect-only -q -p no:cacheprovider -W ignore".split())
    sys.path[:] = before
    ours = {path.stem for path in Path().rglob("*")}
    for name in [one for one in sys.modules if one.partition(".")[0] in ours]:
        del sys.modules[name]
    importlib.invalidate_caches()
"""


def by_pytest(*roots: Path) -> list[set[str]]:
    """Return what pytest collects in each of some folders."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM, *roots],
        env={**os.environ, "PYTHONPATH": "."} | PYTEST,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, set[str]] = {str(root): set() for root in roots}
    current: set[str] = set()
    for line in done.stdout.splitlines():
        current = found.get(line, current)
        if "::" in line:
            current.add(line)
    return list(found.values())


def by_pages(code: CodeMap) -> set[str]:
    return {
        "::".join([path, *filter(None, [test.owner, test.qualname.split(".")[-1]])])
        for path in code.parsed
        for test in collected_tests(code, path).tests
        if "pytest" in test.runners
    }


def test_as_pytest_does(tmp_path: Path) -> None:
    trees = [
        surveyed(tmp_path / name / "tree", {**FILES, **files})
        for name, files in CASES.items()
    ]
    for code, expected in zip(
        trees, by_pytest(*(one.root for one in trees)), strict=True
    ):
        assert expected
        assert by_pages(code) == expected, code.root.parent.name


def test_the_nearest_configuration_counts(tmp_path: Path) -> None:
    inner = {"sub/pytest.ini": "[pytest]\npython_classes = Foo\n"}
    outer = {"pytest.ini": "[pytest]\ntestpaths = a\n"}
    code = surveyed(tmp_path / "tree", {**FILES, **outer, **inner})
    found = by_pages(code)
    assert "sub/test_sub.py::FooSub::test_it" in found
    assert {name.partition("/")[0] for name in found} == {"a", "sub"}
    (expected,) = by_pytest(code.root / "sub")
    inside = {name for name in found if name.startswith("sub")}
    assert {name.removeprefix("sub/") for name in inside} == expected


def test_many_folders_for_many_patterns_take_no_time(tmp_path: Path) -> None:
    files = {
        f"{'d/' * 20}test_a.py": "def test_it(): ...\n",
        "pytest.ini": f"[pytest]\ntestpaths = {'**/' * 20}no\n",
    }
    assert len(by_pages(surveyed(tmp_path / "tree", files))) == 1


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("pytest.ini", "", ()),
        ("tox.ini", "", None),
        ("setup.cfg", "[pytest]\n", None),
        ("pyproject.toml", "[tool.pytest]\n", None),
        ("pyproject.toml", "[tool.pytest.ini_options]\n", ()),
        ("pyproject.toml", "[tool\n", None),
        ("pyproject.toml", "tool = 1\n", None),
        ("pyproject.toml", "tool.pytest = 1\n", None),
        ("README.md", "[pytest]\n", None),
        (
            "pytest.toml",
            "[pytest]\nx = 1\ntestpaths = [\n  'a b', # one\n  3,\n]\n",
            (PytestOption("testpaths", ("a b",), 3),),
        ),
        (".pytest.ini", "[pytest]\ntestpaths = 'a\n", None),
    ],
)
def test_options(
    name: str, text: str, options: tuple[PytestOption, ...] | None
) -> None:
    assert pytest_options(name, text) == options


HOOK = (
    "import inspect\nimport pytest\n\n\n"
    "def pytest_pycollect_makeitem(collector, name, obj):\n"
    "    if inspect.isclass(obj) and name.endswith('Suite'):\n"
    "        return pytest.Class.from_parent(collector, name=name)\n"
)
SUITE = "class ASuite:\n    def test_it(self): ...\n\n\nclass _Base:\n    x = 1\n"


@pytest.mark.parametrize(
    "conftest", [HOOK, "from plugin import *\n", "from plugin_of_no_file import *\n"]
)
def test_classes_that_a_hook_takes(conftest: str, tmp_path: Path) -> None:
    files = {"test_a.py": SUITE, "plugin.py": HOOK, "conftest.py": conftest}
    code = surveyed(tmp_path / "tree", files)
    assert by_pages(code) == {"test_a.py::ASuite::test_it"}
    (rule,) = collected_tests(code, "test_a.py").rules
    assert (rule.name, rule.line) == ("pytest_pycollect_makeitem", 5)


def test_a_hook_of_somebody_else(tmp_path: Path) -> None:
    other = "def pytest_pycollect_makeitem(collector, name, obj):\n    return None\n"
    for conftest in (other, "import plugin\n"):
        files = {"test_a.py": SUITE, "plugin.py": HOOK, "conftest.py": conftest}
        code = surveyed(tmp_path / f"tree{len(conftest)}", files)
        assert by_pages(code) == set()


def test_what_may_change_what_is_collected(tmp_path: Path) -> None:
    hook = "def pytest_collection_modifyitems(items): items.pop()\n"
    files = {
        "conftest.py": "import sys\n\nfrom plugin import *\n\ncollect_ignore = []\n"
        "if sys.argv:\n    collect_ignore.append('test_a.py')\n",
        "plugin.py": f"def pytest_configure(): ...\n{hook}",
        "test_a.py": "def test_it(): ...\n",
        "test_b.py": "def test_it(): ...\n",
        "sub/conftest.py": hook,
        "sub/test_c.py": "def test_it(): ...\n",
    }
    code = surveyed(tmp_path / "tree", files)

    def may_change(path: str) -> list[tuple[str, str, int]]:
        rules = collected_tests(code, path).may_change
        return [(rule.name, rule.path, rule.line) for rule in rules]

    above = ("pytest_collection_modifyitems", "plugin.py", 2)
    assert may_change("test_a.py") == [above, ("collect_ignore", "conftest.py", 5)]
    assert may_change("test_b.py") == [above]
    below = ("pytest_collection_modifyitems", "sub/conftest.py", 1)
    assert may_change("sub/test_c.py") == [below, above]


def test_a_computed_list_that_is_cut_ignores_nothing(tmp_path: Path) -> None:
    names = "".join(
        f"    *[name for name in ['a_{i}.py'] if OLD],\n" for i in range(99)
    )
    files = {
        "conftest.py": f"OLD = False\ncollect_ignore_glob = [\n{names}]\n",
        "test_a.py": "def test_it(): ...\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert by_pages(code) == {"test_a.py::test_it"}


def test_pages_name_what_may_change_what_is_collected(make_project: Make) -> None:
    hook = "def pytest_collection_modifyitems(items): items.pop()\n"
    files = {"conftest.py": hook, "test_a.py": "def test_it(): ...\n"}
    project = make_project(files)
    said = "May be changed by: conftest.py::pytest_collection_modifyitems"
    build = project.build()
    assert said in build.body("code/test_a.py_docs")
    project.write({"conftest.py": "x = 1\n"})
    assert said not in project.build().body("code/test_a.py_docs")


def test_pages_say_why_there_are_none(make_project: Make) -> None:
    settings = "[metadata]\nname = x\n\n[tool:pytest]\n"
    files = {
        "setup.cfg": f"{settings}python_classes = *Spec\ntestpaths = tests\n",
        "tests/test_a.py": "class ATest:\n    def test_it(self): ...\n",
        "tests/helper.py": "x = 1\n",
        "more/test_b.py": "def test_it(): ...\n",
    }
    project = make_project(files)
    build = project.build()

    def said(path: str) -> str:
        body = build.body(f"code/{path}_docs")
        return " ".join(body.rpartition("Testing & Usage")[2].split())

    assert (
        "pytest collects no tests from it: python_classes = *Spec (setup.cfg:5),"
        " python_functions = test (default)."
    ) in said("tests/test_a.py").replace("\u2019", "'")
    assert "python_files = test_*.py, *_test.py (default)." in said("tests/helper.py")
    assert "testpaths = tests (setup.cfg:6)." in said("more/test_b.py")
    # The line is a fact of the configuration.
    project.write({"setup.cfg": f"# One.\n{settings}python_classes = *Test\n"})
    build = project.build()
    assert "Collected by" in said("tests/test_a.py")
    assert "Collected by" in said("more/test_b.py")
