"""What the files of a project say: requirements, entry points, and where."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator

import pytest

from sphinxcontrib_kwindex.analysis.analyse import analyse, facts_key
from sphinxcontrib_kwindex.analysis.project.ini_lines import ini_sections
from sphinxcontrib_kwindex.analysis.project.project_files import (
    analysed_name,
    project_role,
)
from sphinxcontrib_kwindex.analysis.project.toml_lines import toml_lines
from sphinxcontrib_kwindex.model.codec import decode, encode
from sphinxcontrib_kwindex.model.facts import FileFacts


def facts(name: str, text: str) -> FileFacts:
    return analyse(name, textwrap.dedent(text).encode())


def asked(name: str, text: str) -> list[tuple[str, str, int, str]]:
    found = facts(name, text)
    assert found.problem is None
    return [
        (one.name, one.specifier, one.line, one.group) for one in found.requirements
    ]


def points(name: str, text: str) -> list[tuple[str, str, str, int, str]]:
    return [
        (one.name, one.module, one.attribute, one.line, one.group)
        for one in facts(name, text).entry_points
    ]


PYPROJECT = """\
# "decoy>=1"
[build-system]
requires = ["hatchling>=1.26"]

[project]
name = "x"
description = '''
dependencies = ["decoy"]
[project.scripts]
'''
dependencies = [
  # "decoy",
  "a >= 1, < 2",  # a]
  'b[extra, other]; python_version < "3.11"', "c",
  "d @ https://example.org/d.whl",
  "not a requirement", 3,

  "e(>=1)",
]
optional-dependencies.docs = ["a>=2"]
scripts = { tool = "pkg.cli:main", "odd name" = "pkg:Box.run [docs]" }

[project.optional-dependencies.'x"y']
z = ["ignored"]

[project.entry-points.pytest11]
plug = "pkg.plugin"
bad = "no module"

[dependency-groups]
test = [
    "pytest>=8",
    { include-group = "docs" },
    "cov",
]
"""


def test_pyproject() -> None:
    text = PYPROJECT.replace("[project.optional-dependencies.'x\"y']", "[tool.x]")
    assert asked("pyproject.toml", text) == [
        ("hatchling", ">=1.26", 3, "build"),
        ("a", ">=1,<2", 13, ""),
        ("b", "", 14, ""),
        ("c", "", 14, ""),
        ("d", "@ https://example.org/d.whl", 15, ""),
        ("e", ">=1", 18, ""),
        ("a", ">=2", 20, "extra docs"),
        ("pytest", ">=8", 32, "group test"),
        ("cov", "", 34, "group test"),
    ]
    found = facts("pyproject.toml", text)
    assert found.requirements[2].marker == 'python_version < "3.11"'
    assert points("pyproject.toml", text) == [
        ("tool", "pkg.cli", "main", 21, "console_scripts"),
        ("odd name", "pkg", "Box.run", 21, "console_scripts"),
        ("plug", "pkg.plugin", "", 27, "pytest11"),
    ]
    assert (found.type, found.definitions) == ("TOML", ())


def test_setup_py() -> None:
    text = """\
from setuptools import find_packages, setup

DEV = ["x", "y>1"]
setup(
    name="a",
    install_requires=["b>=1", *other(),
        "c; python_version < '3'"] + DEV,
    extras_require={"dev": DEV, "bad": read()},
    entry_points={
        "console_scripts": ["run = a.main:go", "odd"],
        "plugs": PLUGS,
    },
    packages=find_packages(),
)
"""
    assert asked("setup.py", text) == [
        *[("x", "", 3, ""), ("y", ">1", 3, "")],
        *[("x", "", 3, "extra dev"), ("y", ">1", 3, "extra dev")],
        *[("b", ">=1", 6, ""), ("c", "", 7, "")],
    ]
    assert points("setup.py", text) == [("run", "a.main", "go", 10, "console_scripts")]
    assert facts("setup.py", text).definitions[0].name == "DEV"
    in_text = 's.setup(entry_points="""\n[g.h]\na = b:c\n""")'
    assert points("setup.py", in_text) == [("a", "b", "c", 3, "g.h")]
    assert facts("setup.py", "A = A\nsetup(install_requires=A)").requirements == ()


def test_poetry() -> None:
    text = """\
    [tool.poetry.dependencies]
    python = "^3.8"
    a = "^1.2"
    b = { version = "*", optional = true }
    c = [
      { version = "<2", python = "<3.9" },
      { version = ">=2", markers = "sys_platform == 'win32'" },
    ]
    d = { git = "https://example.org/d.git" }
    [tool.poetry.dependencies.e]
    version = "~1"
    [tool.poetry.group.dev.dependencies]
    f = "1"
    [tool.poetry.extras]
    more = ["B"]
    [tool.poetry.scripts]
    run = "pkg:main"
    long = { reference = "pkg.long:main", type = "console" }
    """
    assert asked("pyproject.toml", text) == [
        ("a", "^1.2", 3, ""),
        ("b", "", 4, "extra more"),
        ("c", "<2", 5, ""),
        ("c", ">=2", 5, ""),
        ("d", "@ https://example.org/d.git", 9, ""),
        ("e", "~1", 10, ""),
        ("f", "1", 13, "group dev"),
    ]
    assert [one[:4] for one in points("pyproject.toml", text)] == [
        ("run", "pkg", "main", 17),
        ("long", "pkg.long", "main", 18),
    ]


def test_lines_of_toml() -> None:
    text = textwrap.dedent('''\
        top = 1.5 # [no]
        "a b".c = """
        x = "1"
        ""\\""""  # four quotes
        d = [[1, 2], [
          3.0, "]", \'\'\'
        [e]\'\'\',
          1979-05-27 07:32:00 ]]
        [[ several . of ]]
        k = {x = {y = ["v",
          "w"]}, z = '#'}
        [[several.of]]
        [several.of.inner]
        k = """"""
        last = true''')
    import tomllib

    tomllib.loads(text)
    lines = toml_lines(text)
    assert lines == {
        ("top",): 1,
        ("a b",): 2,
        ("a b", "c"): 2,
        ("d",): 5,
        ("d", 0): 5,
        ("d", 0, 0): 5,
        ("d", 0, 1): 5,
        ("d", 1): 5,
        ("d", 1, 0): 6,
        ("d", 1, 1): 6,
        ("d", 1, 2): 6,
        ("d", 1, 3): 8,
        ("several",): 9,
        ("several", "of"): 9,
        ("several", "of", 0): 9,
        ("several", "of", 0, "k"): 10,
        ("several", "of", 0, "k", "x"): 10,
        ("several", "of", 0, "k", "x", "y"): 10,
        ("several", "of", 0, "k", "x", "y", 0): 10,
        ("several", "of", 0, "k", "x", "y", 1): 11,
        ("several", "of", 0, "k", "z"): 11,
        ("several", "of", 1): 12,
        ("several", "of", 1, "inner"): 13,
        ("several", "of", 1, "inner", "k"): 14,
        ("several", "of", 1, "inner", "last"): 15,
    }


SETUP_CFG = """\
[metadata]
name = x
description = 100 % of it
[options]
install_requires =
    a>=1
    # comment
    b; python_version<"3"

    c == 1
setup_requires = d; e>1
[options.extras_require]
Test = pytest
Docs =
    furo
[options.entry_points]
console_scripts =
    run = pkg.cli:main
    other=pkg
pytest11 = plug = pkg.plugin
"""


def test_setup_cfg() -> None:
    assert asked("setup.cfg", SETUP_CFG) == [
        ("a", ">=1", 6, ""),
        ("b", "", 8, ""),
        ("c", "==1", 10, ""),
        ("d", "", 11, "build"),
        ("e", ">1", 11, "build"),
        ("pytest", "", 13, "extra Test"),
        ("furo", "", 15, "extra Docs"),
    ]
    assert points("setup.cfg", SETUP_CFG) == [
        ("run", "pkg.cli", "main", 18, "console_scripts"),
        ("other", "pkg", "", 19, "console_scripts"),
        ("plug", "pkg.plugin", "", 20, "pytest11"),
    ]
    assert asked("setup.cfg", "[options]\ninstall_requires = file: r.txt\n") == []


def test_sections_of_ini() -> None:
    sections, problem = ini_sections("\n[a] ; x\nk: v\n\n[b]\nempty =\nm = 1\n  2\n")
    assert problem is None
    assert [(one.name, one.line) for one in sections] == [("a", 2), ("b", 5)]
    option = sections[1].option("m")
    assert option is not None
    assert (option.line, option.text) == (7, "1\n2")
    assert sections[1].option("empty") is not None


REQUIREMENTS = """\
# text
-r other.txt
--index-url https://example.org/simple
-e ./here
a==1 \\
    --hash=sha256:00 \\
    --hash=sha256:11
b >= 2 # why
c; python_version < '3.9' \\
  and os_name == 'nt'
https://example.org/d.whl
git+https://example.org/e.git#egg=e
./f
g.whl ; os_name == 'nt'
h[x,y] @ https://example.org/h.zip
i@https://example.org/i.zip
${VARIABLE}/k.tar.gz
\\
j
"""


def test_requirements_file() -> None:
    assert asked("requirements.txt", REQUIREMENTS) == [
        ("a", "==1", 5, ""),
        ("b", ">=2", 8, ""),
        ("c", "", 9, ""),
        ("h", "@ https://example.org/h.zip", 15, ""),
        ("i", "@ https://example.org/i.zip", 16, ""),
        ("j", "", 18, ""),
    ]
    third = facts("requirements.txt", REQUIREMENTS).requirements[2]
    assert third.marker == 'python_version < "3.9" and os_name == "nt"'


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("pyproject.toml", "pyproject.toml"),
        ("a/setup.cfg", "setup.cfg"),
        ("requirements.txt", "requirements.txt"),
        ("dev-requirements.txt", "requirements.txt"),
        ("Requirements_test.txt", "requirements.txt"),
        ("a/requirements/py3.txt", "requirements.txt"),
        ("my-pyproject.toml", ""),
        ("requirements.in", ""),
        ("requirements/py3.py", ""),
        ("requirements/more/py3.txt", ""),
        ("notes.txt", ""),
    ],
)
def test_roles_and_keys(path: str, role: str) -> None:
    name = analysed_name(path)
    assert project_role(name) == role
    plain = "plain" + name[name.rindex(".") :]
    # The same content under another name is something else.
    assert (facts_key(name, b"a") == facts_key(plain, b"a")) is (not role)


def test_requirements_of_a_template_of_projects() -> None:
    text = "a>=1\n{%- if x == 'y' %}\nb>=2  {# why #}\n{%- endif %}\n{# c #}\n"
    found = facts("requirements.txt", text)
    assert [one.name for one in found.requirements] == ["a", "b"]
    assert found.problem is None


def test_text_about_requirements_asks_for_nothing() -> None:
    text = "Introduction\n\nThe system must:\n\n- work\n- see https://example.org/a\n"
    found = facts("requirements.txt", text)
    assert (found.requirements, found.problem) == ((), None)


@pytest.mark.parametrize(
    ("name", "text", "message", "line"),
    [
        ("pyproject.toml", "[project\nname = 1\n", "Expected ']'", 1),
        ("pyproject.toml", "a = 1\na = 2\n", "Cannot overwrite a value", 2),
        ("pyproject.toml", "a = [\n", "Invalid value", 1),
        ("pyproject.toml", "a =" + "[" * 5000, "nested too deeply", 0),
        ("setup.cfg", "x = 1\n", "no section header", 1),
        ("setup.cfg", "[a]\nx = 1\nX = 2\nx = 3\n", "already exists", 4),
        ("setup.cfg", "[a]\n[b]\n[a]\n", "section [a] already exists", 3),
        ("setup.cfg", "[a]\nword\n", "neither a section header nor an option", 2),
        ("requirements.txt", "# a>=1\nb >> 2\n-r c\n", "not a requirement: b >> 2", 2),
    ],
)
def test_broken_files(name: str, text: str, message: str, line: int) -> None:
    found = facts(name, text)
    assert found.problem is not None
    assert message in found.problem.message
    assert found.problem.line == line
    assert (found.requirements, found.entry_points) == ((), ())


def test_a_line_that_is_no_requirement_leaves_the_others() -> None:
    found = facts("requirements.txt", "a>=1\nb >> 2\nc=3\nd==4\n")
    assert found.problem is not None
    assert (found.problem.message, found.problem.line) == (
        "not a requirement: b >> 2",
        2,
    )
    assert [need.name for need in found.requirements] == ["a", "d"]


@pytest.mark.parametrize(
    "text",
    [
        "project = 1",
        "[project]\ndependencies = 1\noptional-dependencies = []\nscripts = [1]",
        "[project.optional-dependencies]\na = 1\n[project.entry-points]\nc = 1",
        "[dependency-groups]\na = 1\n[tool]\npoetry = 3",
        "[tool.poetry.dependencies]\na = 1\nb = [1, []]\n[tool.poetry]\nextras = 1",
        "[[project]]\ndependencies = ['a']",
    ],
)
def test_other_shapes_ask_for_nothing(text: str) -> None:
    found = facts("pyproject.toml", text)
    assert (found.requirements, found.entry_points) == ((), ())
    assert found.problem is None


def test_conditional_imports() -> None:
    found = facts(
        "a.py",
        """\
        import sys
        if sys.version_info >= (3, 11):
            import tomllib
        else:
            import tomli
        if TYPE_CHECKING:
            import x
        else:
            import y
        if sys:
            def f():
                import z
        import last
        """,
    )
    assert [one.condition for one in found.imports] == [0, 2, 2, 0, 0, 0, 0]


#: What nobody expects in the place of a value.
ODD = (
    *(None, True, -1, 2**70, 1.5, "", "\0", "\x1b[31m\u202e", "\ud800", "../../etc/x"),
    *("/etc/passwd", "# x\n\n<b>`", [], {}, [[]], {"a": {}}, [None, 1, "x", {}]),
)
VALID: dict[str, object] = {
    "package.json": {
        "name": "p",
        "description": "A thing.",
        "exports": {".": {"import": "./a.mjs", "require": ["./a.cjs"]}},
        "imports": {"#x": "./x.js"},
        "main": "a.js",
        "workspaces": ["b/*"],
    },
    "tsconfig.json": {
        "extends": ["./base.json"],
        "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}},
    },
    "compile_commands.json": [
        {"directory": "/x", "file": "a.c", "arguments": ["cc", "-I", "inc", "a.c"]},
        {"directory": "/x", "file": "b.c", "command": "cc -Iinc b.c"},
    ],
    "a.ipynb": {
        "cells": [
            {"cell_type": "code", "outputs": [{"name": "x"}], "source": ["x = 1"]},
            {"cell_type": "markdown", "source": "# T"},
        ],
        "metadata": {"kernelspec": {"language": "python"}, "language_info": {}},
    },
}


def variants(data: object) -> Iterator[object]:
    """Yield what a document may be with one of its values replaced."""
    yield from ODD
    if isinstance(data, dict):
        for key, value in data.items():
            yield {**data, "\ud800": 1}
            yield from ({**data, key: other} for other in variants(value))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            for other in variants(value):
                yield [*data[:place], other, *data[place + 1 :]]


@pytest.mark.parametrize("name", VALID)
def test_odd_values(name: str) -> None:
    for variant in variants(VALID[name]):
        found = analyse(name, json.dumps(variant).encode())
        assert found == decode(*encode(found)) or "\\ud800" in json.dumps(variant)
        assert "Error" not in (found.problem.message if found.problem else "")


@pytest.mark.parametrize("value", ["!!int ''", "!!bool x", "!!timestamp x", "[*a]"])
def test_values_that_are_not_of_their_type(value: str) -> None:
    found = facts("a.md", f"---\ndescription: {value}\n---\n\n# Title\n\nA text.\n")
    assert (found.problem, found.summary) == (None, "A text.")


def test_what_package_json_lets_others_call() -> None:
    text = """{
  "name": "@me/tool",
  "keywords": ["exports"],
  "main": "./dist/old.js",
  "bin": "./bin/run.js",
  "exports": {
    ".": {
      "types": "./dist/index.d.ts",
      "import": "./dist/index.js"
    },
    "./*": "./dist/*.js",
    "./package.json": "./package.json",
    "./style.css": "./style.css",
    "./deep": "./dist/deep.js"
  }
}
"""
    assert points("package.json", text) == [
        ("tool", "bin/run.js", "", 5, "bin"),
        ("@me/tool", "dist/index.js", "", 9, "exports"),
        ("@me/tool/deep", "dist/deep.js", "", 14, "exports"),
    ]
    text = '{"name": "t",\n "bin": {"a": "a.js",\n "b": "a.js"},\n "main": "m"}'
    assert points("package.json", text) == [
        ("a", "a.js", "", 2, "bin"),
        ("b", "a.js", "", 3, "bin"),
        ("t", "m", "", 4, "main"),
    ]
    for text in ("", "[]", '{"bin": "a"}', '{"name": 1}', '{"name": "a", "bin": 1}'):
        assert points("package.json", text) == []
