"""Names of configuration values: renamed ones, and ones that nobody knows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project

from sphinxcontrib_kwindex.command.errors import UsageError
from sphinxcontrib_kwindex.command.pyproject import read_values
from sphinxcontrib_kwindex.sphinx_wiring.setup.config import VALUES
from sphinxcontrib_kwindex.sphinx_wiring.setup.renamed_values import RENAMED, NewName

Make = Callable[..., Project]

ROWS = {
    "kwindex_heading": NewName("kwindex_title", "9.3"),
    "kwindex_leave_out": NewName("kwindex_exclude", "9.3"),
}
FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    for old, new in ROWS.items():
        monkeypatch.setitem(RENAMED, old, new)


def message(old: str) -> str:
    new, removed = ROWS[old]
    return f"{old} is now called {new}; the old name will stop working in {removed}"


def test_renamed_values_go_in_time() -> None:
    text = Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8")
    version = tomllib.loads(text)["project"]["version"]
    known = {name for name, *_ in VALUES}
    for old, (new, removed) in RENAMED.items():
        assert old not in known
        assert new in known
        assert numbers(removed) > numbers(version), f"take {old} out of the table"


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


@pytest.mark.usefixtures("renamed")
def test_an_old_name_works_with_a_warning(make_project: Make) -> None:
    project = make_project(FILES, kwindex_heading="Old", kwindex_robots="noindex")
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert f"WARNING: {message('kwindex_heading')} [kwindex.config]" in built.warnings
    assert "Old" in built.body("code/index")
    # On the command line, where Sphinx makes a list of a text.
    built = project.build(kwindex_leave_out="b.py,c.py", kwindex_heading="Older")
    assert message("kwindex_leave_out") in built.warnings
    assert "Older" in built.body("code/index")
    assert "code/b.py_docs" not in built.env.all_docs
    # The new name takes precedence.
    project.configure(kwindex_title="New", suppress_warnings=["kwindex.config"])
    built = project.build()
    assert not built.warnings
    assert "New" in built.body("code/index")


@pytest.mark.usefixtures("renamed")
def test_an_old_name_works_in_pyproject(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    said: list[str] = []
    path.write_text('[tool.kwindex]\nheading = "T"\nkwindex_leave_out = ["a"]\n')
    values = read_values(tmp_path, None, said.append)
    assert values == {"title": "T", "exclude": ["a"]}
    assert said == [f"{path}: [tool.kwindex] {message(old)}" for old in ROWS]
    path.write_text('[tool.kwindex]\nheading = "T"\ntitle = "T"\n')
    with pytest.raises(UsageError, match="title is set twice"):
        read_values(tmp_path, None, said.append)


def test_an_unknown_name_gets_the_nearest(make_project: Make) -> None:
    project = make_project(FILES, kwindex_titel="T", kwindex_qqq=1, other_value=2)
    conf = project.docs / "conf.py"
    text = f"{conf.read_text('utf-8')}\ndef kwindex_skip(*_):\n    pass\n"
    project.write({"docs/conf.py": text})
    unknown = "WARNING: unknown configuration value"
    assert project.build().warnings.splitlines() == [
        f"{unknown} kwindex_qqq [kwindex.config]",
        f"{unknown} kwindex_titel; did you mean kwindex_title? [kwindex.config]",
    ]
    # Sphinx warns of it too, and knows no other name.
    said = project.build(kwindex_exclud="b.py").warnings.splitlines()
    assert sum("did you mean kwindex_exclude?" in line for line in said) == 1
