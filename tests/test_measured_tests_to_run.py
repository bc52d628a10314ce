"""``kwindex tests --coverage``: the tests that ran what changed."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from test_git_history import commit, git
from trees import write

from sphinxcontrib_kwindex.command.main import main

coverage = pytest.importorskip("coverage")

FILES = {
    "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = ['tests']\n",
    "pkg/__init__.py": "",
    "pkg/a.py": (
        "LIMIT = 3\n"
        "\n"
        "\n"
        "def one():\n"
        "    return two()\n"
        "\n"
        "\n"
        "def two():\n"
        "    x = 1\n"
        "    return x\n"
        "\n"
        "\n"
        "def never():\n"
        "    return 3\n"
        "\n"
        "\n"
        "class Shape:\n"
        "    SIDES = 4\n"
        "\n"
        "    def area(self):\n"
        "        return two()\n"
        "\n"
        "    def short(self): return 1\n"
    ),
    "pkg/b.py": "from pkg.a import LIMIT\n\n\ndef limit():\n    return LIMIT\n",
    "tests/test_a.py": (
        "from pkg.a import Shape, one, two\n"
        "\n\n"
        "def test_one():\n    assert one()\n"
        "\n\n"
        "def test_two():\n    assert two()\n"
        "\n\n"
        "class TestShape:\n"
        "    def test_area(self):\n        assert Shape().area()\n"
        "\n"
        "    def test_short(self):\n        assert Shape().short()\n"
    ),
    "tests/test_b.py": (
        "from pkg.b import limit\n\n\ndef test_limit():\n    assert limit()\n"
    ),
}
ONE, TWO = "tests/test_a.py::test_one", "tests/test_a.py::test_two"
AREA, SHORT = (f"tests/test_a.py::TestShape::test_{it}" for it in ("area", "short"))
LIMIT = "tests/test_b.py::test_limit"
IMPORTED = [1, 4, 8, 13, 17, 18, 20, 23]
#: The lines of ``pkg/a.py`` by what ran them. Nothing in the text says that the test
#: of one() runs area(), and test_two did not come to two().
RAN = {
    "": {"pkg/a.py": IMPORTED, "pkg/b.py": [1, 4]},
    f"{ONE}|setup": {"pkg/a.py": [5]},
    f"{ONE}[x]|run": {"pkg/a.py": [5, 9, 10, 21]},
    f"{AREA}|run": {"pkg/a.py": [21, 9, 10]},
    f"{SHORT}|run": {"pkg/a.py": [23]},
    f"{LIMIT}|run": {"pkg/b.py": [5]},
    f"{TWO}|run": {"pkg/b.py": [5]},
}

Save = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return write(tmp_path / "tree", FILES)


@pytest.fixture
def save(tree: Path, tmp_path: Path) -> Save:
    def save(ran: dict[str, dict[str, list[int]]] = RAN) -> Path:
        file = tmp_path / "data"
        file.unlink(missing_ok=True)
        data = coverage.CoverageData(str(file))
        for context, lines in ran.items():
            data.set_context(context)
            data.add_lines({str(tree / path): it for path, it in lines.items()})
        data.write()
        data.close()
        return file

    return save


@pytest.fixture
def run(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(*arguments: object, code: int = 0) -> tuple[list[str], str]:
        options = ["-C", str(tree), "--cache", str(tmp_path / "cache"), "-q"]
        assert main(["tests", *map(str, arguments), *options]) == code
        shown = capsys.readouterr()
        return shown.out.splitlines(), shown.err

    return run


def test_a_definition(run, save: Save) -> None:
    data = save()
    found, said = run("pkg/a.py::Shape.area", "--coverage", data, "--way")
    assert found == [
        f"{AREA} (measured)  pkg/a.py::Shape.area",
        f"{ONE} (measured)  pkg/a.py::Shape.area",
    ]
    assert said == ""
    assert run("pkg/a.py::two", "--coverage", data)[0] == [ONE, AREA]
    assert run("pkg/a.py::two", "--coverage", data, "--sure")[0] == [ONE, AREA]
    assert run("pkg/a.py::never", "--coverage", data, code=1)[0] == []
    assert run("pkg/a.py::two", "--coverage", data, "--files")[0] == ["tests/test_a.py"]


def test_json(run, save: Save) -> None:
    lines, _ = run("pkg/a.py::one", "--coverage", save(), "--json")
    (test,) = json.loads("\n".join(lines))["tests"]
    assert test["id"] == ONE
    assert test["measured"] is True
    lines, _ = run("pkg/a.py::one", "--json")
    assert not any(it["measured"] for it in json.loads("\n".join(lines))["tests"])


def test_a_file(run, save: Save) -> None:
    data = save()
    found, said = run("pkg/a.py", "--coverage", data)
    assert set(found) == {ONE, AREA}
    assert "(see --all)" in said
    assert {LIMIT, SHORT} < set(run("pkg/a.py", "--coverage", data, "--all")[0])


def test_each_test_that_is_left_out_is_counted_once(
    tree: Path, run, save: Save
) -> None:
    test = "def test_other(thing):\n    assert thing.short()\n"
    (tree / "tests/test_c.py").write_text(test, "utf-8")
    listed = run("pkg/a.py", "--coverage", save(), "--all")[0]
    found, said = run("pkg/a.py", "--coverage", save())
    numbers = re.findall(r"(-?\d+) test", said)
    assert sum(map(int, numbers)) == len(listed) - len(found)
    assert "-" not in "".join(numbers)


def test_what_runs_outside_of_tests(run, save: Save) -> None:
    data = save()
    found, said = run("pkg/a.py::LIMIT", "--coverage", data, "--way")
    assert found == [f"{LIMIT}  pkg/b.py::limit <- pkg/a.py::LIMIT"]
    assert "LIMIT in pkg/a.py was not measured, so its tests are computed" in said
    assert run("pkg/a.py::Shape.short", "--coverage", data)[0] == [SHORT]
    outside = {**RAN, "": {"pkg/a.py": [*IMPORTED, 5, 9, 10]}}
    found, said = run("pkg/a.py::two", "--coverage", save(outside))
    assert found == [ONE, AREA, TWO]
    assert "two in pkg/a.py also ran outside of tests" in said


def test_another_version(tree: Path, run, save: Save) -> None:
    data = save()
    file = tree / "pkg/a.py"
    file.write_text(FILES["pkg/a.py"].replace("LIMIT", "# it\nLIMIT"), "utf-8")
    found, said = run("pkg/a.py::two", "--coverage", data)
    assert TWO in found
    assert "the data is of another version of pkg/a.py" in said
    found, said = run("pkg/b.py", "pkg/__init__.py", "--coverage", data)
    assert "pkg/__init__.py was not measured" in said


def test_what_changed_since_what_was_measured(tree: Path, run, save: Save) -> None:
    git(tree, "init", "-q")
    commit(tree, FILES, 1)
    data = save()
    file = tree / "pkg/a.py"
    text = FILES["pkg/a.py"].replace("LIMIT", "# it\n\nLIMIT")
    file.write_text(text.replace("x = 1\n", "x = 1\n    x += 1\n"), "utf-8")
    found, _ = run("--since", "HEAD", "--coverage", data)
    assert set(found[:2]) == {ONE, AREA}
    file.write_text(FILES["pkg/a.py"].replace("x = 1\n", "x = 2\n    x += 1\n"))
    assert run("--since", "HEAD", "--coverage", data) == ([ONE, AREA], "")
    # Values are not measured.
    file.write_text(FILES["pkg/a.py"].replace("LIMIT = 3", "LIMIT = 4"))
    found, said = run("--since", "HEAD", "--coverage", data)
    assert LIMIT in found
    assert "LIMIT in pkg/a.py was not measured" in said
    file.write_text(FILES["pkg/a.py"].replace("SIDES = 4", "SIDES = 5"))
    _, said = run("--since", "HEAD", "--coverage", data)
    assert "Shape.SIDES in pkg/a.py was not measured" in said


def test_tests_that_are_not_in_the_data(tree: Path, run, save: Save) -> None:
    file = tree / "tests/test_b.py"
    text = "\n\ndef test_new():\n    assert two()\n"
    file.write_text(f"from pkg.a import two\n{FILES['tests/test_b.py']}{text}")
    found, said = run("pkg/a.py::two", "--coverage", save())
    assert found == [ONE, AREA, "tests/test_b.py::test_new"]
    assert "not in the data: 1 test" in said


def test_tests_that_are_not_in_the_tree(tree: Path, run, save: Save) -> None:
    renamed = {context.replace("test_", "test_old_"): it for context, it in RAN.items()}
    found, said = run("pkg/a.py::one", "--coverage", save(renamed))
    assert found == [ONE]
    assert "the tests that ran one in pkg/a.py are not in the tree" in said
    of_module = {
        **RAN,
        "tests/test_a.py::test_made": {"pkg/a.py": [5, 9, 10]},
        "test_a.TestShape.test_area": {"pkg/a.py": [5, 9, 10]},
    }
    found, _ = run("pkg/a.py::one", "--coverage", save(of_module))
    # Nothing says how the others come to it.
    assert found == [ONE, "tests/test_a.py", AREA]


def test_files_that_cannot_be_used(
    tmp_path: Path, run, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = ("pkg/a.py::one", "--coverage")
    _, said = run(*what, tmp_path / "none", code=2)
    assert "none: it could not be read: No such file" in said
    (tmp_path / "text").write_text("no data", "utf-8")
    assert "it is not coverage data" in run(*what, tmp_path / "text", code=2)[1]
    data = save({"": RAN[""]})
    assert "it has no contexts" in run(*what, data, code=2)[1]
    data = save()
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE line_bits SET numbits = 'text'")
    connection.close()
    assert "its data of pkg/a.py cannot be read" in run(*what, data, code=2)[1]
    monkeypatch.setitem(sys.modules, "coverage", None)
    assert (
        "pip install 'sphinxcontrib-kwindex[coverage]'" in run(*what, data, code=2)[1]
    )
