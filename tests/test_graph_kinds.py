"""Classes and calls on hand-written pages, by ``kwgraph``."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Project
from test_call_graphs import CALLS
from test_class_trees import SHAPES

Make = Callable[..., Project]

RST = """
Page
====

.. kwgraph:: {path}
   :kind: {kind}
"""
MYST = "# Page\n\n```{{kwgraph}} {path}\n:kind: {kind}\n```\n"
MARKUPS = pytest.mark.parametrize(("suffix", "source"), [("rst", RST), ("md", MYST)])
INDEX = "Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n"


def docs(suffix: str, source: str, *shown: tuple[str, str]) -> dict[str, str]:
    return {
        "index.rst": INDEX,
        **{
            f"page{number}.{suffix}": source.format(path=path, kind=kind)
            for number, (kind, path) in enumerate(shown)
        },
    }


@MARKUPS
def test_pictures_follow_edits_elsewhere(
    make_project: Make, suffix: str, source: str
) -> None:
    pages = docs(
        suffix,
        source,
        ("classes", "pkg/shapes.py::Shape"),
        ("classes", "pkg/shapes.py"),
        ("calls", "lib.py::parse"),
        ("calls", "lib.py::Box.munge"),
    )
    project = make_project(
        SHAPES | CALLS, pages, extensions=["sphinxcontrib_kwindex", "myst_parser"]
    )
    build = project.build()
    assert build.warnings == ""
    one, whole, calls, munge = (build.text(f"page{n}.html") for n in range(4))
    for page in (one, whole, calls, munge):
        assert page.count("<svg") == 1
        assert "The picture as text" in page
    assert "Circle" in one
    assert "Round" not in one
    assert "Round" in whole
    assert 'href="code/pkg/more.py_docs.html#def-Circle"' in one
    assert "#def-main" in calls
    assert "#def-main" not in munge
    build.check_links()
    assert project.build().read == set()
    # What is two steps away is in another file.
    app = CALLS["app.py"].replace("def main", "def start").replace("main()", "start()")
    project.write({"app.py": app})
    built = project.build()
    assert {"page2"} == built.read & {f"page{n}" for n in range(4)}
    assert "#def-start" in built.text("page2.html")
    more = f"{SHAPES['pkg/more.py']}\n\nclass Disc(Circle): ...\n"
    project.write({"pkg/more.py": more})
    built = project.build()
    assert {"page0", "page1"} == built.read & {f"page{n}" for n in range(4)}
    assert "Disc" in built.text("page0.html")


@MARKUPS
def test_errors(make_project: Make, suffix: str, source: str) -> None:
    wrong = {
        ("calls", "lib.py"): "the name of a function, method or class",
        ("calls", "lib.py::prse"): "did you mean",
        ("classes", "lib.py::parse"): "no class",
        ("classes", "pkg"): "shows a file, not a folder",
    }
    project = make_project(
        SHAPES | CALLS,
        docs(suffix, source, *wrong),
        extensions=["sphinxcontrib_kwindex", "myst_parser"],
    )
    warnings = project.build().warnings.splitlines()
    assert len(warnings) == len(wrong)
    for warning, says in zip(sorted(warnings), wrong.values(), strict=True):
        assert says in warning


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "markdown"])
def test_other_builders_show_the_text(make_project: Make, builder: str) -> None:
    shown = ("classes", "pkg/shapes.py::Shape"), ("calls", "lib.py::parse")
    project = make_project(SHAPES | CALLS, docs("rst", RST, *shown))
    build = project.build(builder, version="1", copyright="me")
    assert build.warnings == ""
    if builder == "text":
        assert "Circle" in build.text("page0.txt")
        assert "by name" in build.text("page1.txt")
    elif builder == "markdown":
        assert "graph RL" in build.text("page0.md")
        assert "Circle" in build.text("page0.md")
        assert "-.->" in build.text("page1.md")
