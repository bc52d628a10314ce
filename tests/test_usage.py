"""Who uses what: links, examples, fixtures, and the sections that show them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed, write

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.testing.collected_tests import (
    CollectedTests,
    collected_tests,
)
from sphinxcontrib_kwindex.codemap.testing.pytest_fixtures import Fixture, fixtures_of
from sphinxcontrib_kwindex.codemap.usage_examples import examples
from sphinxcontrib_kwindex.links.uses.file_uses import file_uses
from sphinxcontrib_kwindex.links.uses.statements import Statements
from sphinxcontrib_kwindex.model.references import (
    BASE,
    CALLED,
    DECORATOR,
    MENTION,
    References,
    packed,
)
from sphinxcontrib_kwindex.model.rows import ReferenceRow
from sphinxcontrib_kwindex.pages.sections.testing import run_command, usage
from sphinxcontrib_kwindex.scan.test_paths import is_test
from sphinxcontrib_kwindex.store.use_queries import uses_by

Make = Callable[..., Project]


def uses(code: CodeMap, path: str) -> list[tuple[str, str, str, int, int]]:
    """Return path, target, name, line and count of what a file uses of others."""
    return [
        (row.path, row.target, row.qualname, row.line, row.count)
        for row in uses_by(code.store, [path])
        if row.path != row.target
    ]


def called(code: CodeMap, path: str) -> list[tuple[str, str, str, str]]:
    return [(*row[:3], row.text) for row in examples(code, path)]


# Uses


def test_uses_lead_through_re_exports_and_imports_are_none(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "t",
        {
            "pkg/__init__.py": "from .core import (\n    Box,\n    first,\n)\n",
            "pkg/core.py": (
                "class Box:\n    def open(self): pass\ndef first(): return Box()\n"
                "Box()\n"
            ),
            "app.py": (
                "from pkg import (\n    Box as B,\n    first,\n)\nimport pkg.core\n\n\n"
                "def f(first):\n    return first()\n\n\n"
                "b = B()\nb.open()\nb.open(); pkg.core.Box\n"
            ),
        },
    )
    assert uses(code, "pkg/__init__.py") == []
    assert uses(code, "pkg/core.py") == []
    # A parameter is no use of what is called like it.
    assert uses(code, "app.py") == [
        ("app.py", "pkg/core.py", "Box", 12, 2),
        ("app.py", "pkg/core.py", "Box.open", 13, 2),
    ]


def test_statement_behind_an_import(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "t",
        {"a.py": "x = 1\ny = 2\n", "b.py": "from a import x, \\\n    y\nx; y; y\n"},
    )
    assert uses(code, "b.py") == [
        ("b.py", "a.py", "x", 3, 1),
        ("b.py", "a.py", "y", 3, 2),
    ]


def test_what_is_not_shown_is_not_used(make_project: Make) -> None:
    files = {"a.py": "def _f(): pass\n", "b.py": "import a\na._f()\n"}
    page = "code/a.py_docs"
    assert "used in 1 place" in make_project(files).build().body(page)
    project = make_project(files, kwindex_private=False)
    assert "used in" not in project.build().body(page)


LIBRARY = """\
def f(x):
    return f(x - 1)

def deco(g): return g

class C:
    size = 1
    def __init__(self):
        self.a = 1
        self.b = f(
            2,  # Two.
            "a   b",
        )
    def m(self):
        self.a = 2
        return self.a + self.size

@deco
class D(C):
    def k(self):
        def inner():
            return f(1)
        return self.m()

x = C()
x.m()
"""
USER = """\
from lib import C, deco, f
import lib

def test_it():
    f(3)
    z = f(   4)
    try: f
    finally: pass

def test_more(c: C) -> None:
    with f("a   b") as g:
        c.m()
    assert {
        1: 2,
        5: f(5),
    } == lib.C().m(), f"{f(6)}  and"

@deco
def other(): pass
"""


def test_what_declares_a_name_global_uses_nothing(tmp_path: Path) -> None:
    files = {
        "a.py": (
            "x = 0\ny = 0\n\n\ndef count():\n    global x, y\n    x = x + 1\n"
            "    y = 1\n"
        ),
    }
    code = surveyed(tmp_path / "t", files)
    found = [(row.qualname, row.line) for row in uses_by(code.store, ["a.py"])]
    assert found == [("x", 7)]


def test_what_is_assigned_to_an_attribute_from_elsewhere_in_its_file(
    tmp_path: Path,
) -> None:
    files = {
        "a.py": "class A:\n    def __init__(self):\n        self.x = 0\n\n"
        "    def again(self):\n        self.x = 1\n\n"
        "    def count(self):\n        self.x += 1\n\n\n"
        "def reset():\n    A().x = 2\n",
    }
    code = surveyed(tmp_path / "t", files)
    found = [(row.line, row.around) for row in uses_by(code.store, ["a.py"])]
    assert sorted(found) == [(9, "A.count"), (13, "reset"), (13, "reset")]


def test_what_a_class_below_gives_self_behind_a_class_of_another_project(
    tmp_path: Path,
) -> None:
    files = {
        "base.py": "from outside import Widget\n\nclass Base(Widget):\n"
        "    def show(self):\n        return self.content, self.update()\n",
        "low.py": "from base import Base\n\nclass Page(Base):\n"
        "    def __init__(self):\n        self.content = 1\n",
        "other.py": "class Other:\n    def update(self): pass\n",
        "use.py": "from base import Base\ndef use(it: Base):\n"
        "    it.content.long, it.update(), Base.content\n",
        "long.py": "class Text:\n    long = 1\n",
    }
    code = surveyed(tmp_path / "t", files)
    content, long = ("Page.content", 1, True), ("Text.long", 1, True)
    for user, expected in {"base.py": {content}, "use.py": {content, long}}.items():
        used = uses_by(code.store, [user])
        found = {(row.qualname, row.count, row.by_name) for row in used}
        assert {row for row in found if row[0] != "Base"} == expected


def test_uses_by_the_definition_around_them(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "t", {"lib.py": LIBRARY, "pkg/user.py": USER})
    rows = code.incoming_uses("lib.py")
    assert rows == sorted(rows, key=lambda row: row.path != "lib.py")
    assert [
        (row.qualname, row.around, row.role, row.count, row.line, row.text)
        for row in rows
    ] == [
        ("f", "f", CALLED, 1, 2, "return f(x - 1)"),
        ("f", "C.__init__", CALLED, 1, 10, 'self.b = f(2, "a   b",)'),
        ("C.a", "C.m", MENTION, 1, 16, "return self.a + self.size"),
        ("C.size", "C.m", MENTION, 1, 16, "return self.a + self.size"),
        ("deco", "D", DECORATOR, 1, 18, "@deco"),
        ("C", "D", BASE, 1, 19, "class D(C):"),
        ("f", "D.k.<locals>.inner", CALLED, 1, 22, "return f(1)"),
        ("C.m", "D.k", CALLED, 1, 23, "return self.m()"),
        ("C", "", CALLED, 1, 25, "x = C()"),
        ("C.m", "", CALLED, 1, 26, "x.m()"),
        ("x", "", MENTION, 1, 26, "x.m()"),
        ("deco", "other", DECORATOR, 1, 0, "@deco"),
        ("f", "test_it", CALLED, 3, 0, "f(3)"),
        ("C", "test_more", CALLED, 2, 0, ASSERTED),
        ("C.m", "test_more", CALLED, 2, 0, "c.m()"),
        ("f", "test_more", CALLED, 3, 0, 'with f("a   b") as g:'),
    ]
    assert {row.around: row.around_anchor for row in rows if "inner" in row.around} == {
        "D.k.<locals>.inner": "def-D.k..inner"
    }
    assert {row for row in rows if row.path != "lib.py"} == {
        row._replace(line=0, example="")
        for row in uses_by(code.store, ["pkg/user.py"])
        if row.path != row.target
    }


ASSERTED = 'assert {1: 2, 5: f(5),} == lib.C().m(), f"{f(6)}  and"'


def test_uses_by_name_are_apart(tmp_path: Path) -> None:
    files = {"a.py": "def f(): pass\ndef g(): f()\n", "b.py": "import a\na.f()\n"}
    root = write(tmp_path / "t", files)
    store = surveyed(root, files).store
    facts = store.get_all_facts(store.file_key("b.py") or "")
    guessed = ReferenceRow("a.py", "function", "g", "def-g", by_name=True)
    sure = ReferenceRow("a.py", "function", "f", "def-f")
    targets = [
        sure._replace(more=(guessed, guessed._replace(by_name=False)))
        if spec.steps[-1:] == ("f",)
        else None
        for spec in facts.references.specs
    ]
    uses = file_uses("b.py", facts, targets, {}, root)
    assert [(use.qualname, use.by_name, use.text, use.example) for use in uses] == [
        ("f", False, "a.f()", "import a\na.f()"),
        ("g", True, "a.f()", ""),
        ("g", False, "a.f()", "import a\na.f()"),
    ]
    # A definition that one identifier leads to, and one of several for another.
    places = packed([(2, 2, 1, 0, 0), (2, 2, 1, 1, 0)])
    twice = replace(facts, references=References(positions=places))
    targets = [sure, sure._replace(more=(guessed,))]
    uses = file_uses("b.py", twice, targets, {}, root)
    assert [(use.qualname, use.count) for use in uses] == [("f", 2), ("g", 1)]


def test_file_that_is_gone_has_uses_without_text(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "t", {"a.py": "x = 1\nx\n"})
    rows = [ReferenceRow("a.py", "data", "x", "def-x")]
    facts = code.store.get_all_facts(code.facts_key("a.py") or "")
    (use,) = file_uses("a.py", facts, rows, {}, tmp_path / "gone")
    assert (use.line, use.text) == (2, "")


# Statements


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("  f( 1,  2 )  # Call.", "f(1, 2)"),
        ("if f(')',\n     ' # ',  # )\n     2):", "if f(')', ' # ', 2):"),
        ("f(\n    1,\n)", "f(1,)"),
        ('f("""\n  ) """)', 'f(""" ) """)'),
        (f"f({'x' * 200})", f"f({'x' * 118}…"),
        (f"{'x' * 200} = f(1)", f"…{'x' * 112} = f(1)"),
        (f"{'x' * 9_000} = f({'y' * 9_000})", f"…{'x' * 56} = f({'y' * 58}…"),
        ("x = [\n" + "    1,\n" * 20 + "    f(2),\n]", "…1, 1, 1, 1, 1, 1, f(2),]"),
        ('x = f"{f(1)}"', 'x = f"{f(1)}"'),
        ("f(\n    # One.\n    1)", "f(1)"),
        ("", ""),
    ],
)
def test_quote(text: str, quote: str) -> None:
    before, _, _ = text.partition("f(")
    lines = before.split("\n")
    statements = Statements(text.split("\n"), [(1, text.count("\n") + 1)])
    assert statements.quote(len(lines), len(lines[-1])) == quote


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("  return f(\n      1,  // One.\n      g(2));\nx;", "return f(1, g(2));"),
        ("f(1);  // (\nx;", "f(1);"),
        ("f(\"(\", '(');\nx;", "f(\"(\", '(');"),
        ("if (f(1) &&\n    g) {\n  x;", "if (f(1) && g) {"),
        ("f([](int a) {\n  g(a);\n});\nx;", "f([](int a) {g(a);});"),
        ("f(func(a int) {\n  g(a)\n  h(a)\n})\nx", "f(func(a int) {"),
        ("f({\n  a: 1,\n  b: 2,\n})\nx", "f({a: 1, b: 2,})"),
        ("if (f) {  // Is it so?\n  x;", "if (f) {"),
        (f"f({'wording, ' * 30})", f"f({'wording, ' * 12}wording,…"),
        ("fn f<'a>(s: &'a str) -> &'a str {\n  x", "fn f<'a>(s: &'a str) -> &'a str {"),
        ("f(\n" + "1,\n" * 20 + ");", "f(1, 1, 1, 1, 1, 1,"),
    ],
)
def test_quote_where_no_statements_are_known(text: str, quote: str) -> None:
    lines = text.split("\n")
    assert Statements(lines, None).quote(1, lines[0].index("f")) == quote
    # What a line closes that was opened before, no line behind it needs.
    assert Statements([")));", "x"], None).example(1) == ")));\nx"
    markup = ["</Row>", "<Panel", "  go={() =>", "    1", "  }", ">", "<p>"]
    assert Statements(markup, None).example(2) == "\n".join(markup[1:6])
    assert Statements(["</Row>", "<Panel>", "a();"], None).example(2) == "<Panel>"


@pytest.mark.parametrize(
    ("line", "example"),
    [
        (1, "f(1)"),
        (2, "f(1)\nwith f(2):"),
        (3, "f(3)  # Three."),
        (6, "# Four.\nf(\n    5)\nx"),
        (9, "f(\n0,\n0,\n0,\n0,\n…"),
        (12, "0,\n0,\n0)"),
        (16, f"f({'x' * 98}…"),
        (18, "f(6)"),
        (30, ""),
    ],
)
def test_example(line: int, example: str) -> None:
    text = (
        "f(1)\nwith f(2):\n    f(3)  # Three.\n    # Four.\n    f(\n        5)\n"
        "    x\n\nf(\n0,\n0,\n0,\n0,\n0)\n\n"
    )
    text += f'f({"x" * 200})\n"""\nf(6)\n# Seven.\nf(7)'
    statements = Statements(text.split("\n"), [(5, 6), (9, 14)])
    assert statements.example(line) == example


# Examples


def test_examples_are_calls_of_public_definitions(tmp_path: Path) -> None:
    users = {
        "annotated.py": "from lib import C\ndef f(c: C) -> None: pass\n",
        "derived.py": "from lib import C\nclass D(C): pass\n",
        "listed.py": "from lib import f\nfs = [f, (f)]\n",
        "matched.py": "from lib import C\nmatch 1:\n    case C(x=1):\n        pass\n",
        "text.py": 'from lib import f\n"""f(1)"""  # f(2)\ng = f\n',
        "special.py": (
            "from lib import C\nclass D(C):\n"
            "    def __init__(self): super().__init__()\n"
        ),
        "private.py": "from lib import _p\n_p(1)\n",
    }
    library = (
        "class C:\n    def __init__(self): pass\ndef f(x): f(x)\ndef _p(x): pass\n"
    )
    code = surveyed(tmp_path / "t", {"lib.py": library, **users})
    assert {row.path for row in code.incoming_uses("lib.py")} == {"lib.py", *users}
    assert called(code, "lib.py") == []


def test_three_examples_tests_first_then_the_shortest(tmp_path: Path) -> None:
    call = "from pkg.lib import one, two\n\n"
    code = surveyed(
        tmp_path / "t",
        {
            "pkg/__init__.py": "",
            "pkg/lib.py": "def one(x): pass\ndef two(x): pass\n",
            "pkg/near.py": f"{call}one(1)\n",
            "pkg/same.py": f"{call}one(1)\n",
            "pkg/long.py": f"{call}one(1_000_000)\n",
            "tests/test_lib.py": f"{call}def test_it():\n    x = 1\n    two(one(x))\n",
            "docs/far/down/show.py": f"{call}def f():\n    y = one(\n        4)\n",
        },
    )
    test = ("tests/test_lib.py", "test_it", "x = 1\ntwo(one(x))")
    assert called(code, "pkg/lib.py") == [
        ("one", "docs/far/down/show.py", "f", "y = one(\n    4)"),
        ("one", *test),
        ("one", "pkg/near.py", "", "one(1)"),
        ("two", *test),
    ]


# Tests


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("pkg/tests/data.py", True),
        ("test/helper.py", True),
        ("pkg/tests_e2e/helper.py", True),
        ("e2e-tests/helper.ts", True),
        ("unittests/types/map.hpp", True),
        ("src/integrationtests/data.py", True),
        ("pkg/contests/data.py", False),
        ("unittest/case.py", False),
        ("pkg/tests2/data.py", False),
        ("pkg/test_x.py", True),
        ("pkg/conftest.py", True),
        ("pkg/test/client.py", False),
        ("pkg/tests.py", False),
        ("pkg/contest.py", False),
        ("pkg/x.test.py", False),
        ("web/__tests__/data.ts", True),
        ("web/add.test.ts", True),
        ("web/add.spec.jsx", True),
        ("web/contest.ts", False),
        ("go/add_test.go", True),
        ("src/add_unittest.cc", True),
        ("src/add_test.cpp", True),
        ("org/x/AddTest.java", True),
        ("org/x/TestAdd.java", True),
        ("app/src/test/java/org/x/Data.java", True),
        ("app/src/main/java/org/x/tests/TestContext.java", False),
        ("app/src/main/java/org/x/Contest.java", False),
        ("app/src/test/scala/x/Data.scala", True),
        ("src/test/resources/words.txt", True),
        ("src/test/client.py", False),
    ],
)
def test_which_files_are_tests(path: str, *, test: bool) -> None:
    assert is_test(path) == test


SOURCE = {
    "pkg/__init__.py": "from .core import first\n",
    "pkg/core.py": (
        '"""Core.\n\n>>> first(1)\n1\n"""\n\n\ndef first(x):\n    return x\n'
    ),
    "pkg/tests.py": "def is_even(x):\n    return x\n",
    "app/tests.py": (
        "from unittest import TestCase\n\nfrom pkg import first\n\n\n"
        "class FirstTest(TestCase):\n    def test_it(self):\n        first(3)\n"
    ),
    "use.py": (
        "from pkg.tests import is_even\nfrom pkg import first\n\nis_even(first(2))\n"
    ),
    "tests/test_zoo.py": "import pkg.core\n\n\ndef test_z():\n    pkg.core.first(1)\n",
    "tests/test_core.py": "import pkg.core\n\n\ndef test_c():\n    pass\n",
    "lonely.py": "def alone():\n    pass\n",
    "empty.py": "# Nothing.\n",
}


def test_tests_of_a_file(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "t", SOURCE)
    shown = usage(code, "pkg/core.py")
    # That which is called like it first; what tells a test is what is in it.
    assert [(one.path, one.names) for one in shown.tests] == [
        ("tests/test_core.py", ()),
        ("app/tests.py", (("first", "def-first"),)),
        ("tests/test_zoo.py", (("first", "def-first"),)),
    ]
    assert usage(code, "pkg/tests.py").tests == ()
    assert [one.path for one in usage(code, "tests/test_zoo.py").tested] == [
        "pkg/core.py"
    ]


def test_command(tmp_path: Path) -> None:
    case = "import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n"
    code = surveyed(
        tmp_path / "t",
        {
            "top/__init__.py": "",
            "top/tests.py": case,
            "top/test_x.py": case,
            "more/lib/__init__.py": "",
            "more/lib/tests.py": case,
            "more/a-b/tests-x.py": case,
        },
    )

    def command(path: str) -> tuple[str, str]:
        return run_command(code, path, collected_tests(code, path))

    assert command("top/tests.py") == ("python -m unittest top.tests", "")
    assert command("top/test_x.py") == ("python -m pytest top/test_x.py", "")
    assert command("more/lib/tests.py") == ("python -m unittest lib.tests", "more")
    assert command("more/a-b/tests-x.py") == ("", "")


# Fixtures

FIXTURES = {
    "conftest.py": (
        "import pytest\nfrom plug import taken\n\n\n"
        "@pytest.fixture\ndef top(): pass\n@pytest.fixture\ndef both(): pass\n"
        "@pytest.fixture(name='named')\ndef _other(): pass\n"
    ),
    "plug.py": "import pytest\n@pytest.fixture\ndef taken(): pass\ndef plain(): pass\n",
    "t/conftest.py": "import pytest\n@pytest.fixture\ndef both(both): pass\n",
    "u/conftest.py": "import pytest\n@pytest.fixture\ndef elsewhere(): pass\n",
    "u/base.py": (
        "import pytest\nclass Base:\n    @pytest.fixture\n"
        "    def inherited(self): pass\n"
    ),
}


def asked(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    head = "import pytest\nfrom unittest.mock import patch\n"
    code = surveyed(tmp_path / "t", {**FIXTURES, "t/test_a.py": head + text})
    found = fixtures_of(code, "t/test_a.py", collected_tests(code, "t/test_a.py"))
    return [(one.name, one.path) for one in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def test_a(top): pass\n", [("top", "conftest.py")]),
        ("def test_a(both): pass\n", [("both", "t/conftest.py")]),
        ("def test_a(named, _other): pass\n", [("named", "conftest.py")]),
        ("def test_a(taken): pass\n", [("taken", "plug.py")]),
        ("def test_a(elsewhere, unknown, plain): pass\n", []),
        ("def test_a(tmp_path: object, *, top): pass\n", ["conftest.py", ""]),
        ("def test_a(top=1, *tmp_path, **both): pass\n", []),
        ("def helper(top): pass\ndef test_a(): pass\n", []),
        ("class TestA:\n    def test_a(self, top): pass\n", ["conftest.py"]),
        ("@pytest.mark.parametrize('top', [1])\ndef test_a(top): pass\n", []),
        ("@pytest.mark.parametrize('x,top', [])\ndef test_a(x, top): pass\n", []),
        (
            (
                "@pytest.mark.parametrize('top', [1], indirect=True)\n"
                "def test_a(top): pass\n"
            ),
            ["conftest.py"],
        ),
        (
            "NAMES = 'top'\n@pytest.mark.parametrize(NAMES, [1])\ndef test_a(top): 1\n",
            [],
        ),
        ("@patch('os.sep')\ndef test_a(top, both): pass\n", ["t/conftest.py"]),
        ("@patch('os.sep', 1)\ndef test_a(top): pass\n", ["conftest.py"]),
        ("@given(1)\ndef test_a(top): pass\n", []),
        (
            (
                "@pytest.mark.usefixtures('top')\nclass TestA:\n"
                "    def test_a(self): pass\n"
            ),
            ["conftest.py"],
        ),
        (
            "pytestmark = [pytest.mark.usefixtures('top')]\ndef test_a(): pass\n",
            ["conftest.py"],
        ),
        (
            (
                "class TestA:\n    pytestmark = pytest.mark.parametrize('top', [1])\n"
                "    def test_a(self, top): pass\n"
                "class TestB:\n    def test_b(self, top): pass\n"
            ),
            ["conftest.py"],
        ),
        (
            (
                "class TestA:\n    @pytest.fixture\n    def top(self): pass\n"
                "    def test_a(self, top): pass\n"
                "class TestB:\n    def test_b(self, top): pass\n"
            ),
            ["t/test_a.py", "conftest.py"],
        ),
        (
            (
                "from u.base import Base\n"
                "class TestA(Base):\n    def test_a(self, inherited): pass\n"
            ),
            ["u/base.py"],
        ),
        (
            (
                "from u.base import Base\nclass TestA(Base):\n"
                "    @pytest.fixture\n    def inherited(self, inherited): pass\n"
            ),
            [("inherited", "t/test_a.py"), ("inherited", "u/base.py")],
        ),
        (
            (
                "@pytest.fixture\ndef top(): pass\nclass TestA:\n"
                "    @pytest.fixture\n    def top(self, top): pass\n"
            ),
            ["t/test_a.py", "t/test_a.py"],
        ),
    ],
)
def test_fixtures(tmp_path: Path, text: str, found: list[object]) -> None:
    got = asked(tmp_path, text)
    whole = bool(found) and isinstance(found[0], tuple)
    assert [one if whole else one[1] for one in got] == found


def test_fixture_that_builds_on_the_one_above(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "t", FIXTURES)
    assert fixtures_of(code, "t/conftest.py", CollectedTests()) == [
        Fixture("both", "t/conftest.py", "both", 3),
        Fixture("both", "conftest.py", "both", 8),
    ]


# Pages


def section(built: Build, path: str) -> str:
    """Return the text of the section of a file."""
    text = built.text(f"code/{path}_docs")
    found = re.search(r'(?s)<section id="testing-usage">.*?</section>', text)
    assert found
    return " ".join(re.sub(r"<[^>]*>", "", found[0]).split())


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    built = make_shared(SOURCE | {"tests/conftest.py": FIXTURES["plug.py"]}).build()
    assert built.warnings == ""
    return built


def test_section_of_a_source(built: Build) -> None:
    text = section(built, "pkg/core.py")
    assert "Used by tests (3 files) tests/test_core.py app/tests.py first" in text
    assert (
        "Calls from other files first test_z tests/test_zoo.py pkg.core.first(1)"
        in text
    )
    assert "first(3) use.py is_even(first(2))" in text
    assert "Doctests (1 example) module docstring 1 example" in text
    page = built.text("code/pkg/core.py_docs")
    assert 'href="../app/tests.py_docs.html#def-FirstTest.test_it"' in page
    built.check_links()


def test_doctests_that_pytest_runs(make_shared: Make) -> None:
    project = make_shared(SOURCE | {"pytest.ini": "[pytest]\naddopts=-q\n"})
    assert "pytest runs" not in section(project.build(), "pkg/core.py")
    options = "[pytest]\ntestpaths = .\naddopts = --doctest-modules\n"
    project.write({"pytest.ini": options})
    built = project.build()
    said = "Doctests (1 example) pytest runs them (--doctest-modules, pytest.ini:3)."
    assert said in section(built, "pkg/core.py")
    # Of a file without any there is nothing to run.
    assert "pytest runs" not in section(built, "lonely.py")
    built.check_links()


def test_section_of_a_test(built: Build) -> None:
    text = section(built, "app/tests.py")
    assert "Collected by: unittest Run with: python -m unittest tests · in app/" in text
    assert "Tested files (1) pkg/core.py first" in text
    assert "Test cases (1) FirstTest 1 test test_it" in text
    assert "Fixtures (1) taken line 3" in section(built, "tests/conftest.py")


def test_section_with_nothing(built: Build) -> None:
    assert "in test files, sure calls from other files, doctests." in section(
        built, "lonely.py"
    )
    assert section(built, "empty.py").endswith("sure uses in test files.")


def test_complexity_is_a_label(make_project: Make) -> None:
    branches = "".join(f"    if x == {n}:\n        return {n}\n" for n in range(10))
    below = "".join(branches.splitlines(keepends=True)[2:])
    project = make_project(
        {"a.py": f"def over(x):\n{branches}def at(x):\n{below}    return 1\n"}
    )
    body = project.build().body("code/a.py_docs")
    assert "complexity 11" in body
    assert "complexity 10" not in body


# Later builds


def test_what_a_change_elsewhere_reads(make_project: Make) -> None:
    project = make_project(SOURCE)
    project.build()
    assert project.build().read == set()
    # Another number in a call is another example, and the same use.
    text = SOURCE["app/tests.py"]
    project.write({"app/tests.py": text.replace("first(3)", "first(4)")})
    again = project.build()
    assert again.read == {"code/app/tests.py_docs", "code/pkg/core.py_docs"}
    assert "first(4)" in section(again, "pkg/core.py")
    # What a file says of itself concerns nobody else but for its number of lines.
    project.write({"use.py": SOURCE["use.py"] + "\n# The end.\n"})
    edited = project.build()
    assert edited.read == {"code/use.py_docs"} | pages_with_lines("use.py")
    # That a use moves concerns nobody else either.
    project.write({"use.py": SOURCE["use.py"].replace("\n\n", "\n\n\n")})
    moved = project.build()
    assert moved.read == {"code/use.py_docs"} | pages_with_lines("use.py")


def pages_with_lines(path: str) -> set[str]:
    """Return the pages that show how many lines a small file in the root has."""
    return {f"code/{path}_kw", "code/index"}


def test_tests_that_use_a_file_by_a_name_alone_are_told_apart(
    make_project: Make,
) -> None:
    files = {
        "core.py": "class A:\n    def unusual(self):\n        pass\n",
        "mid.py": "def run(x):\n    x.unusual()\n\n\ndef make():\n    pass\n",
        "tests/test_mid.py": "from mid import run\n\n\ndef test_it():\n    run(1)\n",
    }
    built = make_project(files).build()
    _, _, used = built.body("code/core.py_docs").partition("Used by tests ")
    said = "(at least 1 file) tests/test_mid.py indirectly, by name A.unusual"
    assert used.startswith(said)
    used = built.body("code/mid.py_docs").partition("Used by tests (1 file)")[2]
    assert used.split()[:2] == ["tests/test_mid.py", "run"]


def test_a_class_that_an_object_is_filled_with(tmp_path: Path) -> None:
    files = {
        "core.py": "class Quit: pass\nclass Run: pass\n",
        "other.py": "class Run: pass\n",
        "use.py": """
            class Filled:
                def __init__(self, module):
                    self.__dict__.update(vars(module))

            def use(it, filled: Filled):
                it.Quit, filled.Quit, filled.Run, filled.QUIT
            """,
    }
    code = surveyed(tmp_path / "p", files)
    uses = code.incoming_uses("core.py")
    assert [(one.qualname, one.count, one.by_name) for one in uses] == [("Quit", 1, 1)]


def test_what_a_class_is_asked_for_may_be_of_its_metaclass(tmp_path: Path) -> None:
    files = {
        "core.py": """
            class Meta(type):
                def find_all(self): pass

            class Database:
                def __init__(self, entity):
                    self.Entity = entity

            db = Database(1)
            """,
        "use.py": """
            from core import db

            class Person(db.Entity): pass

            Person.find_all()
            Person().find_all()
            class Place: pass

            Place.find_all()
            """,
    }
    code = surveyed(tmp_path / "p", files)
    uses = code.incoming_uses("core.py")
    assert {one.qualname: (one.count, one.by_name) for one in uses if one.by_name} == {
        "Meta.find_all": (2, 1)
    }
