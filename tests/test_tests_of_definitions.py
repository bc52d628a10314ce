"""Which tests use a definition: directly, through fixtures and through callers."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from projects import Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.testing import coverage_data
from sphinxcontrib_kwindex.codemap.testing.coverage_data import (
    CoverageError,
    CoverageReader,
    coverage_file,
)
from sphinxcontrib_kwindex.codemap.testing.tests_of_definitions import (
    NEAREST,
    GraphOfTests,
    definition_tests,
)
from sphinxcontrib_kwindex.store.use_queries import uses_by

from check_edits import Followed  # isort: skip - on the path by projects

Make = Callable[..., Project]
Follow = Callable[..., Followed]

FILES = {
    "lib/__init__.py": "",
    "lib/a.py": (
        "def low():\n    return 1\n\n\ndef mid():\n    return low()\n\n\n"
        "def top():\n    return mid()\n\n\ndef over():\n    return top()\n\n\n"
        "def alone():\n    return 1\n\n\n"
        "class C:\n    def __init__(self):\n        low()\n\n"
        "    def run(self):\n        top()\n"
    ),
    "lib/b.py": "from lib.a import alone\n\nalone()\n",
    "tests/conftest.py": (
        "import pytest\nfrom lib.a import C, top\n\n\n"
        "@pytest.fixture\ndef thing():\n    return C()\n\n\n"
        "@pytest.fixture(name='named')\ndef other(thing):\n    return top()\n"
    ),
    "tests/test_a.py": (
        "import unittest\n\nimport pytest\nfrom lib import a\n\n\n"
        "def test_mid():\n    def inner():\n        a.mid()\n    inner()\n\n\n"
        "def helper():\n    a.top()\n\n\n"
        "def test_helped():\n    helper()\n\n\n"
        "def test_thing(thing):\n    pass\n\n\n"
        "def test_named(named):\n    pass\n\n\n"
        "def test_over():\n    a.over()\n\n\n"
        "class T(unittest.TestCase):\n    def setUp(self):\n        self.c = a.C()\n\n"
        "    def test_run(self):\n        pass\n\n\n"
        "@pytest.mark.usefixtures('named')\nclass TestMarked:\n"
        "    def test_marked(self): ...\n"
    ),
    "tests/local/test_b.py": (
        "import pytest\n\n\n@pytest.fixture\ndef thing():\n    return 1\n\n\n"
        "def test_own(thing):\n    pass\n"
    ),
}


def found(code: CodeMap, name: str, path: str = "lib/a.py") -> dict[str, str]:
    """Return the tests of a definition, each with the names on its way."""
    tests = definition_tests(code, path).get(name)
    return {
        use.test[1]: " ".join(step for _, step in use.way)
        for use in (tests.nearest if tests else ())
    }


def test_ways(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    assert found(code, "mid") == {
        "test_mid": "",
        "test_helped": "helper top",
        "test_named": "other top",
        "TestMarked.test_marked": "other top",
        "test_over": "over top",
    }
    assert found(code, "C") == {
        "T.test_run": "T.setUp",
        "test_thing": "thing",
        "TestMarked.test_marked": "other thing",
        "test_named": "other thing",
    }
    # Who makes an instance runs __init__.
    assert found(code, "C.__init__") == found(code, "C")
    assert found(code, "low")["test_mid"] == "mid"
    assert found(code, "over") == {"test_over": ""}
    # What a module does, no test does.
    assert found(code, "alone") == {}
    assert definition_tests(code, "tests/conftest.py") == {}


def test_all_direct_tests_count_and_others_are_cut(tmp_path: Path) -> None:
    users = "".join(f"def test_{n}():\n    one()\n\n\n" for n in range(9))
    files = {
        "a.py": "def one():\n    two()\n\n\ndef two(): ...\n",
        "test_a.py": f"from a import one\n\n\n{users}",
    }
    code = surveyed(tmp_path / "tree", files)
    tests = definition_tests(code, "a.py")
    assert tests["one"].direct == 9
    assert len(tests["one"].nearest) == NEAREST
    assert tests["two"].direct == 0
    assert len(tests["two"].nearest) == NEAREST


def test_uses_in_a_circle(tmp_path: Path) -> None:
    files = {
        "a.py": "def one():\n    two()\n\n\ndef two():\n    one()\n    two()\n",
        "test_a.py": "from a import one\n\n\ndef test_it():\n    one()\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "one", "a.py") == {"test_it": ""}
    assert found(code, "two", "a.py") == {"test_it": "one"}


def test_classes_of_tests(tmp_path: Path) -> None:
    files = {
        "lib.py": (
            "def ready(): ...\n\n\ndef other(): ...\n\n\n"
            "class Error(Exception):\n    def __init__(self): ...\n\n\n"
            "class Kind:\n    def __init__(self): ...\n\n\n"
            "def fails(kind: Kind):\n    raise Error()\n"
        ),
        "tests/base.py": (
            "import unittest\nimport lib\n\n\nclass Base(unittest.TestCase):\n"
            "    def setUp(self):\n        lib.ready()\n"
        ),
        "tests/test_lib.py": (
            "import lib\nfrom tests.base import Base\n\n\n"
            "class T(Base):\n    tried = lib.other\n\n"
            "    def test_it(self):\n        lib.fails(lib.Kind)\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "ready", "lib.py") == {"T.test_it": "T Base.setUp"}
    assert found(code, "other", "lib.py") == {"T.test_it": "T"}
    assert found(code, "fails", "lib.py") == {"T.test_it": ""}
    # Neither what is raised nor an annotation is what a test of the caller runs.
    assert found(code, "Error", "lib.py") == {}
    assert found(code, "Kind", "lib.py") == {"T.test_it": ""}
    assert found(code, "Kind.__init__", "lib.py") == {}


def test_arguments_of_decorators_belong_to_what_is_decorated(tmp_path: Path) -> None:
    files = {
        "lib.py": "def one(): ...\n\n\ndef two(): ...\n",
        "test_a.py": (
            "import pytest\nfrom lib import one, two\n\n\n"
            "@pytest.mark.parametrize('call', [one])\ndef test_it(call): ...\n\n\n"
            "class TestIt:\n    @pytest.mark.parametrize(\n        'call', [two]\n"
            "    )\n    def test_a(self, call): ...\n\n"
            "    def test_b(self): ...\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "one", "lib.py") == {"test_it": ""}
    assert found(code, "two", "lib.py") == {"TestIt.test_a": ""}


def test_fixtures_that_nobody_asks_for(tmp_path: Path) -> None:
    fixture = "@pytest.fixture(autouse=True)\n"
    files = {
        "lib.py": "def one(): ...\n\n\ndef two(): ...\n",
        "tests/conftest.py": (
            f"import pytest\nimport lib\n\n\n{fixture}def all_tests():\n    lib.one()\n"
        ),
        "tests/test_a.py": (
            "import pytest\nimport lib\n\n\nclass TestA:\n"
            f"    {fixture}    def prepared(self):\n        lib.two()\n\n"
            "    def test_a(self): ...\n\n\ndef test_b(): ...\n"
        ),
        "test_c.py": "def test_c(): ...\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "one", "lib.py") == {
        "TestA.test_a": "all_tests",
        "test_b": "all_tests",
    }
    assert found(code, "two", "lib.py") == {"TestA.test_a": "TestA.prepared"}


def test_fixtures_of_plugins(tmp_path: Path) -> None:
    fixture = "import pytest\nimport lib\n\n\n@pytest.fixture{}\ndef {}():\n    {}()\n"
    files = {
        "lib.py": "def one(): ...\n\n\ndef two(): ...\n\n\ndef three(): ...\n",
        "pyproject.toml": "[project.entry-points.pytest11]\na = 'tests.own.inst'\n",
        "tests/own/inst.py": fixture.format("", "first", "lib.one"),
        "tests/own/named.py": fixture.format("", "second", "lib.two"),
        "tests/own/always.py": fixture.format("(autouse=True)", "third", "lib.three"),
        "tests/conftest.py": "pytest_plugins = 'tests.own.named', 'tests.own.always'\n",
        "tests/test_a.py": "def test_a(first, second): ...\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "one", "lib.py") == {"test_a": "first"}
    assert found(code, "two", "lib.py") == {"test_a": "second"}
    assert found(code, "three", "lib.py") == {"test_a": "third"}


def test_what_is_set_up_for_a_module(tmp_path: Path) -> None:
    names = ("one", "two", "three", "four", "five")
    files = {
        "lib.py": "".join(f"def {name}(): ...\n\n\n" for name in names),
        "tests/conftest.py": (
            "from pytest import fixture\nimport lib\n\n\n"
            "@fixture(scope='module')\ndef base():\n    lib.one()\n\n\n"
            "@fixture(scope='module')\ndef made(base):\n    return lib.two\n"
        ),
        "tests/test_a.py": (
            "import lib\nimport pytest as pt\n\n"
            "pytestmark = [pt.mark.slow, pt.mark.usefixtures('base')]\n\n\n"
            "def setup_module():\n    lib.three()\n\n\n"
            "def setup_function():\n    lib.four()\n\n\n"
            "@pt.mark.skipif(True, reason='x')\ndef test_a(made): ...\n\n\n"
            "class TestB:\n    def test_b(self): ...\n\n"
            "    def teardown_method(self):\n        lib.five()\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    assert [found(code, name, "lib.py") for name in names] == [
        {"test_a": "base", "TestB.test_b": "base"},
        {"test_a": "made"},
        {"test_a": "setup_module", "TestB.test_b": "setup_module"},
        {"test_a": "setup_function"},
        {"TestB.test_b": "TestB.teardown_method"},
    ]


def test_what_annotations_of_java_set_up(follow: Follow) -> None:
    test = (
        "class BoxTest {\n    %s void init() { Box.make(); }\n"
        "    @Test void runs() {}\n}\n"
    )
    followed = follow(
        {
            "src/main/java/Box.java": "class Box { static void make() {} }\n",
            "src/test/java/BoxTest.java": test % "@BeforeEach",
        }
    )
    path = "src/main/java/Box.java"
    code = CodeMap(followed.store, followed.root)
    assert found(code, "Box.make", path) == {"BoxTest.runs": "BoxTest.init"}
    (followed.root / "src/test/java/BoxTest.java").write_text(test % "@Other")
    assert f"code/{path}_docs" in followed.follow()
    assert list(followed.differences()) == []


def test_what_attributes_of_csharp_set_up(tmp_path: Path) -> None:
    pytest.importorskip("tree_sitter_c_sharp")
    files = {
        "src/Box.cs": "public class Box { public static void Fill() {} }\n",
        "test/BoxTests.cs": (
            "class BoxTests {\n    [OneTimeSetUp] public void Start() { Box.Fill(); }\n"
            "    [Test] public void Runs() {}\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "Box.Fill", "src/Box.cs") == {"BoxTests.Runs": "BoxTests.Start"}


@pytest.mark.parametrize("name", ["Box.java", "Box.kt", "Box.cs"])
def test_annotations_of_others_make_tests(name: str) -> None:
    pytest.importorskip("tree_sitter_c_sharp")
    form = "[%s]" if name == "Box.cs" else "@%s"
    method = "fun %s()" if name == "Box.kt" else "void %s()"
    tests = ("Test", "RetryingTest", "RepeatedIfExceptionsTest", "SkippableFact")
    others = ("BeforeTest", "AfterTest", "VisibleForTest", "IgnoredTest", "Testing")
    methods = "".join(
        f"    {form % word} public {method % word.lower()} {{}}\n"
        for word in (*tests, *others)
    )
    facts = analyse(name, f"public class Box {{\n{methods}}}\n".encode())
    assert [row.name for row in facts.definitions if "test" in row.modifiers] == [
        word.lower() for word in tests
    ]


def test_what_fixtures_of_googletest_set_up(tmp_path: Path) -> None:
    pytest.importorskip("tree_sitter_cpp")
    files = {
        "src/box.h": "inline int fill() { return 1; }\n",
        "test/box_test.cc": (
            '#include <gtest/gtest.h>\n#include "../src/box.h"\n'
            "class BoxTest : public testing::Test {\n"
            "  void SetUp() override { fill(); }\n};\n"
            "TEST_F(BoxTest, Runs) {}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    assert found(code, "fill", "src/box.h") == {"BoxTest.Runs": "BoxTest::SetUp"}


#: Fixtures of a class of tests, and of one below it.
INHERITED = {
    "lib.py": "".join(
        f"def {name}(): ...\n\n\n" for name in ("one", "two", "three", "four")
    ),
    "tests/test_base.py": (
        "import pytest\nimport lib\n\n\nclass TestBase:\n"
        "    @pytest.fixture\n    def made(self, maker):\n        return maker()\n\n"
        "    @pytest.fixture\n    def maker(self):\n        return lib.one()\n\n"
        "    @pytest.fixture(autouse=True)\n"
        "    def ready(self):\n        lib.three()\n\n"
        "    def test_base(self, made): ...\n"
    ),
    "tests/test_more.py": (
        "import pytest\nimport lib\nfrom test_base import TestBase\n\n\n"
        "class TestMore(TestBase):\n"
        "    @pytest.fixture\n    def maker(self):\n        return lib.two()\n\n"
        "    def test_more(self, made): ...\n"
    ),
    "tests/fixtures.py": (
        "import pytest\nimport lib\n\n\nclass Above:\n"
        "    @pytest.fixture\n    def maker(self):\n        return lib.four()\n\n\n"
        "class Fixtures(Above):\n"
        "    @pytest.fixture\n    def made(self, maker):\n        return maker\n"
    ),
    "tests/test_last.py": (
        "from fixtures import Fixtures\n\n\nclass TestLast(Fixtures):\n"
        "    def test_last(self, made): ...\n"
    ),
}


def test_inherited_fixtures(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", INHERITED)
    assert found(code, "two", "lib.py") == {
        "TestBase.test_base": "TestBase.made TestMore.maker",
        "TestMore.test_more": "TestBase.made TestMore.maker",
    }
    assert found(code, "three", "lib.py") == {
        "TestBase.test_base": "TestBase.ready",
        "TestMore.test_more": "TestBase.ready",
    }
    assert found(code, "four", "lib.py") == {
        "TestLast.test_last": "Fixtures.made Above.maker"
    }


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("tests/test_more.py", "def maker", "def another"),
        ("tests/test_more.py", "(TestBase)", ""),
        ("tests/test_base.py", "made(self, maker)", "made(self, other)"),
        ("tests/test_base.py", "def made", "def another"),
        ("tests/test_base.py", "(autouse=True)", ""),
        ("tests/test_last.py", "(Fixtures)", ""),
        ("tests/fixtures.py", "Fixtures(Above)", "Fixtures"),
        ("tests/fixtures.py", "def maker", "def another"),
        ("lib.py", "def four", "def five"),
    ],
)
def test_edited_fixtures_of_classes(
    follow: Follow, path: str, old: str, new: str
) -> None:
    followed = follow(INHERITED)
    edited = followed.root / path
    text = INHERITED[path].replace(old, new)
    assert text != INHERITED[path]
    edited.write_text(text)
    assert "code/lib.py_docs" in followed.follow()
    assert list(followed.differences()) == []


def test_pages(make_project: Make) -> None:
    project = make_project(FILES)
    page = "code/lib/a.py_docs"
    body = project.build().body(page)
    # Those that use it directly are among its users, and not listed twice.
    assert "used directly by 1 test in tests (1) test_" in body
    assert "used through its callers by at least 4 tests" in body
    assert "used directly by 1 test test_" not in body
    # A test at the far end of a way is another.
    text = FILES["tests/test_a.py"].replace("    a.over()", "    a.alone()")
    project.write({"tests/test_a.py": text})
    build = project.build()
    assert page in build.read
    assert build.body(page) == make_project(
        {**FILES, "tests/test_a.py": text}
    ).build().body(page)


# What was measured


def measure(root: Path) -> Path:
    """Run tests of the tree, and return the data."""
    program = (
        "import coverage, sys\nsys.path.insert(0, '.')\n"
        "data = coverage.Coverage(source=['lib'], data_file='data')\n"
        "data.start()\nfrom tests import test_a\n"
        "for name in ('test_mid', 'test_helped'):\n"
        "    data.switch_context(f'tests/test_a.py::{name}[1]|run')\n"
        "    getattr(test_a, name)()\n"
        "data.switch_context('elsewhere.test_it')\ntest_a.a.alone()\n"
        "data.stop()\ndata.save()\n"
    )
    # The core that is the default from Python 3.14 on has no contexts.
    environment = os.environ | {"COVERAGE_CORE": "ctrace"}
    command = [sys.executable, "-B", "-c", program]
    subprocess.run(command, cwd=root, check=True, env=environment)
    return root / "data"


def test_measured(make_project: Make) -> None:
    pytest.importorskip("coverage")
    project = make_project(FILES)
    data = measure(project.repo)
    data.rename(project.docs / "data")
    project.configure(kwindex_coverage="data")
    page = "code/lib/a.py_docs"
    build = project.build()
    body = build.body(page)
    assert build.warnings == ""
    assert "ran in 2 tests; used directly by 1 test; used through" in body
    assert body.count("measured") == 2 + 2 + 1 + 1
    assert "elsewhere.test_it" in body
    assert "another version" not in body
    project.write({"lib/a.py": FILES["lib/a.py"].replace("class C", "# C\nclass C")})
    body = project.build().body(page)
    assert "measured" not in body
    assert "another version of this file" in body


def test_what_was_measured_beyond_the_nearest_is_counted_by_file(
    make_project: Make,
) -> None:
    coverage = pytest.importorskip("coverage")
    tests = "".join(f"def test_{number}(): pass\n" for number in range(4))
    files = {"a.py": "def f():\n    return 1\n"}
    files |= {f"tests/test_{letter}.py": tests for letter in "abc"}
    project = make_project(files)
    data = coverage.CoverageData(str(project.docs / "data"))
    for path in sorted(files)[1:]:
        for number in range(4):
            data.set_context(f"{path}::test_{number}|run")
            data.add_lines({str(project.repo / "a.py"): [1, 2]})
    data.write()
    project.configure(kwindex_coverage="data")
    build = project.build()
    build.check_links()
    body = build.body("code/a.py_docs")
    assert "ran in 12 tests" in body
    assert body.count("measured") == 5
    assert "tests/test_b.py 3 more tests" in body
    assert "tests/test_c.py 4 more tests" in body
    assert "and 7 more" not in body


@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        ({1, 2, 5, 6}, True),
        # Imported before measuring began.
        ({2, 6}, True),
        ({1, 2}, False),
        # Not from its beginning.
        ({1, 3, 5}, False),
        ({1, 4, 5}, False),
    ],
)
def test_lines_that_fit(lines: set[int], fits: bool) -> None:
    source = "def f():\n    x = 1\n    return x\n\ndef g():\n    pass\n"
    measured = coverage_data.measured(source, {it: ["a.py::test"] for it in lines})
    assert measured.fits is fits


def test_a_measured_file_with_an_expression_deeper_than_the_stack() -> None:
    source = f"x = {'+'.join(['1'] * 2000)}\nclass A:\n    def f(self):\n        x\n"
    measured = coverage_data.measured(source, {1: [""], 2: [""], 3: [""], 4: ["a::b"]})
    assert measured.contexts == {"A.f": ["a::b"]}


def test_data_that_cannot_be_used(tmp_path: Path) -> None:
    pytest.importorskip("coverage")
    with pytest.raises(CoverageError, match="could not be read"):
        coverage_file(tmp_path / "none")
    (tmp_path / "text").write_text("no data", "utf-8")
    with pytest.raises(CoverageError, match="it is not coverage data"):
        coverage_file(tmp_path / "text")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE file SET path = NULL",
        "UPDATE context SET context = NULL",
        "UPDATE meta SET value = 'x'",
        "UPDATE line_bits SET numbits = 1",
    ],
)
def test_coverage_data_of_odd_types(tmp_path: Path, change: str) -> None:
    coverage = pytest.importorskip("coverage")
    path = tmp_path / "data"
    data = coverage.CoverageData(str(path))
    data.set_context("test_a.py::test")
    data.add_lines({"a.py": [1]})
    data.write()
    data.close()
    with closing(sqlite3.connect(path)) as database:
        database.execute(change)
        database.commit()
    with pytest.raises(CoverageError, match="data"):
        CoverageReader(coverage_file(path)).lines(tmp_path, "a.py")


@pytest.mark.parametrize("kind", ["empty", "another database"])
def test_a_file_that_is_no_coverage_data_stays_as_it_is(
    tmp_path: Path, kind: str
) -> None:
    pytest.importorskip("coverage")
    path = tmp_path / "data"
    path.touch()
    if kind != "empty":
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE theirs (name)")
            database.commit()
    before = path.read_bytes()
    with pytest.raises(CoverageError, match="it is not coverage data"):
        coverage_file(path)
    assert path.read_bytes() == before


def test_without_the_library(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "coverage", None)
    project = make_project({"a.py": "x = 1\n"}, kwindex_coverage="conf.py")
    built = project.build()
    assert "pip install 'sphinxcontrib-kwindex[coverage]'" in built.warnings
    assert "kwindex.coverage" in built.warnings


@pytest.mark.parametrize("name", ["__init__", "__attrs_post_init__", "model_post_init"])
def test_whose_class_is_used_anew_is_tested_anew(tmp_path: Path, name: str) -> None:
    """Lists of other pages tell of constructors whether they are tested."""
    code = surveyed(
        tmp_path,
        {
            "lib.py": f"class C:\n    def {name}(self): ...\n    def run(self): ...\n",
            "test_lib.py": "from lib import C\n\ndef test_c():\n    C()\n",
        },
    )
    came = list(uses_by(code.store, ["test_lib.py"]))
    places = code.once(GraphOfTests).reached_by(came, ())
    assert places == {("lib.py", "C"), ("lib.py", f"C.{name}")}
