"""What a later build reads, analyses and writes, and that it ends as a clean one."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same, contents, inventory, later
from sphinx.application import Sphinx

from sphinxcontrib_kwindex.sphinx_wiring.documents import (
    generated_documents as documents,
)
from sphinxcontrib_kwindex.sphinx_wiring.documents import outdated_outputs as outputs

Make = Callable[..., Project]

CORE = '''"""The core."""

import os


def first(x):
    """Return one thing."""
    return x


class Box:
    """Hold things."""

    size = 1

    def fill(self):
        """Put things in."""
        self.full = True
        return os.sep


def last():
    return 2
'''
FILES = {
    "README.md": "# Sample\n\nA sample of a tree.\n\n## Use\n\ntext\n",
    "app/__init__.py": '"""The application."""\n\nfrom .core import Box\n',
    "app/core.py": CORE,
    "app/use.py": '"""Uses it."""\n\nfrom app import Box\nfrom app.core import first\n',
    "app/inner/deep.py": "def deep():\n    pass\n",
    "app/inner/deeper.py": "def deeper():\n    pass\n",
    "lib/tool.py": '"""A tool."""\n\n\ndef tool():\n    return 1\n',
    "lib/other.py": "VALUE = 1\n",
    "zoo/last.py": '"""Far away."""\n\n\ndef roar():\n    """Roar."""\n',
    "zoo/near.py": "NEAR = 1\n",
}
DOCS = {
    "index.rst": (
        "Manual\n======\n\n.. toctree::\n\n   guide\n\nSee :kw:func:`app.core.first`.\n"
    ),
    "guide.rst": "Guide\n=====\n\nNothing of the tree.\n",
}


@pytest.fixture
def project(built_project: Make) -> Project:
    """The project as it was after its first build, also the times."""
    return built_project(FILES, DOCS, kwindex_exports=["json"])


def assert_clean(built: Build) -> None:
    """Fail if an incremental build ended otherwise than a clean one elsewhere.

    Of the same sources that is made once.
    """
    sources = repr(contents(built.project.repo)).encode()
    name = f"clean-{hashlib.sha256(sources).hexdigest()[:9]}"
    fresh = built.project.base.with_name(name)
    if not fresh.exists():
        built.project.copy(fresh).build()
    assert_same(built.outdir, fresh / "out/html")


def replace(project: Project, path: str, old: str, new: str) -> None:
    text = (project.repo / path).read_text("utf-8")
    assert text.count(old) == 1
    project.write({path: text.replace(old, new)})


def pages(*paths: str) -> set[str]:
    return {f"code/{path}" for path in paths}


def test_nothing_changed(project: Project) -> None:
    before = contents(project.base / "out")
    again = project.build()
    assert not again.read
    assert not again.written
    assert again.warnings == ""
    assert contents(project.base / "out") == before


#: Their maps show how many lines so small a file has.
MAPS = pages("app/doc", "index")
EDITS: list[tuple[str, str, str, str, set[str]]] = [
    (
        "a body on one line: the page with the source",
        "app/core.py",
        "return x",
        "return 5",
        pages("app/core.py_docs"),
    ),
    (
        "a body, and the lines of what follows: also the pages with the lines",
        "app/core.py",
        "    return x\n",
        "    y = x\n    return y\n",
        pages("app/core.py_docs", "app/core.py_kw") | MAPS,
    ),
    (
        "a comment",
        "app/core.py",
        "return 2",
        "return 2  # two",
        pages("app/core.py_docs"),
    ),
    (
        "a line at the end: also the pages with their number",
        "app/core.py",
        "    return 2\n",
        "    return 2\n\n# end\n",
        pages("app/core.py_docs", "app/core.py_kw") | MAPS,
    ),
    (
        "the first sentence of a function: also the folders that it is a concept of",
        "app/core.py",
        "Return one thing.",
        "Return something.",
        pages("app/core.py_docs", "app/core.py_kw", "app/doc", "doc"),
    ),
    (
        "the rest of a docstring",
        "app/core.py",
        "Put things in.",
        "Put things in. Slowly.",
        pages("app/core.py_docs"),
    ),
    (
        "the first sentence of a module: also the index of its folder",
        "app/use.py",
        "Uses it.",
        "Makes use of it.",
        pages("app/use.py_docs", "app/index"),
    ),
    (
        "the docstring of a package: what names its folder, and the files in it",
        "app/__init__.py",
        "The application.",
        "An application.",
        pages(
            *("app/__init__.py_docs", "app/core.py_docs", "app/use.py_docs"),
            *("app/index", "app/doc", "index"),
        ),
    ),
    (
        "a new name: its folder, the indexes above, and none beside",
        "zoo/last.py",
        "def roar",
        "def purr():\n    pass\n\n\ndef roar",
        pages(
            "zoo/last.py_docs",
            "zoo/last.py_kw",
            "zoo/index",
            "zoo/doc",
            "zoo/sub",
            "sub",
            "index",
            "keywords",
        ),
    ),
]


@pytest.mark.parametrize("start", range(3))
def test_edit_reads_the_pages_that_show_it(project: Project, start: int) -> None:
    # No two of them concern the same lines.
    for what, path, old, new, expected in EDITS[start::3]:
        replace(project, path, old, new)
        built = project.build()
        assert built.read == expected, what
        # Sphinx writes the documents whose toctree holds one that was read again.
        assert built.written - {"index"} == expected, what
        assert built.warnings == "", what
        assert not project.build().read, what
    assert_clean(built)


def test_hand_written_page_is_read_when_its_target_goes(project: Project) -> None:
    replace(project, "app/core.py", "def first", "def second")
    built = project.build()
    assert "index" in built.read
    assert "guide" not in built.read
    assert "app.core.first" in built.warnings
    replace(project, "app/core.py", "def second", "def first")
    back = project.build()
    assert "index" in back.read
    assert back.warnings == ""
    assert_clean(back)


def test_added_file(project: Project) -> None:
    project.write({"app/more.py": "def more():\n    pass\n"})
    built = project.build()
    new = pages("app/more.py_docs", "app/more.py_kw")
    around = pages("app/index", "app/doc", "app/sub", "index", "sub", "keywords")
    beside = pages("app/core.py_docs", "app/use.py_docs")
    assert new | around | beside <= built.read
    assert not built.read & pages("zoo/last.py_docs", "zoo/last.py_kw", "zoo/index")
    assert "guide" not in built.read
    assert_clean(built)


def test_removed_file_leaves_nothing(project: Project) -> None:
    shutil.rmtree(project.repo / "app/inner")
    built = project.build()
    gone = pages(
        "app/inner/deep.py_docs",
        "app/inner/deep.py_kw",
        "app/inner/deeper.py_docs",
        "app/inner/deeper.py_kw",
        "app/inner/index",
        "app/inner/doc",
        "app/inner/sub",
    )
    assert built.removed == gone
    assert not gone & built.env.all_docs.keys()
    assert not (built.outdir / "code/app/inner").exists()
    assert not (built.outdir / "_sources/code/app/sub").exists()
    stubs = project.doctrees / documents.STUBS
    assert not [path for path in stubs.rglob("*") if "deep" in path.name]
    for page in built.outdir.rglob("*.html"):
        text = page.read_text("utf-8")
        assert not [name for name in ("deep.py", "deeper.py") if name in text], page
    names = {name for kind in inventory(built.outdir).values() for name in kind}
    assert names
    assert not [name for name in names if "deep" in name]
    built.check_links()
    assert_clean(built)


def test_folder_in_the_place_of_a_page_moves_the_page(project: Project) -> None:
    # Every page that led to it leads to its new place.
    project.write({"app/sub/new.py": "x = 1\n", "doc/new.py": "x = 1\n"})
    built = project.build()
    assert pages("app/sub_", "doc_") <= built.env.all_docs.keys()
    built.check_links()
    assert_clean(built)
    shutil.rmtree(project.repo / "app/sub")
    shutil.rmtree(project.repo / "doc")
    back = project.build()
    assert pages("app/sub", "doc") <= back.env.all_docs.keys()
    back.check_links()
    assert_clean(back)


# A known defect, left to fail: what a docstring's role leads to is no part of the
# digest of the page, so the page keeps a link to what is gone.
def test_docstring_that_names_what_comes_and_goes(project: Project) -> None:
    project.write({"lib/other.py": '"""See :func:`tool` and :mod:`zoo.last`."""\n'})
    built = project.build()
    text = built.text("code/lib/other.py_docs")
    assert 'href="tool.py_docs.html#def-tool"' in text
    replace(project, "lib/tool.py", "def tool", "def tools")
    project.write({"zoo/last.py": None})
    gone = project.build()
    gone.check_links()
    assert_clean(gone)
    replace(project, "lib/tool.py", "def tools", "def tool")
    assert_clean(project.build())


def test_import_of_what_changes_its_kind(project: Project) -> None:
    # The id of a name that is a class and a variable depends on both.
    project.write({"lib/tool.py": "tool = 1\n"})
    project.write({"lib/other.py": "from lib.tool import tool\n"})
    project.build()
    project.write({"lib/tool.py": "tool = 1\n\n\ndef tool():\n    pass\n"})
    built = project.build()
    built.check_links()
    assert_clean(built)


def test_renamed_file(project: Project) -> None:
    (project.repo / "lib/tool.py").rename(project.repo / "lib/tools.py")
    built = project.build()
    assert built.removed == pages("lib/tool.py_docs", "lib/tool.py_kw")
    assert pages("lib/tools.py_docs", "lib/tools.py_kw") <= built.read
    built.check_links()
    assert_clean(built)


def test_file_that_becomes_a_folder_and_back(project: Project) -> None:
    project.write({"lib/tool.py": None})
    project.write({"lib/tool.py/inner.py": "x = 1\n"})
    built = project.build()
    built.check_links()
    assert_clean(built)
    shutil.rmtree(project.repo / "lib/tool.py")
    project.write({"lib/tool.py": FILES["lib/tool.py"]})
    back = project.build()
    back.check_links()
    assert_clean(back)


def test_restored_doctrees_are_used_though_every_time_is_new(project: Project) -> None:
    # A fresh checkout in CI, with the doctree directory from a cache.
    saved = project.base / "saved"
    shutil.copytree(project.doctrees, saved, copy_function=shutil.copyfile)
    shutil.rmtree(project.doctrees)
    shutil.rmtree(project.base / "out")
    shutil.copytree(saved, project.doctrees, copy_function=shutil.copyfile)
    later(project.repo)
    later(project.doctrees)
    built = project.build()
    # The times of the manual's own documents are Sphinx's business.
    assert built.read <= {"index", "guide"}
    assert "analysing code" not in built.status
    assert_clean(built)


def test_restored_doctrees_with_an_edit_read_what_changed(project: Project) -> None:
    replace(project, "app/core.py", "return x", "return 5")
    later(project.repo)
    later(project.doctrees)
    built = project.build()
    assert built.read - {"index", "guide"} == pages("app/core.py_docs")
    assert_clean(built)


def test_configuration_that_pages_show_reads_them_and_not_the_manual(
    project: Project,
) -> None:
    link = "https://example.org/{path}#L{line}"
    built = project.build(kwindex_source_link=link)
    assert "code/app/core.py_docs" in built.read
    assert not built.read & {"index", "guide"}
    assert "https://example.org/app/core.py" in built.text("code/app/core.py_docs")
    titled = project.build(kwindex_title="The map")
    assert "guide" not in titled.read
    assert "The map" in titled.body("code/app/core.py_docs")


# Killed builds.

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def build_and_die(project: Project, at: int, *, leave_half: bool = True) -> None:
    """Build in a process that is killed while it writes its page number *at*.

    With 0 that is when all documents are written, and what is none comes.
    """
    child = os.fork()
    if child == 0:
        pages_written = []

        def context(app: Sphinx, name: str, _t: str, _c: object, tree: object) -> None:
            if tree is not None:
                pages_written.append(name)
            elif at or not pages_written:
                return
            if len(pages_written) == at or tree is None:
                if leave_half:
                    path = Path(app.outdir, f"{name}.html")
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text("<html><body>hal")
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            project.build(setup=lambda app: app.connect("html-page-context", context))
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


@needs_fork
def test_first_build_killed_while_writing(make_project: Make) -> None:
    project = make_project(FILES, DOCS)
    build_and_die(project, 4)
    assert (project.base / "out/html" / outputs.RUNNING).exists()
    built = project.build()
    assert "the last build did not finish" in built.status
    assert_clean(built)
    assert not (built.outdir / outputs.RUNNING).exists()
    assert not project.build().written


@needs_fork
def test_later_build_killed_while_writing(project: Project) -> None:
    # Its pages are newer than everything, and Sphinx takes them for current.
    replace(project, "lib/tool.py", "def tool", "def tools")
    build_and_die(project, 2)
    built = project.build()
    assert_clean(built)


@needs_fork
def test_killed_build_does_not_hide_what_was_removed(project: Project) -> None:
    project.write({"lib/tool.py": None})
    build_and_die(project, 2)
    built = project.build()
    assert not (built.outdir / "code/lib/tool.py_docs.html").exists()
    assert_clean(built)


@needs_fork
def test_pages_of_killed_builds_go_with_their_files(make_project: Make) -> None:
    project = make_project(FILES, DOCS)
    build_and_die(project, 0, leave_half=False)
    page = project.base / "out/html/code/lib/tool.py_docs.html"
    assert page.exists()
    # The next one forgets the page, and is killed before it has ended.
    project.write({"lib/tool.py": None})
    build_and_die(project, 1, leave_half=False)
    assert page.exists()
    assert_clean(project.build())


@needs_fork
def test_killed_build_after_which_the_edit_is_taken_back(project: Project) -> None:
    text = FILES["lib/tool.py"]
    replace(project, "lib/tool.py", "def tool", "def tools")
    build_and_die(project, 3, leave_half=False)
    project.write({"lib/tool.py": text})
    assert_clean(project.build())


def test_build_that_ends_in_an_error_is_followed_by_a_good_one(
    project: Project,
) -> None:
    replace(project, "lib/tool.py", "def tool", "def tools")

    def fail(app: Sphinx, name: str, *_: object) -> None:
        if name == "code/lib/tool.py_kw":
            raise RuntimeError

    # One of Sphinx's own: what others raise on our pages is a warning.
    fail.__module__ = "sphinx.builders.html"
    with pytest.raises(RuntimeError):
        project.build(setup=lambda app: app.connect("html-page-context", fail))
    assert_clean(project.build())


# The store.


def test_only_what_changed_is_analysed(project: Project) -> None:
    assert project.build(verbosity=1).analysed == []
    replace(project, "lib/tool.py", "return 1", "return 2")
    assert project.build(verbosity=1).analysed == ["lib/tool.py"]
    # Moved, or changed back: the content is known.
    (project.repo / "lib/tool.py").rename(project.repo / "lib/moved.py")
    project.write({"lib/tool.py": FILES["lib/tool.py"]})
    assert project.build(verbosity=1).analysed == []


def _delete(path: Path) -> None:
    path.unlink()


def _garbage(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + os.urandom(5000))


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _version(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 999")
    database.close()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_delete, ""),
        (_garbage, "damaged"),
        (_truncated, "damaged"),
        (_version, "written by another version"),
    ],
)
def test_store_can_be_lost(
    project: Project, damage: Callable[[Path], None], message: str
) -> None:
    damage(project.doctrees / "kwindex.sqlite")
    before = contents(project.base / "out")
    built = project.build(verbosity=1)
    assert sorted(built.analysed) == sorted(FILES)
    assert message in built.status + built.warnings
    assert not built.read
    assert not built.written
    assert contents(project.base / "out") == before
    assert project.build(verbosity=1).analysed == []


def test_store_may_be_elsewhere(project: Project, tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "deep"
    project.configure(kwindex_cache=str(cache))
    built = project.build()
    assert built.read <= {"index", "guide"}
    assert (cache / "kwindex.sqlite").exists()
    shutil.rmtree(project.doctrees)
    fresh = project.build(verbosity=1)
    assert fresh.analysed == []
    assert "code/app/core.py_docs" in fresh.read
    assert not (project.doctrees / "kwindex.sqlite").exists()


def test_two_builds_may_share_a_store(make_project: Make, tmp_path: Path) -> None:
    # Two branches, say: each has its own tree.
    conf = {"kwindex_cache": str(tmp_path / "cache")}
    one = make_project({"a.py": "def a():\n    pass\n"}, **conf)
    two = make_project({"b.py": "def b():\n    pass\n"}, **conf)
    one.build()
    two.build()
    third = one.build()
    assert not third.read
    assert "code/b.py_docs" not in third.env.all_docs


def test_a_shown_file_is_shown_again_with_what_stands_beside_it(
    make_project: Make,
) -> None:
    files = {f"{name}.py": "A = 1\n" for name in "abfg"}
    docs = {"index.rst": "Manual\n======\n\n.. kwfile:: b.py\n"}
    project = make_project(files, docs)
    assert "f.py" in project.build().body("index")
    project.write({"c.py": "A = 1\n"})
    built = project.build()
    assert "index" in built.read
    assert "c.py" in built.body("index")
    # What is further away is not told.
    project.write({"h.py": "A = 1\n"})
    assert "index" not in project.build().read


def test_a_shown_file_is_shown_again_where_its_original_is_elsewhere(
    make_project: Make,
) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   shown\n   other\n",
        "shown.rst": "Shown\n=====\n\n.. kwfile:: a/b.py\n",
        "other.rst": "Other\n=====\n",
    }
    project = make_project({"a/b.py": '"""Text."""\n'}, docs)
    project.build()
    built = project.build(kwindex_source_link="https://example.org/{path}#L{line}")
    assert "https://example.org/a/b.py" in built.text("shown")
    assert "other" not in built.read


def test_a_shown_file_is_shown_again_where_a_page_gets_another_name(
    make_project: Make,
) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   shown\n",
        "shown.rst": "Shown\n=====\n\n.. kwfile:: a/b.py\n",
    }
    # The folder is where the subtree keyword index of the one around it would be.
    files = {f"a/{name}.py": "A = 1\n" for name in ("b", "c", "d", "sub/e")}
    # Beside the folder itself, whose pages are then not those of the root.
    files["top.py"] = "A = 1\n"
    project = make_project(files, docs)
    assert "code/a/sub_.html" in project.build().text("shown")
    shutil.rmtree(project.repo / "a/sub")
    built = project.build()
    assert "code/a/sub_.html" not in built.text("shown")
    assert_clean(built)


def test_pages_whose_sidebar_leads_to_the_map_are_written_when_it_moves(
    make_project: Make,
) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   other\n   asks\n",
        "other.rst": "Other\n=====\n",
        "asks.rst": "Asks\n====\n\n.. kwfile:: no.py\n",
    }
    files = {"a.py": "A = 1\n", "b.py": "B = 1\n"}
    project = make_project(files, docs, html_theme="alabaster")
    assert "code/index.html" in project.build().text("other")
    moved = project.build(kwindex_output="map")
    for name in ("other", "asks"):
        assert "map/index.html" in moved.text(name)
        assert "code/index.html" not in moved.text(name)
        assert name not in moved.read
    assert not project.build(kwindex_output="map").written
    entry = '<li class="toctree-l1"><a class="reference internal" href="index.html">'
    assert entry in moved.text("map/doc")
    titled = project.build(kwindex_output="map", kwindex_title="Our map")
    for name in ("other", "asks"):
        assert "Our map" in titled.text(name)
        assert name not in titled.read
    assert not project.build(kwindex_output="map", kwindex_title="Our map").written
    alone = project.build(kwindex_output="map", kwindex_add_toctree_entry=False)
    assert entry not in alone.text("map/doc")
    assert "map/index.html" not in alone.text("asks")


@pytest.mark.parametrize("first", [True, False])
def test_sidebars_lead_to_the_map_as_long_as_there_is_one(
    make_project: Make, first: bool
) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   other\n",
        "other.rst": "Other\n=====\n",
    }
    project = make_project({"a.py": ""}, docs, html_theme="alabaster")
    for there in (first, not first, first):
        built = project.build(kwindex_generate=there)
        assert ("code/index.html" in built.text("other")) == there
        again = project.build(kwindex_generate=there)
        assert again.read == again.written == set()


def test_what_every_file_says_is_said_of_none(make_project: Make) -> None:
    head = "/* The Shop - a shop for all\n * Copyright 2020 The Shop\n *\n * {} */\n\n"
    files = {f"c{number}.c": f"{head.format('')}int c;\n" for number in range(4)}
    files["own.c"] = f"{head.format('It sells each thing once.')}int own;\n"
    project = make_project(files)
    built = project.build()
    for page in ("code/index", "code/own.c_docs"):
        assert "It sells each thing once." in built.text(page).partition("<pre")[0]
    assert "The Shop" not in built.text("code/index")
    purpose = built.text("code/c0.c_docs").partition("<pre")[0]
    assert "does not state its purpose" in purpose
    # What fewer files say tells them from the others.
    project.write({"c3.c": "int c;\n"})
    built = project.build()
    assert built.text("code/index").count("The Shop - a shop for all") == 4
    purpose = built.text("code/c0.c_docs").partition("<pre")[0]
    assert "The Shop - a shop for all" in purpose
    assert_clean(built)
    project.write({"c3.c": files["c3.c"]})
    built = project.build()
    assert "The Shop" not in built.text("code/index")
    assert_clean(built)


def test_folders_say_which_of_the_definitions_below_are_the_largest(
    make_project: Make,
) -> None:
    two = "def small():\n    return 1\n\n\ndef large():\n    x = 1\n    return x\n"
    files = {
        "shop/start.py": "import shop.till.cash\n",
        "shop/till/cash.py": two,
        "shop/till/card.py": "def pay():\n    return 12\n\n\nUNIT = 1\n",
        "shop/till/coin.py": "def toss():\n    return 1\n\n\nUNIT = 1\n",
    }
    project = make_project(files)
    assert "large, pay, toss, small" in project.build().text("code/shop/index")
    more = files["shop/till/coin.py"].replace("return 1", "return 1  # One of two.")
    project.write({"shop/till/coin.py": more})
    assert_clean(project.build())
    moved = "def small():\n    x = 1\n    return x\n\n\ndef large():\n    return 1\n"
    project.write({"shop/till/cash.py": moved})
    built = project.build()
    assert "small, pay, toss, large" in built.text("code/shop/index")
    assert_clean(built)
