"""Names of files that something on the way takes for something else."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from html import unescape
from pathlib import Path
from unicodedata import normalize

import pytest
from check_markdown import problems
from projects import Build, Project, inventory

from sphinxcontrib_kwindex.pages.titles import one_line
from sphinxcontrib_kwindex.sphinx_wiring.documents.domain import kw_domain

posix_only = pytest.mark.skipif(
    sys.platform in {"win32", "darwin"}, reason="not every name can be made here"
)
NAMES = (
    # What pages are called, and their folders.
    *("index", "index.py", "a.py", "a.py_kw", "a.py_docs", "a.py_docs_", "doc", "sub"),
    *("keywords", "i/index", "i/index.py", "in/index/b.py", "in/doc/b.py"),
    *("in/sub/b.py", "in/doc_", "keywords-a", "in/index.html", "in/doc.html"),
    # What Sphinx itself writes.
    *("search/b.py", "genindex/b.py", "py-modindex/b.py", "_static/b.py"),
    *("_sources/b.py", "_images/b.py", "objects.inv", "searchindex.js"),
    # The same for some file systems.
    *("UPPER.py", "upper.py", "Folder/b.py", "folder/b.py", "stra\xdfe.py"),
    *("STRASSE.py", "caf\xe9.py", "cafe\u0301.py"),
    # Not the same, and not taken by Windows.
    *("con.py", "aux", "nul/b.py", "dots...", "dots./b.py", "space .py", " lead.py"),
    *("trail ", "trails /b.py", "lpt1.txt", "a:b.py", "q<u>o|t*e.py", "back\\slash.py"),
    # Too long with something behind it.
    *("n" * 252 + ".py", "n" * 251 + "m.py", "\xe9" * 126 + ".py", "N" * 252 + ".py"),
    *("f" * 255 + "/b.py", "/".join(["p" * 200] * 9) + "/b.py"),
    # URIs, lines, directions, shells, templates.
    *("tab\t.py", "new\nline.py", "\r.py", "bell\x07.py", "\x1b[31mred.py", "del\x7f"),
    *("#.py", "?.py", "a#b?c=d&e;f.py", "%.py", "%2e%2e", "%2Fetc", "&amp;.py"),
    *("<b>.py", '".py', "'.py", "-dash.py", "--help", "~", "$HOME", "`id`", "*", "!"),
    *("rtl\u202egpj.py", "zero\u200bwidth.py", "\u2028.py", "nb\xa0sp.py", "\ufeff.py"),
    *("javascript:x.py", "..py", "...", ".hidden", "{{ 7*7 }}.py", "%(x)s.py", "|x|"),
    *("-25-.py", "%.py_kw", "a b.py", "\U0001f600.py", "conf.py", "x::y.py", "::"),
    # Lines of an inventory.
    *("x py:class 1 forged.html -.py", "x\nforged py:class 1 f.html -.py"),
    *("x\u2028forged py:class 1 f.html -.py", "x\x85forged py:class 1 f.html -.py"),
)
FILES = dict.fromkeys(NAMES, "class Klass:\n    pass\n")
#: Those for which dirhtml and Markdown are others than HTML.
SOME = {path: text for path, text in FILES.items() if len(path) < 13}


def titles(build: Build) -> dict[str, str]:
    """Return the heading of each generated page by the path of its output."""
    code = kw_domain(build.env).code
    assert code is not None
    found = {}
    for docname, page in code.by_docname.items():
        if page.kind in {"docs", "kw"}:
            output = Path(build.app.builder.get_outfilename(docname))
            assert output.is_relative_to(build.outdir)
            assert docname.isprintable()
            heading = re.search(r"(?s)<h1>(.*?)<a class", output.read_text("utf-8"))
            assert heading, docname
            # Where it may break is not a part of it.
            shown = unescape(heading[1].replace("<wbr/>", ""))
            found[output.relative_to(build.outdir).as_posix()] = shown
    return found


def distinct(paths: Iterable[str]) -> bool:
    """Return whether no file system takes two paths for one."""
    folded = Counter(normalize("NFC", path.casefold()) for path in paths)
    return max(folded.values()) == 1


def assert_inventory(made: Build, files: Iterable[str]) -> None:
    """Fail where a name is a line of the inventory, or one is missing."""
    found = inventory(made.outdir)
    assert all(kind.startswith(("kw:", "std:")) for kind in found)
    wanted = {
        path
        for path in files
        if path.isprintable() and " py:class 1 " not in path and path[-1] != " "
    }
    assert {*found["kw:file"]} == wanted
    assert {*found["kw:class"]} == {
        f"{path}::Klass" for path in wanted if path.endswith(".py")
    }
    assert not {"x", "forged"} & {name for names in found.values() for name in names}


def at_top(make_project: Callable[..., Project], files: dict[str, str]) -> Project:
    """Return a project whose pages stand beside those of Sphinx."""
    docs = {"manual.rst": "Manual\n======\n"}
    project = make_project(files, docs, kwindex_output="", root_doc="manual")
    (project.docs / "index.rst").unlink()
    return project


@posix_only
def test_every_name_has_its_own_pages_and_links(
    make_project: Callable[..., Project],
) -> None:
    for builder, files in (("html", FILES), ("dirhtml", SOME)):
        made = at_top(make_project, files).build(builder)
        assert made.warnings == ""
        made.check_links()
        found = titles(made)
        modules = [name for name in files if name.endswith(".py")]
        assert len(found) == len(files) + len(modules)
        assert distinct(found)
        wanted = {one_line(name.rpartition("/")[2]) for name in files}
        wanted |= {
            f"Keyword Index: {one_line(name.rpartition('/')[2])}" for name in modules
        }
        assert set(found.values()) == wanted
        # Sphinx's own page is still there.
        search = "search.html" if builder == "html" else "search/index.html"
        assert "search-results" in made.text(search)
        assert_inventory(made, files)


@posix_only
def test_markdown_of_every_name(make_project: Callable[..., Project]) -> None:
    made = make_project(SOME).build("markdown")
    pages = [*made.outdir.rglob("*.md")]
    assert len(pages) > len(SOME) + sum(name.endswith(".py") for name in SOME)
    found = {
        page: said for page in pages for said in problems(page, made.outdir.resolve())
    }
    assert found == {}


@posix_only
def test_what_is_no_file_and_no_unicode(make_project: Callable[..., Project]) -> None:
    project = make_project({"a.py": "A = 1\n", "b/c.py": "C = 1\n"})
    repo = project.repo
    (project.base / "secret.py").write_text("SECRET = 1\n")
    (repo / "out.py").symlink_to(project.base / "secret.py")
    (repo / "up.py").symlink_to("../secret.py")
    (repo / "all").symlink_to(project.base)
    (repo / "root").symlink_to("/")
    (repo / "round").symlink_to("round")
    (repo / "loop").symlink_to(repo)
    (repo / "broken").symlink_to("nowhere")
    (repo / "b/null").symlink_to("/dev/null")
    (repo / "b/in").symlink_to("/dev/stdin")
    os.mkfifo(repo / "pipe.py")
    os.mkfifo(repo / "pyproject.toml")
    os.mkfifo(repo / "b/.gitignore")
    os.mkfifo(repo / "b/README.md")
    with socket.socket(socket.AF_UNIX) as one, contextlib.chdir(repo):
        one.bind("socket.py")
    Path(os.fsdecode(os.fsencode(repo) + b"/b\xff.py")).write_text("B = 1\n")
    made = project.build()
    assert {*titles(made).values()} == {
        f"{before}{name}"
        for name in ("a.py", "c.py")
        for before in ("", "Keyword Index: ")
    }
    for path, reason in (
        *((path, "points outside the root") for path in ("out.py", "up.py", "all")),
        *((path, "points outside the root") for path in ("root", "b/null", "b/in")),
        *((path, "is a device, a pipe or a socket") for path in ("pipe.py",)),
        *((path, "is a device, a pipe or a socket") for path in ("socket.py",)),
        *((path, "is a device, a pipe or a socket") for path in ("pyproject.toml",)),
        ("b/README.md", "is a device, a pipe or a socket"),
        ("round", "points to itself"),
        ("broken", "is broken"),
        ("b\\udcff.py", "not valid Unicode"),
    ):
        said = f"{path}: The symbolic link {reason}"
        assert any(
            line.startswith(f"WARNING: {path}: ") and reason in line
            for line in made.warnings.splitlines()
        ), said
    for page in made.outdir.rglob("*"):
        assert page.is_dir() or b"SECRET" not in page.read_bytes()
