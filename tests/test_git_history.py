"""When files were changed, as git knows it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project

from sphinxcontrib_kwindex.scan.git import GitError, branch_or_tag
from sphinxcontrib_kwindex.scan.git_changes import changed_files
from sphinxcontrib_kwindex.scan.git_commit_files import revision_files
from sphinxcontrib_kwindex.scan.git_history import checkout, history
from sphinxcontrib_kwindex.scan.git_renames import Contents, changes
from sphinxcontrib_kwindex.scan.overdue_process import killed_after
from sphinxcontrib_kwindex.scan.scan import scan

Make = Callable[..., Project]
needs_git = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
pytestmark = needs_git


def git(folder: Path, *arguments: str, day: int = 1) -> str:
    """Run git with a clock of its own, in a time zone where it is the next day."""
    who = {
        "NAME": "A",
        "EMAIL": "a@example.org",
        "DATE": f"2026-01-{day:02}T01:00+0300",
    }
    about = {
        f"GIT_{role}_{name}": value
        for role in ("AUTHOR", "COMMITTER")
        for name, value in who.items()
    }
    config = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *arguments],
        cwd=folder,
        env=os.environ | about | config,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def commit(folder: Path, files: dict[str, str], day: int) -> str:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x", day=day)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def known(root: Path, *paths: str) -> dict[str, tuple[str, str, int]]:
    return {
        one.path: (one.date, one.revision, one.changes)
        for one in history(root, checkout(root), paths)
    }


def test_last_change_and_number_of_changes(repo: Path) -> None:
    first = commit(repo, {"a.py": "1", "sub/b é.py": "1", "gone.py": ""}, 2)
    second = commit(repo, {"a.py": "2"}, 5)
    # The day is that of UTC.
    assert known(repo, "a.py", "sub/b é.py", "new.py") == {
        "a.py": ("2026-01-04", second[:7], 2),
        "sub/b é.py": ("2026-01-01", first[:7], 1),
    }
    # Below a folder of the work tree, paths begin there.
    assert known(repo / "sub", "b é.py") == {"b é.py": ("2026-01-01", first[:7], 1)}


def test_names_that_look_like_output(repo: Path) -> None:
    if os.name == "nt":
        pytest.skip("no such names")
    names = ["\nx", f"{'0' * 32} {'1' * 40} 5", "a\nb"]
    first = commit(repo, dict.fromkeys(names, ""), 2)
    assert known(repo, *names) == dict.fromkeys(names, ("2026-01-01", first[:7], 1))


def test_a_merge_is_no_change(repo: Path) -> None:
    commit(repo, {"a.py": "1"}, 2)
    git(repo, "checkout", "-q", "-b", "side")
    side = commit(repo, {"a.py": "2"}, 3)
    git(repo, "checkout", "-q", "main")
    commit(repo, {"b.py": "1"}, 4)
    git(repo, "merge", "-q", "--no-edit", "side", day=5)
    assert known(repo, "a.py") == {"a.py": ("2026-01-02", side[:7], 2)}


def test_a_renamed_file_begins_anew(repo: Path) -> None:
    commit(repo, {"a.py": "1"}, 2)
    git(repo, "mv", "a.py", "b.py")
    second = commit(repo, {}, 3)
    assert known(repo, "b.py") == {"b.py": ("2026-01-02", second[:7], 1)}


def test_of_a_shallow_clone_only_what_is_sure(repo: Path, tmp_path: Path) -> None:
    commit(repo, {"a.py": "1", "old.py": ""}, 2)
    commit(repo, {"a.py": "2"}, 3)
    last = commit(repo, {"a.py": "3"}, 4)
    git(tmp_path, "clone", "-q", "--depth", "2", repo.as_uri(), "shallow")
    shallow = tmp_path / "shallow"
    assert checkout(shallow).shallow
    assert not checkout(repo).shallow
    # The commit at the boundary looks as if it had made every file.
    assert known(shallow, "a.py", "old.py") == {"a.py": ("2026-01-03", last[:7], 1)}


def test_nothing_that_is_configured_runs(repo: Path, tmp_path: Path) -> None:
    first = commit(repo, {"a.py": "1", ".gitattributes": "*.py diff=evil\n"}, 2)
    ran = tmp_path / "ran"
    evil = f"touch '{ran.as_posix()}' #"
    for name in (
        "core.fsmonitor",
        "core.pager",
        "pager.log",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "gpg.program",
        "core.sshCommand",
        "alias.log",
    ):
        git(repo, "config", name, evil if name != "alias.log" else f"!{evil}")
    git(repo, "config", "log.showSignature", "true")
    git(repo, "config", "format.pretty", "%B")
    assert known(repo, "a.py") == {"a.py": ("2026-01-01", first[:7], 1)}
    assert branch_or_tag(repo) == "main"
    assert not ran.exists()


#: A bad one of these is an error of git.
CONFIGURED = {
    "color.ui": "always",
    "core.quotePath": "true",
    "diff.algorithm": "histogram",
    "diff.context": "9",
    "diff.ignoreSubmodules": "all",
    "diff.indentHeuristic": "false",
    "diff.interHunkContext": "100",
    "diff.mnemonicPrefix": "true",
    "diff.noprefix": "true",
    "diff.orderFile": "nothing",
    "diff.relative": "false",
    "diff.renameLimit": "1",
    "diff.renames": "false",
    "diff.submodule": "diff",
    "format.notes": "*",
    "format.pretty": "%B",
    "log.decorate": "full",
    "log.diffMerges": "separate",
    "log.follow": "true",
    "log.showRoot": "false",
    "log.showSignature": "true",
}
IN_THE_ENVIRONMENT = {
    "GIT_DIFF_OPTS": "-u5",
    "GIT_DIR": "nothing",
    "GIT_EXTERNAL_DIFF": "false",
    "GIT_GRAFT_FILE": "grafts",
    "GIT_ICASE_PATHSPECS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NAMESPACE": "x",
    "GIT_SHALLOW_FILE": "shallow",
}


def test_nothing_that_is_configured_changes_an_answer(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "".join(f"{number}\n" for number in range(50))
    files = {"a.py": lines, "é b.py": lines, "sub/c.py": "", "d.py": "1\n" * 9}
    first = commit(repo, files, 2)
    (repo / "a.py").rename(repo / "e.py")
    (repo / "d.py").rename(repo / "f.py")
    # Git finds a rename of a changed file only within its limit.
    commit(repo, {"e.py": f"{lines}x\n", "f.py": "1\n" * 8}, 3)
    edited = lines.replace("\n2\n", "\ntwo\n").replace("\n38\n", "\n")
    commit(repo, {"é b.py": edited}, 4)

    def answers() -> list[object]:
        return [
            known(repo, "e.py", "f.py", "é b.py", "sub/c.py"),
            known(repo / "sub", "c.py"),
            changed_files(repo, "HEAD~1"),
            list(changes(repo)),
            list(changes(repo, first)),
            revision_files(repo, first),
            branch_or_tag(repo),
            scan(repo),
        ]

    for name in ("grafts", "shallow"):
        (repo / name).write_text(f"{git(repo, 'rev-parse', 'HEAD')}\n", "utf-8")
    before = answers()
    (edit,) = changed_files(repo, "HEAD~1")
    assert (edit.path, edit.lines) == ("é b.py", ((3, 3), (39, 38)))
    for name, value in CONFIGURED.items():
        git(repo, "config", name, value)
    assert answers() == before
    for name, value in IN_THE_ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    assert answers() == before


def test_which_lines_changed(repo: Path, tmp_path: Path) -> None:
    odd = [] if os.name == "nt" else ["n\nl", 't\t"q"\\', " ", "diff --git a b"]
    names = ["a.py", "a b.py", "é.py", "sub/a.py", "[a].py", *odd]
    lines = "".join(f"{number}\n" for number in range(1, 10))
    commit(repo, dict.fromkeys([*names, "gone.py", "binary"], lines), 2)
    (repo / "gone.py").unlink()
    (repo / "binary").write_bytes(b"\0\n")
    for name in names:
        # Lines that look like those of git.
        text = lines.replace("2\n", "++ b/x\n").replace("8\n", "diff --git a b\n@@\n")
        (repo / name).write_text(text.replace("5\n", "-- x\n"), "utf-8")
    commit(repo, {"new.py": "1\n2\n"}, 3)
    found = {changed.path: changed for changed in changed_files(repo, "HEAD~1")}
    assert {path for path in found if found[path].gone} == {"gone.py"}
    assert {path: found[path].lines for path in found} == {
        **dict.fromkeys(names, ((2, 2), (5, 5), (8, 9))),
        "gone.py": (),
        "binary": (),
        "new.py": ((1, 2),),
    }
    assert [changed.path for changed in changed_files(repo / "sub", "HEAD~1")] == [
        "a.py"
    ]


def test_one_process_tells_the_lines_of_all_files(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [f"{number}.py" for number in range(9)]
    commit(repo, dict.fromkeys(files, "1\n"), 2)
    commit(repo, dict.fromkeys(files, "2\n"), 3)
    log = tmp_path / "git.log"
    monkeypatch.setenv("GIT_TRACE", str(log))
    assert {found.lines for found in changed_files(repo, "HEAD~1")} == {((1, 1),)}
    assert len(re.findall(r"built-in: git diff\b", log.read_text("utf-8"))) == 2


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_half_a_content_is_none(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    script = "#!/bin/sh\nread name\nprintf '%s blob 100\\nonly half of i' $name\n"
    (programs / "git").write_text(script)
    (programs / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    with Contents(repo) as contents, pytest.raises(GitError, match="git ended"):
        contents.read("abc")


def test_a_large_content_is_not_kept(repo: Path) -> None:
    commit(repo, {"large": "x" * 20_000_000, "small": "y"}, 2)
    names = [git(repo, "rev-parse", f"HEAD:{name}") for name in ("large", "small")]
    tracemalloc.start()
    try:
        with Contents(repo) as contents:
            assert [contents.get(name) for name in names] == [b"", b"y"]
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_links_to_links_of_a_commit(repo: Path) -> None:
    links = {"a": "z", "z": "b", "b": "sub/../file", "c": "d", "d": "c", "e": "../f"}
    for name, target in links.items():
        try:
            (repo / name).symlink_to(target)
        except OSError:
            pytest.skip("symbolic links are not allowed here")
    commit(repo, {"file": "1"}, 2)
    files = revision_files(repo, "HEAD").files
    assert files == dict.fromkeys(["file", "a", "b", "z"], files["file"])


def test_what_is_checked_out(repo: Path, tmp_path: Path) -> None:
    assert branch_or_tag(tmp_path) == ""
    with pytest.raises(GitError, match="not a git repository"):
        checkout(tmp_path)
    with pytest.raises(GitError, match="no commit"):
        checkout(repo)
    commit(repo, {"a.py": "1"}, 2)
    git(repo, "checkout", "-q", "-b", "feature/x")
    assert branch_or_tag(repo) == "feature/x"
    git(repo, "checkout", "-q", "--detach")
    assert branch_or_tag(repo) == ""
    git(repo, "tag", "v1.0")
    assert branch_or_tag(repo) == "v1.0"
    commit(repo, {"a.py": "2"}, 3)
    assert branch_or_tag(repo) == ""


FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}


def metadata(build: Build, docname: str) -> str:
    return build.body(docname).partition("Module:")[2].partition("File Purpose")[0]


@pytest.fixture
def project(make_project: Make) -> Project:
    project = make_project(
        FILES, kwindex_git=True, kwindex_source_link="https://x.org/{revision}/{path}"
    )
    git(project.repo, "init", "-q")
    commit(project.repo, {}, 2)
    return project


def test_only_pages_of_files_that_a_commit_touched_are_read(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "git.log"
    monkeypatch.setenv("GIT_TRACE", str(log))

    def calls() -> int:
        """Return how often the history was read."""
        return len(re.findall(r"built-in: git log\b", log.read_text("utf-8")))

    built = project.build()
    assert built.warnings == ""
    first = git(project.repo, "rev-parse", "HEAD")[:7]
    assert f"Last change: 2026-01-01, {first} Commits: 1" in metadata(
        built, "code/a.py_docs"
    )
    assert project.build().read == set()
    assert calls() == 1
    # The content is read before it is committed, and then nothing but the date is new.
    project.write({"a.py": "x = 2\n"})
    project.build()
    second = commit(project.repo, {}, 4)[:7]
    built = project.build()
    assert built.read == {"code/a.py_docs"}
    assert f"2026-01-03, {second} Commits: 2" in metadata(built, "code/a.py_docs")
    assert f"2026-01-01, {first} Commits: 1" in metadata(built, "code/b.py_docs")
    assert calls() == 2
    # Without it nothing of it is shown, and git is not asked.
    project.configure(kwindex_git=False)
    built = project.build()
    assert "Last change" not in built.body("code/a.py_docs")
    assert calls() == 2
    project.configure(kwindex_git=True)
    assert "Commits: 2" in metadata(project.build(), "code/a.py_docs")


def test_a_shallow_clone_says_at_least(project: Project, tmp_path: Path) -> None:
    commit(project.repo, {"a.py": "x = 2\n"}, 3)
    commit(project.repo, {"a.py": "x = 3\n"}, 4)
    clone = Project(tmp_path / "clone", dict(project.conf))
    clone.base.mkdir()
    git(clone.base, "clone", "-q", "--depth", "2", project.repo.as_uri(), "repo")
    built = clone.build()
    assert built.warnings == ""
    assert "Commits: at least 1" in metadata(built, "code/a.py_docs")
    assert "change" not in metadata(built, "code/b.py_docs")
    git(clone.repo, "fetch", "-q", "--unshallow")
    built = clone.build()
    assert "Commits: 3" in metadata(built, "code/a.py_docs")
    assert "Commits: 1" in metadata(built, "code/b.py_docs")


def test_without_git_there_is_one_warning(make_project: Make) -> None:
    project = make_project(FILES, kwindex_git=True)
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert "kwindex_git: not a git repository" in built.warnings
    assert "Last change" not in built.body("code/a.py_docs")
    project.configure(suppress_warnings=["kwindex.scan"])
    assert project.build().warnings == ""


def test_git_has_a_time_for_each_answer_and_not_for_all() -> None:
    command = [sys.executable, "-c", "input(); input(); input()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        for _ in range(2):
            with killed_after(process, 0.5):
                process.stdin.write(b"\n")
                process.stdin.flush()
            # What is done with the answer.
            time.sleep(0.6)
        assert process.poll() is None
        with killed_after(process, 0.5):
            assert process.wait(60)
