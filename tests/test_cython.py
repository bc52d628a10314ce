"""Cython: what pages show of its files."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.links.languages.python import stubbed_source

pytest.importorskip("Cython")

Make = Callable[..., Project]

SOURCE = '''\
"""Measures shapes."""
cimport numpy as cnp
from libc.math cimport sqrt
from ._common cimport area_of
from .tools import helper
include "extra.pxi"

cdef extern from "shape.h":
    int sides(int shape)
    ctypedef struct shape_t:
        int x

ctypedef double real
LIMIT = 3
cdef enum Colour:
    RED = 1

cdef class Shape(Base):
    """A shape."""
    cdef public int x, y
    def __init__(self, int a=1):
        """Begin."""
        self.x = a
    @property
    def wide(self):
        return True
    cpdef double area(self, int k=2) except -1:
        import json
        return 1

    cdef inline int _hidden(self) nogil:
        return 2

def measure(a, *, b: int = 2) -> int:
    return area_of(a)
'''
FILES = {
    "pkg/__init__.py": "",
    "pkg/shapes.pyx": SOURCE,
    "pkg/_common.pxd": "cdef double area_of(object a)\n",
    "pkg/_common.pyx": "cdef double area_of(object a):\n    return a\n",
    "pkg/tools.py": "def helper():\n    return 1\n",
    "pkg/extra.pxi": "EXTRA = 1\n",
    "src/shape.h": "int sides(int shape);\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_definitions() -> None:
    facts = analyse("shapes.pyx", SOURCE.encode())
    assert facts.problem is None
    assert facts.summary == "Measures shapes."
    rows = [
        f"{row.kind} {row.qualname} {row.line}-{row.end_line} {' '.join(row.modifiers)}"
        for row in facts.definitions
    ]
    assert [row.strip() for row in rows] == [
        "function sides 9-9 cdef declaration",
        "class shape_t 10-11 struct declaration",
        "attribute shape_t.x 11-11 declaration",
        "type real 13-13",
        "data LIMIT 14-14",
        "enum Colour 15-16",
        "constant RED 16-16",
        "class Shape 18-32 cdef",
        "attribute Shape.x 20-20 public",
        "attribute Shape.y 20-20 public",
        "method Shape.__init__ 21-23",
        "method Shape.wide 25-26",
        "method Shape.area 27-29 cpdef",
        "method Shape._hidden 31-32 cdef inline private",
        "function measure 34-35",
    ]
    area = next(row for row in facts.definitions if row.name == "area")
    assert area.head == "cpdef double area(self, int k=2) except -1"
    assert [(row.written, row.lazy) for row in facts.imports] == [
        ("cimport numpy as cnp", False),
        ("from libc.math cimport sqrt", False),
        ("from ._common cimport area_of", False),
        ("from .tools import helper", False),
        ('include "extra.pxi"', False),
        ('cdef extern from "shape.h"', False),
        ("import json", True),
    ]


def test_a_head_ends_before_a_body_on_its_line() -> None:
    text = (
        "cdef int f(double[:, :] x) nogil: a.b(x)\n"
        "def g(a: int = {1: 2}): return h(a)\n"
    )
    facts = analyse("a.pyx", text.encode())
    assert [row.head for row in facts.definitions] == [
        "cdef int f(double[:, :] x) nogil",
        "def g(a: int = {1: 2})",
    ]
    assert facts.definitions[1].signatures == ("(a: int = {1: 2})",)


def test_files_say_how_they_are_encoded() -> None:
    facts = analyse("a.pyx", b'# coding: latin-1\ncdef str A = "\xe9"\n')
    assert facts.encoding == "iso-8859-1"
    assert [row.value for row in facts.definitions] == ['"\xe9"']


def test_signs_in_strings_are_no_signs_of_the_language() -> None:
    source = """\
    SEP = "("
    cdef str COLOR = "#fff"  # white \\
    cdef list MANY = [  # two
        "[",
        2,
    ]
    def f(a="a#b", b="):", c=1): pass
    """
    facts = analyse("a.pyx", textwrap.dedent(source).encode())
    assert [row.value for row in facts.definitions[:3]] == (
        ['"("', '"#fff"', '[ "[", 2, ]']
    )
    assert facts.definitions[3].signatures == ('(a="a#b", b="):", c=1)',)


def test_what_is_no_cython_has_a_problem() -> None:
    facts = analyse("a.pyx", b"x = 1\ncdef int f(:\n")
    assert facts.problem is not None
    assert facts.problem.line == 2
    assert analyse("a.pxd", b"cdef int f(int x=*)\ncdef g(x=*)\n").problem is None
    assert analyse("a.pyx", b"# cython: language_level=3x\n").problem is not None
    cpp = b"cdef extern from *:\n    enum class E: A\n"
    assert analyse("a.pyx", cpp).problem is None


@pytest.mark.parametrize(
    "text",
    ["x = " + "(" * 90_000, "cdef int " + "*" * 90_000, "x = " + "<int>" * 90_000],
)
def test_what_would_end_the_process_is_not_parsed(text: str) -> None:
    problem = analyse("a.pyx", text.encode()).problem
    assert problem is not None
    assert problem.message == "nested too deeply"


def test_imports_lead_to_files(built: Build) -> None:
    page = built.text("code/pkg/shapes.pyx_docs").partition('id="dependencies"')[2]
    for target in (
        "_common.pxd_docs.html",
        "tools.py_docs.html",
        "extra.pxi_docs.html",
        "../src/shape.h_docs.html",
    ):
        assert f'href="{target}' in page, target
    assert (
        "shapes.pyx" in built.body("code/pkg/tools.py_docs").partition("Imported by")[2]
    )
    assert "A shape." in built.body("code/pkg/shapes.pyx_docs")


def test_a_module_of_a_package_has_a_longer_name(make_project: Make) -> None:
    files = {
        "lib/pkg/__init__.py": "",
        "lib/pkg/sub/__init__.py": "",
        "lib/pkg/sub/operator.py": "",
        "lib/pkg/sub/far.py": "",
        "lib/pkg/operator.py": "",
        "lib/pkg/a.pyx": "import operator\nimport far\nimport pkg.sub.far\n",
    }
    text = make_project(files).build().listing("lib/pkg/a.pyx")
    assert re.findall('href="([^"]*)"', text) == ["sub/index.html#row-far.py"]


def test_files_and_headers_are_named_by_their_paths(make_project: Make) -> None:
    files = {
        "lib/loop.pyx": 'include "handles/idle.pyx"\n',
        "lib/loop.pxd": (
            'include "handles/idle.pxd"\n'
            'cdef extern from "<queue>" namespace "std":\n    int x\n'
            'cdef extern from "math.h":\n    double floor(double x)\n'
        ),
        "lib/handles/idle.pxd": "cdef class Idle:\n    cdef int size\n",
        "lib/handles/idle.pyx": "cdef class Idle:\n    pass\n",
        "lib/queue.pyx": "LIMIT = 1\n",
    }
    built = make_project(files).build()
    for name in ("loop.pyx", "loop.pxd"):
        page = built.text(f"code/lib/{name}_docs").partition('id="dependencies"')[2]
        assert f'href="handles/{name.replace("loop", "idle")}_docs.html' in page
    page = built.body("code/lib/loop.pxd_docs").partition("Dependencies")[2]
    assert "Not in the source tree" not in page
    assert "Standard library (2)" in page


def test_an_edit_ends_as_a_clean_build(follow_edits: Callable[..., None]) -> None:
    changed = {"pkg/_common.pxd": "cdef int x\n", "pkg/extra.pxi": "MORE = 1\n"}
    follow_edits(FILES, {**changed, "pkg/tools.py": None})


LINKED = {
    "pkg/__init__.py": "from .tools import helper\n",
    "pkg/base.pxd": (
        "cdef class Base:\n    cdef int size\n    cdef int grow(self, int by)\n"
        "cdef int limit(int x)\n"
    ),
    "pkg/base.pyx": (
        "cdef class Base:\n"
        "    cdef int grow(self, int by):\n"
        "        self.size += by\n"
        "        return limit(self.size)\n"
        "cdef int limit(int x):\n    return min(x, 9)\n"
    ),
    "pkg/tools.py": "def helper():\n    return 1\n",
    "pkg/use.pyx": (
        "from pkg.base cimport Base, limit as top\n"
        "from . cimport base\n"
        "from .tools import helper\n"
        "import pkg\n"
        "STEP = 2\n"
        "cdef class More(Base):\n"
        "    cdef Base inner\n"
        "    def run(self, Base other, helper=None):\n"
        "        cdef int n = top(STEP)\n"
        "        other.grow(n)\n"
        "        self.inner.grow(self.size)\n"
        "        return helper\n"
        "def work():\n"
        "    return helper() + base.limit(1) + pkg.helper()\n"
    ),
}


def test_identifiers_lead_to_definitions(make_project: Make) -> None:
    built = make_project(LINKED).build()
    assert built.warnings == ""
    built.check_links()

    def links(path: str) -> list[list[str]]:
        text = built.listing(path)
        return [
            re.findall('href="([^"]*)"', line) for line in ["", *text.split("\n")[:-1]]
        ]

    assert links("pkg/base.pyx")[3:5] == [
        ["base.pxd_docs.html#src-Base.size"],
        ["#src-limit", "base.pxd_docs.html#src-Base.size"],
    ]
    base, limit = "base.pxd_docs.html", "base.pyx_docs.html#src-limit"
    helper, package = "tools.py_docs.html#src-helper", "__init__.py_docs.html"
    size, grow = f"{base}#src-Base.size", "base.pyx_docs.html#src-Base.grow"
    assert links("pkg/use.pyx")[1:] == [
        [base, f"{base}#src-Base", limit],
        [package, base],
        ["tools.py_docs.html", helper],
        [package],
        ["#def-STEP"],
        ["#def-More", f"{base}#src-Base"],
        [f"{base}#src-Base", "#def-More.inner"],
        ["#def-More.run", f"{base}#src-Base"],
        [limit, "#src-STEP"],
        [grow],
        ["#src-More.inner", grow, size],
        [],
        ["#def-work"],
        [helper, base, limit, package, helper],
    ]
    more = built.text("code/pkg/use.pyx_docs").partition("kw-source")[2]
    assert "by name" not in more.partition("</pre>")[0]


def test_an_assignment_in_an_expression_binds_a_name() -> None:
    facts = analyse("a.pyx", b"def f(x):\n    while (i := x) > 0:\n        x -= i\n")
    assert facts.problem is None
    specs = facts.references.specs
    found = {
        (row.line, row.column): specs[row.spec].base
        for row in facts.references.iterate()
    }
    assert found[2, 11] == found[3, 13] == "2"


def test_python_leads_to_what_is_compiled(make_project: Make) -> None:
    files = LINKED | {
        "pkg/__init__.py": "from .use import More\nfrom . import fast\nfast.go()\n",
        "pkg/fast.pyx": "def go():\n    pass\n",
        "app.py": "import os\nfrom pkg.use import work\nimport pkg.fast\nwork()\n",
    }
    project = make_project(files)
    built = project.build()
    page = built.text("code/app.py_docs")
    assert page.count('href="pkg/use.pyx_docs.html#src-work"') == 2
    page = built.text("code/pkg/__init__.py_docs")
    for one in ("use.pyx_docs.html#src-More", "fast.pyx_docs.html#src-go"):
        assert f'href="{one}"' in page
    assert "app.py" in built.body("code/pkg/use.pyx_docs")
    project.write({"pkg/use.pyx": "def other():\n    pass\n"})
    (project.base / "repo/pkg/fast.pyx").unlink()
    for text in ("", "def go():\n    pass\n"):
        if text:
            project.write({"pkg/fast.pyx": text, "pkg/use.pyx": LINKED["pkg/use.pyx"]})
        built = project.build()
        fresh = project.base / f"fresh{len(text)}"
        project.build(outdir=fresh, doctrees=project.base / f"trees{len(text)}")
        assert_same(built.outdir, fresh)


def test_what_it_declares_of_c_is_used(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "fast.h": """
                struct point { int x; };
                int fast_add(int, int);
                int other(void);
            """,
            "fast.c": '#include "fast.h"\nint fast_add(int a, int b) { return a; }\n',
            "far.c": "int fast_add(int a, int b) { return b; }\n",
            "fast.pxd": (
                'cdef extern from "fast.h":\n'
                "    struct point:\n        int x\n"
                "    int fast_add(int, int)\n    int other()\n"
            ),
            "use.pyx": (
                "from fast cimport fast_add, point\n"
                'cdef extern from "fast.h":\n    int other()\n'
                "def run():\n"
                "    cdef point one\n"
                "    return fast_add(one.x, other())\n"
            ),
        },
    )
    used = {
        path: {
            (use.qualname, use.around, use.by_name)
            for use in code.incoming_uses(path)
            if use.path == "use.pyx" and use.around
        }
        for path in ("fast.h", "fast.c", "far.c", "use.pyx")
    }
    assert used == {
        "fast.h": {
            *(("point", "run", 0), ("point::x", "run", 0), ("other", "run", 0)),
        },
        "fast.c": {("fast_add", "run", 0)},
        "far.c": set(),
        "use.pyx": {("other", "run", 0)},
    }


def test_a_stub_says_what_a_module_in_cython_holds(tmp_path: Path) -> None:
    stub = (
        "class Table:\n    def size(self) -> Unit: ...\n    made: Unit\n"
        "class Unit:\n    def scale(self) -> int: ...\n"
    )
    files = {
        "pkg/__init__.py": "",
        "pkg/fast.pyi": stub,
        "pkg/fast.pyx": (
            "cdef class Table:\n    def size(self):\n        return Unit()\n"
            "cdef class Unit:\n    def scale(self):\n        return 1\n"
        ),
        "pkg/alone.pyi": "def alone() -> int: ...\n",
        "pkg/use.py": (
            "from pkg import fast\nfrom pkg.fast import Table\n"
            "from .alone import alone\n"
            "def run(table: Table):\n    alone()\n    fast.Unit()\n"
            "    table.size().scale()\n    table.made.scale()\n"
        ),
        "other.pyi": "from pkg.fast import Unit\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = {
        path: {
            (use.qualname, use.count)
            for use in code.incoming_uses(path)
            if use.around == "run" and not use.by_name
        }
        for path in ("pkg/fast.pyx", "pkg/fast.pyi", "pkg/alone.pyi")
    }
    assert used == {
        "pkg/fast.pyx": {
            *(("Table", 1), ("Table.size", 1), ("Unit", 1), ("Unit.scale", 2)),
        },
        "pkg/fast.pyi": {("Table.made", 1)},
        "pkg/alone.pyi": {("alone", 1)},
    }
    assert {link.module for link in code.links("other.pyi")} == {"pkg/fast.pyi"}
    assert stubbed_source("pkg/fast.pyi", code.has_file) == "pkg/fast.pyx"
    assert not stubbed_source("pkg/alone.pyi", code.has_file)
    assert "stubbed" in str(list(code.related_files("pkg/fast.pyi")))
