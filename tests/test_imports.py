"""What imports mean: small trees, and where possible Python itself as the judge."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import permutations
from pathlib import Path

import pytest
from trees import sources, surveyed, write

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.most_used import most_used
from sphinxcontrib_kwindex.links.imports.import_resolver import ImportResolver
from sphinxcontrib_kwindex.links.languages.python import Modules
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.model.rows import LinkRow
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest

Meanings = dict[str, str]


def meanings(code: CodeMap, path: str) -> Meanings:
    """Return what the imports of a file mean, by the import as written.

    A definition is ``path::qualname``, a module its path; what is not in the tree
    is the category in brackets.
    """
    found = {}
    for one, row in zip(code.facts(path).imports, code.links(path), strict=True):
        if row.category in {"file", "folder"}:
            text = f"{row.target}::{row.qualname}" if row.qualname else row.target
            assert (row.category == "file") == (
                code.store.file_key(row.target) is not None
            )
        else:
            assert row.target == row.module == row.qualname == ""
            text = f"({row.category})"
        found[one.written] = text
    return found


def resolved(tmp_path: Path, files: Mapping[str, str], path: str = "") -> Meanings:
    code = surveyed(tmp_path / "root", files)
    return meanings(code, path or next(iter(files)))


# Python itself as the judge

#: Run as a program: says what the names that a module binds are.
JUDGE = """
import importlib, json, pathlib, sys

root, roots, cases = json.loads(sys.argv[1])
root = pathlib.Path(root).resolve()
sys.path[:0] = [str(pathlib.Path(root, one)) for one in roots]

def place(module):
    file = getattr(module, "__file__", None)
    if not file and not hasattr(module, "__path__"):
        return "(standard library)"
    at = pathlib.Path(file or list(module.__path__)[0]).resolve()
    if root in at.parents:
        return at.relative_to(root).as_posix()
    return "(standard library)"

found = []
for module, bound in cases:
    thing = getattr(importlib.import_module(module), bound)
    if isinstance(thing, type(sys)):
        found.append(place(thing))
    else:
        home = place(sys.modules[thing.__module__])
        found.append(home if home[0] == "(" else f"{home}::{thing.__qualname__}")
print(json.dumps(found))
"""


def judged(root: Path, roots: list[str], cases: list[tuple[str, str]]) -> list[str]:
    """Ask Python what names in modules are: pairs of a module and a name."""
    ran = subprocess.run(
        [
            sys.executable,
            "-I",
            "-B",
            "-c",
            JUDGE,
            json.dumps([str(root), roots, cases]),
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    found: list[str] = json.loads(ran.stdout)
    return found


def agrees_with_python(
    root: Path, files: Mapping[str, str], roots: list[str], *modules: str
) -> CodeMap:
    """Compare what every import in *modules* (paths) means with what Python binds.

    :param roots: what stands on ``sys.path``, from the root of the tree.
    """
    code = surveyed(root, files)
    cases: list[tuple[str, str]] = []
    ours: list[str] = []
    for path in modules:
        said = meanings(code, path)
        name = code.modules.name(path)
        for one in code.facts(path).imports:
            if one.name == "*" or (
                not one.name and not one.alias and "." in one.module
            ):
                continue  # binds other names than the one that it asks for
            cases.append((name, one.bound))
            ours.append(said[one.written])
    assert cases
    theirs = judged(root, roots, cases)
    rows = list(zip(cases, ours, strict=True))
    assert rows == list(zip(cases, theirs, strict=True))
    return code


PACKAGE = {
    "pkg/__init__.py": """
        from .core import Engine as Motor, start
        from .deep import *
        from . import core as heart
        __all__ = ["Motor", "start"]
        """,
    "pkg/core.py": """
        import types
        from .types import Kind
        class Engine:
            class Part: ...
        def start(): ...
        """,
    "pkg/types.py": """
        import types as standard
        from types import FunctionType, ModuleType as Module
        class Kind: ...
        """,
    "pkg/deep/__init__.py": """
        from .inner.leaf import *
        from .inner.leaf import Leaf as Blade
        """,
    "pkg/deep/inner/__init__.py": "",
    "pkg/deep/inner/leaf.py": """
        from ...core import Engine
        from ... import core, types as kinds
        from .. import inner
        from . import leaf
        from ..inner import leaf as self
        from ...types import Kind as K
        class Leaf: ...
        class _Hidden: ...
        """,
    "user.py": """
        import pkg
        import pkg.core
        import pkg.deep.inner.leaf as leaf
        from pkg import Motor, start, heart, core, deep
        from pkg.core import Engine
        from pkg.deep import Blade, Leaf
        from pkg.types import Kind
        """,
}


def test_a_package_from_inside_and_outside(tmp_path: Path) -> None:
    root = tmp_path / "root"
    paths = [path for path in PACKAGE if path != "pkg/deep/inner/__init__.py"]
    code = agrees_with_python(root, PACKAGE, [""], *paths)
    assert meanings(code, "user.py") == {
        "pkg": "pkg/__init__.py",
        "pkg.core": "pkg/core.py",
        "pkg.deep.inner.leaf": "pkg/deep/inner/leaf.py",
        "pkg.Motor": "pkg/core.py::Engine",
        "pkg.start": "pkg/core.py::start",
        "pkg.heart": "pkg/core.py",
        "pkg.core.Engine": "pkg/core.py::Engine",
        "pkg.deep": "pkg/deep/__init__.py",
        "pkg.deep.Blade": "pkg/deep/inner/leaf.py::Leaf",
        "pkg.deep.Leaf": "pkg/deep/inner/leaf.py::Leaf",
        "pkg.types.Kind": "pkg/types.py::Kind",
    }


def test_src_layout_with_tests_beside(tmp_path: Path) -> None:
    files = {
        "src/lib/__init__.py": "from lib.a import A",
        "src/lib/a.py": "class A: ...",
        "src/single.py": "def one(): ...",
        "tests/test_a.py": "import lib\nimport single\nfrom lib import A, a\n"
        "from helper import help\nfrom lib.a import A as B\nfrom single import one\n",
        "tests/helper.py": "from lib.a import A\ndef help(): ...",
    }
    agrees_with_python(
        tmp_path / "root",
        files,
        ["src", "tests"],
        "tests/test_a.py",
        "tests/helper.py",
        "src/lib/__init__.py",
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "setup.py",
            "from setuptools import setup\nsetup(package_dir={'app': 'code'})",
        ),
        ("setup.cfg", "[options]\npackage_dir =\n    app = code\n"),
        ("pyproject.toml", "[tool.setuptools.package-dir]\napp = 'code'\n"),
        ("pyproject.toml", "[tool.hatch.build.targets.wheel.sources]\ncode = 'app'\n"),
    ],
)
def test_a_package_with_another_name_than_its_folder(
    tmp_path: Path, name: str, text: str
) -> None:
    files = {
        f"one/{name}": text,
        "one/code/__init__.py": "",
        "one/code/a.py": "from app.deep import b\nclass A: ...\n",
        "one/code/deep/b.py": "from app.a import A\n",
        "one/tests/test_a.py": "import app\nfrom app.a import A\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert meanings(code, "one/tests/test_a.py") == {
        "app": "one/code/__init__.py",
        "app.a.A": "one/code/a.py::A",
    }
    assert meanings(code, "one/code/a.py") == {"app.deep.b": "one/code/deep/b.py"}
    assert code.modules.name("one/code/a.py") == "app.a"
    assert code.modules.name("one/code/deep/b.py") == "app.deep.b"


def test_dots_lead_to_the_package_around_wherever_its_folder_is(
    tmp_path: Path,
) -> None:
    setup = "folders = {'app': 'src', 'app.plugins': 'plugins'}\n"
    files = {
        "setup.py": f"from setuptools import setup\n{setup}setup(package_dir=folders)",
        "src/__init__.py": "",
        "src/core.py": "def run(): ...\n",
        "plugins/__init__.py": "from .. import core\nfrom ..core import run\n",
        "plugins/one/__init__.py": "",
        "plugins/one/deep.py": "from ... import core\nfrom .. import one\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert meanings(code, "plugins/__init__.py") == {
        "..core": "src/core.py",
        "..core.run": "src/core.py::run",
    }
    assert meanings(code, "plugins/one/deep.py") == {
        "...core": "src/core.py",
        "..one": "plugins/one/__init__.py",
    }


def test_a_package_of_the_name_comes_before_one_that_is_given_it(
    tmp_path: Path,
) -> None:
    setup = (
        "from setuptools import setup\nsetup(package_dir={'app': 'x', 'y': 'deep/y'})"
    )
    files = {
        "tests/data/setup.py": setup,
        "tests/data/x/__init__.py": "def run(): ...\n",
        "tests/data/deep/y/__init__.py": "",
        "tests/data/deep/z/z.py": "",
        "app/__init__.py": "def run(): ...\n",
        "use.py": "from app import run\nimport z\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert meanings(code, "use.py") == {
        "app.run": "app/__init__.py::run",
        "z": "(third party)",
    }


def test_a_package_gets_another_name(follow_edits: Callable[..., None]) -> None:
    files = {
        "setup.cfg": "[options]\npackage_dir =\n    app = code\n",
        "code/__init__.py": "def run(): ...\n",
        "use.py": "import app, other\napp.run()\nother.run()\n",
    }
    other = "[options]\npackage_dir =\n    other = code\n"
    inside = {
        "setup.cfg": f"{other}    other.more = more\n",
        "more/use.py": "from .. import run\nrun()\n",
    }
    follow_edits(files, {"setup.cfg": other}, inside, {"setup.cfg": None})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.py", "from setuptools import setup\nsetup(package_dir={'': 'code'})"),
        ("setup.cfg", "[options.packages.find]\nwhere = code\n"),
        ("pyproject.toml", "[tool.setuptools.packages.find]\nwhere = ['code']\n"),
        ("pyproject.toml", "[[tool.poetry.packages]]\ninclude = 'a'\nfrom = 'code'\n"),
        ("pyproject.toml", "[tool.hatch.build]\nsources = ['code']\n"),
        ("pyproject.toml", "[tool.hatch.build]\npackages = ['code/a']\n"),
        ("pyproject.toml", "[tool.pdm.build]\npackage-dir = 'code'\n"),
        ("pyproject.toml", "[tool.maturin]\npython-source = 'code'\n"),
    ],
)
@pytest.mark.parametrize("made", [{}, {"code/__init__.py": ""}])
def test_a_folder_of_packages_that_the_project_names(
    tmp_path: Path, name: str, text: str, made: dict[str, str]
) -> None:
    # A file that would make it a package itself does not count.
    files = made | {
        name: text,
        "code/one.py": "def run(): ...\n",
        "code/a/b.py": "import one\nclass B: ...\n",
        "use/u.py": "from one import run\nfrom a import b\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert meanings(code, "use/u.py") == {
        "one.run": "code/one.py::run",
        "a.b": "code/a/b.py",
    }
    assert code.modules.name("code/a/b.py") == "a.b"


def test_several_distributions_share_a_namespace(tmp_path: Path) -> None:
    files = {
        "one/src/space/alpha/__init__.py": "from space.beta import B",
        "one/src/space/alpha/more.py": "from space.beta import tool\nfrom . import B\n"
        "from space import beta\nfrom space.deep import inner",
        "one/src/space/deep/other.py": "",
        "one/tests/check.py": "from space import alpha, beta as b, deep",
        "two/src/space/beta/__init__.py": "class B: ...",
        "two/src/space/beta/tool.py": "import space.alpha.more as m",
        "two/src/space/deep/inner.py": "",
    }
    agrees_with_python(
        tmp_path / "root",
        files,
        ["one/src", "two/src", "one/tests"],
        "one/src/space/alpha/__init__.py",
        "one/src/space/alpha/more.py",
        "one/tests/check.py",
        "two/src/space/beta/tool.py",
    )


def test_distributions_without_source_folders_share_a_namespace(
    tmp_path: Path,
) -> None:
    files = {
        "one/org/space/alpha/__init__.py": "from org.space import beta, alpha\n"
        "from org.space.beta import B\nfrom org.space.beta.json import tool",
        "one/tests/check.py": "from org.space import alpha, beta as b\n"
        "from org.space.alpha import B",
        "two/org/space/beta/__init__.py": "class B: ...",
        "two/org/space/beta/json.py": "import json\nfrom org.space.beta import B\n"
        "def tool(): ...",
        # What is called so, and imported by nobody beside it, is no part of it.
        "three/org/space/gamma/__init__.py": "",
    }
    agrees_with_python(
        tmp_path / "root",
        files,
        ["one", "two", "one/tests"],
        "one/org/space/alpha/__init__.py",
        "one/tests/check.py",
        "two/org/space/beta/json.py",
    )


#: Distributions of which one puts modules into the package of another.
PUT_INTO = {
    "core/pkg/__init__.py": "def open(): ...",
    "core/pkg/tool.py": "def go(): ...",
    "core/pkg/use.py": "import pkg.extra\npkg.extra.more(), pkg.test.no()",
    "extra/pkg/extra/__init__.py": "import pkg\nimport pkg.extra.deep\n"
    "from pkg import open\ndef more(): open(), pkg.open(), pkg.tool.go()",
    "extra/pkg/extra/deep.py": "",
    "tests/pkg/test.py": "import pkg.test\ndef no(): ...",
}


def test_distributions_put_modules_into_the_package_of_another(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "root", PUT_INTO)
    found = [
        (row.qualname, row.path, row.count)
        for path in PUT_INTO
        for row in code.incoming_uses(path)
        if row.qualname and not row.by_name
    ]
    assert found == [
        ("open", "extra/pkg/extra/__init__.py", 2),
        ("go", "extra/pkg/extra/__init__.py", 1),
        ("more", "core/pkg/use.py", 1),
    ]


def test_a_package_gets_and_loses_what_others_put_into_it(
    follow_edits: Callable[..., None],
) -> None:
    tool, back = {"core/pkg/tool.py": None}, {"core/pkg/tool.py": "def go(): ..."}
    opened = {"core/pkg/__init__.py": "def opened(): ..."}
    new = {"extra/pkg/new.py": "", "core/pkg/use.py": "import pkg.new\npkg.new\n"}
    gone = {"extra/pkg/new.py": None}
    follow_edits(PUT_INTO, tool, back, opened, new, gone)


def test_a_namespace_gets_and_loses_a_package(
    follow_edits: Callable[..., None],
) -> None:
    files = {
        "one/src/space/alpha.py": "from space import beta\nbeta.run()\n",
        "two/src/space/gamma.py": "",
    }
    beta = {"two/src/space/beta.py": "def run(): ...\n"}
    follow_edits(files, beta, {"two/src/space/beta.py": None})


def test_the_nearest_of_two_packages_of_one_name(tmp_path: Path) -> None:
    files = {
        "one/lib/util/__init__.py": "class One: ...",
        "one/lib/app/__init__.py": "from util import One",
        "two/lib/util/__init__.py": "class Two: ...",
        "two/lib/app/__init__.py": "from util import Two",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "one/lib/app/__init__.py") == {
        "util.One": "one/lib/util/__init__.py::One"
    }
    assert meanings(code, "two/lib/app/__init__.py") == {
        "util.Two": "two/lib/util/__init__.py::Two"
    }


def test_of_two_as_near_packages_that_with_more_folders_in_common(
    tmp_path: Path,
) -> None:
    files = {
        "old/core/__init__.py": "class Core: ...",
        "packages/core/src/core/__init__.py": "class Core: ...",
        "packages/web/lib/web/__init__.py": "from core import Core",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "packages/web/lib/web/__init__.py") == {
        "core.Core": "packages/core/src/core/__init__.py::Core"
    }


def test_an_example_called_like_another_project_is_not_it(tmp_path: Path) -> None:
    files = {
        "examples/pydantic/__init__.py": "",
        "examples/pydantic/tasks.py": "def task(): ...",
        "examples/run.py": "import pydantic\n",
        "demo/shop/settings.py": "DEBUG = True",
        "demo/shop/__init__.py": "",
        "app/__init__.py": "import pydantic\nfrom pydantic import BaseModel",
        "t/test_app.py": "from pydantic import BaseModel\nfrom shop.settings import X\n"
        "from demo.shop import settings\nfrom pydantic.tasks import task\n",
    }
    code = surveyed(tmp_path / "root", files)
    package = "examples/pydantic/__init__.py"
    assert meanings(code, "examples/run.py") == {"pydantic": package}
    assert meanings(code, "app/__init__.py") == {
        "pydantic": "(third party)",
        "pydantic.BaseModel": "(third party)",
    }
    assert meanings(code, "t/test_app.py") == {
        "pydantic.BaseModel": "(third party)",
        "shop.settings.X": "demo/shop/settings.py",
        "demo.shop.settings": "demo/shop/settings.py",
        "pydantic.tasks.task": "examples/pydantic/tasks.py::task",
    }


def test_namespace_packages(tmp_path: Path) -> None:
    files = {
        "src/ns/a/mod.py": "class M: ...",
        "src/ns/b/mod.py": "from ns.a import mod\nfrom ..a.mod import M\n"
        "import ns.a as a\nfrom . import other\n",
        "src/ns/b/other.py": "",
    }
    root = tmp_path / "root"
    write(root, files)
    code = surveyed(root, files)
    said = meanings(code, "src/ns/b/mod.py")
    assert said == {
        "ns.a.mod": "src/ns/a/mod.py",
        "..a.mod.M": "src/ns/a/mod.py::M",
        "ns.a": "src/ns/a",
        ".other": "src/ns/b/other.py",
    }
    bound = ["mod", "M", "a", "other"]
    theirs = judged(root, ["src"], [("ns.b.mod", name) for name in bound])
    assert theirs == list(said.values())


EXTENDED = {
    "p/__init__.py": "",
    "p/plugins/__init__.py": "import os.path\n"
    "here = os.path.dirname(__file__)\n"
    "__path__ = [here, os.path.join(here, '..', 'core', 'plugins')]\n",
    "p/plugins/own.py": "",
    "p/core/__init__.py": "",
    "p/core/plugins/__init__.py": "",
    "p/core/plugins/more.py": "def run(): ...\n",
    "p/core/plugins/own.py": "",
    "p/core/plugins/deep/__init__.py": "",
    "p/core/plugins/deep/deeper.py": "",
    "user.py": "from p.plugins import own, more\nfrom p.plugins.more import run\n"
    "from p.plugins.deep import deeper\n",
}


def test_a_package_that_has_modules_in_another_folder_of_its_name(
    tmp_path: Path,
) -> None:
    code = agrees_with_python(tmp_path / "root", EXTENDED, [""], "user.py")
    assert code.importers("p/core/plugins/deep/deeper.py") == ["user.py"]
    # Without a path of its own it has not.
    files = {**EXTENDED, "p/plugins/__init__.py": ""}
    code = surveyed(tmp_path / "other", files)
    assert code.importers("p/core/plugins/more.py") == []
    # Of two nobody knows which.
    files = {**EXTENDED, "q/plugins/more.py": ""}
    code = surveyed(tmp_path / "third", files)
    assert code.importers("p/core/plugins/more.py") == []


def test_a_package_gets_and_loses_a_path_of_its_own(
    follow_edits: Callable[..., None],
) -> None:
    without = {"p/plugins/__init__.py": ""}
    back = {"p/plugins/__init__.py": EXTENDED["p/plugins/__init__.py"]}
    gone = {"p/core/plugins/more.py": None}
    follow_edits({**EXTENDED, **without}, back, without, back, gone)


def test_a_namespace_package_hides_no_regular_one(tmp_path: Path) -> None:
    files = {
        "app/setup.py": "",
        "app/app/__init__.py": "class App: ...",
        "tests/test_app.py": "import app\nfrom app import App\n",
    }
    agrees_with_python(
        tmp_path / "root", files, ["", "app", "tests"], "tests/test_app.py"
    )


def test_a_manual_that_has_the_folders_of_the_package_is_not_it(
    tmp_path: Path,
) -> None:
    files = {
        "app/__init__.py": "",
        "app/tools/__init__.py": "",
        "app/tools/run.py": "class Run: ...",
        "doc/app/tools/run.py": "import app\nfrom app import tools\n",
        "doc/app/other.py": "from app.tools.run import Run\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "doc/app/tools/run.py") == {
        "app": "app/__init__.py",
        "app.tools": "app/tools/__init__.py",
    }
    assert code.modules.name("doc/app/tools/run.py") == "run"


def test_a_script_called_like_the_package_that_it_imports(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/main.py": "def run(): ...",
        "packages/app.py": "from app import main\nfrom app.main import run\n",
        "tools/alone.py": "import alone\ndef go(): ...\n",
        "tools/deep/alone.py": "def go(): ...\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "packages/app.py") == {
        "app.main": "app/main.py",
        "app.main.run": "app/main.py::run",
    }
    assert meanings(code, "tools/alone.py") == {"alone": "tools/alone.py"}


def test_a_folder_called_like_another_project_is_not_it(tmp_path: Path) -> None:
    files = {
        "docker/build.py": "import docker\nfrom docker import client\n",
        "app.py": "import docker\nimport tools.run\nimport tools\n",
        "tools/run.py": "",
    }
    code = surveyed(tmp_path / "root", files)
    outside = "(third party)"
    assert meanings(code, "docker/build.py") == {
        "docker": outside,
        "docker.client": outside,
    }
    assert meanings(code, "app.py") == {
        "docker": outside,
        "tools.run": "tools/run.py",
        "tools": "tools",
    }


def test_a_module_called_like_its_namespace_package_is_not_it(tmp_path: Path) -> None:
    files = {
        "poem/__main__.py": "import poem\nfrom poem.line import Line\n",
        "poem/poem.py": "class Poem: ...",
        "poem/line.py": "class Line: ...",
    }
    agrees_with_python(tmp_path / "root", files, [""], "poem/__main__.py")


def test_scripts_beside_each_other(tmp_path: Path) -> None:
    files = {
        "tools/run.py": "import common\nfrom common import go\nimport json\n",
        "tools/common.py": "def go(): ...",
        "other/common.py": "def go(): ...",
    }
    agrees_with_python(tmp_path / "root", files, ["tools"], "tools/run.py")


def test_an_example_in_a_package_finds_what_is_beside_it(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/work.py": "import numbers\nimport helper\n",
        "app/helper.py": "",
        "app/examples/__init__.py": "",
        "app/examples/run.py": (
            "import json\nfrom helper import go\nimport numpy\nimport chain\n"
        ),
        "app/examples/helper.py": "def go(): ...",
        "app/examples/json.py": "",
        "app/examples/chain/__init__.py": "",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "app/examples/run.py") == {
        "json": "(standard library)",
        "helper.go": "app/examples/helper.py::go",
        "numpy": "(third party)",
        "chain": "app/examples/chain/__init__.py",
    }
    assert meanings(code, "app/work.py")["helper"] == "(third party)"


def test_tests_in_a_package_find_the_nearest_conftest(tmp_path: Path) -> None:
    files = {
        "tests/__init__.py": "",
        "tests/conftest.py": "def near(): ...",
        "tests/deep/__init__.py": "",
        "tests/deep/conftest.py": "from conftest import near",
        "tests/deep/test_a.py": "from conftest import near\nimport other\n",
        "tests/test_b.py": "import conftest\nimport test_a\n",
    }
    code = surveyed(tmp_path / "root", files)
    conftest = "tests/conftest.py"
    assert meanings(code, "tests/deep/conftest.py") == {
        "conftest.near": f"{conftest}::near"
    }
    assert meanings(code, "tests/deep/test_a.py") == {
        "conftest.near": f"{conftest}::near",
        "other": "(third party)",
    }
    assert meanings(code, "tests/test_b.py") == {
        "conftest": conftest,
        "test_a": "(third party)",
    }


def test_folders_of_conftest_are_imported_from(tmp_path: Path) -> None:
    files = {
        "tests/conftest.py": "",
        "tests/helpers/tool.py": "def go(): ...",
        "tests/unit/test_a.py": (
            "from helpers import tool\nfrom helpers.tool import go\n"
        ),
        # That "tests" is a namespace package as well changes nothing.
        "tests/unit/test_b.py": "from tests.helpers import tool\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "tests/unit/test_a.py") == {
        "helpers.tool": "tests/helpers/tool.py",
        "helpers.tool.go": "tests/helpers/tool.py::go",
    }
    assert meanings(code, "tests/unit/test_b.py") == {
        "tests.helpers.tool": "tests/helpers/tool.py"
    }


def test_the_nearest_conftest_is_meant_below_a_package(tmp_path: Path) -> None:
    files = {
        "tests/conftest.py": "",
        "tests/docker/__init__.py": "",
        "tests/docker/conftest.py": "def of_package(): ...",
        "tests/docker/test_a.py": "import conftest\n",
        "tests/docker/deep/conftest.py": "def near(): ...",
        "tests/docker/deep/test_a.py": "from conftest import near\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "tests/docker/deep/test_a.py") == {
        "conftest.near": "tests/docker/deep/conftest.py::near"
    }
    # That of a package is called after it.
    assert meanings(code, "tests/docker/test_a.py") == {"conftest": "tests/conftest.py"}


def test_a_script_in_a_package_finds_what_is_beside_it(tmp_path: Path) -> None:
    main = 'if __name__ == "__main__":\n    pass\n'
    files = {
        "app/__init__.py": "",
        "app/redis.py": f"import redis\n{main}",
        "app/shared/__init__.py": "",
        "app/shared/data.py": "def made(): ...",
        "app/run.py": f"from redis import go\nimport shared\n{main}",
        "app/page.py": "from shared.data import made\nfrom redis.client import A\n",
        "app/module.py": "import redis\nimport shared\n",
        "app/both.py": f"import redis\nfrom . import shared\n{main}",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "app/run.py") == {
        "redis.go": "app/redis.py",
        "shared": "app/shared/__init__.py",
    }
    assert meanings(code, "app/page.py") == {
        "shared.data.made": "app/shared/data.py::made",
        "redis.client.A": "(third party)",
    }
    assert set(meanings(code, "app/module.py").values()) == {"(third party)"}
    assert meanings(code, "app/redis.py") == {"redis": "(third party)"}
    assert meanings(code, "app/both.py")["redis"] == "(third party)"


def test_a_package_may_be_on_the_path_itself(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/start.py": "import sys\nsys.path.insert(0, __path__)\n",
        "app/pages.py": "def page(): ...",
        "app/tools/__init__.py": "",
        "app/tools/pen.py": "import pages\nfrom tools import pen\n",
        "app/view.py": "from pages import page\nfrom tools import pen\nimport view\n",
        "app/backends/__init__.py": "",
        "app/backends/redis.py": "def connect(): ...",
        "app/backends/base.py": "import redis\nfrom redis import Redis\n",
        "tests/__init__.py": "",
        "tests/shared.py": "def go(): ...",
        "tests/flask.py": "",
        "tests/test_a.py": "import flask\nfrom shared import go\nimport pages\n",
    }
    code = surveyed(tmp_path / "root", files)
    pen, page = "app/tools/pen.py", "app/pages.py"
    assert meanings(code, "app/view.py") == {
        "pages.page": f"{page}::page",
        "tools.pen": pen,
        "view": "(third party)",
    }
    assert meanings(code, pen) == {"pages": page, "tools.pen": pen}
    assert set(meanings(code, "app/backends/base.py").values()) == {"(third party)"}
    assert meanings(code, "tests/test_a.py") == {
        "flask": "(third party)",
        "shared.go": "tests/shared.py::go",
        "pages": "(third party)",
    }


def test_a_script_finds_what_stands_at_the_root(tmp_path: Path) -> None:
    files = {
        "scripts/deep/run.py": "import settings\nfrom app.models import User\n",
        "settings.py": "",
        "app/__init__.py": "",
        "app/models.py": "class User: ...",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "scripts/deep/run.py") == {
        "settings": "settings.py",
        "app.models.User": "app/models.py::User",
    }


# The standard library, third party, missing


def test_a_module_in_a_package_does_not_shadow_the_standard_library(
    tmp_path: Path,
) -> None:
    files = {
        "foo/__init__.py": "import types\nimport json\nfrom .types import Kind\n",
        "foo/types.py": "import types as t\nclass Kind: ...",
        "foo/json/__init__.py": "import json as j\nfrom json import JSONDecoder\n",
        "elsewhere.py": "import types\nfrom json import dumps\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "foo/__init__.py") == {
        "types": "(standard library)",
        "json": "(standard library)",
        ".types.Kind": "foo/types.py::Kind",
    }
    assert meanings(code, "foo/types.py") == {"types": "(standard library)"}
    assert set(meanings(code, "foo/json/__init__.py").values()) == {
        "(standard library)"
    }
    assert set(meanings(code, "elsewhere.py").values()) == {"(standard library)"}


def test_modules_of_a_program_in_a_package_find_what_is_beside_it(
    tmp_path: Path,
) -> None:
    run = 'if __name__ == "__main__":\n    main()\n'
    files = {
        "app/__init__.py": "",
        "app/run.py": f"from lib.core import main\n{run}",
        "app/lib/__init__.py": "",
        "app/lib/core.py": "def main(): ...\n",
        "app/plugins/__init__.py": "",
        "app/plugins/deep/__init__.py": "from plugins.deep import one\n",
        "app/plugins/deep/one.py": "from lib.core import main\nimport lib, plugins\n",
        "other/__init__.py": "",
        "other/__main__.py": f"from other import x\n{run}",
        "other/lib/core.py": "",
        "other/lib/other.py": "",
        "other/plugins/__init__.py": "",
        "other/plugins/one.py": "from lib.other import main\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "app/plugins/deep/one.py") == {
        "lib.core.main": "app/lib/core.py::main",
        "lib": "app/lib/__init__.py",
        "plugins": "(third party)",
    }
    assert meanings(code, "app/plugins/deep/__init__.py") == {
        "plugins.deep.one": "app/plugins/deep/one.py"
    }
    assert meanings(code, "other/plugins/one.py") == {"lib.other.main": "(third party)"}


def test_a_script_shadows_the_standard_library_beside_it(tmp_path: Path) -> None:
    files = {
        "tool/run.py": "import calendar\nfrom queue import mine\n",
        "tool/calendar.py": "",
        "tool/queue.py": "def mine(): ...",
        "far/other.py": "import calendar\n",
    }
    code = agrees_with_python(tmp_path / "root", files, ["tool"], "tool/run.py")
    assert meanings(code, "far/other.py") == {"calendar": "(standard library)"}


def test_what_is_loaded_at_the_start_is_looked_for_in_no_folder(tmp_path: Path) -> None:
    found = resolved(
        tmp_path,
        {
            "gen/run.py": "import __main__\nimport sys\nfrom builtins import open",
            "gen/__main__.py": "",
            "__main__.py": "",
            "sys.py": "",
            "gen/builtins.py": "def open(): ...",
        },
    )
    assert set(found.values()) == {"(standard library)"}


def test_a_folder_called_like_a_module_of_the_library_is_not_it(tmp_path: Path) -> None:
    found = resolved(
        tmp_path,
        {
            "pkg/__init__.py": "import logging\nimport email.mime",
            "logging/handlers.py": "",
            "email/run.py": "",
        },
    )
    assert set(found.values()) == {"(standard library)"}


def test_categories(tmp_path: Path) -> None:
    found = resolved(
        tmp_path,
        {
            "pkg/__init__.py": """
                import os.path
                import numpy as np
                from __future__ import annotations
                from django.db import models
                from . import nothing
                from .gone import x
                from .. import above
                from ....far import away
                from pkg import unknown
                from pkg.missing import y
                import pkg.lost
                """
        },
    )
    assert found == {
        "os.path": "(standard library)",
        "numpy": "(third party)",
        "__future__.annotations": "(standard library)",
        "django.db.models": "(third party)",
        # The package is there, only not what it is asked for.
        ".nothing": "pkg/__init__.py",
        "pkg.unknown": "pkg/__init__.py",
        ".gone.x": "(missing)",
        "..above": "(missing)",
        "....far.away": "(missing)",
        "pkg.missing.y": "(missing)",
        "pkg.lost": "(missing)",
    }


# The root, stubs


def test_a_root_that_is_a_package_itself(tmp_path: Path) -> None:
    files = {
        "__init__.py": "from project.sub import thing\nfrom .sub.thing import T\n",
        "a.py": "class A: ...\nimport project\nimport project.sub.thing as t\n"
        "from project.a import A\n",
        "sub/__init__.py": "from ..a import A\nfrom .. import a\n",
        "sub/thing.py": "from project import sub\nclass T: ...",
    }
    # The folder is called like the package, as in a checkout of one.
    code = agrees_with_python(
        tmp_path / "project",
        files,
        [".."],
        "__init__.py",
        "a.py",
        "sub/__init__.py",
        "sub/thing.py",
    )
    assert code.modules.name("__init__.py") == "project"
    assert code.modules.name("sub/__init__.py") == "project.sub"
    assert code.modules.name("sub/thing.py") == "project.sub.thing"


def test_stubs(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from .a import A\nfrom .only import O\n",
        "p/a.py": "class A: ...",
        "p/a.pyi": "from .b import B\nfrom p.b import B as C\nclass A: ...",
        "p/b.py": "class B: ...",
        "p/b.pyi": "class B: ...",
        "p/only.pyi": "class O: ...",
    }
    code = surveyed(tmp_path / "root", files)
    assert set(meanings(code, "p/a.pyi").values()) == {"p/b.pyi::B"}
    assert meanings(code, "p/__init__.py") == {
        ".a.A": "p/a.py::A",
        ".only.O": "p/only.pyi::O",
    }


def test_a_stub_tells_what_a_source_gets_as_it_runs(tmp_path: Path) -> None:
    files = {
        "use.py": "from p import A, B, own, Made, gone\nfrom p.qt import Signal\n",
        "p/__init__.py": (
            "import lazy_loader as lazy\nown = 1\n"
            "__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)\n"
        ),
        "p/__init__.pyi": (
            "from .a import A\nfrom .b import B\nown: int\nclass Made: ...\n"
        ),
        "p/a.py": "class A: ...",
        "p/b.py": "class B: ...",
        "p/b.pyi": "class B: ...",
        "p/qt.py": "",
        "p/qt.pyi": "Signal = pyqtSignal",
    }
    assert resolved(tmp_path, files) == {
        "p.A": "p/a.py::A",
        "p.B": "p/b.py::B",
        "p.own": "p/__init__.py::own",
        "p.Made": "p/__init__.pyi::Made",
        "p.gone": "p/__init__.py",
        "p.qt.Signal": "p/qt.pyi::Signal",
    }


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.py", "a"),
        ("pkg/__init__.py", "pkg"),
        ("pkg/sub/mod.pyi", "pkg.sub.mod"),
        ("src/lib/__init__.py", "lib"),
        ("src/lib/x.py", "lib.x"),
        ("src/alone.py", "alone"),
        ("src/space/part/x.py", "space.part.x"),
        ("src/space/part/__init__.py", "space.part"),
        ("scripts/run.py", "run"),
        ("scripts/__init__.pyi.py", "__init__.pyi"),
    ],
)
def test_module_names(path: str, name: str) -> None:
    packages = ["pkg/__init__.py", "pkg/sub/__init__.py", "src/lib/__init__.py"]
    assert Modules([*packages, path], "project").name(path) == name


# Names that travel


def test_import_of_a_submodule_binds_the_top(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "",
        "p/q/__init__.py": "",
        "p/q/r.py": "class R: ...",
        "front.py": "import p.q.r\nimport p.q.r as short\nfrom p.q.r import R as Q\n",
        "user.py": "from front import p, short, Q\n",
    }
    code = agrees_with_python(tmp_path / "root", files, [""], "user.py")
    assert meanings(code, "user.py") == {
        "front.p": "p/__init__.py",
        "front.short": "p/q/r.py",
        "front.Q": "p/q/r.py::R",
    }


def test_a_chain_of_re_exports(tmp_path: Path) -> None:
    files = {
        "a/__init__.py": "from .b import *\nfrom .b import Two as Zwei\n",
        "a/b/__init__.py": "from .c import *\nfrom .c import _private\n"
        "__all__ = ['One', 'Two', '_private']\n",
        "a/b/c.py": "from .d import Eins as One\nclass Two: ...\ndef _private(): ...\n"
        "class Not: ...\n__all__ = ('One', 'Two', 'Not')\n",
        "a/b/d.py": "class Eins: ...",
        "user.py": "from a import One, Two, Zwei, _private\nfrom a.b import One as O\n",
    }
    agrees_with_python(tmp_path / "root", files, [""], "user.py")


def test_a_star_brings_only_what_is_exported(tmp_path: Path) -> None:
    files = {
        "user.py": "from p import Not, _hidden, Shown, os, late\n",
        "p/__init__.py": "from .named import *\nfrom .plain import *\n",
        "p/named.py": "class Shown: ...\nclass Not: ...\n__all__ = ['Shown']\n",
        "p/plain.py": "import os\ndef _hidden(): ...\ndef late(): ...\n",
    }
    assert resolved(tmp_path, files) == {
        "p.Not": "p/__init__.py",
        "p._hidden": "p/__init__.py",
        "p.Shown": "p/named.py::Shown",
        "p.os": "p/__init__.py",
        "p.late": "p/plain.py::late",
    }


def test_of_two_stars_the_last_one_wins(tmp_path: Path) -> None:
    files = {
        "user.py": "from p import X\n",
        "p.py": "from one import *\nfrom two import *\n",
        "one.py": "class X: ...",
        "two.py": "class X: ...",
    }
    agrees_with_python(tmp_path / "root", files, [""], "user.py")


def test_a_name_of_ones_own_is_stronger_than_a_submodule(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "def run(): ...\n",
        "p/run.py": "",
        "user.py": "from p import run\n",
    }
    agrees_with_python(tmp_path / "root", files, [""], "user.py")


ORDERS = {
    "an import of another name": {
        "p/__init__.py": "from . import early\nfrom .made import made as run\n"
        "from . import late\nfrom .run import go\n",
        "p/made.py": "def made(): ...\n",
    },
    "a definition, and the submodule behind it": {
        "p/__init__.py": "def run(): ...\nfrom . import early\n"
        "from .run import go\nfrom . import late\n",
    },
    "a star import": {
        "p/__init__.py": "from . import early\nfrom .made import *\n"
        "from . import late\n",
        "p/made.py": "from .more import *\n",
        "p/more.py": "def run(): ...\n",
    },
    "reached through other files": {
        "p/__init__.py": "from .first.second import x\nfrom .made import run\n"
        "import p.late\n",
        "p/made.py": "def run(): ...\n",
        "p/first/__init__.py": "",
        "p/first/second.py": "import p.early as x\n",
    },
    "the package imports the submodule itself": {
        "p/__init__.py": "from . import run as module\nfrom .made import run\n"
        "from .run import go\nfrom . import early, late\n",
        "p/made.py": "class run: ...\n",
    },
    "an annotation": {
        "p/__init__.py": "run: int\nfrom . import early, late\n",
    },
    "an annotation for type checkers, beside a star import": {
        "p/__init__.py": "import typing\nfrom .made import *\n"
        "if typing.TYPE_CHECKING:\n    run: int\nfrom . import early, late\n",
        "p/made.py": "def run(): ...\n",
    },
    "only who imports the submodule": {
        "p/__init__.py": "def run(): ...\n",
        "user.py": "import p.run\nfrom p import run\n",
    },
}


@pytest.mark.parametrize("files", ORDERS.values(), ids=ORDERS)
def test_names_are_resolved_in_the_order_in_which_they_are_bound(
    tmp_path: Path, files: dict[str, str]
) -> None:
    files = {
        "p/run.py": "def go(): ...\n",
        "p/early.py": "from . import run\n",
        "p/late.py": "from . import run\n",
        "user.py": "from p import run\n",
        **files,
    }
    modules = ["p/__init__.py", "user.py", "p/early.py", "p/late.py"]
    if "early" not in files["p/__init__.py"] and "p/first/second.py" not in files:
        del modules[2:]
    agrees_with_python(tmp_path / "root", files, [""], *modules)


def test_an_attribute_of_a_name_that_was_rebound(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from . import early\nfrom .made import made as run\n",
        "p/made.py": "def made(): ...\n",
        "p/run.py": "class Run: ...\n",
        "p/early.py": "from . import run as there\n\nx = there.Run\n",
    }
    code = surveyed(tmp_path / "root", files)
    targets = {row.qualname for row in code.references("p/early.py") if row}
    assert "Run" in targets
    assert code.importers("p/run.py") == ["p/early.py"]


def test_circles_end(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from .a import X, Y, Z\n",
        "p/a.py": "from .b import *\nfrom .b import Y\nfrom p import Z\n"
        "from p.a import X\n",
        "p/b.py": "from .a import *\nfrom .a import Y\nfrom . import Z\n",
        "user.py": "from p import X, Y, Z, W\nfrom p.a import *\nfrom p.b import Q\n",
    }
    code = surveyed(tmp_path / "root", files)
    for path in files:
        for target in meanings(code, path).values():
            assert target in files


def test_a_circle_does_not_hide_a_definition_from_a_later_question(
    tmp_path: Path,
) -> None:
    # Asked of a.py first, X of b.py is looked for inside of the search for X of a.py.
    files = {
        "a.py": "from b import *\nfrom c import *\n",
        "b.py": "from a import *\n",
        "c.py": "class X: ...",
        "user.py": "from a import X\nfrom b import X as Y\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "user.py") == {"a.X": "c.py::X", "b.X": "c.py::X"}


@pytest.mark.parametrize("fallback", ["y = None", "y = object()", "from z import y"])
def test_a_fallback_does_not_hide_what_is_meant(tmp_path: Path, fallback: str) -> None:
    files = {
        "user.py": "from compat import y\n",
        "compat.py": "try:\n    from x import y\nexcept ImportError:\n"
        f"    {fallback}\n",
        "x.py": "def y(): ...",
        "z.py": "def y(): ...",
    }
    agrees_with_python(tmp_path / "root", files, [""], "user.py")


@pytest.mark.parametrize(
    "package",
    [
        "try:\n    from . import run\nexcept ImportError:\n    run = None\n",
        (
            "import typing\nif typing.TYPE_CHECKING:\n    from . import run\n"
            "else:\n    run = object()\n"
        ),
    ],
)
def test_a_fallback_does_not_hide_a_submodule(tmp_path: Path, package: str) -> None:
    files = {
        "p/__init__.py": package,
        "p/run.py": "def go(): ...\n",
        "user.py": "from p import run\nimport p\nx = p.run.go\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "user.py")["p.run"] == "p/run.py"
    assert "go" in {row.qualname for row in code.references("user.py") if row}


def test_what_is_bound_behind_the_import_of_a_submodule_is_meant(
    tmp_path: Path,
) -> None:
    files = {
        "p/__init__.py": "from . import run\nrun = run.go\n",
        "p/run.py": "def go(): ...\n",
        "user.py": "from p import run\n",
    }
    assert resolved(tmp_path, files, "user.py") == {"p.run": "p/__init__.py::run"}


@pytest.mark.parametrize(
    ("bound", "meant"),
    [
        ("from x import y\ny = y\n", "m.py::y"),
        ("from x import y\ny = max(y, 2)\n", "m.py::y"),
        ("from x import y\nif y:\n    y = 1\nelse:\n    y = 2\n", "m.py::y"),
        ("y = 1\nfrom x import y\n", "x.py::y"),
        ("from x import y\nif y > 2:\n    y = 2\n", "x.py::y"),
        ("from x import y\ny: int\n", "x.py::y"),
    ],
)
def test_the_last_of_an_import_and_a_value_is_meant(
    tmp_path: Path, bound: str, meant: str
) -> None:
    files = {"user.py": "from m import y\n", "m.py": bound, "x.py": "y = 1\n"}
    assert resolved(tmp_path, files, "user.py") == {"m.y": meant}


def test_of_two_imports_of_a_name_the_last_is_meant(tmp_path: Path) -> None:
    files = {
        "user.py": "from m import y\n",
        "m.py": "from x import y\nfrom z import y\n",
        "x.py": "def y(): ...",
        "z.py": "def y(): ...",
    }
    agrees_with_python(tmp_path / "root", files, [""], "user.py")


@pytest.mark.parametrize("definition", ["def y(): ...", "class y: ..."])
def test_a_definition_is_stronger_than_an_import_of_its_name(
    tmp_path: Path, definition: str
) -> None:
    files = {
        "user.py": "from m import y\n",
        "m.py": f"from x import y\n{definition}\n",
        "x.py": "def y(): ...",
    }
    agrees_with_python(tmp_path / "root", files, [""], "user.py")


def test_a_definition_in_the_module_is_meant_where_the_import_leads_outside(
    tmp_path: Path,
) -> None:
    files = {
        "user.py": "from compat import y, w\n",
        "compat.py": "try:\n    from fast import y\nexcept ImportError:\n"
        "    def y(): ...\n"
        "try:\n    from fast import w\nexcept ImportError:\n    w = None\n",
    }
    assert resolved(tmp_path, files) == {
        "compat.y": "compat.py::y",
        "compat.w": "compat.py::w",
    }


def test_a_name_that_leads_out_of_the_tree_leads_to_the_module_that_was_asked(
    tmp_path: Path,
) -> None:
    files = {"user.py": "from m import js\n", "m.py": "import json as js\n"}
    assert resolved(tmp_path, files) == {"m.js": "m.py"}


def test_an_import_inside_a_function_binds_nothing_at_the_top(tmp_path: Path) -> None:
    files = {
        "user.py": "from a import X\n",
        "a.py": "def f():\n    from b import X\n    return X\n",
        "b.py": "class X: ...",
    }
    assert resolved(tmp_path, files) == {"a.X": "a.py"}
    code = surveyed(tmp_path / "root", files)
    assert meanings(code, "a.py") == {"b.X": "b.py::X"}


def test_several_names_and_kinds(tmp_path: Path) -> None:
    files = {
        "user.py": "from m import f, C, D, e\n",
        "m.py": "@d\ndef f(): ...\nclass C: ...\nD = 1\nif D:\n    e = 2\nelse:\n"
        "    def e(): ...\n",
    }
    found = resolved(tmp_path, files)
    assert found == {f"m.{name}": f"m.py::{name}" for name in ("f", "C", "D", "e")}


# Backwards


def test_importers_and_users(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from .core import Engine\n",
        "p/core.py": "class Engine: ...\nclass Other: ...\n",
        "p/near.py": "from .core import Engine\nfrom .core import Other\n",
        "app.py": "from p import Engine\n",
        "lazy.py": "def f():\n    import p.core\n",
        "both.py": "from p import Engine\nfrom p.core import Other\n",
        "member.py": "from p import core, near\n",
        "self.py": "import self\n",
        "z.py": "import os\n",
    }
    code = surveyed(tmp_path / "root", files)
    assert code.importers("p/core.py") == [
        "both.py",
        "lazy.py",
        "member.py",
        "p/__init__.py",
        "p/near.py",
    ]
    assert code.indirect_importers("p/core.py") == ["app.py", "both.py"]
    assert code.importers("p/near.py") == ["member.py"]
    assert code.indirect_importers("p/near.py") == []
    assert code.importers("p/__init__.py") == ["app.py", "both.py", "member.py"]
    assert code.importers("self.py") == []
    assert code.importers("z.py") == []
    # The numbers on the pages of folders are those of these lists.
    for folder in ("", "p"):
        counts = {
            path: len(code.importers(path))
            for path in files
            if path.startswith(folder) and code.importers(path)
        }
        users = {
            path: number for path, number, *_ in most_used(code, folder).files.files
        }
        assert users == counts


def test_links_do_not_depend_on_what_is_installed(tmp_path: Path) -> None:
    found = resolved(
        tmp_path,
        {"a.py": "import sphinx\nimport docutils.nodes\n", "sphinx.py": ""},
    )
    assert found == {"sphinx": "sphinx.py", "docutils.nodes": "(third party)"}


def test_files_that_are_no_modules_take_no_part(tmp_path: Path) -> None:
    files = {
        "a.py": "import data\nfrom . import notes\n",
        "data.txt": "",
        "notes.md": "",
        "data/readme.md": "# Hello\n",
    }
    assert resolved(tmp_path, files) == {"data": "(third party)", ".notes": "(missing)"}


def test_a_folder_that_is_no_package_inside_one(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "t",
        {
            "pkg/__init__.py": "",
            "pkg/data/loader.py": "import json\nimport pkg.data.json\n",
            "pkg/data/json.py": "",
            "src/ns/mod.py": "import json\nfrom ns.json import x\n",
            "src/ns/json.py": "x = 1\n",
        },
    )
    assert code.modules.name("pkg/data/loader.py") == "pkg.data.loader"
    assert code.modules.name("src/ns/mod.py") == "ns.mod"
    first, second = code.links("pkg/data/loader.py")
    assert first.category == "standard library"
    assert second.module == "pkg/data/json.py"
    first, second = code.links("src/ns/mod.py")
    assert first.category == "standard library"
    assert (second.target, second.qualname) == ("src/ns/json.py", "x")


def test_a_root_package_is_called_as_its_imports_call_it(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "latest",
        {
            "__init__.py": "from lib.pkg import C\n",
            "pkg.py": "import lib.util\nimport __main__\n\nclass C: pass\n",
            "util.py": "",
        },
        root_name="latest",
    )
    assert code.modules.name("util.py") == "lib.util"
    (link,) = code.links("__init__.py")
    assert (link.target, link.qualname) == ("pkg.py", "C")
    assert code.links("pkg.py")[1].category == "standard library"


def test_a_root_inside_of_a_package_has_its_whole_name(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "auth",
        {
            "__init__.py": "import web\nfrom web.db import Table\n",
            "models.py": "from web.contrib.auth.hashers import hashed\n",
            "hashers.py": "def hashed(): ...\n",
            # Modules of that name are in the package above, too.
            "forms.py": "from web import forms\nfrom web.forms import Form\n"
            "from web.forms import Field\nimport web.contrib.auth\n",
        },
        root_name="auth",
    )
    assert code.modules.name("models.py") == "web.contrib.auth.models"
    assert code.modules.name("__init__.py") == "web.contrib.auth"
    (link,) = code.links("models.py")
    assert (link.target, link.qualname) == ("hashers.py", "hashed")
    *others, own = code.links("forms.py")
    assert {link.category for link in others} == {"third party"}
    assert own.target == "__init__.py"


def test_star_import_of_names_that_are_computed(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "t",
        {
            "p/__init__.py": "from .a import *\n",
            "p/a.py": "from .b import *\nfrom .b import __all__ as more\n"
            "__all__ = ['One', *more]\nclass One: ...\n",
            "p/b.py": "__all__ = ['Two']\nclass Two: ...\nclass Not: ...\n",
            "user.py": "from p import One, Two, Not\n",
        },
    )
    assert meanings(code, "user.py") == {
        "p.One": "p/a.py::One",
        "p.Two": "p/b.py::Two",
        "p.Not": "p/__init__.py",
    }


def test_a_hidden_name_is_not_another_of_its_name(tmp_path: Path) -> None:
    root = write(
        tmp_path / "t",
        {
            "p/__init__.py": "from .b import *\n\n\ndef go(): ...\n",
            "p/b.py": "def go(): ...\n",
            "user.py": "from p import go\n",
        },
    )
    store = Store(tmp_path / "s.sqlite", print)
    ingest(
        store,
        sources(root),
        skip=lambda path, _one: path == "p/__init__.py",
        skip_digest="",
        progress=lambda files: files,
    )
    assert link_tree(store, root, "t") == []
    (link,) = store.links("user.py")
    assert (link.target, link.qualname) == ("p/__init__.py", "go")


CIRCLES = {
    "a.py": "try:\n    from b import x\nexcept ImportError:\n    x = None\n",
    "b.py": "try:\n    from a import x\nexcept ImportError:\n    x = None\n",
    "p/__init__.py": "",
    "p/a.py": "from p.c import *\nfrom p.b import *\n",
    "p/b.py": "from p.a import *\n",
    "p/c.py": "def thing(): pass\n",
}


def test_circles_are_the_same_whatever_was_asked_first(tmp_path: Path) -> None:
    code = surveyed(tmp_path, CIRCLES)
    names = [("a.py", "x"), ("b.py", "x")]
    names += [("p/a.py", "thing"), ("p/b.py", "thing"), ("p/a.py", "no")]
    alone = {one: ImportResolver(code.store, "").find_definition(*one) for one in names}
    assert alone["p/b.py", "thing"] == alone["p/a.py", "thing"] == ("p/c.py", "thing")
    for order in permutations(names):
        links = ImportResolver(code.store, "")
        for _ in range(2):
            assert {one: links.find_definition(*one) for one in order} == alone


def test_what_is_kept_of_the_order_says_the_same(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from .m import f as m\nfrom . import n\n",
        "p/m.py": "def f(): ...\n",
        "p/n.py": "from p import m\n",
        "q.py": "import p.m\nfrom p import m\n",
    }
    store = surveyed(tmp_path / "tree", files).store
    name = store.meta("root name")
    kept = ImportResolver(store, name, linked=True)
    again = ImportResolver(store, name)
    assert kept.order.outcome() == again.order.outcome()
    assert [*kept.link_rows()] == [*again.link_rows()]
    store.set_meta("kept import order", "")
    assert [*ImportResolver(store, name, linked=True).link_rows()] == [
        *again.link_rows()
    ]


NAMESPACES = {
    "jaraco/functools/__init__.py": "import functools\nimport json\nimport more.far\n",
    "jaraco/json.py": "import json\nfrom jaraco.functools import f\n",
    "jaraco/more.py": "import more\n",
    "tests/test_f.py": "from jaraco import functools, json\nimport functools as std\n",
    "alone/functools/__init__.py": "import functools\n",
    "scripts/a.py": "import b\nimport json\n",
    "scripts/b.py": "",
    "scripts/json.py": "",
}


def test_a_folder_that_imports_name_is_a_package(tmp_path: Path) -> None:
    """Its modules are imported by its name, and hide nothing by theirs (PEP 420)."""
    code = surveyed(tmp_path / "repo", NAMESPACES)
    links = {
        (link.path, link.ordinal): link.target or link.category
        for link in map(LinkRow._make, code.store.select("SELECT * FROM link"))
    }
    inside, other = "jaraco/functools/__init__.py", "jaraco/json.py"
    assert [links[inside, number] for number in range(3)] == [
        "standard library",
        "standard library",
        "third party",
    ]
    assert [links[other, number] for number in range(2)] == ["standard library", inside]
    assert links["jaraco/more.py", 0] == "third party"
    assert [links["tests/test_f.py", number] for number in range(3)] == [
        inside,
        other,
        "standard library",
    ]
    assert links["scripts/a.py", 1] == "scripts/json.py"
    assert links["alone/functools/__init__.py", 0] == "standard library"
    assert code.modules.name(inside) == "jaraco.functools"
    assert code.modules.name("scripts/b.py") == "b"


def test_a_folder_comes_and_goes_as_a_package(
    follow_edits: Callable[..., None],
) -> None:
    """With the only import that takes it for one, as in a tree linked from nothing."""
    of_tests = {"tests/test_f.py": NAMESPACES["tests/test_f.py"]}
    without = {"jaraco/json.py": "import json\n", "tests/test_f.py": "x = 1\n"}
    gone = {"jaraco/functools/__init__.py": None}
    follow_edits({**NAMESPACES, **without}, of_tests, without, of_tests, gone)


def test_many_modules_that_are_not_there(tmp_path: Path) -> None:
    text = "".join(f"import m{number}\n" for number in range(8_000))
    code = surveyed(tmp_path / "tree", {"a.py": text})
    start = time.process_time()
    categories = {row.category for row in code.import_resolver.link_rows()}
    assert categories == {"third party"}
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    ("suffix", "passes_on", "ends"),
    [
        (".py", "from m{} import name\n", "def name(): ...\n"),
        (".ts", "export {{ name }} from './m{}';\n", "export const name = 1;\n"),
        (
            ".ts",
            "export * from './m{}';\nimport {{ name }} from './m{}';\nname();\n",
            "",
        ),
    ],
)
def test_what_hundreds_of_modules_pass_on_leads_to_the_next_one(
    tmp_path: Path, suffix: str, passes_on: str, ends: str
) -> None:
    last = 400
    files = {
        f"m{number}{suffix}": passes_on.format(number + 1, number + 1)
        for number in range(last)
    }
    files |= {f"m{last}{suffix}": ends, "near.py": "import other\n", "other.py": ""}
    code = surveyed(tmp_path / "root", files)
    assert {row.target for row in code.links(f"m0{suffix}")} == {f"m1{suffix}"}
    assert [row.target for row in code.links("near.py")] == ["other.py"]
