"""What is linked and planned again after an edit: enough, and no more than that."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from projects import Project
from test_edits import FILES as SHOP
from test_git_history import commit, git, needs_git
from trees import write

from sphinxcontrib_kwindex.sphinx_wiring.setup import planning

from check_edits import USUAL, Followed  # isort: skip - on the path by projects
from check_incremental import DOCS, Editor  # isort: skip - the same

Follow = Callable[..., Followed]

FILES = {
    "README.md": "# Sample\n\nIt has [a name](app/core.py#L22).\n\n## Use\n\ntext\n",
    "guide.md": "# Guide\n\nSee [use](README.md#use).\n",
    "pyproject.toml": '[project]\nname = "app"\ndependencies = [\n  "docutils",\n]\n',
    "app/__init__.py": '"""The application."""\n\nfrom .core import Box, first\n',
    "app/core.py": (
        '"""The core."""\n\nimport os\n\nimport docutils\n\n\n'
        'def first(x):\n    """Return one thing."""\n    return x\n\n\n'
        'class Box:\n    """Hold things."""\n\n    def fill(self):\n'
        "        self.full = True\n        return os.sep\n\n\n"
        "def last():\n    return None\n"
    ),
    "app/use.py": (
        '"""Use it."""\n\nfrom app.core import Box, first\n\n\n'
        "def use():\n    Box().fill()\n    return first(1)\n"
    ),
    "app/more.py": (
        "from app.core import Box, first, last\n\n\n"
        "def more():\n    return first(\n        [2]\n    )\n"
    ),
    "app/alone.py": "def alone():\n    return 0\n",
    "app/only.py": (
        "from app.alone import alone\n\n\ndef only() -> object:\n    return alone()\n"
    ),
    "app/deep/__init__.py": "DEEP = 1\n",
    "app/deep/script.py": (
        'import app\nimport far\n\nif __name__ == "__main__":\n    app\n'
    ),
    "app/deep/far.py": "from ..core import Box\n\n\nclass Far(Box):\n    size = 1\n",
    "tests/conftest.py": (
        "import pytest\n\n\n@pytest.fixture\ndef box():\n    return 1\n"
    ),
    "tests/base.py": (
        "import unittest\n\n\nclass Base(unittest.TestCase):\n"
        "    def test_all(self):\n        pass\n"
    ),
    "tests/test_core.py": (
        "from app.core import first\nfrom tests.base import Base\n\n\n"
        "def test_first(box):\n    assert first(box)\n\n\n"
        "class TestIt(Base):\n    pass\n"
    ),
}


@pytest.fixture
def followed(follow: Follow) -> Followed:
    return follow(FILES)


def followed_edit(followed: Followed, path: str, old: str, new: str) -> set[str]:
    file = followed.root / path
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_bytes(text.replace(old, new).encode())
    return followed.follow()


def edit_back(followed: Followed, path: str, old: str, new: str) -> None:
    """Edit a file, after which all must be as it was at first."""
    followed_edit(followed, path, old, new)
    assert list(followed.differences_from_first()) == []


def edit(followed: Followed, path: str, old: str, new: str) -> set[str]:
    """Edit a file, and return the pages that changed, which must be the right ones."""
    found = followed_edit(followed, path, old, new)
    assert list(followed.differences()) == []
    return {name.removeprefix("code/") for name in found}


OWN = {"app/core.py_docs"}
#: Their maps show how many lines files as small as these have.
ROOT = {"index"}
ABOVE = ROOT | {"app/doc"}
LINES = OWN | {"app/core.py_kw"} | ABOVE
USE = {"app/use.py_docs"}
INSIDE: list[tuple[str, str, str, str, set[str]]] = [
    ("a body", "app/core.py", "return x", "return (x)", OWN),
    ("a comment", "app/core.py", "return None", "return None  # x", OWN),
    (
        "a line above all",
        "app/core.py",
        "import os\n",
        "# one\nimport os\n",
        LINES,
    ),
    (
        "a docstring of a function that is not its sentence",
        "app/core.py",
        "Return one thing.",
        "Return one thing.\n\n    More.\n    ",
        LINES,
    ),
    (
        "a sentence: also the folder that shows it",
        "app/core.py",
        "The core.",
        "Another core.",
        OWN | {"app/index", "app/doc", "index"},
    ),
    (
        "what a package says: the files in it, and the folders",
        "app/__init__.py",
        "The application.",
        "All of it.",
        {
            "app/__init__.py_docs",
            "app/core.py_docs",
            "app/use.py_docs",
            "app/more.py_docs",
            "app/alone.py_docs",
            "app/only.py_docs",
            "app/deep/__init__.py_docs",
            "app/index",
            "app/doc",
            "index",
        },
    ),
    (
        "the line of a user",
        "app/use.py",
        "\n\n\ndef use",
        "\n\n\n\ndef use",
        {"app/use.py_docs", "app/use.py_kw"} | ABOVE,
    ),
    (
        "a call: the page that shows it",
        "app/more.py",
        "        [2]\n",
        "        [3]\n",
        {"app/more.py_docs"} | OWN,
    ),
    (
        "another use: the file used, and the files that are related by it",
        "app/more.py",
        "    return first(",
        "    last()\n    return first(",
        {"app/more.py_docs", "app/more.py_kw"} | OWN | ABOVE,
    ),
    (
        "a use that is gone",
        "app/use.py",
        "    Box().fill()\n",
        "    pass\n",
        USE
        | OWN
        | {"app/deep/far.py_docs", "app/doc"}
        # Of a method no use is left.
        | {"app/core.py_kw", "app/sub", "sub", "keywords"},
    ),
    (
        "the only use of a file",
        "app/only.py",
        "return alone()",
        "return alone",
        {"app/only.py_docs", "app/alone.py_docs", "app/doc"},
    ),
    (
        "the only use of a file, gone",
        "app/only.py",
        "return alone()",
        "return 1",
        {"app/only.py_docs", "app/alone.py_docs", "app/doc"},
    ),
    (
        "the line of a script: the folders above that name it, and the start page",
        "app/deep/script.py",
        "import app\n",
        "# one\nimport app\n",
        {
            *("app/deep/script.py_docs", "app/deep/script.py_kw"),
            *("app/deep/doc", "app/doc", "index"),
        },
    ),
    (
        "the line of a fixture: the tests that ask for it",
        "tests/conftest.py",
        "import pytest\n",
        "# one\nimport pytest\n",
        {
            *("tests/conftest.py_docs", "tests/conftest.py_kw"),
            "tests/test_core.py_docs",
        }
        | ROOT,
    ),
    (
        "the line of a test that another file collects",
        "tests/base.py",
        "import unittest\n",
        "# one\nimport unittest\n",
        {"tests/base.py_docs", "tests/base.py_kw", "tests/test_core.py_docs"} | ROOT,
    ),
    (
        "the line of a heading: the text that points to it",
        "README.md",
        "## Use",
        "More.\n\n## Use",
        {"README.md_docs", "guide.md_docs", "index"},
    ),
    (
        "fewer lines than a text points to",
        "app/core.py",
        "\n\nimport os\n\nimport docutils\n\n\n",
        "\nimport os\nimport docutils\n",
        LINES | {"README.md_docs"},
    ),
]


@pytest.mark.parametrize(
    ("path", "old", "new", "pages"),
    [one[1:] for one in INSIDE],
    ids=[one[0] for one in INSIDE],
)
def test_an_edit_that_other_files_do_not_see(
    followed: Followed, path: str, old: str, new: str, pages: set[str]
) -> None:
    found = edit(followed, path, old, new)
    assert followed.way == "edits"
    assert found == pages


@pytest.mark.parametrize(
    ("path", "old", "new", "way"),
    [
        ("app/core.py", "def last", "def least", "names"),
        ("app/core.py", "class Box", "class Case", "names"),
        ("app/core.py", "    def fill", "    def full", "names"),
        ("app/core.py", "import os\n", "import os, sys\n", "names"),
        ("app/core.py", "first(x):", "first(x) -> Box:", "names"),
        ("app/core.py", "class Box:", "class Box(dict):", "names"),
        (
            "app/core.py",
            "def last():\n",
            "def last():\n    import docutils\n",
            "names",
        ),
        ("tests/conftest.py", "@pytest.fixture\n", "", "names"),
        ("app/core.py", "    def fill", "    @property\n    def fill", "names"),
        (
            "app/core.py",
            "import os\n",
            'if __name__ == "__main__":\n    import os\n',
            "names",
        ),
        ("tests/base.py", "    def", "    __test__ = False\n\n    def", "names"),
        ("app/__init__.py", ".core import Box, first", ".core import Box", "names"),
        ("app/deep/far.py", "..core import Box", "..core import last", "names"),
        ("app/alone.py", "def alone", "import app.use\n\n\ndef alone", "names"),
        ("app/deep/script.py", "import app\n", "\n", "names"),
        ("app/deep/script.py", "__main__", "main", "names"),
        ("app/deep/script.py", "import app\n", "from . import far\n", "names"),
        (
            "app/core.py",
            '"""The core."""',
            '"""The core."""\n\n__all__ = ["first"]',
            "tree",
        ),
        ("app/core.py", "import os\n", "from os import *\n", "tree"),
        ("app/core.py", "def last():", "def last(:", "tree"),
        ("pyproject.toml", "dependencies", "\ndependencies", "tree"),
    ],
)
def test_an_edit_that_other_files_may_see(
    followed: Followed, path: str, old: str, new: str, way: str
) -> None:
    edit(followed, path, old, new)
    assert followed.way == way


SEEN_FAR: list[tuple[str, dict[str, str], str, str, str]] = [
    (
        "an imported fixture by another name",
        {
            "conftest.py": "from fix import box\n",
            "fix.py": "import pytest\n\n\n@pytest.fixture\ndef box():\n    return 1\n",
            "test_it.py": "def test_it(box):\n    assert box\n",
        },
        "conftest.py",
        "import box",
        "import box as case",
    ),
    (
        "a class that the table of patterns has, as a package offers it",
        {
            "enum/__init__.py": "from one import Outer as Enum\n",
            "one.py": "class Outer:\n    pass\n",
            "two.py": "class Outer:\n    pass\n",
            "use.py": "from one import Outer\n\n\nclass Mine(Outer):\n    pass\n",
        },
        "enum/__init__.py",
        "from one",
        "from two",
    ),
    (
        "a class of a package called as one of Python's",
        {
            "unittest/case.py": "from impl import Case\n",
            "impl.py": "class Case:\n    pass\n",
            "use.py": "from impl import Case\n\n\nclass Mine(Case):\n    pass\n",
        },
        "unittest/case.py",
        "import Case",
        "import Case as TestCase",
    ),
    (
        "a method that an entry point calls by way of another module",
        {
            "pyproject.toml": '[project]\nname = "a"\n[project.scripts]\n'
            'a = "m:Tool.run"\n',
            "m.py": "from tool import Tool\n",
            "tool.py": "class Tool:\n    def go(self):\n        pass\n",
        },
        "tool.py",
        "def go",
        "def run",
    ),
    (
        "a name in a circle of imports that fail",
        {
            "a.py": "try:\n    from b import x\nexcept ImportError:\n    x = None\n",
            "b.py": "try:\n    from a import x\nexcept ImportError:\n    x = None\n",
            "d.py": "import os\nfrom a import x\n\nprint(x)\n",
        },
        "d.py",
        "import os\n",
        "import os, sys\n",
    ),
    (
        "what a constructor passes its keyword arguments on to",
        {
            "two.py": "def one(size=0): ...\n\n\ndef other(size=0): ...\n",
            "base.py": "from two import one, other\n\n\nclass Base:\n"
            "    def __init__(self, **more):\n        one(**more)\n",
            "sub.py": "from base import Base\n\n\nclass Sub(Base):\n"
            "    def __init__(self, **more):\n        super().__init__(**more)\n",
            "use.py": "from sub import Sub\n\nSub(size=1)\n",
        },
        "base.py",
        "        one(",
        "        other(",
    ),
    (
        "the marker of a hook",
        {
            "hooks.py": "from marks import hookspec, hookimpl\n\n\n"
            "@hookspec\ndef on_start(): ...\n",
            "use.py": "def use(pm):\n    pm.hook.on_start()\n",
        },
        "hooks.py",
        "@hookspec",
        "@hookimpl",
    ),
    (
        "which of an import and a value comes last",
        {
            "one.py": "size = 1\n",
            "two.py": "size = 0\nfrom one import size\n",
            "use.py": "from two import size\n\nprint(size)\n",
        },
        "two.py",
        "size = 0\nfrom one import size\n",
        "from one import size\nsize = 0\n",
    ),
    # Before Python 3.12 a syntax error in both.
    (
        "the bound of a type parameter",
        {
            "box.py": (
                "from two import One, Two\n\n\nclass Box[T: One]:\n"
                "    def get(self) -> T: ...\n"
            ),
            "two.py": (
                "class One:\n    def hit(self): ...\n\n\n"
                "class Two:\n    def hit(self): ...\n"
            ),
            "use.py": (
                "from box import Box\n\n\ndef use(box: Box):\n    box.get().hit()\n"
            ),
        },
        "box.py",
        "T: One",
        "T: Two",
    ),
    (
        "what the body of a class imports",
        {
            "walk.py": "def go(self): ...\ndef gone(self): ...\n",
            "base.py": "class Base:\n    from walk import go\n",
            "use.py": "from base import Base\n\nBase().go()\n",
        },
        "base.py",
        "import go",
        "import gone as go",
    ),
    (
        "what the body of a class imports from where it is no more",
        {
            "walk.py": "def go(self): ...\n",
            "base.py": "class Base:\n    from walk import go as run\n",
            "use.py": "from base import Base\n\nBase().run()\n",
        },
        "walk.py",
        "def go",
        "def gone",
    ),
    (
        "a class that a framework may hand out, far below its base",
        {
            "base.py": "import web\n\n\nclass Base(web.App): ...\n",
            "app.py": "from base import Base\n\n\nclass App(Base):\n"
            "    def go(self): ...\n",
            "page.py": "import web\n\n\nclass Page(web.Page):\n    def get(self):\n"
            "        return self.application.go()\n",
        },
        "base.py",
        "(web.App)",
        "(object)",
    ),
    (
        "the line of a fixture in a class far above a class of tests",
        {
            "tests/base.py": "import pytest\n\n\nclass Base:\n    @pytest.fixture\n"
            "    def box(self): ...\n",
            "tests/mid.py": "from tests.base import Base\n\n\nclass Mid(Base): ...\n",
            "tests/test_box.py": "from tests.mid import Mid\n\n\n"
            "class TestBox(Mid):\n    def test_box(self, box): ...\n",
        },
        "tests/base.py",
        "import pytest\n",
        "import pytest\n\n",
    ),
    (
        "another list of what is not collected: folders below list their tests",
        {
            "tests/conftest.py": "collect_ignore = ['unit/test_a.py']\n",
            "tests/unit/test_a.py": "def test_a(): ...\ndef one(): ...\n",
            "tests/unit/test_b.py": "def test_b(): ...\ndef two(): ...\n",
        },
        "tests/conftest.py",
        "test_a.py",
        "test_b.py",
    ),
    (
        "what a constructor says of type arguments: who makes one of a class below",
        {
            "item.py": "class Item:\n    size = 1\n\n\nclass Other: ...\n",
            "box.py": "from item import Item\n\n\nclass Box[T]:\n"
            "    def __init__(self, item: T, other: Item): ...\n"
            "    def get(self) -> T: ...\n",
            "below.py": "from box import Box\n\n\nclass Below[T](Box[T]): ...\n",
            "use.py": "from below import Below\nfrom item import Item\n\n"
            "Below(Item(), 1).get().size\n",
        },
        "box.py",
        "item: T",
        "item: int",
    ),
]


@pytest.mark.parametrize(
    ("files", "path", "old", "new"),
    [one[1:] for one in SEEN_FAR],
    ids=[one[0] for one in SEEN_FAR],
)
def test_an_edit_that_is_seen_far_away(
    follow: Follow, files: dict[str, str], path: str, old: str, new: str
) -> None:
    followed = follow(files)
    edit(followed, path, old, new)
    assert followed.way != "tree"
    edit_back(followed, path, new, old)


OFFERED = {
    "p/__init__.py": "from . import early\nfrom .made import made as run\n"
    "from . import late\nfrom .stars import *\nfrom . import more\n",
    "p/early.py": "from . import run\n\nrun.go()\n",
    "p/late.py": "from . import run\n\nrun()\n",
    "p/made.py": 'def made():\n    """Make it."""\n',
    "p/run.py": 'def go():\n    """Go there."""\n',
    "p/stars.py": "from .deep import *\n",
    "p/deep.py": 'class Deep:\n    """It is deep."""\n\n    size = 1\n',
    "p/more.py": "import os\n",
    "p/lazy.py": 'def __getattr__(name):\n    return {"old": 1}[name]\n',
    "p/above.py": "from .deep import Deep\n\n\nclass Above:\n"
    "    def take(self, it: Deep, other: type) -> None: ...\n",
    "p/below.py": "from .above import Above\n\n\nclass Below(Above):\n"
    "    def take(self, it, other) -> None:\n        self.it = it\n        it.size\n",
    "p/far.py": "from .below import Below\n\nBelow().it.size\n",
    "p/asks.py": "from . import lazy\n\nlazy.old, lazy.new\n",
    "p/maker.py": "from .deep import Deep\n\n\nclass Maker:\n"
    "    def __getattr__(self, name):\n        return Deep()\n\n\nmaker = Maker()\n",
    "p/made_up.py": "from .maker import maker\n\nmaker.any.size\n",
    "p/fluent.py": "def fluent(f):\n    def inner(self):\n"
    "        copy = self.clone()\n        return copy\n\n    return inner\n",
    "p/cloned.py": "from .deep import Deep\nfrom .fluent import fluent\n\n\n"
    "class Cloned:\n    def clone(self):\n        return Deep()\n\n"
    "    @fluent\n    def use(self): ...\n",
    "p/calls.py": "from .cloned import Cloned\n\nCloned().use().size\n",
    "p/meta.py": "from .deep import Deep\n\n\nclass Meta(type):\n"
    "    @property\n    def top(cls) -> Deep: ...\n",
    "p/based.py": "from .meta import Meta\n\n\nclass Based(metaclass=Meta): ...\n",
    "p/derived.py": "from .based import Based\n\n\nclass Derived(Based): ...\n",
    "p/asked.py": "from .derived import Derived\n\nDerived.top.size\n",
}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("p/__init__.py", "early\nfrom .made import made as run", "early"),
        (
            "p/__init__.py",
            "early\nfrom .made import made as run\nfrom . import late",
            "late\nfrom .made import made as run\nfrom . import early",
        ),
        ("p/more.py", "import os", "import os\nfrom . import run"),
        ("p/made.py", "def made", "import p.late\n\n\ndef made"),
        ("p/deep.py", "It is deep.", "It is far below."),
        ("p/deep.py", "class Deep", "class Other:\n    pass\n\n\nclass Deep"),
        ("p/made.py", "Make it.", "Build it."),
        ("p/above.py", "it: Deep,", "it: str,"),
        ("p/above.py", "it: Deep, other: type", "other: Deep, it: type"),
        ("p/deep.py", "class Deep", "class Deeper"),
        ("p/above.py", "def take", "def takes"),
        ("p/above.py", "class Above", "class Over"),
        ("p/lazy.py", '"old"', '"new"'),
        ("p/lazy.py", "__getattr__", "getattr"),
        ("p/maker.py", "return Deep()", "return 1"),
        ("p/maker.py", "__getattr__", "getattr"),
        ("p/fluent.py", "return copy", "return 1"),
        ("p/fluent.py", "self.clone()", "self.copy()"),
        ("p/cloned.py", "return Deep()", "return 1"),
        ("p/based.py", "metaclass=Meta", "object"),
        ("p/meta.py", "@property", "@staticmethod"),
        ("p/meta.py", "-> Deep", "-> str"),
    ],
)
def test_an_edit_of_what_a_package_offers(
    follow: Follow, path: str, old: str, new: str
) -> None:
    followed = follow(OFFERED)
    edit(followed, path, old, new)
    edit_back(followed, path, new, old)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("p/__init__.py", "use = 1", "use = took"),
        ("p/__init__.py", "took, own", "took, own as own"),
        ("user.py", "import os", "from p import own"),
        ("user.py", "import os", "import p\n\np.own()"),
        ("p/core.py", "def took", "def taken"),
        ("p/sub/all.py", "def more", "def _more"),
    ],
)
def test_an_edit_of_what_a_package_imports_for_itself(
    follow: Follow, path: str, old: str, new: str
) -> None:
    files = {
        "p/__init__.py": "from .core import took, own\n\nown()\nuse = 1\n",
        "p/core.py": "def took(): ...\n\n\ndef own(): ...\n",
        "p/sub/__init__.py": "from .all import *\n",
        "p/sub/all.py": "from ..core import *\n\n\ndef more(): ...\n",
        "user.py": "import os\n",
    }
    followed = follow(files)
    edit(followed, path, old, new)
    edit_back(followed, path, new, old)


def test_folders_far_above_count_a_definition_that_comes(tmp_path: Path) -> None:
    folders = ("", "a/", "a/b/", "a/b/c/", "a/b/c/d/")
    files = {f"{folder}one.py": "x = 1\n" for folder in folders}
    followed = Followed(write(tmp_path / "tree", files), tmp_path)
    changed = edit(followed, "a/b/c/d/one.py", "x = 1", "x = y = 1")
    assert followed.way == "names"
    assert changed >= {"index", "a/index", "a/b/index", "a/b/c/index"}


def test_files_that_come_and_go(followed: Followed) -> None:
    write(followed.root, {"app/new.py": "from app.core import first\n\nfirst(7)\n"})
    assert followed.follow()
    assert followed.way == "paths"
    assert list(followed.differences()) == []
    (followed.root / "app/new.py").unlink()
    followed.follow()
    assert followed.way == "paths"
    assert list(followed.differences_from_first()) == []


def test_a_script_that_others_find_modules_by(follow: Follow) -> None:
    followed = follow(
        {
            "app/__init__.py": "",
            "app/run.py": 'if __name__ == "__main__":\n    import os\n',
            "app/lib/__init__.py": "",
            "app/lib/core.py": "from os import getcwd as go\n",
            "app/plugins/__init__.py": "",
            "app/plugins/one.py": "from lib.core import go\n\ngo()\n",
        }
    )
    changed = edit(followed, "app/run.py", "__main__", "main")
    assert "app/lib/core.py_docs" in changed
    edit_back(followed, "app/run.py", "main", "__main__")


def test_what_shows_that_a_package_is_on_the_path(follow: Follow) -> None:
    followed = follow(
        {
            "app/__init__.py": "",
            "app/a.py": "from b import go\nimport c\n",
            "app/b.py": "def go(): ...\n",
            "app/c.py": "from d import went\n\n\ndef last(): ...\n",
            "app/d.py": "def went(): ...\n",
        }
    )
    assert "app/c.py_docs" in edit(followed, "app/d.py", "went", "gone")
    edit_back(followed, "app/d.py", "gone", "went")


def test_a_stub_package_that_comes_and_goes(follow: Follow) -> None:
    followed = follow(
        {
            "a.py": "class A:\n    x = 1\n\n\ndef make():\n    return compiled()\n",
            "use.py": "import a\n\na.make().x\n",
        }
    )
    stub = "class A:\n    x: int\n\n\ndef make() -> A: ...\n"
    write(followed.root, {"a-stubs/__init__.pyi": stub})
    assert "code/use.py_docs" in followed.follow()
    assert list(followed.differences()) == []
    (followed.root / "a-stubs/__init__.pyi").unlink()
    assert "code/use.py_docs" in followed.follow()
    assert list(followed.differences_from_first()) == []


def test_another_build_of_a_file_of_go(follow: Follow) -> None:
    thing = "package mine\n\nfunc open() {}\n"
    followed = follow(
        {
            "mine/one.go": f"//go:build cgo\n\n{thing}",
            "mine/other.go": f"//go:build !cgo\n\n{thing}",
            "mine/use.go": "//go:build cgo\n\npackage mine\n\nfunc use() { open() }\n",
        }
    )
    changed = edit(followed, "mine/use.go", "build cgo", "build !cgo")
    assert {"mine/one.go_docs", "mine/other.go_docs"} <= changed
    edit_back(followed, "mine/use.go", "build !cgo", "build cgo")


def test_modules_that_only_a_program_finds_come_and_go(follow: Follow) -> None:
    run = "from base import Base\n\n\nclass Run(Base): ...\n"
    use = "import harness\n\nt = harness.Run()\n\n\ndef f():\n    t.check()\n"
    followed = follow(
        {
            "framework/base.py": "class Base:\n    def check(self): ...\n",
            "framework/harness.py": run,
            "test/deep/use.py": use,
            "test/deep/again.py": "from deep.use import t\n\nt.check()\n",
        }
    )
    for path in ("other/harness.py", "other/base.py"):
        write(followed.root, {path: "class Other: ...\n"})
        followed.follow()
        assert list(followed.differences()) == []
        (followed.root / path).unlink()
        followed.follow()
        assert list(followed.differences_from_first()) == []
    for path in ("framework/harness.py", "framework/base.py"):
        text = (followed.root / path).read_text("utf-8")
        (followed.root / path).unlink()
        assert "code/test/deep/use.py_docs" in followed.follow()
        assert list(followed.differences()) == []
        write(followed.root, {path: text})
        followed.follow()
        assert list(followed.differences_from_first()) == []


def test_several_edits_at_once_and_back(followed: Followed) -> None:
    before = {page.docname: page.digest for page in followed.store.pages()}
    texts = {path: (followed.root / path).read_bytes() for path in FILES}
    write(
        followed.root,
        {path: b"\n" + texts[path] for path in ("app/use.py", "app/core.py")},
    )
    edit(followed, "app/more.py", "        [2]\n", "        [4]\n")
    assert followed.way == "edits"
    write(followed.root, texts)
    followed.follow()
    assert followed.way == "edits"
    assert {page.docname: page.digest for page in followed.store.pages()} == before


#: What two sources call is defined in a header that one of them includes.
SOURCES_OF_C = {
    "lib/made.h": "struct Made {\n    int size;\n};\n\nMade make(int size);\n",
    "lib/other.h": "struct Made {\n    int other_size;\n};\n",
    "lib/all.h": '#include "made.h"\n',
    "lib/none.h": "int none(int x);\n",
    "lib/make.cpp": (
        '#include "all.h"\n\nMade make(int size) {\n    return {size};\n}\n'
    ),
    "lib/use.cpp": (
        '#include "none.h"\n#include "all.h"\n\n'
        "int use() {\n    return make(1).size;\n}\n"
    ),
    "lib/far.cpp": (
        '#include "none.h"\n\nMade made();\n\n'
        "class Far : public Made {\n    int far() { return made().size + size; }\n};\n"
    ),
    **{
        f"lib/no_{name}.cpp": f"int no_{name}() {{ return 1; }}\n" for name in "abcdefg"
    },
}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("lib/use.cpp", '#include "all.h"\n', ""),
        ("lib/use.cpp", '#include "all.h"', '#include "other.h"'),
        ("lib/use.cpp", '#include "none.h"\n', '#include "other.h"\n'),
        ("lib/far.cpp", '#include "none.h"', '#include "all.h"'),
        ("lib/far.cpp", '#include "none.h"', '#include "other.h"'),
        ("lib/all.h", '#include "made.h"', '#include "other.h"'),
        ("lib/all.h", '#include "made.h"', ""),
        ("lib/none.h", "int none(int x);", '#include "other.h"'),
        ("lib/none.h", "int none(int x);", '#include "all.h"\nint none(Made x);'),
        ("lib/make.cpp", '#include "all.h"', '#include "other.h"'),
        ("lib/no_a.cpp", "int", '#include <vector>\n#include "none.h"\nint'),
    ],
)
def test_another_include_concerns_who_sees_it(
    follow: Follow, path: str, old: str, new: str
) -> None:
    followed = follow(SOURCES_OF_C)

    edit(followed, path, old, new)

    assert followed.way != "tree"
    assert followed.links is not None
    assert not any("/no_" in one and one != path for one in followed.links.asking)


@pytest.mark.parametrize("seed", range(2, 4))
def test_random_edits(tmp_path: Path, seed: int) -> None:
    root = write(tmp_path / "tree", {**SHOP, f"{DOCS}/conf.py": ""})
    chance = random.Random(seed)
    editor = Editor(root, chance)
    unusual = [one for one in editor.kinds if one not in {"manual", "configuration"}]
    followed = Followed(root, tmp_path)
    ways = []
    for _ in range(20):
        done = editor.edit(chance.choice(USUAL if chance.random() < 0.7 else unusual))
        followed.follow()
        ways.append(followed.way)
        assert list(followed.differences()) == [], done
    assert {"edits", "names", "tree"} <= set(ways)


# In a build


class Planned(list[int]):
    """How many pages each build looked at, -1 for all."""

    killed = False
    """Whether a build is killed when it begins with that."""


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Planned:
    seen = Planned()
    real = planning.plan

    def plan(code, prefix, some=None, **more):  # type: ignore[no-untyped-def]
        if seen.killed:
            raise KeyboardInterrupt
        seen.append(-1 if some is None else len(some))
        return real(code, prefix, some, **more)

    monkeypatch.setattr(planning, "plan", plan)
    return seen


def test_a_build_after_an_edit(
    built_project: Callable[..., Project], planned: Planned
) -> None:
    project = built_project(FILES, builder="dummy")
    planned.clear()
    edited = FILES["app/core.py"].replace("return x", "return (x)")
    project.write({"app/core.py": edited})
    assert project.build("dummy").read == {"code/app/core.py_docs"}
    assert 0 < planned[0] < 12
    project.build("dummy")
    assert len(planned) == 1
    # Another configuration, and an edit with it.
    project.configure(kwindex_title="Other")
    project.write({"app/core.py": FILES["app/core.py"]})
    project.build("dummy")
    assert planned[1:] == [-1]


def test_a_build_that_was_killed_before_it_planned(
    built_project: Callable[..., Project],
    planned: Planned,
) -> None:
    project = built_project(FILES, builder="dummy")
    planned.clear()
    planned.killed = True
    project.write({"app/use.py": "\n" + FILES["app/use.py"]})
    with pytest.raises(KeyboardInterrupt):
        project.build("dummy")
    planned.killed = False
    # What it had linked is planned with the next edit, and without one.
    project.write({"app/more.py": "\n" + FILES["app/more.py"]})
    built = project.build("dummy")
    assert planned == [-1]
    assert built.read >= {"code/app/use.py_docs", "code/app/more.py_docs"}


@needs_git
def test_what_pages_alone_show_links_nothing_again(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES, kwindex_git=True)
    git(project.repo, "init", "-q")
    commit(project.repo, {}, 2)
    project.build("dummy")
    store = project.doctrees / "kwindex.sqlite"
    # Whoever links the tree replaces all rows.
    with closing(sqlite3.connect(store, isolation_level=None)) as database:
        database.execute("INSERT INTO cycle VALUES ('mark', '[]')")

    def linked() -> bool:
        with closing(sqlite3.connect(store)) as database:
            query = "SELECT * FROM cycle WHERE path = 'mark'"
            return not database.execute(query).fetchall()

    assert not project.build("dummy").read
    for settings in (
        {"kwindex_title": "Other"},
        {"language": "de"},
        {"kwindex_max_complexity": 1},
        {"kwindex_sections": ["Related Files"]},
        {"kwindex_output": "map"},
    ):
        project.configure(**settings)
        built = project.build("dummy")
        assert built.read & built.app.env.all_docs.keys() - {"index"}, settings
        assert not linked(), settings
    assert "von dieser Datei importiert" in project.build().body("map/app/use.py_docs")
    git(project.repo, "commit", "-q", "--allow-empty", "-m", "x", day=4)
    project.build("dummy")
    assert not linked()
    commit(project.repo, {"app/new/__init__.py": ""}, 6)
    project.build("dummy")
    assert linked()


def test_what_methods_assign_behind_a_class_of_another_project(
    follow_edits: Callable[..., None],
) -> None:
    assigned = {"mixin.py": "class Mixin:\n    def __init__(self): self.held = 1\n"}
    files = {
        **assigned,
        "use.py": "from outside import Widget\nfrom mixin import Mixin\n"
        "class Both(Widget, Mixin):\n    def use(self): self.held\n",
    }
    body = {"mixin.py": "class Mixin:\n    held = 1\n"}
    follow_edits(files, body, assigned, {"mixin.py": "class Mixin: ...\n"}, body)


def test_an_operator_gets_a_method(follow_edits: Callable[..., None]) -> None:
    plain = {
        "made.py": "class A:\n    def get(self): ...\n"
        "class C:\n    def __add__(self, other): return A()\n"
    }
    in_place = {
        "made.py": f"{plain['made.py']}    def __iadd__(self, o): return self\n"
    }
    use = {"use.py": "from made import C\nc = C()\nc += 1\nc.get()\n"}
    follow_edits({**plain, **use}, in_place, plain)
