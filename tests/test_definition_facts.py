"""What lists say of their entries, for the script that filters them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from projects import Project, assert_same

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": (
        '"""A module."""\n\n#: A limit.\nLIMIT = 1\n\n\n'
        'def used():\n    """Be used."""\n\n\ndef lost(): pass\n\n\n'
        "class _Own:\n    def run(self): used()\n\n\n_Own().run()\n"
    ),
    "pkg/data.json": "{}\n",
    "pkg/sub/__init__.py": "",
    "pkg/sub/b.c": "int x;\n",
    "tests/test_a.py": "from pkg.a import used\n\n\ndef test_a():\n    used()\n",
}
LISTS = ("code/pkg/a.py_kw", "code/pkg/sub_", "code/keywords")


def told(html: str) -> dict[str, str]:
    """Return what is said of each entry by its name."""
    found = re.findall(r'<li[^>]* data-kw="(.*?)".*?kw-name"[^>]*>(.*?)</a>', html)
    return {name.replace("<wbr/>", ""): facts for facts, name in found}


def test_what_is_said(make_project: Make) -> None:
    built = make_project(FILES).build()
    definitions = {
        "LIMIT": "pdu4",
        "used": "pdt1",
        "lost": "pnu1",
        "_Own": "n0",
        "_Own.run": "n2",
    }
    assert told(built.text(LISTS[0])) == definitions
    # Of variables of C nothing is known that the script filters by, but the kind.
    definitions["x"] = "p4"
    assert told(built.text(LISTS[1])) == definitions
    assert told(built.text(LISTS[2])) == definitions | {"test_a": "p1"}
    rows = told(built.text("code/pkg/index"))
    assert rows["sub/"] == "p folder"
    assert rows["a.py"] == "pd Python"
    assert not built.warnings


def test_edits_are_noticed(make_project: Make, tmp_path: Path) -> None:
    project = make_project(FILES)
    project.build()
    more = FILES["tests/test_a.py"] + "\n\ndef test_lost():\n    a.lost()\n"
    project.write({"tests/test_a.py": f"from pkg import a\n{more}"})
    built = project.build()
    assert [told(built.text(page))["lost"] for page in LISTS] == ["pt1"] * 3
    described = FILES["pkg/a.py"].replace("lost(): pass", 'lost(): "It is."')
    project.write({"pkg/a.py": described, "tests/test_a.py": None})
    built = project.build()
    assert [told(built.text(page))["lost"] for page in LISTS] == ["pdnu1"] * 3
    assert [told(built.text(page))["used"] for page in LISTS] == ["pdn1"] * 3
    assert_same(built.outdir, project.copy(tmp_path / "other").build().outdir)


def test_markdown_says_nothing(make_project: Make) -> None:
    built = make_project(FILES).build("markdown")
    assert "data-kw" not in built.text("code/pkg/a.py_kw.md")
