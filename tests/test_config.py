"""Names of configuration values that nobody knows."""

from __future__ import annotations

from collections.abc import Callable

from projects import Project

Make = Callable[..., Project]

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}


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
