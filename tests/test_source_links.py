"""Identifiers in a listing that lead to their definitions."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from projects import Build, Project

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": "from .core import Base as Root\n",
    "pkg/core.py": (
        "import os\n\n\n"
        "class Base:\n    size = 1\n\n    def go(self):\n        return self.size\n\n\n"
        "def make(size):\n    return Base(), size, os.path\n"
    ),
    "pkg/user.py": (
        "from pkg import Root, core\n\n\n"
        "@core.make\nclass Mine(Root):\n"
        "    def run(self):\n        été = 'Root'  # Root\n"
        "        return self.go(), été, core.make(1), Root.size\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def links(build: Build, docname: str) -> list[tuple[int, str, str, str]]:
    """Return line, text, target and title of each link in a listing."""
    found = []
    for line in re.findall(
        r'<span id="L(\d+)">(.*?\n)</span>(?=<span id=|</pre>)',
        build.text(docname),
        re.DOTALL,
    ):
        for uri, title, markup in re.findall(
            r'<a class="kw-ref" href="([^"]*)" title="([^"]*)">(.*?)</a>', line[1]
        ):
            text = html.unescape(re.sub("<[^>]*>", "", markup))
            found.append((int(line[0]), text, uri, title))
    return found


def test_names_lead_to_their_definitions(built: Build) -> None:
    base = "core.py_docs.html#def-Base"
    found = links(built, "code/pkg/user.py_docs")
    assert (1, "Root", base, "class Base") in found
    assert (1, "core", "core.py_docs.html", "file pkg/core.py") in found
    assert (4, "make", "core.py_docs.html#def-make", "function make") in found
    assert (5, "Root", base, "class Base") in found
    assert (8, "go", f"{base}.go", "method Base.go") in found
    assert (8, "size", f"{base}.size", "attribute Base.size") in found
    # Neither a string nor a comment; a local name leads to its line.
    assert not [one for one in found if one[0] == 7]
    assert [one for one in found if one[1] == "été"] == [
        (8, "été", "#L7", "variable été")
    ]


def test_names_of_the_file_itself(built: Build) -> None:
    found = links(built, "code/pkg/core.py_docs")
    assert (8, "size", "#def-Base.size", "attribute Base.size") in found
    assert (12, "Base", "#def-Base", "class Base") in found
    # A parameter has no entry but a line.
    assert [one for one in found if one[0] == 12 and one[1] == "size"] == [
        (12, "size", "#L11", "parameter size")
    ]


def test_a_rename_moves_the_links_of_other_files(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    text = FILES["pkg/core.py"]
    project.write({"pkg/core.py": text.replace("make", "build")})
    built = project.build()
    assert "code/pkg/user.py_docs" in built.read
    assert not [
        one for one in links(built, "code/pkg/user.py_docs") if one[1] == "make"
    ]
    built.check_links()
    # A line more at the top moves no anchor.
    project.write({"pkg/core.py": "#\n" + text.replace("make", "build")})
    assert "code/pkg/user.py_docs" not in project.build().read


def test_what_is_hidden_is_not_linked(make_project: Make) -> None:
    project = make_project(
        {"a.py": "def _f(): pass\n\n\nx = _f()\n"}, kwindex_private=False
    )
    built = project.build()
    assert links(built, "code/a.py_docs") == []


@pytest.mark.parametrize("builder", ["singlehtml", "dirhtml", "text", "latex"])
def test_other_builders(make_project: Make, builder: str) -> None:
    built = make_project(FILES).build(builder)
    assert built.warnings == ""
    if builder == "dirhtml":
        built.check_links()
