"""Who uses a definition and what it calls, as pages show it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from projects import Build, Project

from sphinxcontrib_kwindex.pages.sections.definition_uses import (
    GUESSED,
    LINKED,
    WITH_TEXT,
)
from sphinxcontrib_kwindex.sphinx_wiring.html.list_entries import LINKS_TO_USERS

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": "",
    "pkg/core.py": (
        "LIMIT = 3\n\n\n"
        "def check(n, limit=LIMIT):\n    return n < limit\n\n\n"
        "def run(n):\n    while check(\n        n,  # so many\n    ):\n"
        "        n += 1\n    return check(n)\n\n\n"
        "class Job:\n    def start(self):\n        self.size = run(1)\n\n\n"
        "class Long(Job):\n    pass\n\n\nchecks = [check]\n"
    ),
    "app.py": (
        "from pkg.core import Job, check\n\n\n"
        "def main() -> Job:\n    job = Job()\n    return job\n\n\ncheck(5)\n"
    ),
    "tests/test_core.py": (
        "from pkg.core import check\n\n\ndef test_check():\n    assert check(1)\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    return build


def test_a_class_has_the_uses_of_a_function_that_may_replace_it(
    make_project: Make,
) -> None:
    project = make_project(
        {
            "a.py": (
                "import os\n\n\nclass mark:\n    def __init__(self, f): pass\n\n\n"
                "if os.environ.get('DOCS'):\n    def mark(f): return f\n"
            ),
            "b.py": "import a\n\n\n@a.mark\ndef b(): pass\n",
        }
    )
    html = project.build().text("code/a.py_docs")
    class_part, function_part = html.split('id="def-mark-function"')
    assert 'class="kw-users kw-note"' in class_part
    assert "used in 1 place in 1 file: " in class_part
    assert "used in" not in function_part


def test_who_uses_a_definition(built: Build) -> None:
    body = built.body("code/pkg/core.py_docs")
    assert (
        "used in 5 places in 3 files (1 with tests); used directly by 1 test"
        " run line 9 while check(n,): 2 places"
        " app.py check(5)"
        " top level line 25 reference"
        " in tests (1) test_check tests/test_core.py assert check(1)"
    ) in body
    # What a class is derived from, the hierarchy says.
    # The line of the only one does not repeat the number.
    assert "used in 2 places in 1 file: main app.py job = Job() def" in body
    assert "calls Job.start" not in body
    assert "calls check" in body
    assert "used in 1 place in this file: Job.start line 18" in body
    html = built.text("code/pkg/core.py_docs")
    assert '<details class="kw-users"><summary>used in 5 places in ' in html
    assert '<a href="../app.py_docs.html#src-main">main</a>' in html
    # In this file one link is enough, and what is a line of it is not written twice.
    assert '<li><a href="#L9">run line 9</a> <code>while check(n,):</code>' in html
    assert "<code>checks = [check]</code>" not in html
    built.check_links()


def test_other_builders_say_it_too(built: Build) -> None:
    # Books have no scripts.
    book = built.project.build("singlehtml", kwindex_books=True).text("index.html")
    assert "<code>checks = [check]</code>" in book
    markdown = built.project.build("markdown").text("code/pkg/core.py_docs.md")
    assert (
        "* used in 5 places in 3 files (1 with tests); used directly by 1 test\n"
        "  * [`run`](#def-run) ([line 9](#original-source)) — `while check(n,):`"
        " — 2 places\n"
        "  * [`app.py`](../app.py_docs.md) — `check(5)`\n"
        "  * top level *reference* ([line 25](#original-source)) — `checks = [check]`\n"
        "  * in tests (1)\n"
        "    * [`test_check`](../tests/test_core.py_docs.md#def-test_check)"
        " (tests/test_core.py) — `assert check(1)`\n"
    ) in markdown
    assert "* calls [`check`](#def-check)\n" in markdown
    text = built.project.build("text").text("code/pkg/core.py_docs.txt")
    assert "used in 5 places in 3 files (1 with tests)" in text
    assert '* "run", line 9: "while check(n,):" · 2 places' in text


def test_of_a_long_list_the_element_is_shown(make_project: Make) -> None:
    routes = "".join(
        f'    path(\n        "{name}/[a],", views.{name}, name="{name}"),\n'
        for name in ("first", "second", "third", "fourth")
    )
    files = {
        "views.py": "def third(): ...\ndef fourth(): ...\n",
        "urls.py": f"import views\nfrom x import path\n\nroutes = [\n{routes}]\n",
    }
    body = unescape(make_project(files).build().body("code/views.py_docs"))
    for name in ("third", "fourth"):
        text = f'path("{name}/[a],", views.{name}, name="{name}")'
        assert f"urls.py reference …{text}…" in body


def test_many_users(make_project: Make) -> None:
    number = WITH_TEXT + LINKED + 2
    users = "".join(f"def u{n:03}():\n    f({n})\n" for n in range(number))
    project = make_project(
        {"lib.py": "def f(n): pass\n", "use.py": f"from lib import f\n{users}"}
    )
    built = project.build()
    body, markup = built.body("code/lib.py_docs"), built.text("code/lib.py_docs")
    assert f"used in {number} places in 1 file use.py u000 f(0) u001 f(1)" in body
    left = f"use.py {LINKED + 2} places u{WITH_TEXT:03}, "
    assert f"f({WITH_TEXT - 1}) {left}" in body
    assert f"f({WITH_TEXT})" not in body
    # Behind links to some of them the others are named, too.
    assert f", <code>u{number - 2:03}, u{number - 1:03}</code>" in markup
    assert f"#src-u{number - 3:03}" in markup
    assert f"#src-u{number - 2:03}" not in markup


def test_many_files_with_many_users(make_project: Make) -> None:
    users = "".join(f"def u{n}():\n    f({n})\n" for n in range(LINKED))
    number = LINKS_TO_USERS // LINKED + 5
    files = {f"use{n:02}.py": f"from lib import f\n{users}" for n in range(number)}
    built = make_project({"lib.py": "def f(n): pass\n", **files}).build()
    markup = built.text("code/lib.py_docs")
    lines = re.findall(r"<li><a .*?</li>", markup)
    (few,) = (line for line in lines if f">use10.py</a> {LINKED} p" in line)
    assert few.count("<a ") == 1 + LINKED
    # Names stay, and the link to the file.
    (last,) = (line for line in lines if f">use{number - 1}.py</a> {LINKED} p" in line)
    names = ", ".join(f"u{n}" for n in range(LINKED))
    assert last.endswith(f"</a> {LINKED} places <code>{names}</code></li>")


def test_many_users_in_the_same_file(make_project: Make) -> None:
    number = WITH_TEXT + LINKED + 2
    users = "".join(f"def u{n:03}():\n    f({n})\n" for n in range(number))
    more = "def v{0}(box):\n    box.fill({0})\n"
    boxes = "".join(map(more.format, range(number)))
    box = "class Box:\n    def fill(self, n): pass\n"
    files = {"lib.py": f"def f(n): pass\n{users}\nf(-1)\n", "box.py": box + boxes}
    built = make_project(files).build()
    body, markup = built.body("code/lib.py_docs"), built.text("code/lib.py_docs")
    assert f"used in {number + 1} places in this file u000 line 3" in body
    last = 2 * number + 1
    assert f"u{number - 1:03} line {last}, top level line {last + 2}" in body
    assert f'<a href="#L{last}">u{number - 1:03} line {last}</a>' in markup
    last = 2 * number + 2
    assert f"v{number - 1} line {last}" in built.body("code/box.py_docs")


def test_many_possible_users(make_project: Make) -> None:
    users = "".join(f"def u{n:03}(box):\n    box.fill({n})\n" for n in range(GUESSED))
    more = "def v{0}(box):\n    box.fill(0)\n"
    project = make_project(
        {
            "lib.py": "class Box:\n    def fill(self, n): pass\n",
            "a.py": users,
            "b.py": more.format(0) + more.format(1),
            "c.py": more.format(2),
        }
    )
    built = project.build()
    body = built.body("code/lib.py_docs")
    # Of those without their text a file is named once, and leads to the first.
    assert f"box.fill({GUESSED - 1}) b.py 2 places v2 c.py" in body
    assert '<a href="b.py_docs.html#src-v0">b.py</a> 2' in built.text(
        "code/lib.py_docs"
    )
    built.check_links()


def test_lines_of_others_do_not_count(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    app, test = FILES["app.py"], FILES["tests/test_core.py"]
    project.write({"app.py": f"# A line.\n{app}", "tests/test_core.py": f"#\n{test}"})
    assert "code/pkg/core.py_docs" not in project.build().read
    project.write({"app.py": app.replace("check(5)", "check(6)")})
    again = project.build()
    assert "code/pkg/core.py_docs" in again.read
    assert "app.py check(6)" in again.body("code/pkg/core.py_docs")


def test_what_only_a_name_says_stands_apart(make_project: Make) -> None:
    project = make_project(
        {
            "lib.py": (
                "class Box:\n    def fill(self): pass\n\n    def empty(self): pass\n"
            ),
            "sure.py": "from lib import Box\n\nBox.fill(Box())\n",
            "guess.py": "for box in ...:\n    box.fill(1)\n    box.empty(1)\n",
        }
    )
    body = project.build().body("code/lib.py_docs")
    assert (
        "used in at least 1 place in 1 file; 1 possible use by name"
        " sure.py Box.fill(Box())"
        " possible uses: only the name matches (1)"
        " guess.py box.fill(1)"
    ) in body
    # Where nothing else is known, the summary is the title.
    assert "1 possible use by name: guess.py box.empty(1)" in body


CLASSES = "".join(
    f"class {name}:\n    def fill(self): pass\n\n    def get(self): pass\n\n\n"
    for name in ("Box", "Bag", "Jar", "Cup")
)


def test_what_says_how_often_a_name_is_used_is_said_once(make_project: Make) -> None:
    names = [f"Box{number}" for number in range(12)]
    classes = "".join(f"class {one}:\n    def fill(self): pass\n\n\n" for one in names)
    guess = "def f(box):\n    box.fill(1)\n"
    body = (
        make_project({"lib.py": classes, "guess.py": guess})
        .build()
        .body("code/lib.py_docs")
    )
    said = "1 use of .fill on unknown receivers; 12 definitions have this name"
    assert body.count(said) == 12
    assert "of this name" not in body


def test_python_uses_no_members_of_other_languages(make_project: Make) -> None:
    build = make_project(
        {
            "lib.py": CLASSES,
            "guess.py": "def f(box):\n    box.fill(1)\n",
            "Box.java": "class Box { int size; void fill() {} }\n",
            "Bag.java": "class Bag { void fill() {} }\n",
        }
    ).build()
    said = "1 use of .fill on unknown receivers; 4 definitions have this name"
    assert said in build.body("code/lib.py_docs")
    assert "unknown receivers" not in build.body("code/Box.java_docs")


def test_uses_of_a_name_that_many_have(make_project: Make) -> None:
    project = make_project(
        {
            "lib.py": CLASSES,
            "sure.py": "from lib import Bag\n\nBag.get(Bag())\n",
            "guess.py": (
                "def f(box):\n    box.fill(1)\n    box.fill(2)\n\n\n"
                "def g(box):\n    box.get()\n"
            ),
            "lib.js": "class Box {\n  get() {}\n}\nnew Box().get();\n",
        }
    )
    build = project.build()
    body = build.body("code/lib.py_docs")
    said = "2 uses of .fill on unknown receivers; 4 definitions have this name"
    listed = f"{said} f guess.py box.fill(1) 2 places"
    # The list stands once on a page.
    assert body.count(listed) == 1
    assert body.count(said) == 4
    assert ".get on unknown receivers are left out: builtin types have it too" in body
    assert (
        ".get on unknown receivers are left out: types of the language or its standard"
        " library have it too" in build.body("code/lib.js_docs")
    )
    shown = f"{said} f guess.py 2 places box.fill(1)"
    assert shown in build.body("code/keywords")
    html = build.text("code/lib.py_docs")
    assert f'<a class="kw-text" href="keywords.html#uses-fill">{said}</a>' in html
    build.check_links()
    markdown = project.build("markdown").text("code/keywords.md")
    assert f"<details><summary>{said}</summary>" in markdown
    assert '<a id="uses-fill"></a>' in markdown
    # Lines of others do not count, places do.
    project.write({"guess.py": "#\ndef f(box):\n    box.fill(1)\n    box.fill(2)\n"})
    assert "code/lib.py_docs" not in project.build().read
    project.write({"guess.py": "def f(box):\n    box.fill(1)\n"})
    again = project.build()
    assert {"code/lib.py_docs", "code/keywords"} <= again.read
    assert "1 use of .fill on unknown receivers" in again.body("code/keywords")


def test_of_many_supertypes_the_nearest_are_named(make_project: Make) -> None:
    body = "    def fill(self): pass\n    def use(self):\n        self.fill()\n\n"
    classes = ["class C0:\n" + body]
    classes += [f"class C{one + 1}(C{one}):\n{body}" for one in range(29)]
    build = make_project({"a.py": "\n".join(classes)}).build()
    shown = build.text("code/a.py_docs").split('id="def-C29.fill"')[1]
    shown = shown.split("<dt")[0]
    assert re.findall(r">(C\d+)\.fill</a> <span", shown) == [
        f"C{number}" for number in range(28, 8, -1)
    ]
    assert "uses through more supertypes are listed with the last one" in shown
    shown = build.text("code/a.py_docs").split('id="def-C20.fill"')[1]
    assert "more supertypes" not in shown.split("<dt")[0]


def test_overriding_methods_count_as_one(make_project: Make) -> None:
    files = {
        "base.py": "class Box:\n    def fill(self): pass\n",
        **{
            f"box{number}.py": "from base import Box\n\n\nclass Small(Box):\n"
            "    def fill(self):\n        super().fill()\n"
            for number in range(4)
        },
        "guess.py": "def f(box):\n    box.fill(1)\n",
    }
    project = make_project(files)
    build = project.build()
    assert "1 possible use by name" in build.body("code/base.py_docs")
    said = "possible use through a supertype: Box.fill calls Box.fill"
    assert f"1 {said}" in build.body("code/box3.py_docs")
    project.write({"guess.py": "def f(box):\n    box.fill(1)\n    box.fill(2)\n"})
    again = project.build()
    said = said.replace("use", "uses")
    assert f"2 {said}" in again.body("code/box3.py_docs")


def test_calls_of_one_name_are_told_apart(make_project: Callable[..., Project]) -> None:
    files = {
        "a.js": "export default function () {}\nexport function fill() {}\n",
        "b.js": "export function fill() {}\n",
        "c.js": "import run, { fill } from './a';\n"
        "import { fill as more } from './b';\n"
        "export function go() { run(); fill(); more(); }\n",
    }
    body = make_project(files).build().body("code/c.js_docs")
    text = re.sub(r"<[^>]+>", "", body)
    assert "calls a.js::default, a.js::fill, b.js::fill" in text
