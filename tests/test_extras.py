"""What is not installed by default is named where it is asked for."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project
from sphinx.errors import ConfigError

from sphinxcontrib_kwindex.command.main import main

Make = Callable[..., Project]


def test_markdown_builder_that_is_missing_says_how_to_get_it(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sphinx_markdown_builder", None)
    project = make_project({"a.py": "x = 1\n"})
    with pytest.raises(ConfigError, match=r"pip install .*\[markdown\]"):
        project.build("markdown")
    built = project.build()
    assert built.warnings == ""
    assert "a.py" in built.body("code/a.py_docs")


def test_command_without_its_theme_has_one_of_sphinx(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "furo", None)
    tree, out = tmp_path / "tree", tmp_path / "out"
    tree.mkdir()
    (tree / "a.py").write_text("x = 1\n")
    arguments = [str(tree), "-o", str(out), "--cache", str(tmp_path / "cache"), "-q"]
    assert main(arguments) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "pip install 'sphinxcontrib-kwindex[command]'" in said
    assert "alabaster" in (out / "index.html").read_text("utf-8")
    # Nothing changed.
    assert main(arguments) == 0
    assert main([*arguments, "--theme", "alabaster"]) == 0
    assert capsys.readouterr().err == ""


def test_no_dependency_has_an_upper_bound() -> None:
    text = Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    wanted = [
        *project["dependencies"],
        *(one for names in extras.values() for one in names),
    ]
    assert not [one for one in wanted if "<" in one or "==" in one or "~=" in one]
    assert not [one for one in project["dependencies"] if one.startswith("furo")]
