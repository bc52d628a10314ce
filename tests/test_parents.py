"""What is above a file: its folder, its package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project
from trees import surveyed

from sphinxcontrib_kwindex.pages.sections.cross_references import package_init

Make = Callable[..., Project]
FILES = {
    "setup.py": "",
    "pkg/__init__.py": "",
    "pkg/a.py": "",
    "pkg/a.pyi": "",
    "pkg/notes.md": "",
    "pkg/sub/__init__.py": "",
    "pkg/sub/__init__.pyi": "",
    "pkg/sub/b.pyi": "",
    "pkg/plain/c.py": "",
}


def test_the_package_of_a_module(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", FILES)
    assert {path: package_init(code, path) for path in FILES} == {
        "setup.py": "",
        "pkg/__init__.py": "",
        "pkg/a.py": "pkg/__init__.py",
        "pkg/a.pyi": "pkg/__init__.py",
        "pkg/notes.md": "",
        "pkg/sub/__init__.py": "pkg/__init__.py",
        "pkg/sub/__init__.pyi": "pkg/__init__.py",
        "pkg/sub/b.pyi": "pkg/sub/__init__.pyi",
        # A namespace package has no file that is its own.
        "pkg/plain/c.py": "",
    }


@pytest.mark.parametrize(
    ("content", "place"),
    [("A = 1\n", "__init__.py_docs.html"), ("", "index.html#row-__init__.py")],
)
def test_a_package_that_comes_and_goes(
    make_project: Make, content: str, place: str
) -> None:
    # So many that the new file stands beside none of the others' pages but three.
    names = [f"m{number}.py" for number in range(9)]
    project = make_project({f"pkg/{name}": "M = 1\n" for name in names})
    assert "Package:" not in project.build().body("code/pkg/m8.py_docs")
    project.write({"pkg/__init__.py": content})
    built = project.build()
    html = built.text("code/pkg/m8.py_docs")
    link = f'<a href="{place}">pkg<'
    assert link in html
    built.check_links()
    # What stands in it is of no interest, but for whether it has a page.
    project.write({"pkg/__init__.py": "x = 1\n"})
    again = project.build()
    assert ("code/pkg/m8.py_docs" in again.read) == (content == "")
    again.check_links()
    project.write({"pkg/__init__.py": None})
    assert "Package:" not in project.build().body("code/pkg/m8.py_docs")


def test_pages_of_the_folder_share_a_line(make_project: Make) -> None:
    code = "def f(): pass\n" * 2
    built = make_project({f"pkg/{name}.py": code for name in "abcd"}).build()
    body = " ".join(built.body("code/pkg/a.py_docs").split())
    assert "Folder: pkg/ · Documentation · Subtree keywords" in body
    built.check_links()
