"""What a person reads on the documentation of a file: little of it is prose."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from check_prose import main, sentences
from projects import Project

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": '"""A package."""\nfrom .a import f\n__all__ = ["f"]\n',
    "pkg/a.py": "def f():\n    return 1\n",
    "pkg/b.py": "from . import a\n\nclass B:\n    x = a.f()\n",
    "README.md": "# Title\n\nText.\n",
}


def test_sentences_are_alike_but_for_names_and_numbers() -> None:
    page = (
        '<section><h2>No heading.</h2><p>It has <a href="#">3 <code>x</code></a>, '
        "<code>y</code> and <code>z</code>, 1,234 in all. It says: “Hello.”</p>"
        '<dl class="kw-definition"><dd><p>A docstring.</p></dd></dl>'
        '<div class="highlight"><pre>A listing.</pre></div>'
        "<details class='kw-checks'><summary>No y.</summary>"
        "<p>Checked for: x.</p></details></section>"
        "<p>The theme says this.</p>"
    )
    assert sentences(page) == {
        "prose It has [names], # in all.",
        "prose It says: [text]",
        "check Checked for: x.",
    }


def test_no_sentence_stands_on_most_pages(
    make_project: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    built = make_project(FILES).build()
    assert main(built.outdir) == 0, capsys.readouterr().out


def test_a_sentence_on_most_pages_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        said = f"<p>It has {number} lines.</p>" if number else ""
        page = f"<section>{said}</section>"
        (tmp_path / f"{number}_docs.html").write_text(page, "utf-8")
    assert main(tmp_path) == 1
    assert "66.7%      2  It has # lines." in capsys.readouterr().out


def test_exports_are_limited(make_project: Make) -> None:
    names = [f"name{number}" for number in range(25)]
    text = "".join(f"{name} = 1\n" for name in names) + f"__all__ = {names}\n"
    body = make_project({"a.py": text}).build().body("code/a.py_docs")
    assert "name19 · and 5 more in __all__" in body
    empty = make_project({"a.py": "__all__ = []\n"}).build().body("code/a.py_docs")
    assert "Exports: nothing" in " ".join(empty.split())
