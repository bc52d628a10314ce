"""Which tests a file is collected for: as pytest and unittest say themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest
from projects import Project
from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.testing.collected_tests import (
    CollectedTests,
    collected_tests,
)
from sphinxcontrib_kwindex.model.rows import CollectedTest

Make = Callable[..., Project]

FILES = {
    "lib/__init__.py": "from .cases import Case\n",
    "lib/cases.py": (
        "import unittest\n\n\nclass Case(unittest.TestCase):\n"
        "    def test_given(self): ...\n    def test_replaced(self): ...\n"
        "    def helper(self): ...\n"
    ),
    "lib/plain.py": (
        "class Mixin:\n    def test_mixed(self): ...\n\n\n"
        "class Made:\n    def __init__(self): ...\n"
    ),
    "tests/__init__.py": "",
    # Functions and classes by name.
    "tests/test_names.py": (
        "import functools\n\nimport pytest\n\n\n"
        "def test_one(): ...\n\n\ndef testtwo(): ...\n\n\ndef other_test(): ...\n\n\n"
        "@pytest.fixture\ndef test_client(): ...\n\n\n"
        "def nottest(f):\n    f.__test__ = False\n    return f\n\n\n"
        "@nottest\ndef test_off(): ...\n\n\n"
        "@pytest.mark.parametrize('x', [1, 2])\ndef test_many(x): ...\n\n\n"
        "def helper():\n    def test_inner(): ...\n\n\n"
        "async def test_later(): ...\n\n\n"
        "class TestThis:\n    def test_a(self): ...\n    test_data = 1\n"
        "    @property\n    def test_property(self): ...\n"
        "    @staticmethod\n    def test_static(): ...\n"
        "    class TestInner:\n        def test_deep(self): ...\n"
        "    class Inner:\n        def test_not(self): ...\n\n\n"
        "class ThisTest:\n    def test_a(self): ...\n\n\n"
        "class TestWithInit:\n    def __init__(self): ...\n"
        "    def test_a(self): ...\n\n\n"
        "class TestOff:\n    __test__ = False\n    def test_a(self): ...\n"
        "class TestStillOff(TestOff):\n    def test_b(self): ...\n"
        "class TestOnAgain(TestOff):\n    __test__ = True\n"
    ),
    # Classes with abstract methods.
    "tests/abstract_test.py": (
        "import abc\nfrom abc import ABC, abstractmethod\nfrom lib.plain import Mixin\n"
        "class TestBase(ABC):\n    @property\n    @abstractmethod\n"
        "    def made(self): ...\n    def test_a(self): ...\n"
        "class TestStill(TestBase):\n    def test_b(self): ...\n"
        "class TestNow(TestStill):\n    made = 1\n"
        "class TestMeta(metaclass=abc.ABCMeta):\n    @abstractmethod\n"
        "    def made(self): ...\n    def test_a(self): ...\n"
        "class TestNotChecked(Mixin):\n    @abstractmethod\n"
        "    def made(self): ...\n    def test_a(self): ...\n"
    ),
    # Classes by what they derive from.
    "tests/test_cases.py": (
        "import unittest\nfrom unittest import IsolatedAsyncioTestCase as Async\n\n"
        "from lib import Case\nfrom lib.plain import Made, Mixin\n\n\n"
        "class Derived(Case):\n    test_replaced = None\n"
        "    def test_own(self): ...\n\n\n"
        "class Mixed(Mixin, unittest.TestCase): ...\n\n\n"
        "class Lonely(Mixin): ...\n\n\n"
        "class Later(Async):\n    async def test_it(self): ...\n\n\n"
        "class Only(unittest.TestCase):\n    def runTest(self): ...\n\n\n"
        "class WithInit(unittest.TestCase):\n"
        "    def __init__(self, *a):\n        super().__init__(*a)\n"
        "        self.test_data = 1\n    def test_x(self): ...\n\n\n"
        "class TestMade(Made):\n    def test_never(self): ...\n\n\n"
        "class TestPlain(Mixin):\n    def test_own(self): ...\n\n\n"
        "class Outer:\n    class InnerTest(unittest.TestCase):\n"
        "        def test_no(self): ...\n\n\n"
        "class TestOuter:\n    class InnerTest(unittest.TestCase):\n"
        "        def test_yes(self): ...\n"
    ),
    # Django's way: no name of pytest's.
    "tests/tests.py": (
        "from lib import cases\n\n\ndef test_no(): ...\n\n\n"
        "class AppTests(cases.Case):\n    def test_app(self): ...\n"
    ),
    # pytest's way alone.
    "tests/names_test.py": "def test_it(): ...\n",
    "tests/one_test.py": "from tests.names_test import test_it\n",
    # What is imported is collected here too.
    "tests/test_imports.py": (
        "from typing import TYPE_CHECKING\n\nfrom tests.tests import AppTests\n"
        "from tests.test_names import TestThis as Renamed, testtwo\n"
        "if TYPE_CHECKING:\n    from tests.test_names import test_one\n"
        "def function():\n    from tests.test_names import test_later\n"
    ),
    "tests/test_star.py": "from .test_cases import *\n",
    "tests/test_protocol.py": (
        "import unittest\n\n\nclass One(unittest.TestCase):\n"
        "    def test_x(self): ...\n\n\n"
        "def load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n"
    ),
    "tests/test_nothing.py": "class Tester: ...\nx = 'def test_it(): ...'\n",
    "tests/test-dash.py": (
        "import unittest\n\n\nclass One(unittest.TestCase):\n"
        "    def test_x(self): ...\n"
    ),
    "tests/helper.py": "def test_no(): ...\n",
}
#: Without options and plugins from elsewhere, whose import takes as long as pytest.
PYTEST = {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
UNITTEST = """
import importlib, json, sys, unittest
found = {}
for path in sys.argv[1:]:
    module = importlib.import_module(path[:-3].replace("/", "."))
    suites = [unittest.TestLoader().loadTestsFromModule(module)]
    while suites:
        one = suites.pop()
        if isinstance(one, unittest.TestSuite):
            suites.extend(one)
        else:
            name = f"{type(one).__qualname__}.{one._testMethodName}"
            found.setdefault(path, []).append(name)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> CodeMap:
    return surveyed(tmp_path_factory.mktemp("collected") / "tree", FILES)


def run(code: CodeMap, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-B", *arguments],
        cwd=code.root,
        env={**os.environ, "PYTHONPATH": "."} | PYTEST,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def names(code: CodeMap, runner: str) -> dict[str, Counter[str]]:
    """Return how often a test is collected, by file and name."""
    found = {}
    for path in FILES:
        tests = [
            one for one in collected_tests(code, path).tests if runner in one.runners
        ]
        if tests:
            found[path] = Counter(
                ".".join(filter(None, [one.owner, one.qualname.rpartition(".")[2]]))
                for one in tests
            )
    return found


def test_as_pytest_does(code: CodeMap) -> None:
    (code.root / "pytest.ini").write_text("[pytest]\n", "utf-8")
    options = ("--collect-only", "-q", "-p", "no:cacheprovider", "-W", "ignore")
    said = run(code, "-m", "pytest", *options)
    found: dict[str, dict[str, None]] = {}
    for line in said.splitlines():
        path, separator, name = line.partition("::")
        if separator:
            test = name.partition("[")[0].replace("::", ".")
            found.setdefault(path, {})[test] = None
    assert len(found) > 5, said
    assert names(code, "pytest") == {
        path: Counter(list(tests)) for path, tests in found.items()
    }


def test_as_unittest_does(code: CodeMap) -> None:
    # Found by no discovery, but it holds cases for who imports it.
    paths = [
        path
        for path in FILES
        if path.startswith("tests/test") and "-" not in path and "protocol" not in path
    ]
    found = json.loads(run(code, "-c", UNITTEST, *paths))
    assert len(found) > 3
    assert names(code, "unittest") == {
        path: Counter(tests) for path, tests in found.items()
    }


def test_where_tests_come_from(code: CodeMap) -> None:
    found = collected_tests(code, "tests/tests.py")
    both = ("unittest",)
    assert found == CollectedTests(
        ("unittest",),
        (
            CollectedTest("lib/cases.py", "Case.test_given", 5, "AppTests", 7, both),
            CollectedTest("lib/cases.py", "Case.test_replaced", 6, "AppTests", 7, both),
            CollectedTest(
                "tests/tests.py", "AppTests.test_app", 8, "AppTests", 8, both
            ),
        ),
    )
    imported = collected_tests(code, "tests/test_imports.py")
    assert {one.at for one in imported.tests if one.owner == "AppTests"} == {3}
    assert collected_tests(code, "tests/helper.py").tests == ()
    assert collected_tests(code, "no/such/file.py") == CollectedTests()


def test_pages(make_project: Make) -> None:
    build = make_project(FILES).build()

    def purpose(path: str) -> str:
        body = build.body(f"code/{path}_docs")
        return body.rpartition("File Purpose")[2].partition("Original Source")[0]

    assert (
        "unittest collects 3 tests from it, the first at line 7;"
        " 2 are defined in lib/cases.py."
    ) in purpose("tests/tests.py")
    assert (
        "pytest collects 1 test from it, at line 1;"
        " 1 is defined in tests/names_test.py."
    ) in purpose("tests/one_test.py")
    assert "pytest collects 1 test from it, at line 1." in purpose(
        "tests/names_test.py"
    )
    assert (
        "pytest collects 8 tests (parametrised tests counted once) from it,"
        " the first at line 6."
    ) in purpose("tests/test_names.py")
    assert (
        "pytest collects 11 tests from it, the first at line 1;"
        " unittest 8, the first at line 1; 11 are defined in"
        " tests/test_cases.py, lib/cases.py, lib/plain.py."
    ) in purpose("tests/test_star.py")
    assert "collects" not in purpose("tests/helper.py")
    assert "collect" not in purpose("tests/test_nothing.py")


def test_tests_of_other_projects_are_inherited_too(make_project: Make) -> None:
    queue = "from queuelib.tests import test_queue as t\n\n\n"
    files = {
        "tests/test_one.py": f"{queue}class TestOne(t.QueueTest):\n"
        "    def test_own(self): ...\n",
        "tests/test_two.py": "from .test_one import TestOne\n\n\n"
        "class TestTwo(TestOne): ...\n",
        "tests/test_all.py": f"{queue}class TestAll(t.QueueTest): ...\n",
        "tests/test_case.py": "import django.test\n\n\n"
        "class Case(django.test.TestCase):\n    def test_own(self): ...\n",
        "tests/test_http.py": "from odoo.common import Cased, HttpCase\n\n\n"
        "class Pages(HttpCase):\n    def test_own(self): ...\n\n\n"
        "class Other(Cased):\n    def test_own(self): ...\n",
    }
    build = make_project(files).build()
    pages = {
        name: build.body(f"code/tests/test_{name}.py_docs")
        for name in ("one", "two", "all", "case", "http")
    }
    assert "pytest collects at least 1 test from it, at line 5." in pages["one"]
    assert "Test cases (at least 1)" in pages["one"]
    assert "pytest collects at least 2 tests from it" in pages["two"]
    own = "1 test test_own (tests/test_one.py)"
    assert f"TestOne {own} TestTwo {own}" in pages["two"]
    assert (
        "Its classes derive from classes in the tests of another project."
        in pages["all"]
    )
    assert "pytest and unittest collect 1 test from it" in pages["case"]
    assert "pytest and unittest collect 1 test from it" in pages["http"]


def test_more_tests_that_another_file_defines_lead_there(make_project: Make) -> None:
    functions = "".join(f"def test_{number}(): ...\n" for number in range(25))
    methods = "".join(f"    def test_{number}(self): ...\n" for number in range(25))
    files = {
        "test_a.py": f"{functions}class TestA:\n{methods}",
        "test_b.py": "from test_a import *\n",
    }
    build = make_project(files).build()
    page = build.text("code/test_b.py_docs")
    assert 'href="test_a.py_docs.html#detailed-analysis">and 5 more' in page
    assert 'href="test_a.py_docs.html#def-TestA">and 5 more' in page
    build.check_links()


def test_both_say_the_same_once(make_project: Make) -> None:
    build = make_project({"test_a.py": FILES["lib/cases.py"]}).build()
    text = "pytest and unittest collect 2 tests from it, the first at line 5."
    assert text in build.body("code/test_a.py_docs")


def test_a_base_that_changes_reads_again_who_inherits_tests(
    make_project: Make,
) -> None:
    files = {
        "lib/__init__.py": "",
        "lib/cases.py": "class Case:\n    def test_it(self): ...\n",
        "tests/test_a.py": "from lib import cases\n\n\nclass A(cases.Case): ...\n",
        "tests/test_b.py": "def test_b(): ...\n",
    }
    project = make_project(files)
    build = project.build()
    assert "Collected by" not in build.body("code/tests/test_a.py_docs")
    text = (
        "import unittest\nclass Case(unittest.TestCase):\n    def test_it(self): ...\n"
    )
    project.write({"lib/cases.py": text})
    build = project.build()
    page = "code/tests/test_a.py_docs"
    assert page in build.read
    assert "code/tests/test_b.py_docs" not in build.read
    assert "pytest and unittest collect 1 test from it, at line 4" in build.body(page)
    # What it does besides is nothing to others.
    project.write({"lib/cases.py": text.replace("...", "return None")})
    assert page not in project.build().read
