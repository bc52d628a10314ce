"""How long things on the documentation of a file are told, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable

from projects import Build, Project

Make = Callable[..., Project]


def section(build: Build, docname: str, title: str) -> str:
    """Return the markup of a section of a page."""
    found = re.search(
        rf'(?s)<section id="{title}">(.*?)</section>', build.text(docname)
    )
    assert found is not None
    return found[1]


def words(markup: str) -> str:
    """Return the text of markup, blanks folded."""
    return " ".join(re.sub(r"<[^>]*>", "", markup).split())


# Dependencies


def test_names_of_one_statement_share_a_line(make_project: Make) -> None:
    built = make_project(
        {
            "pkg/__init__.py": "from .a import one, two\n",
            "pkg/a.py": "one = two = 1\n",
            "pkg/b.py": (
                "from pkg import one, two as zwei\n"
                "from .a import one\n"
                "from . import a, gone\n"
                "import os, sys\n"
                "from os import path, sep\n"
                "try:\n    from .a import (\n        two,\n        one,\n    )\n"
                "except ImportError:\n    pass\n"
            ),
        }
    ).build()
    markup = section(built, "code/pkg/b.py_docs", "dependencies")
    said = words(markup)
    assert "pkg line 1 one from pkg/a.py, two as zwei from pkg/a.py" in said
    assert ".a.one line 2" in said
    assert ".a line 7 in a try statement two, one" in said
    assert "os line 4 sys line 4 os line 5 path, sep" in said
    assert ". line 3 a from pkg/a.py, gone" in said
    assert "This repository (7)" in said
    assert 'href="__init__.py_docs.html"' in markup
    assert 'href="a.py_docs.html#def-two"' in markup
    built.check_links()


def test_many_statements_are_folded(make_project: Make) -> None:
    text = "".join(f"from m{number} import x, y\n" for number in range(40))
    built = make_project({"a.py": text}).build()
    markup = section(built, "code/a.py_docs", "dependencies")
    assert "<summary>10 more</summary>" in markup
    assert "m39 line 40 x, y" in words(markup)
