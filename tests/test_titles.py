"""Titles, which tell pages apart, and headings, which are short."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from projects import Build, Project

from sphinxcontrib_kwindex.pages.page_kind_names import KIND_NAMES
from sphinxcontrib_kwindex.pages.page_kinds import PAGE_KINDS

Make = Callable[..., Project]

FILES = {
    "a/__init__.py": "x = 1\n",
    "b/__init__.py": "x = 1\n",
    "b/c.py": "def f(): pass\n",
}


@pytest.fixture(scope="module")
def project(make_shared: Callable[..., Project]) -> Project:
    return make_shared(FILES)


@pytest.fixture(scope="module")
def built(project: Project) -> Build:
    return project.build()


@pytest.mark.parametrize(
    ("docname", "heading", "title"),
    [
        ("a/__init__.py_docs", "__init__.py", "Documentation: a/__init__.py"),
        ("b/c.py_docs", "c.py", "Documentation: b/c.py"),
        ("b/c.py_kw", "Keyword Index: c.py", "Keyword Index: b/c.py"),
        ("b/index", "b/", "Folder Index: b"),
        ("b/sub", "Subtree Keyword Index: b/", "Subtree Keyword Index: b"),
        ("sub", "Subtree Keyword Index", "Subtree Keyword Index"),
        ("index", "Code map", "Code map"),
        ("keywords", "Keywords A to Z", "Keywords A to Z"),
    ],
)
def test_heading_is_short(built: Build, docname: str, heading: str, title: str) -> None:
    page = built.text(f"code/{docname}")
    (shown,) = re.findall(r"<h1>(.*?)<a class=\"headerlink\"", page)
    assert shown.replace("<wbr/>", "") == heading
    assert f"<title>{title} &#8212;" in page
    assert built.env.titles[f"code/{docname}"].astext() == title


def test_book_has_paths(project: Project) -> None:
    text = project.build("singlehtml", kwindex_books=True).text("index.html")
    assert "<h1>Documentation: a/__init__.py<" in re.sub(r"<h\d>", "<h1>", text)
    assert "<h1>Documentation: b/__init__.py<" in re.sub(r"<h\d>", "<h1>", text)


def test_markdown_has_short_headings(project: Project) -> None:
    page = project.build("markdown").text("code/b/c.py_docs.md")
    assert "# c.py\n" in page


def test_next_page_is_told_by_its_path(project: Project, built: Build) -> None:
    page = built.text("code/a/__init__.py_docs")
    assert '<link rel="next" title="Documentation: b/__init__.py"' in page
    # Themes have a place for it.
    assert "Next:" not in built.body("code/a/__init__.py_docs")
    markdown = project.build("markdown").text("code/a/__init__.py_docs.md")
    assert "- **Next:** [Documentation: b/" in markdown


def test_kinds_of_pages_have_names_and_contents() -> None:
    assert list(KIND_NAMES) == list(PAGE_KINDS)
