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


def links(build: Build, docname: str) -> list[tuple[int, str, str]]:
    """Return line, text and target of each link in a listing."""
    found = []
    listing = (
        build.text(docname).partition('class="kw-source')[2].partition("</pre>")[0]
    )
    link = r'<a (?:class="[^"]*" )?(?:id="L\d+" )?href="([^"]*)">(.*?)</a>'
    for number, line in enumerate(listing.split("\n"), 1):
        for uri, markup in re.findall(link, line):
            text = html.unescape(re.sub("<[^>]*>", "", markup))
            found.append((number, text, uri))
    return found


def targets(build: Build, docname: str) -> dict[str, str]:
    """Return where the elements with an id in a listing lead."""
    page = build.text(docname)
    found = re.findall(
        r'<a (?:class="\w+" )?id="(src-[^"]*)" data-to="\d*"(?: href="([^"]*)")?', page
    )
    assert len(dict(found)) == len(found)
    return dict(found)


def test_names_lead_to_their_definitions(built: Build) -> None:
    base = "core.py_docs.html#src-Base"
    found = links(built, "code/pkg/user.py_docs")
    assert (1, "Root", base) in found
    assert (1, "core", "core.py_docs.html") in found
    assert (4, "make", "core.py_docs.html#src-make") in found
    assert (5, "Root", base) in found
    assert (8, "go", f"{base}.go") in found
    assert (8, "size", f"{base}.size") in found
    # Neither a string nor a comment, nor what is defined a few lines above.
    assert not [one for one in found if one[0] == 7]
    assert not [one for one in found if one[1] in {"été", "self"}]


def test_names_of_the_file_itself(built: Build) -> None:
    found = links(built, "code/pkg/core.py_docs")
    assert (8, "size", "#src-Base.size") in found
    assert (12, "Base", "#src-Base") in found
    assert not [one for one in found if one[:2] == (12, "size")]


def test_definitions_lead_to_their_descriptions(built: Build) -> None:
    assert targets(built, "code/pkg/core.py_docs") == {
        "src-Base": "#def-Base",
        "src-Base.size": "#def-Base.size",
        "src-Base.go": "#def-Base.go",
        "src-make": "#def-make",
        "src-make.size": "",
    }
    page = built.text("code/pkg/core.py_docs")
    assert '<a class="nc" id="src-Base" data-to="8" href="#def-Base">Base</a>' in page
    # Who uses it leads to the code, and so does who is used.
    assert 'href="user.py_docs.html#src-Mine.run"' in page


def test_where_names_stand(make_project: Make) -> None:
    text = (
        "def go(go=1):\n    return go\n\n\n"
        "class A:\n    def __init__(self, x=0):\n        self.x = x\n\n"
        "    @property\n    def y(self): ...\n\n"
        "    @y.setter\n    def y(self, y): ...\n\n\n"
        "try:\n    from b import c\nexcept ImportError:\n    c, d = 1, 2\n"
        "    def A(): ...\n"
        "class \\\n    Late: ...\n"
        "def outer():\n    def inner(): ...\n"
    )
    built = make_project({"a.py": text}).build()
    built.check_links()
    page = built.text("code/a.py_docs")
    assert '<span class="k" id="L1">def</span> <a class="nf" id="src-go"' in page
    assert '    <span class="k" id="L2">return</span>' in page
    # What has an id for another reason is no line.
    assert '(<a id="src-go.go" data-to="">go</a>' in page
    assert 'self.<a id="src-A.x" data-to="" href="#def-A.x">x</a>' in page
    # Several definitions of one name lead to one description.
    assert page.count('href="#def-A.y"') >= 2
    assert page.count('id="src-A.y"') == 1
    assert (
        '<a class="nf" id="src-A-function" data-to="20" href="#def-A-function"' in page
    )
    assert (
        '<a class="nf" id="src-outer..inner" data-to="24" href="#def-outer..inner"'
        in page
    )
    # A name on another line than its keyword.
    assert '<a id="src-Late" data-to="22"></a>' in page


def test_locals_that_are_far_are_links(make_project: Make) -> None:
    near = "def f(a):\n    b = 1\n" + "    b\n" * 29 + "    return a, b\n"
    built = make_project({"a.py": near}).build()
    assert links(built, "code/a.py_docs") == [(32, "a", "#L1")]


def test_pages_without_a_listing(make_project: Make) -> None:
    everything = ["File Purpose", "Original Source", "Detailed Analysis"]
    project = make_project(FILES)
    for left_out, sign in (
        ("Original Source", "#def-"),
        ("Detailed Analysis", "#src-"),
    ):
        sections = [name for name in everything if name != left_out]
        project.configure(kwindex_sections=sections)
        built = project.build()
        built.check_links()
        page = built.text("code/pkg/core.py_docs")
        assert ("kw-source" in page) == (sign == "#src-")
        if sign == "#src-":
            assert links(built, "code/pkg/core.py_docs")
            assert "#def-" not in page
        else:
            assert "#src-" not in page


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


def test_keyword_arguments_lead_to_parameters_of_other_files(
    make_project: Make,
) -> None:
    build = make_project(
        {
            "lib.py": "def fill(box, amount=1):\n    return box\n",
            "use.py": "from lib import fill\n\nfill(1, amount=2)\n",
        }
    ).build()
    assert 'href="lib.py_docs.html#src-fill.amount"' in build.text("code/use.py_docs")
    build.check_links()


def test_what_goes_by_the_name_alone_is_told_from_what_has_several_targets(
    make_project: Make,
) -> None:
    text = (
        "class A:\n    def only(self): ...\n\n\n"
        "def g(x):\n    if x.only():\n        a = 1\n    else:\n        a = 2\n"
        + "    x = x\n" * 40
        + "    return a\n"
    )
    page = make_project({"a.py": text}).build().text("code/a.py_docs")
    by_name = '<a href="#src-A.only" title="by name only">only</a>'
    assert by_name in page
    several = '<a class="kw-sure" href="#L7" title="a: lines 7, 9">a</a>'
    assert several in page
