"""What is deleted of what earlier builds wrote."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from projects import Project

from sphinxcontrib_kwindex.scan.own_folders import remove_all


def test_what_is_wanted_by_another_name_stays(tmp_path: Path) -> None:
    upper, lower = tmp_path / "A.html", tmp_path / "a.html"
    # As a file system has it that takes both for one.
    upper.write_text("new")
    os.link(upper, lower)
    remove_all([upper], [lower], tmp_path)
    assert lower.read_text() == "new"


def test_what_is_gone_goes_with_its_folder(tmp_path: Path) -> None:
    files = [tmp_path / "sub" / "A.html", tmp_path / "a.html", tmp_path / "sub.html"]
    files[0].parent.mkdir()
    for file in files:
        file.write_text("")
    remove_all([*files[:2], tmp_path / ".." / "b"], files[1:], tmp_path)
    assert sorted(tmp_path.iterdir()) == files[1:]


def test_a_name_in_capitals_has_its_pages_again(
    make_project: Callable[..., Project],
) -> None:
    project = make_project({"A.py": "A = 1\n", "b.py": "import A\n"})
    project.build()
    (project.repo / "A.py").rename(project.repo / "a.py")
    built = project.build()
    assert "Original Source" in built.body("code/a.py_docs")
    assert not (built.outdir / "code/A.py_docs.html").exists()
