"""What moved: ``kwindex_moved.toml``, the pages that lead on, old names in roles."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project, assert_same, inventory

from sphinxcontrib_kwindex.analysis.project.moved_file import (
    ObjectName,
    parse_moved,
    place,
)

Make = Callable[..., Project]

FILES = {
    "pkg/new.py": '"""New."""\n\nclass New:\n    def go(self):\n        """Go."""\n',
    "pkg/a.py": '"""A."""\n\ndef other(): ...\n',
    "pkg/b.py": '"""B."""\n\nimport pkg.a\n',
}
MOVED = """\
# What moved.
[files]
"old/x/mid.py" = "pkg/new.py"  # in 2
"old/x/old.py" = "old/x/mid.py"

[definitions]
"pkg/a.py::Old" = "pkg/new.py::New"
"old/x/mid.py::foo" = "pkg/a.py::other"
"split.py::foo" = "pkg/a.py::other"
"""


def ends(text: str, *existing: str) -> dict[str, str]:
    moved = parse_moved(text)
    found = {}
    for old in moved.rows:
        new = moved.end(old, lambda one: one.name in existing)
        found[old.name] = new.name if new else ""
    return found


def test_rows_are_followed() -> None:
    assert ends(
        '[files]\n"a" = "b"\n"b" = "c"\n'
        '[definitions]\n"a::X.<locals>.y" = "b::X"\n"b::X" = "d::Z"\n"c::Q.m" = "c::m"'
    ) == {
        "a": "c",
        "b": "c",
        "a::X.<locals>.y": "d::Z",
        "b::X": "d::Z",
        "c::Q.m": "c::m",
    }
    moved = parse_moved('[files]\n"a" = "b"\n[definitions]\n"b::X" = "d::Z"')
    assert moved.end(place("a::X.m"), lambda _: False) == ObjectName("d", "Z.m")
    assert moved.end(place("a::Y.m"), lambda _: False) == ObjectName("b", "Y.m")


def test_circles_end_where_something_is() -> None:
    circle = '[files]\n"a" = "b"\n"b" = "a"\n'
    assert ends(circle) == {"a": "", "b": ""}
    # Renamed, and renamed back.
    assert ends(circle, "a")["b"] == "a"
    # A row that would be used for ever.
    assert ends('[definitions]\n"a::X" = "a::X.X"') == {"a::X": ""}


def test_long_chains_are_followed_once() -> None:
    rows = "".join(f'"f{number}" = "f{number + 1}"\n' for number in range(4000))
    began = time.process_time()
    assert set(ends(f"[files]\n{rows}").values()) == {"f4000"}
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("x = ", 1, "is not valid TOML"),
        ('\n[file]\n"a" = "b"', 2, "unknown table or key 'file'"),
        ('[files]\n"../a" = "b"', 2, "are not both a path"),
        ('[files]\n"a" = "/etc/b"', 2, "are not both a path"),
        ("files = 1", 1, "unknown table or key 'files'"),
        ('[files]\n"a" = 3', 2, "are not both a path"),
        ('[files]\n\n"a" = "b::c"', 3, "are not both a path"),
        ('[definitions]\n"a::b" = "c"', 2, "are not both path::name"),
    ],
)
def test_what_cannot_be_used(text: str, line: int, problem: str) -> None:
    moved = parse_moved(text)
    assert not moved.rows
    (found,) = moved.problems
    assert (found.line, problem in found.text) == (line, True)


def test_pages_lead_on(make_project: Make) -> None:
    project = make_project({**FILES, "kwindex_moved.toml": MOVED})
    made = project.build()
    assert made.warnings == ""
    made.check_links()
    page = made.text("code/old/x/old.py_docs")
    assert (
        '<meta http-equiv="refresh" content="0; url=../../pkg/new.py_docs.html">'
        in page
    )
    assert '<link rel="canonical" href="../../pkg/new.py_docs.html">' in page
    assert '<meta name="robots" content="noindex">' in page
    assert '<li id="def-foo"><span id="src-foo"></span>' in page
    assert 'data-to="../../pkg/new.py_kw.html"' in made.text("code/old/x/old.py_kw")
    assert 'data-to="../pkg/index.html"' in made.text("code/old/index")
    assert 'data-to="../../pkg/sub.html"' in made.text("code/old/x/sub")
    # Nobody said where the file went, but where a part of it did.
    split = made.text("code/split.py_docs")
    assert "refresh" not in split
    assert 'href="pkg/a.py_docs.html#def-other"' in split
    note = made.text("code/pkg/a.py_docs").partition('class="kw-moved')[2]
    assert note.partition("</div>")[0].count("<li") == 1
    assert '<li id="def-Old"><span id="src-Old"></span>' in note
    assert 'href="new.py_docs.html#def-New"' in note
    # They are no documents.
    assert not [
        name
        for names in inventory(made.outdir).values()
        for name in names
        if "old" in name
    ]
    assert "old/x" not in made.text("searchindex.js")
    assert not re.search(r'href="[^"]*old/x', made.text("code/index"))


def test_a_folder_that_became_the_root(make_project: Make) -> None:
    project = make_project(
        {"a.py": "x = 1\n", "kwindex_moved.toml": '[files]\n"old/a.py" = "a.py"\n'}
    )
    page = project.build().text("code/old/index")
    assert 'content="0; url=../index.html"' in page
    written = project.build("markdown").outdir / "code/old/index.md"
    assert written.read_text("utf-8") == "`old` is now [`.`](../index.md).\n"


def test_no_page_leads_to_pages_that_are_gone(make_project: Make) -> None:
    project = make_project({**FILES, "kwindex_moved.toml": MOVED})
    assert project.build().path("code/split.py_docs").exists()
    project.configure(kwindex_generate=False)
    assert not (project.build().outdir / "code").exists()


def test_builders(make_project: Make) -> None:
    project = make_project(
        {**FILES, "kwindex_moved.toml": MOVED}, html_baseurl="https://h.org/m/"
    )
    page = project.build("markdown").text("code/old/x/mid.py_docs.md")
    assert page.startswith(
        "`old/x/mid.py` is now [`pkg/new.py`](../../pkg/new.py_docs.md).\n"
    )
    made = project.build("dirhtml")
    made.check_links()
    page = made.text("code/old/x/mid.py_docs/index.html")
    assert "url=../../../pkg/new.py_docs/" in page
    assert '"canonical" href="https://h.org/m/code/pkg/new.py_docs/"' in page
    assert '"../../../../_static/kwindex-moved.js"' in page
    for builder in ("singlehtml", "xml", "text"):
        outdir = project.build(builder).outdir
        assert not list(outdir.rglob("*old*"))


def test_an_edit_changes_these_pages_only(make_project: Make, tmp_path: Path) -> None:
    project = make_project({**FILES, "kwindex_moved.toml": MOVED})
    outdir = project.build().outdir

    def check() -> set[str]:
        made = project.build()
        clean = project.copy(tmp_path / f"clean{len(list(tmp_path.iterdir()))}").build()
        assert_same(outdir, clean.outdir)
        return made.written

    assert project.build().written == set()
    page = outdir / "code/old/x/old.py_kw.html"
    before = page.stat().st_mtime_ns
    project.write({"kwindex_moved.toml": MOVED.replace("::Old", "::Former")})
    # The file itself is one of those that have pages.
    assert check() == {"code/pkg/a.py_docs", "code/kwindex_moved.toml_docs"}
    assert page.stat().st_mtime_ns == before
    # What a note leads to goes, and a file is where one was.
    project.write({"pkg/new.py": '"""New."""\n\nclass Newer: ...\n'})
    assert "code/pkg/a.py_docs" in project.build().written
    project.write({"old/x/old.py": "def again(): ...\n"})
    check()
    assert "again" in (outdir / "code/old/x/old.py_docs.html").read_text()
    project.write({"old/x/old.py": None})
    project.build()
    assert "refresh" in (outdir / "code/old/x/old.py_docs.html").read_text()
    project.write({"kwindex_moved.toml": None})
    check()
    assert not (outdir / "code/old").exists()


def test_rows_that_lead_nowhere_are_warned_of(make_project: Make) -> None:
    text = '[files]\n"a.py" = "none.py"\n"b.py" = "c.py"\n"c.py" = "b.py"\n'
    project = make_project({**FILES, "kwindex_moved.toml": text})
    warnings = project.build().warnings.splitlines()
    name, end = "kwindex_moved.toml", "[kwindex.moved]"
    assert warnings == [
        f"{name}:2: WARNING: {name}: a.py leads to none.py, which is not there {end}",
        f"{name}:3: WARNING: {name}: b.py leads in a circle {end}",
        f"{name}:4: WARNING: {name}: c.py leads in a circle {end}",
    ]


def test_old_names_in_roles(make_project: Make) -> None:
    text = "Manual\n======\n\n:kw:file:`old/x/old.py` :kw:meth:`pkg/a.py::Old.go`\n"
    project = make_project({**FILES, "kwindex_moved.toml": MOVED}, {"index.rst": text})
    made = project.build()
    assert (
        "kw:file reference target old/x/old.py is now pkg/new.py [kwindex.moved]"
        in made.warnings
    )
    assert made.warnings.count("\n") == 2
    assert 'href="code/pkg/new.py_docs.html#def-New.go"' in made.text("index")
    project.write({"kwindex_moved.toml": MOVED.replace("pkg/new.py::", "pkg/b.py::")})
    assert "index" in project.build().read


def test_names_that_are_no_harm(make_project: Make) -> None:
    evil = '"><img src=x onerror=alert(1)>.py'
    project = make_project(
        {**FILES, "kwindex_moved.toml": f"[files]\n'{evil}' = 'pkg/a.py'\n"}
    )
    made = project.build()
    if "cannot be written" in made.warnings:
        pytest.skip("no page can have that name here")
    (page,) = made.outdir.rglob("*alert*_docs.html")
    assert "<img" not in page.read_text("utf-8")


def test_pages_that_the_file_system_refuses(make_project: Make) -> None:
    project = make_project(FILES)
    obstacle = project.build().outdir / "code/a"
    obstacle.write_text("A file where a folder should be.\n", "utf-8")
    moved = "[files]\n'a/old.py' = 'pkg/a.py'\n'old.py' = 'pkg/a.py'\n"
    project.write({"kwindex_moved.toml": moved})
    made = project.build()
    first, *others = made.warnings.splitlines()
    assert "code/a/old.py_docs.html, which would lead on, cannot be written: " in first
    assert all("[kwindex.moved]" in line for line in (first, *others))
    assert (made.outdir / "code/old.py_docs.html").exists()
    obstacle.unlink()
    assert (project.build().outdir / "code/a/old.py_docs.html").exists()
