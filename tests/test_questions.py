"""No page asks what no rule of what an edit touches covers, and each rule is needed."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import docutils.parsers
import projects  # noqa: F401
import pytest
from docutils import nodes
from test_kinds import LANGUAGE, install  # noqa: F401
from test_links_incremental import FILES, SEEN_FAR
from trees import write

from sphinxcontrib_kwindex import links
from sphinxcontrib_kwindex.analysis.languages.language import NO_LANGUAGE
from sphinxcontrib_kwindex.analysis.languages.registry import languages
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.edits import affected_files, link_edits
from sphinxcontrib_kwindex.pages import affected_pages, file_documentation
from sphinxcontrib_kwindex.pages.file_documentation import OWN_SECTIONS
from sphinxcontrib_kwindex.pages.sections.section import Section

from check_edits import Followed  # isort: skip - on the path by projects
from check_incremental import DOCS  # isort: skip - the same
from check_questions import KINDS, Questions, uncovered  # isort: skip - the same


class Case(NamedTuple):
    """An edit that one rule alone covers."""

    seen: tuple[str, str]
    """Kind and path of a page that shows something else by it; or a table of links, and
    a path in a row that is another."""
    path: str
    old: str
    new: str
    files: Mapping[str, str] = FILES


Ask = Callable[[Mapping[str, str]], Questions]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Questions:
    """What the pages of the tree ask with which most tests begin."""
    base = tmp_path_factory.mktemp("asked")
    return Questions(write(base / "tree", FILES), base)


@pytest.fixture
def ask(asked: Questions, tmp_path: Path) -> Ask:
    """Return what the pages of some files ask."""

    def questions(files: Mapping[str, str]) -> Questions:
        if files is FILES:
            return asked.copied(tmp_path)
        return Questions(write(tmp_path / "tree", files), tmp_path)

    return questions


def _edit(followed: Followed, case: Case) -> None:
    file = followed.root / case.path
    text = file.read_text("utf-8") if file.exists() else ""
    assert text.count(case.old) == 1
    file.write_bytes(text.replace(case.old, case.new).encode())


@pytest.mark.parametrize(
    ("package", "kinds"),
    [(links, (*KINDS[::2], "test")), (docutils.parsers, (*KINDS[1::2], "delete file"))],
    ids=["links", "docutils"],
)
def test_questions_over_random_edits(
    tmp_path: Path, package: ModuleType, kinds: tuple[str, ...]
) -> None:
    source = Path(str(package.__file__)).parent
    asking = {"conftest.py": "", "test_it.py": ""}
    root = write(tmp_path / "tree", {f"{DOCS}/conf.py": "", **asking})
    # Of the files in folders of this name one is as the other. Without the last ones,
    # which are long, more of all pages are looked at.
    hidden = shutil.ignore_patterns("__pycache__", "languages", "[i-z]*.py")
    shutil.copytree(source, root / source.name, ignore=hidden)
    chance = random.Random(0)
    questions = Questions(root, tmp_path, chance, pages=30)
    assert len(questions) > 300
    for kind in chance.sample(kinds, len(kinds)):
        done = questions.editor.edit(kind)
        assert questions.problems() == [], done


def test_questions_about_plugins_of_pytest(ask: Ask) -> None:
    plain = "def given():\n    lib.one()\n"
    fixture = f"import pytest\nimport lib\n\n\n@pytest.fixture\n{plain}"
    named = "pytest_plugins = 't.own'\n"
    points = "[project.entry-points.pytest11]\na = 't.own'\n"
    files = {
        "lib.py": "def one(): ...\n",
        "t/own.py": fixture,
        "t/conftest.py": named,
        "t/test_a.py": "def test_a(given): ...\n",
        "pyproject.toml": "",
    }
    questions = ask(files)
    for path, text in [
        ("t/conftest.py", ""),
        ("pyproject.toml", points),
        ("t/own.py", plain),
        ("t/own.py", fixture),
        ("t/own.py", None),
        ("t/conftest.py", named),
        ("t/own.py", fixture),
        ("pyproject.toml", ""),
    ]:
        file = questions.followed.root / path
        file.write_text(text) if text is not None else file.unlink()
        assert questions.problems() == [], (path, text)


def test_questions_about_a_class_whose_name_another_branch_binds(ask: Ask) -> None:
    own = "try: import x\nexcept ImportError:\n    class A:\n        def f(self): ...\n"
    files = {
        "a.py": own,
        "b.py": "from a import A\n",
        "c.py": "import b\n\n\nclass C(b.A):\n    def f(self): ...\n",
    }
    questions = ask(files)
    for text in (
        f"{own}else:\n    A = x.make()[0]\n",
        f"{own}else:\n    A = x.make(A)[0]\n",
        f"{own}else:\n    A = x.A\n",
        own,
    ):
        (questions.followed.root / "a.py").write_text(text)
        assert questions.problems() == [], text


def test_questions_about_packages_of_other_languages(ask: Ask) -> None:
    one = "[package]\nname = 'a'\n[dependencies]\none = '1'\n"
    files = {
        "Cargo.toml": one,
        "src/lib.rs": "use one::a;\n",
        "package.json": '{"dependencies": {"two": "1"}}',
        "web/a.js": 'import two from "two";\n',
    }
    questions = ask(files)
    for path, text in [
        ("Cargo.toml", f"\n{one}"),
        ("src/Cargo.toml", one),
        ("web/package.json", '{"dependencies": {"two": "2"}}'),
        ("package.json", "{}"),
        ("src/Cargo.toml", None),
    ]:
        file = questions.followed.root / path
        file.write_text(text) if text is not None else file.unlink()
        assert questions.problems() == [], (path, text)


# Questions that nobody has asked before


def _lines(code: CodeMap, path: str) -> int:
    """Return how many lines another file has, which no page shows."""
    where = ("app/use.py",)
    query = "SELECT lines FROM file WHERE path = ?"
    (lines,) = next(code.store.select(query, where))
    return int(lines)


def _more_lines(tmp_path: Path) -> list[str]:
    """Add a line to a file, and return what was not covered."""
    # Begun anew: the pages have another section.
    questions = Questions(write(tmp_path / "tree", FILES), tmp_path)
    case = Case(("", ""), "app/use.py", "def use", "# More.\ndef use")
    _edit(questions.followed, case)
    return questions.problems()


@pytest.mark.parametrize("told", [True, False], ids=["inputs", "body"])
def test_a_section_that_asks_something_new(
    told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = Section(
        "New",
        lambda context, path: [nodes.Text(f"{_lines(context.code, path)}")],
        _lines if told else lambda _, __: None,
        lambda facts: not facts.python,
    )
    sections = (*OWN_SECTIONS, section)
    monkeypatch.setattr(file_documentation, "OWN_SECTIONS", sections)
    found = [one for one in _more_lines(tmp_path) if "'guide.md'" in one]
    assert len(found) == 1
    why = "no rule names it" if told else "no input of it says so"
    assert f"docs page of 'guide.md' shows something else, and {why}" in found[0]
    assert "asked: SELECT lines FROM file WHERE path = ? ('app/use.py',)" in found[0]
    assert "rules: _edited_files: " in found[0]


# Rules that are taken out on purpose


#: Eleven files with more importers than any other, so that ranks are no reason.
HUBS = {
    **{f"hubs/h{number}.py": "" for number in range(11)},
    **{
        f"hubs/by{user}.py": "".join(f"import hubs.h{one}\n" for one in range(11))
        for user in range(12)
    },
}
RING = {f"r{number}/m.py": f"import r{(number + 1) % 8}.m\n" for number in range(8)}
#: A file whose related files are nearer than any text.
POINTED = {
    "core.py": "x = 1\n",
    **{f"user{number}.py": "import core\n" for number in range(9)},
    **{f"other{number}.md": "# One\n" for number in range(30)},
    "far/away/text.md": "# Text\n\n[core](core.py)\n\n"
    + "".join(f"[one](../../other{number}.md)\n" for number in range(30)),
}
DEF = "def f(): ...\n"
#: A definition of which nobody asks whether it is used.
RENAMED = (
    *("def do_last", "def do_least"),
    {"app/core.py": "def do_last():\n    pass\n", "app/other.py": "x = 1\n"},
)
CALLING = {
    "app/one.py": "def f():\n    pass\n",
    "lib/b.py": "from app import one\n\none.f()\n",
}
LAYERED = {
    "lib/setup.cfg": "[importlinter]\nroot_package = pkg\n\n[importlinter:contract:a]\n"
    "name = One\ntype = layers\nlayers =\n    pkg.high\n    pkg.low\n",
    "lib/pkg/__init__.py": "",
    "lib/pkg/high.py": "y = 1\n",
    "lib/pkg/low.py": "x = 1\nimport pkg.high\n",
}
CASES = {
    "reference": Case(
        ("docs", "user.py"),
        "p.py",
        "as one",
        "as two",
        {
            "p.py": "import far as one\n",
            "far.py": "x = 1\n",
            "user.py": "import p\n\nprint(p.one)\n",
        },
    ),
    "cycle": Case(
        ("docs", "r4/m.py"),
        "r0/m.py",
        "import r1.m",
        "",
        {**HUBS, **RING, "other.py": "import r1.m\n"},
    ),
    "related": Case(
        ("docs", "app/deep/far.py"), "app/use.py", "    Box().fill()\n", "    pass\n"
    ),
    "use": Case(
        ("docs", "one.py"),
        "two.py",
        "x(1)",
        "x(2)",
        {"one.py": "def x(n): ...\n", "two.py": "from one import x\n\nx(1)\n"},
    ),
    "pointer 0": Case(("docs", "guide.md"), "README.md", "## Use", "More.\n\n## Use"),
    "indexes_with_texts": Case(
        ("index", "app"),
        "far.md",
        "## Use",
        "More.\n\n## Use",
        {
            "app/README.md": "# App\n\nSee [use](../far.md#use).\n",
            "app/a.py": "",
            "far.md": "# Far\n\n## Use\n\ntext\n",
        },
    ),
    "pointer 2": Case(
        ("docs", "core.py"), "far/away/text.md", "(core.py)", "(../../core.py)", POINTED
    ),
    "test": Case(
        ("docs", "tests/test_core.py"),
        "tests/base.py",
        "import unittest\n",
        "# one\nimport unittest\n",
    ),
    "_start_page": Case(
        ("index", ""), "app/deep/script.py", "import app\n", "# one\nimport app\n"
    ),
    "_edited_files": Case(
        ("kw", "app/core.py"), "app/core.py", "import os", "# one\nimport os"
    ),
    "_rows_of_files": Case(("index", "app"), "app/core.py", "The core.", "Another."),
    "_folders_above": Case(
        ("doc", "app"),
        "app/deep/far.py",
        "    size = 1\n",
        "    size = 1\n    # one\n",
    ),
    "_contracts": Case(
        ("doc", "lib"),
        "lib/pkg/low.py",
        "x = 1\nimport pkg.high\n",
        "import pkg.high\nx = 1\n",
        LAYERED,
    ),
    "_package_summaries": Case(
        ("docs", "app/alone.py"), "app/__init__.py", "The application.", "All of it."
    ),
    "_fixtures": Case(
        ("docs", "tests/test_core.py"), "tests/conftest.py", "@pytest.fixture\n", ""
    ),
    "_definitions_below": Case(("sub", "app"), "app/core.py", *RENAMED),
    "_keyword_pages": Case(("keywords", ""), "app/core.py", *RENAMED),
    "_uses_between": Case(("doc", ""), "lib/b.py", "one.f()", "one.f", CALLING),
    "_possible_uses": Case(
        ("docs", "d.py"),
        "use.py",
        "x.fill()",
        "x.full()",
        {
            **{
                f"{name}.py": f"class {name.upper()}:\n    def fill(self): ...\n"
                for name in "abcd"
            },
            "use.py": "for x in ...:\n    x.fill()\n",
        },
    ),
    "counterparts": Case(
        ("docs", "one.plus"),
        "two.hplus",
        "n::f | |",
        "n::f | declaration |",
        {
            "one.plus": "function | n::f | | int f()\n",
            "two.hplus": "function | n::f | | int f()\n",
        },
    ),
    "types_beside": Case(
        ("docs", "start.go"),
        "server.go",
        "// Server serves.",
        "// Server waits.",
        {
            "go.mod": "module example.com/x\n",
            "server.go": "package x\n\n// Server serves.\ntype Server struct{}\n",
            "start.go": "package x\n\nfunc (s *Server) Start() {\n}\n",
        },
    ),
    "_unused": Case(("kw", "app/one.py"), "lib/b.py", "one.f()", "one", CALLING),
    "_imported_definitions": Case(
        ("kw", "two.py"),
        "one.py",
        "x = 1\n",
        "x = 1\n\n\ndef x():\n    pass\n",
        {"one.py": "x = 1\n", "two.py": "from one import x\n"},
    ),
    "_entry_points": Case(("docs", "m.py"), *SEEN_FAR[3][2:], SEEN_FAR[3][1]),
    "pages_about_paths": Case(
        ("docs", "docs/conf.py"),
        "docs/index.rst",
        "",
        "Manual\n======\n\nIt is one.\n",
        {"docs/conf.py": 'project = "sample"\n', "one.py": "x = 1\n"},
    ),
    "_departed": Case(
        ("docs", "one.py"),
        "two.py",
        "def new",
        "def newer",
        {
            "one.py": "x = 1\n",
            "two.py": "def new():\n    pass\n",
            "kwindex_moved.toml": '[definitions]\n"one.py::old" = "two.py::new"\n',
        },
    ),
    "_classes": Case(
        ("docs", "app/deep/far.py"), "app/core.py", "    def fill", "    def full"
    ),
    "_offered_names": Case(
        ("docs", "p/one.py"),
        "p/__init__.py",
        "import x",
        "import x as y",
        {"p/__init__.py": "from .one import x\n", "p/one.py": "x = 1\n"},
    ),
    "_imports": Case(("kw", "app/more.py"), "app/core.py", "def last", "def least"),
    "_imported_packages": Case(
        ("docs", "a/One.kt"),
        "Use.kt",
        "a.gone",
        "a.of",
        {
            "a/One.kt": "package a\n\nfun Int.of() {}\n",
            "a/Two.kt": "package a\n\nfun String.of() {}\n",
            "Use.kt": "package b\n\nimport a.gone\n",
        },
    ),
    "_folders_of_imported": Case(
        ("doc", "app"), "app/deep/far.py", "from ..core import", "from ..use import"
    ),
    "_names_of_packages": Case(
        ("docs", "app/__init__.py"),
        "app/more.py",
        "import Box, first",
        "import first",
    ),
    "_import_graph": Case(
        ("docs", "app/core.py"),
        "app/alone.py",
        "def alone",
        "import app.use\n\n\ndef alone",
    ),
    "_asserts_in_tests": Case(
        ("docs", "p/test/lib.py"),
        "p/test/test_it.py",
        "def test_it",
        "def it",
        {
            "p/test/lib.py": "def check(x):\n    assert x\n",
            "p/test/test_it.py": "def test_it():\n    pass\n",
        },
    ),
    "_known_as_tests": Case(
        ("docs", "one.py"),
        "base.py",
        "def test_it",
        "def it",
        {
            "one.py": "x = 1\n",
            "base.py": "class Base:\n    def test_it(self):\n        pass\n",
            "testing.py": "import unittest\n\nimport one\nfrom base import Base\n\n\n"
            "class It(Base, unittest.TestCase):\n    pass\n",
        },
    ),
    "_offered_definitions": Case(
        ("docs", "p/__init__.py"),
        "p/far/deep.py",
        "It is deep.",
        "It is low.",
        {
            "p/__init__.py": "from .stars import *\n",
            "p/stars.py": "from .far.deep import *\n",
            "p/far/deep.py": 'class Deep:\n    """It is deep."""\n',
        },
    ),
    "_rules_of_tests": Case(
        ("docs", "t/test_a.py"),
        "t/conftest.py",
        "collect_ignore",
        "# One.\ncollect_ignore",
        {
            "t/conftest.py": "collect_ignore = ['test_a.py']\n",
            "t/test_a.py": "def test_it():\n    pass\n",
        },
    ),
    "_tested_definitions": Case(
        ("docs", "lib/low.py"),
        "test_it.py",
        "    high()\n",
        "    pass\n",
        {
            "lib/low.py": "def low(): ...\n",
            "lib/mid.py": "from lib.low import low\n\n\ndef mid():\n    low()\n",
            "lib/high.py": "from lib.mid import mid\n\n\ndef high():\n    mid()\n",
            "test_it.py": "from lib.high import high\n\n\ndef test_it():\n    high()\n",
        },
    ),
    "_documented": Case(("keywords", ""), "m.py", "...", '"""It."""', {"m.py": DEF}),
    "_other_rows": Case(("docs", "use.py"), *SEEN_FAR[2][2:], SEEN_FAR[2][1]),
}


def _rules() -> list[str]:
    """Return what each rule of which pages edits affect is called here."""
    columns = [
        table if len(columns) == 1 else f"{table} {column}"
        for table, columns in affected_pages.SHOWN_BY.items()
        for column in columns
    ]
    rules = [rule.__name__ for some in affected_pages.RULES.values() for rule in some]
    return [*columns, *rules, "_other_rows"]


def _take_out(name: str, patch: pytest.MonkeyPatch) -> None:
    shown_by, rules = affected_pages.SHOWN_BY, affected_pages.RULES
    table, _, column = name.partition(" ")
    left: list[tuple[Any, str, tuple[Any, ...]]] = [
        (rules, key, tuple(rule for rule in some if rule.__name__ != name))
        for key, some in rules.items()
    ]
    if table in shown_by:
        columns = (one for one in shown_by[table] if column and one != int(column))
        left.append((shown_by, table, tuple(columns)))
    elif name == "_other_rows":
        patch.setattr(affected_pages, name, lambda *_: False)
    for rows in left:
        patch.setitem(*rows)


@pytest.mark.parametrize("name", _rules())
def test_a_rule_of_pages_that_is_taken_out_is_missed(
    name: str,
    ask: Ask,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    case = CASES[name]
    if name == "counterparts":
        request.getfixturevalue("install")(LANGUAGE, entry="plus = kwindex_toy:C")
    questions = ask(case.files)
    _edit(questions.followed, case)
    assert questions.problems() == []
    _take_out(name, monkeypatch)
    followed = questions.followed
    assert followed.links is not None
    code = CodeMap(followed.store, followed.root)
    affected = affected_pages.affected_pages(code, followed.links)
    found = list(uncovered(questions.before, questions.after, affected))
    kind, path = case.seen
    (told,) = (one for one in found if one.startswith(f"{kind} page of {path!r} "))
    assert "asked: " in told


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("__all__ = ['a']\nfrom .m import a, b\n", "['a']", "['b']"),
        ("from .m import a as c\n", " c", " d"),
    ],
)
def test_folders_name_what_a_package_re_exports(
    ask: Ask, text: str, old: str, new: str
) -> None:
    files = {"p/q/__init__.py": text, "p/q/m.py": "a = b = 1\n", "p/x.py": "x = 1\n"}
    questions = ask({**files, "u.py": "import p.q\n", "v.py": "import p.q\n"})
    _edit(questions.followed, Case(("doc", "p"), "p/q/__init__.py", old, new))
    assert questions.problems() == []


def test_folders_name_the_line_of_a_script(ask: Ask) -> None:
    script = '\n\nif __name__ == "__main__":\n    app\n'
    questions = ask(FILES)
    _edit(
        questions.followed,
        Case(("doc", "app"), "app/deep/script.py", script, f"{script[1:]}\n"),
    )
    assert questions.problems() == []


STARS = {
    "listed.py": "__all__ = ['one']\none = two = 1\n",
    "more.py": "from listed import *\n\ntwo\n",
}
CHAIN = {
    "x.py": "class X:\n    def go(self):\n        pass\n",
    "a.py": "from x import X\n\n\nclass A(X):\n    pass\n\n\n"
    "def make() -> A:\n    return A()\n",
    "b.py": "from a import A, make\n\nmade = make()\n\n\nclass B(A):\n    pass\n",
    "named.py": "from a import A as Called\n",
    "use_base.py": "from b import B\n\nB().go()\n",
    "use_name.py": "from named import Called\n\nCalled().go()\n",
    "use_value.py": "from b import made\n\nmade.go()\n",
}
TESTS = {
    "base.py": "import os\n\n\nclass Base:\n    def test_base(self):\n        pass\n",
    "test_it.py": "from base import Base\n\n\n"
    "class TestIt(Base):\n    def test_it(self):\n        pass\n",
    "test_all.py": "from base import Base as TestAll\n",
}
LINK_CASES = {
    # Of ten files that can be read one has a rank, of nine none.
    "_file": Case(
        ("page", "hub.py"),
        "one.py",
        "print()",
        "print(",
        {
            "hub.py": "x = 1\n",
            "one.py": "print()\n",
            **{f"user{number}.py": "import hub\n" for number in range(8)},
        },
    ),
    "_star": Case(
        ("reference", "more.py"), "listed.py", "__all__ = ['one']", "", STARS
    ),
    "_project": Case(
        ("page", "app/core.py"), "pyproject.toml", "dependencies", "\ndependencies"
    ),
    "_of_language Rust": Case(
        ("reference", "src/use.rs"),
        "src/lib.rs",
        "one.rs",
        "two.rs",
        {
            "src/lib.rs": '#[path = "one.rs"]\nmod made;\n',
            "src/one.rs": "pub fn run() {}\n",
            "src/two.rs": "pub fn run() {}\n",
            "src/use.rs": "use crate::made::run;\nfn main() { run() }\n",
        },
    ),
    "_of_language Kotlin": Case(
        ("link", "b/Use.kt"),
        "b/Near.kt",
        "fun near() {}",
        "class Outer",
        {
            "a/Far.kt": "package a\n\nclass Outer { class Inner }\n",
            "b/Near.kt": "package a\n\nfun near() {}\n",
            "b/Use.kt": "package b\n\nimport a.Outer.Inner\n",
        },
    ),
    "_of_language Ruby": Case(
        ("reference", "use.rb"),
        "files.rb",
        "module",
        "class",
        {
            "files.rb": "module Files\n  def scratch(x); end\nend\n",
            "use.rb": "describe { scratch 1 }\n",
        },
    ),
    "_of_language C#": Case(
        ("link", "Use.cs"),
        "Shop/Sale.cs",
        "class Sale",
        "class Other",
        {
            "Shop/Sale.cs": "namespace Shop;\nclass Sale { }\n",
            "Use.cs": "using S = Shop.Sale;\nclass Use { }\n",
        },
    ),
    "_of_language PHP": Case(
        ("link", "use.php"),
        "src/functions.php",
        "function helps",
        "function other",
        {
            "src/functions.php": "<?php\nnamespace Mine;\nfunction helps() {}\n",
            "use.php": "<?php\nuse function Mine\\helps;\nhelps();\n",
        },
    ),
    "_extension": Case(
        ("reference", "use.py"),
        "fast.cpp",
        '"add"',
        '"plus"',
        {
            "use.py": "from _fast import add\n\nadd()\n",
            "fast.cpp": "int sum();\n"
            'PYBIND11_MODULE(_fast, m) { m.def("add", &sum); }\n',
        },
    ),
    "_definitions": Case(("use", "use_base.py"), "x.py", "def go", "def run", CHAIN),
    "_patterns": Case(
        ("test", "test_it.py"),
        "base.py",
        "@pytest.fixture\n",
        "",
        {
            "base.py": "import pytest\n\n\n"
            "@final\n@pytest.fixture\ndef test_one():\n    pass\n",
            "test_it.py": "from base import test_one\n",
        },
    ),
    "_imported_names": Case(
        ("use", "use_name.py"), "named.py", "Called", "Other", CHAIN
    ),
    "_bound_later": Case(
        ("reference", "use.py"),
        "two.py",
        "size = 0\nfrom one import size",
        "from one import size\nsize = 0",
        {
            "one.py": "size = 1\n",
            "two.py": "size = 0\nfrom one import size\n",
            "use.py": "from two import size\n\nprint(size)\n",
        },
    ),
    "_bases": Case(("use", "use_base.py"), "a.py", "A(X)", "A", CHAIN),
    "_values": Case(("use", "use_value.py"), "a.py", "-> A", "-> int", CHAIN),
    "_exports": Case(
        ("reference", "more.py"), "listed.py", "['one']", "['two']", STARS
    ),
    "_made_up": Case(
        ("reference", "use.py"),
        "lazy.py",
        '"old"',
        '"new"',
        {
            "lazy.py": 'def __getattr__(name):\n    return {"old": 1}[name]\n',
            "use.py": "import lazy\n\nlazy.old, lazy.new\n",
        },
    ),
    "_special": Case(
        ("reference", "use.py"),
        "a.py",
        "pass",
        "def __init__(self): pass",
        {
            "base.py": "class Base:\n    def __init__(self, x): pass\n",
            "a.py": "from base import Base\n\n\nclass A(Base):\n    pass\n",
            "use.py": "from a import A\n\nA(x=1)\n",
        },
    ),
    "_traits": Case(
        ("reference", "use.py"),
        "a.py",
        "own = 1",
        "own: 1 = 1",
        {
            "a.py": "from dataclasses import dataclass\n\n\n"
            "@dataclass\nclass A:\n    own = 1\n",
            "use.py": "from a import A\n\nA(own=2)\n",
        },
    ),
    "_parameters": Case(
        ("reference", "use.py"),
        "a.py",
        "(x)",
        "(y)",
        {
            "a.py": "def f(x): pass\n",
            "use.py": "from a import f\n\nf(x=1)\n",
        },
    ),
    "_bound_names": Case(("use", "use_name.py"), "a.py", "A(X)", "A", CHAIN),
    "_value_specs": Case(("use", "use_value.py"), "a.py", "-> A", "-> int", CHAIN),
    "_base_specs": Case(("use", "use_base.py"), "a.py", "A(X)", "A", CHAIN),
    "link _importing_otherwise": Case(
        ("link", "app/core.py"), "app/core.py", "import os\n", "import os, sys\n"
    ),
    "link _importing_names": Case(
        ("link", "app/more.py"), "app/core.py", "def last", "def least"
    ),
    "pointer _edited": Case(
        ("pointer", "guide.md"), "guide.md", "[use]", "[core](app/core.py) [use]"
    ),
    "pointer _pointing_to_edited": Case(
        ("pointer", "guide.md"), "README.md", "## Use", "More.\n\n## Use"
    ),
    "test _edited": Case(
        ("test", "test_all.py"), "test_all.py", "from", "# One.\nfrom", TESTS
    ),
    "test _collecting_from_edited": Case(
        ("test", "test_all.py"), "base.py", "import", "# One.\nimport", TESTS
    ),
    "related _sharing_names": Case(
        ("related", "app/deep/far.py"), "app/use.py", "    Box().fill()\n", "    pass\n"
    ),
}


def _link_rules() -> list[str]:
    """Return what each rule of which files are linked again is called here."""
    rules = [*affected_files.VISIBLE, *affected_files.DEPENDENT]
    names = {"_bound_names", *(rule.__name__ for rule in rules)} - {"_of_language"}
    return [
        *sorted(names),
        *(
            f"_of_language {language.name}"
            for language in languages().all
            if language.visible != NO_LANGUAGE.visible
        ),
        *(
            f"{table} {rule.__name__}"
            for table, some in link_edits.RULES.items()
            for rule in some
        ),
    ]


def _take_out_link_rule(name: str, patch: pytest.MonkeyPatch) -> None:
    first, _, rule_name = name.partition(" ")
    for table in ("VISIBLE", "DEPENDENT"):
        rules = getattr(affected_files, table)
        left = tuple(rule for rule in rules if rule.__name__ != first)
        patch.setattr(affected_files, table, left)
    if name == "_bound_names":
        patch.setattr(affected_files, name, lambda _: {})
    if (table := first) in link_edits.RULES:
        left = (one for one in link_edits.RULES[table] if one.__name__ != rule_name)
        patch.setitem(link_edits.RULES, table, tuple(left))


@pytest.mark.parametrize("name", _link_rules())
def test_a_rule_of_links_that_is_taken_out_is_missed(
    name: str, follow: Callable[..., Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = LINK_CASES[name]
    followed = follow(case.files)
    _take_out_link_rule(name, monkeypatch)
    _edit(followed, case)
    followed.follow()
    assert followed.links is not None
    table, path = case.seen
    found = list(followed.differences())
    assert any(one.startswith(f"{table}: ") and f"'{path}'" in one for one in found)
