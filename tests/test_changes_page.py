"""The page about what changed since the version of ``kwindex_changes_since``."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest
from projects import Project, assert_same
from test_git_history import commit, git

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

Make = Callable[..., Project]

OLD = {
    "pkg/__init__.py": '"""Package."""\n',
    "pkg/a.py": '"""A."""\n\ndef gone(): ...\n\n\ndef one(x):\n    """One."""\n',
    "pkg/b.py": '"""B."""\n\nfrom pkg.a import one\n\n\ndef caller():\n    one(1)\n',
}
NEW = {"pkg/a.py": '"""A."""\n\ndef one(x, y):\n    """One."""\n\n\ndef new(): ...\n'}


@pytest.fixture
def project(make_project: Make) -> Project:
    made = make_project(OLD, kwindex_changes_since="old")
    git(made.repo, "init", "-q")
    commit(made.repo, {}, day=1)
    git(made.repo, "tag", "old")
    commit(made.repo, NEW, day=2)
    return made


def clean(project: Project) -> Path:
    base = project.base / "clean"
    shutil.rmtree(base, ignore_errors=True)
    return project.copy(base).build().outdir


def test_page(project: Project) -> None:
    built = project.build()
    assert built.warnings == ""
    body = built.body("code/changes")
    assert "Public names compared with old." in body
    for words in (
        *("Breaking Changes", "pkg.a.gone", "removed"),
        *("the new parameter y is required", "- (x)", "+ (x, y)"),
        *("used in 1 file", "pkg/b.py", "Added", "pkg.a.new"),
    ):
        assert words in body, words
    assert "pkg.a.gone is gone" not in body
    page = built.text("code/changes")
    assert 'href="pkg/a.py_docs.html#def-one"' in page
    assert 'href="pkg/b.py_docs.html"' in page
    assert 'href="changes.html"' in built.text("code/index")
    docs = built.body("code/pkg/a.py_docs")
    assert "new since old" in docs
    assert "changed since old" in docs


def test_who_imports_what_is_gone(project: Project) -> None:
    commit(project.repo, {"pkg/c.py": "from pkg.a import gone\n"}, day=3)
    body = project.build().body("code/changes")
    assert "still imported in 1 file" in body.partition("pkg.a.gone")[2]


def test_breadcrumbs(project: Project) -> None:
    """Whoever came by a link finds the start page, and the button that finds names."""
    page = project.build().text("code/changes")
    crumbs = page.partition('class="kw-breadcrumbs"')[2].partition("</nav>")[0]
    assert 'href="index.html"' in crumbs
    assert crumbs.count("Changes") == 1


def test_what_a_gone_name_is_now(project: Project) -> None:
    """A name that is gone is told with the one that stands for it."""
    body = "".join(f"    total = x * {n}\n    print(total, x)\n" for n in range(5))
    commit(project.repo, {"pkg/d.py": f"def first(x):\n{body}"}, day=3)
    git(project.repo, "tag", "-f", "old")
    commit(project.repo, {"pkg/d.py": f"def second(x):\n{body}"}, day=4)
    row = project.build().body("code/changes").partition("pkg.d.first")[2]
    assert "moved or renamed" in row
    assert "pkg/d.py::second" in row
    assert "pkg/d.py::first" not in row


def test_edits(project: Project) -> None:
    """The page follows what it is about, and nothing else."""
    project.build()
    text = (project.repo / "pkg/a.py").read_text("utf-8")
    project.write({"pkg/a.py": text.replace('"""A."""', '"""A."""\n\n# A comment.')})
    built = project.build()
    assert "code/changes" not in built.written
    assert_same(built.outdir, clean(project))
    project.write({"pkg/a.py": text.replace("def one(x, y)", "def one(x, y, z)")})
    built = project.build()
    assert "the new parameter z is required" in built.body("code/changes")
    assert_same(built.outdir, clean(project))
    project.write({"pkg/a.py": text + "\n\ndef more(): ...\n"})
    built = project.build()
    assert "pkg.a.more" in built.body("code/changes")
    assert "new since old" in built.text("code/pkg/a.py_docs")
    assert_same(built.outdir, clean(project))
    again = project.build()
    assert not again.written


def test_another_version(project: Project) -> None:
    project.build()
    git(project.repo, "tag", "newer")
    project.configure(kwindex_changes_since="newer")
    built = project.build()
    assert "No public name changed." in built.body("code/changes")
    assert "since old" not in built.text("code/pkg/a.py_docs")
    project.configure(kwindex_changes_since="")
    built = project.build()
    assert not built.path("code/changes").exists()
    assert "changes.html" not in built.text("code/index")
    assert_same(built.outdir, clean(project))


def broken_executor() -> Executor:
    raise OSError("it is gone")


def test_an_executor_that_fails(project: Project) -> None:
    built = project.build(kwindex_executor=f"{__name__}:broken_executor")
    assert built.path("code/changes").exists()
    assert "there is no page of changes" not in built.warnings
    assert "kwindex_executor: the executor failed" in built.warnings


def test_a_clone_that_does_not_reach_so_far(project: Project) -> None:
    """There is one message, and no page."""
    project.build()
    project.configure(kwindex_changes_since="v0")
    built = project.build()
    told = "kwindex_changes_since: there is no commit 'v0'; there is no page of changes"
    assert built.warnings.count("kwindex_changes_since") == 1
    assert told in built.warnings
    assert not built.path("code/changes").exists()
    assert_same(built.outdir, clean(project))
