"""Distributions of imports, entry points, and what pages say of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.project.settings_files import configuration
from sphinxcontrib_kwindex.analysis.ruff import find_ruff
from sphinxcontrib_kwindex.codemap.distributions import WELL_KNOWN, distribution_names

Make = Callable[..., Project]
needs_ruff = pytest.mark.skipif(
    bool(find_ruff().problem), reason="Ruff cannot be run here"
)


@pytest.mark.parametrize(
    ("module", "name", "names"),
    [
        ("yaml", "", ["pyyaml", "yaml"]),
        ("yaml.nodes", "Node", ["pyyaml", "yaml"]),
        ("my_package.part", "x", ["my-package"]),
        ("google.protobuf.message", "", ["protobuf", "google-protobuf"]),
        ("google", "protobuf", ["protobuf", "google-protobuf"]),
        ("google.cloud", "storage", ["google-cloud-storage"]),
        ("sphinxcontrib", "bibtex", ["sphinxcontrib-bibtex"]),
        ("sphinxcontrib", "", []),
        ("sphinxcontrib", "*", []),
        # The names of two distributions look like one inside the other.
        ("flask", "login", ["flask"]),
        ("flask.login", "", ["flask"]),
    ],
)
def test_names(module: str, name: str, names: list[str]) -> None:
    assert distribution_names(module, name) == names


def test_the_table_is_in_order() -> None:
    assert list(WELL_KNOWN) == sorted(WELL_KNOWN)
    assert all(WELL_KNOWN.values())


TREE = {
    "pyproject.toml": """\
        [build-system]
        requires = ["hatchling", "both>=0"]
        [project]
        dependencies = [
          "PyYAML>=6",
          "both>=1",
          "two<2; python_version < '3.9'",
          "two>=2; python_version >= '3.9'",
        ]
        optional-dependencies.image = ["Pillow"]
        [project.scripts]
        run = "pkg.cli:main"
        again = "pkg:main"
        deep = "pkg.cli:Tool.go"
        lost = "pkg.cli:gone"
        away = "elsewhere:main"
        [project.entry-points."sphinx.builders"]
        plug = "pkg.plugin"
        """,
    "requirements-dev.txt": "both==1.5\ndev_only\n",
    "pkg/__init__.py": "from .cli import main\n",
    "pkg/cli.py": """\
        import yaml, both, two.part, unknown, dev_only
        from PIL import Image
        def main(): pass
        class Tool:
            def go(self): pass
        """,
    "pkg/plugin.py": "",
    "tests/requirements/all.txt": "PyYAML==5\n",
    "tests/test_a.py": "import yaml\nimport both\n",
    "tests/data/pyproject.toml": '[project]\nscripts = {x = "pkg.cli:main"}\n',
}


def asked(code: object, path: str, module: str) -> list[tuple[str, str, str, int, str]]:
    return [
        (
            one.requirement.name,
            one.requirement.specifier,
            one.path,
            one.requirement.line,
            one.requirement.group,
        )
        for one in code.distributions.requirement_lines(path, module)  # type: ignore[attr-defined]
    ]


def test_which_distribution(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", TREE)
    where = "pyproject.toml"
    cli = "pkg/cli.py"
    assert asked(code, cli, "yaml") == [("PyYAML", ">=6", where, 5, "")]
    # What is needed to run comes before what is needed to build, or to work on it.
    assert asked(code, cli, "both") == [("both", ">=1", where, 6, "")]
    assert asked(code, cli, "PIL") == [("Pillow", "", where, 10, "extra image")]
    assert asked(code, cli, "two.part") == [
        ("two", "<2", where, 7, ""),
        ("two", ">=2", where, 8, ""),
    ]
    assert asked(code, cli, "unknown") == []
    assert asked(code, cli, "dev_only") == [
        ("dev_only", "", "requirements-dev.txt", 2, "")
    ]
    # The nearest folder counts, and those above for what it does not ask for.
    test = "tests/test_a.py"
    assert asked(code, test, "yaml") == [
        ("PyYAML", "==5", "tests/requirements/all.txt", 1, "")
    ]
    assert asked(code, test, "both") == [("both", ">=1", where, 6, "")]


PACKAGES = {
    "Cargo.toml": """\
        [workspace.dependencies]
        rand = "0.8"
        [package]
        name = "own"
        [dependencies]
        serde-json = "1.2"
        rand.workspace = true
        [dev-dependencies]
        quick = { version = "1", features = ["a"] }
        near = { path = "../near" }
        [target.'cfg(windows)'.dependencies]
        winapi = { version = "0.3", optional = true }
        """,
    "src/lib.rs": """\
        use serde_json::de::from_str;
        use winapi::um;
        use lost::thing;
        fn run() { quick::check(); rand::random(); from_str(um::a(thing)) }
        """,
    "go.mod": """\
        module example.org/own
        require example.org/one/v2 v2.1.0
        require (
        \texample.org/two v1.0.0 // indirect
        \texample.org/two/inner v1.1.0
        )
        replace example.org/two v1.0.0 => example.org/three v1.0.0
        """,
    "cmd/main.go": """\
        package main
        import (
            "example.org/one/v2/part"
            "example.org/two/inner/deep"
            "example.org/two"
            "example.org/three"
        )
        """,
    "web/package.json": """\
        {
          "scripts": {"react": "echo"},
          "dependencies": {"react": "^18", "@scope/kit": "*"},
          "devDependencies": {
            "vitest": "~1.0"
          }
        }
        """,
    "web/app.ts": """\
        import React from "react/jsx";
        import { a } from "@scope/kit/a";
        import { test } from "vitest";
        import other from "@scope/other";
        """,
    "broken/Cargo.toml": "[dependencies",
    "broken/package.json": '{"dependencies": [1]}',
}


def test_which_package_of_other_languages(make_project: Make) -> None:
    build = make_project(PACKAGES).build()
    text = dependencies(build, "src/lib.rs")
    assert "serde-json 1.2, Cargo.toml, line 6" in text
    assert "use winapi::um line 2 0.3, if cfg(windows), optional, Cargo.toml" in text
    assert "lost" in text
    assert "lost," not in text
    text = dependencies(build, "cmd/main.go")
    # The import has the name.
    assert "example.org/one/v2/part&quot; line 3 v2.1.0, go.mod, line 2" in text
    assert " v1.1.0, go.mod, line 5" in text
    assert " v1.0.0, indirect, go.mod, line 4" in text
    assert "example.org/three v1" not in text
    text = dependencies(build, "web/app.ts")
    assert " line 1 ^18, web/package.json, line 3" in text
    assert "@scope/kit/a&quot; line 2 web/package.json, line 3" in text
    assert " line 3 ~1.0, group dev, web/package.json, line 5" in text
    assert "@scope/other," not in text
    text = purpose(build, "Cargo.toml")
    assert (
        "requires 5 packages: 2 at run time, 2 (group dev), 1 (group workspace" in text
    )
    body = build.body("code/Cargo.toml_docs")
    assert "near group dev line 10 @ ../near" in body, body[
        body.index("Requirements") :
    ][:400]


def test_what_entry_points_mean(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", TREE)

    def called(path: str) -> list[tuple[str, str]]:
        return [
            (one.point.name, one.qualname)
            for one in code.distributions.entry_points_to(path)
        ]

    assert called("pkg/cli.py") == [
        ("run", "main"),
        ("again", "main"),
        ("deep", "Tool.go"),
        ("lost", ""),
    ]
    assert called("pkg/plugin.py") == [("plug", "")]
    assert called("pkg/__init__.py") == []
    # A project below has no say about what stands above it.
    (lost,) = code.distributions.entry_points_in("tests/data/pyproject.toml")
    assert lost.target == ""


@pytest.mark.parametrize(
    ("path", "text", "parts"),
    [
        (
            "a/pyproject.toml",
            "[tool.b.c]\n[tool]\nd.e = 1\n[project]\n[tool.b]\n",
            [("tool.b", 1), ("tool.d", 3)],
        ),
        ("pyproject.toml", "[", []),
        ("setup.cfg", "[metadata]\n[options.extras_require]\n[a]\n", [("a", 3)]),
        ("tox.ini", "[tox]\n[testenv:a]\nx=1\n", [("tox", 1), ("testenv:a", 2)]),
        (
            ".pre-commit-config.yaml",
            "repos:\n- repo: x\n  hooks:\n  - id: a\n  - {id: b}\n# - id: c\n",
            [("a", 4), ("b", 5)],
        ),
        (".pre-commit-config.yaml", "repos: [\n", []),
        (".pre-commit-config.yaml", "- repos\n", []),
        (
            ".github/workflows/a.yml",
            "on: push\njobs:\n  one:\n    jobs: 1\n  'two': {}\n",
            [("one", 3), ("two", 5)],
        ),
        (
            "b/Dockerfile",
            "from --platform=x a:1 as base\nRUN FROM y\nFROM base\nFROM b@sha256:0a\n",
            [("a:1", 1), ("b", 4)],
        ),
        (
            "Dockerfile",
            "FROM a/b:1@sha256:0a1b\nFROM a/b:1@sha256:0a1b\n",
            [("a/b:1", 1)],
        ),
        (
            "compose.dev.yml",
            "services:\n  db: {}\n  web:\n    x: 1\n",
            [("db", 2), ("web", 3)],
        ),
        ("a/package.json", '{\n"scripts": {\n"a": "b"\n}\n}\n', [("a", 3)]),
        ("package.json", '{\n\t"scripts": {\n\t\t"a": "b"\n\t}\n}\n', [("a", 3)]),
        ("package.json", "{" * 300_000, []),
        ("go.mod", "// x\nmodule a.org/b/v2 // y\n\ngo 1.2\n", [("a.org/b/v2", 2)]),
        (".gitignore", "# all\n\n*.o\n!a b\n", [("*.o", 3), ("!a b", 4)]),
        (".github/CODEOWNERS", "# x\n[Docs]\n*.md @a @b\n", [("*.md", 3)]),
    ],
)
def test_configuration(path: str, text: str, parts: list[tuple[str, int]]) -> None:
    kind = configuration(path)
    assert kind is not None
    assert [(one.text, one.line) for one in kind.parts(text)] == parts


@pytest.mark.parametrize(
    "path",
    [
        "workflows/a.yml",
        "a/.github/workflows/a.yml",
        "makefile.py",
        "xtox.ini",
        "a.cfg",
        "a/CODEOWNERS",
        "xgo.mod",
    ],
)
def test_no_configuration(path: str) -> None:
    assert configuration(path) is None


PAGES = {
    "pyproject.toml": (
        "[project]\n"
        'name = "x"\n'
        'dependencies = ["PyYAML>=6"]\n'
        "optional-dependencies.image = [\"Pillow; os_name == 'nt'\"]\n"
        "[project.scripts]\n"
        'run = "pkg.cli:main"\n'
        "[tool.x]\n"
    ),
    "requirements.txt": "Pillow==9\nonly\n",
    "LICENSE": "  Apache License\n  Version 2.0, January 2004\n",
    "broken/pyproject.toml": "[project\n",
    "pkg/__init__.py": (
        "import os\nfrom .cli import main, _hidden\nfrom .cli import Tool\n"
        "from .more import *\n"
    ),
    "pkg/__main__.py": "from .cli import main\n\nmain()\n",
    "pkg/more.py": "import yaml\n",
    "pkg/listed/__init__.py": (
        "from ..cli import main, Tool\n\n__all__ = ['main', *x]\n"
    ),
    "pkg/lazy/__init__.py": (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from .one import first, _hidden\n    from .two import *\n\n"
        "__all__ = ['first', 'second']\n\n\ndef __getattr__(name): ...\n"
    ),
    "pkg/lazy/one.py": "first = 1\n_hidden = 1\n",
    "pkg/lazy/two.py": "second = 1\nthird = 1\n",
    "pkg/typed/__init__.py": (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from .one import first\n\n__all__ = ['first']\n"
    ),
    "pkg/typed/one.py": "first = 1\n",
    "pkg/cli.py": (
        "import sys\nimport yaml\nfrom PIL import Image\nimport unknown\n"
        "import os  # noqa: F401\n"
        "if sys.platform == 'nt':\n    import only\n\n\n"
        "def main():\n    return yaml, Image\n\n\nclass Tool:\n    pass\n\n\n"
        "_hidden = 1\n"
    ),
    "pkg/other.py": "import pkg.cli as cli\n\ncli.main()\nimport yaml, yaml.nodes\n",
    "conftest.py": (
        "import pytest\n\n\n@pytest.fixture\ndef one():\n    return 1\n\n\n"
        "def pytest_configure(config):\n    pass\n"
    ),
    "noxfile.py": "import nox\n\n\n@nox.session(python='3.9')\ndef lint(session):\n"
    "    pass\n\n\ndef helper():\n    pass\n",
    "setup.py": "from setuptools import setup\n\nsetup()\n",
    "manual/conf.py": "extensions = []\nroot_doc = 'first'\n",
    "manual/first.md": "# First\n",
    "app/conf.py": "extensions = []\n",
    "app/setup.py": "from distutils.version import LooseVersion\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(PAGES).build()
    (warning,) = build.warnings.splitlines()
    assert "broken/pyproject.toml:1: WARNING: Expected ']'" in warning
    build.check_links()
    return build


def section(build: Build, path: str, title: str, following: str) -> str:
    """Return the text of a section of a file documentation."""
    body = build.body(f"code/{path}_docs")
    # The titles are in the table of contents too.
    return body.rpartition(title)[2].partition(following)[0]


def dependencies(build: Build, path: str) -> str:
    return section(build, path, "Dependencies", "Code Patterns")


def purpose(build: Build, path: str) -> str:
    body = build.body(f"code/{path}_docs")
    return body.partition("File Purpose")[2].partition("File Metadata")[0]


def test_distributions_on_a_page(built: Build) -> None:
    text = dependencies(built, "pkg/cli.py")
    assert "yaml line 2 PyYAML&gt;=6, pyproject.toml, line 3" in text
    assert (
        "PIL.Image line 3 Pillow, if os_name == &quot;nt&quot;, extra image,"
        " pyproject.toml, line 4" in text.replace('"', "&quot;")
    )
    assert "unknown line 4" in text
    assert "unknown line 4 u" not in text
    assert "only line 7 conditional (line 6) requirements.txt, line 2" in text
    html = built.text("code/pkg/cli.py_docs")
    assert 'href="../pyproject.toml_docs.html#L3"' in html
    text = dependencies(built, "pkg/other.py")
    assert "yaml line 4 PyYAML&gt;=6, pyproject.toml, line 3 yaml.nodes" in text
    assert "yaml.nodes line 4 PyYAML " in text


@needs_ruff
def test_imported_and_never_used(built: Build) -> None:
    text = dependencies(built, "pkg/cli.py")
    assert "Unused imports (2) unknown line 4 only line 7" in text
    assert "F401" not in section(built, "pkg/cli.py", "Security", "Testing")
    # What a package imports it offers.
    assert "never used" not in dependencies(built, "pkg/__init__.py")
    assert "never used" not in dependencies(built, "pkg/other.py")


@needs_ruff
def test_imports_that_only_type_comments_use_are_used(make_project: Make) -> None:
    text = (
        "try:\n    import typing\n    import json\nexcept ImportError:\n    pass\n"
        "from .b import Text, Other, Ignored\n"
        "def f(a,  # type: typing.List[int]\n      b):\n"
        "    # type: (...) -> Text\n"
        "    return a  # type: ignore[Ignored]\n"
    )
    build = make_project({"p/__init__.py": "", "p/a.py": text}).build()
    said = dependencies(build, "p/a.py").partition("Unused imports ")[2]
    names = ("json", "Other", "Ignored", "typing", "Text")
    assert [name in said for name in names] == [True, True, True, False, False]
    assert said.startswith("(3) ")


def test_a_package_re_exports_nothing_of_itself(make_project: Make) -> None:
    build = make_project({"pkg/__init__.py": "from . import *\na = 1\n"}).build()
    assert "It re-exports" not in build.body("code/pkg/__init__.py_docs")


@pytest.mark.usefixtures("programs")
def test_without_ruff_nothing_is_said_of_use(make_project: Make) -> None:
    build = make_project({"a.py": "import os\n"}).build()
    assert "never used" not in build.body("code/a.py_docs")
    assert "Not checked by Ruff" in build.body("code/a.py_docs")


def test_without_rules_imports_are_looked_at(make_project: Make) -> None:
    project = make_project(
        {"a.py": "import os\nassert os\nimport re\n"},
        kwindex_security_rules=[],
        kwindex_performance_rules=[],
    )
    body = project.build().body("code/a.py_docs")
    assert "Not checked by Ruff: no rules are configured." in body
    if not find_ruff().problem:
        assert "Unused imports (1) re line 3" in body


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            "pkg/__init__.py",
            (
                "It re-exports 2 names: main, Tool;"
                " also everything exported by pkg/more.py (line 4)."
            ),
        ),
        ("pkg/listed/__init__.py", "It re-exports at least 1 name: main."),
        ("pkg/lazy/__init__.py", "It re-exports 2 names: first, second."),
        ("pkg/__main__.py", "python -m pkg runs it."),
        ("pkg/cli.py", "run in pyproject.toml, line 6 calls its main."),
        (
            "conftest.py",
            "pytest uses its 1 fixture (one) and 1 hook (pytest_configure)",
        ),
        ("noxfile.py", "nox runs 1 session: lint."),
        ("setup.py", "It builds the distribution with setuptools (line 1)."),
        ("manual/conf.py", "Sphinx for manual/first.md; see extensions."),
        ("pyproject.toml", "It configures tool.x."),
        (
            "pyproject.toml",
            (
                "It requires 2 distributions: 1 at run time, 1 (extra image);"
                " it has 1 entry point: run → main."
            ),
        ),
        ("requirements.txt", "It requires 2 distributions."),
        ("broken/pyproject.toml", "Nothing is known about its content."),
    ],
)
def test_purpose(built: Build, path: str, said: str) -> None:
    assert said in purpose(built, path)


def test_purpose_of_a_licence(built: Build) -> None:
    said = "It is the text of a licence: Apache-2.0."
    assert said in built.body("code/LICENSE_docs")


def test_requirements_of_one_kind(make_project: Make) -> None:
    text = "[build-system]\nrequires = ['a', 'b']\n"
    build = make_project({"pyproject.toml": text}).build()
    said = purpose(build, "pyproject.toml")
    assert "It requires 2 distributions (build)." in said


def test_what_a_package_uses_itself_it_may_not_offer(make_project: Make) -> None:
    names = "one, two, three as three, four"
    project = make_project(
        {
            "pkg/__init__.py": f"import os\nfrom .a import {names}\n"
            "from .a import five\n\n"
            "def f(of: four): return os, one(), two, three\n",
            "pkg/a.py": "def one(): ...\ntwo = three = four = five = 1\n",
            "u.py": "from pkg import two\n",
        }
    )
    path = "pkg/__init__.py"
    said = purpose(project.build(), path)
    assert "It re-exports at least 3 names: two, five, three." in said
    project.write({"u.py": "import pkg\npkg.four, pkg.two\npkg.one()\n"})
    said = purpose(project.build(), path)
    assert "It re-exports 5 names: four, one, two, five, three." in said


def test_what_only_type_checkers_import_is_not_offered(built: Build) -> None:
    assert "re-exports" not in purpose(built, "pkg/typed/__init__.py")


def test_what_a_module_only_passes_on(make_project: Make) -> None:
    built = make_project(
        {
            "shop/money.py": "one = 1\ntwo = 2\n",
            "shop/till.py": "def pay(): ...\n",
            "offers.py": "from __future__ import annotations\n\n# Licence\n"
            "from shop.money import (\n    # one\n    one,\n)\n"
            "from shop.till import *\n__all__ = [\n    # one\n    'one', 'pay',\n]\n",
            "plain.py": "from shop.money import one as two\n",
            "runs.py": "from shop.till import pay\npay()\n",
            "runs_too.py": "from shop.till import pay; pay()\n",
            "loads.py": "from shop import till\n",
            "asks.py": "import os\nfrom shop.till import pay\n",
        }
    ).build()
    said = "It only re-exports names from shop/"
    assert f"{said}money.py, shop/till.py." in purpose(built, "offers.py")
    assert f"{said}money.py." in purpose(built, "plain.py")
    for path in ("runs.py", "runs_too.py", "loads.py", "asks.py"):
        assert "re-exports" not in purpose(built, path)


@pytest.mark.parametrize(
    "path", ["pkg/more.py", "pkg/other.py", "app/conf.py", "app/setup.py"]
)
def test_no_purpose(built: Build, path: str) -> None:
    assert "The file does not state its purpose." in purpose(built, path)


def test_overview_of_a_project(built: Build) -> None:
    text = section(built, "pyproject.toml", "High-Level Overview", "Related Files")
    assert "Requirements (2) PyYAML line 3 &gt;=6 Pillow extra image line 4" in text
    assert "Entry points (1) run console_scripts line 6 pkg.cli:main" in text
    html = built.text("code/pyproject.toml_docs")
    assert 'href="pkg/cli.py_docs.html#def-main"' in html


def read_again(project: Project, files: dict[str, str]) -> set[str]:
    project.write(files)
    build = project.build()
    assert project.build().read == set()
    return {name for name in build.read if name.endswith("_docs")}


def test_what_a_change_of_the_project_reads_again(make_project: Make) -> None:
    project = make_project(PAGES)
    project.build()
    text = PAGES["pyproject.toml"]
    own = "code/pyproject.toml_docs"
    # Nobody shows the name, nor what nobody imports.
    assert read_again(project, {"pyproject.toml": text.replace('"x"', '"y"')}) == {own}
    newer = text.replace(">=6", ">=5")
    assert read_again(project, {"pyproject.toml": newer}) == {
        own,
        "code/pkg/cli.py_docs",
        "code/pkg/more.py_docs",
        "code/pkg/other.py_docs",
    }
    renamed = newer.replace("run =", "go =")
    assert read_again(project, {"pyproject.toml": renamed}) == {
        own,
        "code/pkg/cli.py_docs",
    }
    assert "go in pyproject.toml" in purpose(project.build(), "pkg/cli.py")


def test_what_a_change_of_the_code_reads_again(make_project: Make) -> None:
    project = make_project(PAGES)
    project.build()
    # The entry point leads nowhere now.
    text = PAGES["pkg/cli.py"].replace("def main", "def start")
    found = read_again(project, {"pkg/cli.py": text})
    assert "code/pyproject.toml_docs" in found
    assert "code/requirements.txt_docs" not in found
    assert "run → pkg.cli:main" in purpose(project.build(), "pyproject.toml")
    # A condition on another line is no change of a name.
    changed = text.replace("if sys.platform == 'nt':", "if True:  #")
    read_again(project, {"pkg/cli.py": changed})
    plain = text.replace("if sys.platform == 'nt':\n    import", "x = 1\nimport")
    project.write({"pkg/cli.py": plain})
    assert "code/pkg/cli.py_kw" in project.build().read
