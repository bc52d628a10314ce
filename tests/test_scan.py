"""Which files are input, tried on real folders and real git repositories."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.scan import git as git_module
from sphinxcontrib_kwindex.scan.credentials import named_by
from sphinxcontrib_kwindex.scan.input_filter import InputFilter
from sphinxcontrib_kwindex.scan.own_folders import OUTPUT_RECORD
from sphinxcontrib_kwindex.scan.scan import Scan, scan
from sphinxcontrib_kwindex.scan.work_tree import default_root

needs_git = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
posix = pytest.mark.skipif(os.name == "nt", reason="not on Windows")
BOTH = pytest.mark.parametrize(
    "in_git", [False, pytest.param(True, marks=needs_git)], ids=["walk", "git"]
)


@pytest.fixture(autouse=True)
def _own_git_configuration(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    return root


def write(root: Path, *paths: str) -> None:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x = 1\n", encoding="utf-8")


def ignore(folder: Path, *rules: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("\n".join(rules) + "\n", encoding="utf-8")


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def repository(root: Path, *, commit: bool = False) -> None:
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q")
    git(root, "config", "user.name", "A")
    git(root, "config", "user.email", "a@example.org")
    git(root, "config", "commit.gpgSign", "false")
    if commit:
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "x", "--allow-empty")


def link(at: Path, target: str | Path, *, folder: bool = False) -> None:
    try:
        at.symlink_to(target, target_is_directory=folder)
    except OSError:
        pytest.skip("symbolic links are not allowed here")


def paths(found: Scan) -> list[str]:
    return [file.path for file in found.files]


def problem_paths(found: Scan) -> list[str]:
    return [path for path, _ in found.problems]


# What both ways have in common


@pytest.mark.skipif(not Path("/proc/self/exe").exists(), reason="needs /proc")
def test_link_that_cannot_be_read_is_a_problem(root: Path) -> None:
    write(root, "a.py")
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        # Until somebody waits for it, it is there, without a program.
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        link(root / "b", f"/proc/{ended.pid}/exe")
        found = scan(root)
    assert paths(found) == ["a.py"]
    assert problem_paths(found) == ["b"]


def test_no_pattern_takes_long(root: Path) -> None:
    slow = "*a*a*a*a*a*a*b"
    write(root, "a" * 120, f"c{'a' * 100}b")
    began = time.process_time()
    assert paths(scan(root, exclude=[slow])) == ["a" * 120]
    assert paths(scan(root, include=[slow])) == [f"c{'a' * 100}b"]
    assert not named_by([slow])("a" * 120)
    assert time.process_time() - began < 5


@BOTH
def test_attributes_hold_though_their_file_is_no_input(
    root: Path, in_git: bool
) -> None:
    write(root, "s/a.py", "s/b.py")
    (root / "s/.gitattributes").write_text("a.py linguist-generated\n", "utf-8")
    if in_git:
        repository(root, commit=True)
    for chosen in ({}, {"include": ["*.py"]}, {"exclude": [".gitattributes"]}):
        classes = {
            file.path: file.class_by_name.name for file in scan(root, **chosen).files
        }
        assert classes["s/a.py"] == "data"
        assert classes["s/b.py"] == "code"


@BOTH
def test_order_is_by_parts_of_the_path(root: Path, in_git: bool) -> None:
    write(root, "a.py", "a/b.py", "a-b/c.py", "Z.py", "é.py")
    if in_git:
        repository(root)
    found = scan(root)
    assert paths(found) == ["Z.py", "a/b.py", "a-b/c.py", "a.py", "é.py"]
    assert found.problems == ()
    assert found.submodules == ()
    assert found.root == root.resolve()
    for file in found.files:
        assert file.location.is_absolute()
        assert file.location == root.resolve() / file.path


@BOTH
def test_never_input(root: Path, in_git: bool) -> None:
    if in_git:
        repository(root)
    write(root, "a.py", "docs/conf.py", ".hg/store", ".svn/entries")
    write(root, "p/__pycache__/a.cpython-311.pyc", "env/pyvenv.cfg", "env/lib/b.py")
    for made, mark in [
        ("docs/_build/html", ".buildinfo"),
        ("docs/_build/doctrees", "environment.pickle"),
        ("map", OUTPUT_RECORD),
    ]:
        write(root, f"{made}/{mark}", f"{made}/deep/er/x.md")
    write(root, "out/x.md", "out/y/z.md", "outer/x.md")
    if in_git:
        git(root, "add", "-A", "-f")
    found = scan(root, outputs=[root / "out", root / "missing"])
    assert paths(found) == ["a.py", "docs/conf.py", "outer/x.md"]
    assert found.problems == ()


@BOTH
def test_outputs_are_compared_resolved(root: Path, in_git: bool) -> None:
    write(root, "a.py", "out/x.md", "single.html")
    if in_git:
        repository(root)
    link(root.parent / "elsewhere", root, folder=True)
    elsewhere = root.parent / "elsewhere"
    found = scan(root, outputs=[elsewhere / "out", root / "out/../single.html"])
    assert paths(found) == ["a.py"]


@BOTH
def test_root_is_never_an_output(root: Path, in_git: bool) -> None:
    write(root, "a.py", ".buildinfo", OUTPUT_RECORD)
    if in_git:
        repository(root)
    found = scan(root, outputs=[root])
    assert paths(found) == [".buildinfo", OUTPUT_RECORD, "a.py"]


@BOTH
def test_include_and_exclude(root: Path, in_git: bool) -> None:
    write(root, "a.py", "a.txt", "s/a.py", "s/t/b.py", "s/t/keep.py", "v/a.py")
    if in_git:
        repository(root)
    found = scan(
        root, include=["*.py", "!/v/**"], exclude=["/a.py", "t/", "!s/t/keep.py"]
    )
    assert paths(found) == ["s/a.py", "s/t/keep.py"]
    assert paths(scan(root, exclude=["s/t", "*.txt"])) == ["a.py", "s/a.py", "v/a.py"]


def test_bad_pattern(root: Path) -> None:
    with pytest.raises(ValueError, match="pattern: '!'"):
        scan(root, include=["*.py", "!"])
    with pytest.raises(ValueError, match="pattern: '!'"):
        scan(root, exclude=["*.py", "!"])


@BOTH
def test_gitignore_at_every_level(root: Path, in_git: bool) -> None:
    ignore(root, "*.log", "/build/", "cache/", "f", "!keep.log", "\ufeff")
    ignore(root / "s", "!deep.log", "own.py")
    # Neither the folder nor what it says is looked at when it is ignored.
    ignore(root / "build", "!*")
    # The re-included folder does not bring back what another rule keeps out.
    ignore(root / "u", "!cache/")
    write(root, "a.py", "x.log", "keep.log", "s/deep.log", "s/other.log", "s/own.py")
    write(root, "own.py", "build/x.py", "s/build/x.py", "s/cache/x", "s/t/f/g")
    write(root, "u/cache/y.py", "u/cache/y.log")
    if in_git:
        repository(root)
    assert paths(scan(root)) == [
        ".gitignore",
        "a.py",
        "keep.log",
        "own.py",
        "s/.gitignore",
        "s/build/x.py",
        "s/deep.log",
        "u/.gitignore",
        "u/cache/y.py",
    ]


RULES = [
    ["foo/**"],
    ["foo/**", "!foo/a.py"],
    ["foo/**/"],
    ["*", "!*/", "!*.py"],
    ["*/", "!f*"],
    ["/*", "!/foo/"],
    ["**/a.py\r"],
    ["foo/*", "!foo/bar/"],
    ["a.py "],
    ["# a.py", "\\#x", "!", ""],
    ["[ab].py"],
    ["*/f*o*/*a*.p?", "**/y/**/f*/**/b*.*", "x[!z]#?"],
    ["[z-a].py", "[[:x:]].py", "[", "\\", "b.txt"],
    ["foo/bar"],
]


@needs_git
@pytest.mark.parametrize("rules", RULES, ids=" ".join)
def test_the_walk_reads_gitignore_as_git_does(root: Path, rules: list[str]) -> None:
    write(root, "a.py", "b.txt", "foo/a.py", "foo/bar/a.py", "foo/bar/foo/b.txt")
    write(root, "x/foo/a.py", "x/#x", "x/y/z/foo/bar/b.py", "#x")
    ignore(root, *rules)
    walked = paths(scan(root))
    repository(root)
    assert walked == paths(scan(root))


@BOTH
def test_a_gitignore_that_is_a_link_is_not_read(root: Path, in_git: bool) -> None:
    write(root, "s/a.py")
    (root / "rules").write_text("*.py\n", encoding="utf-8")
    link(root / "s/.gitignore", "../rules")
    if in_git:
        repository(root)
    assert paths(scan(root)) == ["rules", "s/.gitignore", "s/a.py"]


@BOTH
def test_links(root: Path, in_git: bool) -> None:
    if in_git:
        repository(root)
    outside = root.parent / "outside"
    write(outside, "secret.py", "sub/x.py")
    write(root, "a.py", "s/b.py", "out/index.html", ".hg/hgrc")
    link(root / "s/alias.py", "../a.py")
    link(root / "again", "s", folder=True)
    link(root / "s/up", "..", folder=True)
    link(root / "latest.html", "out/index.html")
    link(root / "password", ".hg/hgrc")
    link(root / "leak.py", outside / "secret.py")
    link(root / "leak", outside / "sub", folder=True)
    link(root / "broken.py", "gone.py")
    link(root / "loop.py", "loop.py")
    found = scan(root, outputs=[root / "out"])
    assert paths(found) == ["a.py", "s/alias.py", "s/b.py"]
    assert dict(found.problems) == {
        "broken.py": "The symbolic link is broken.",
        "leak": "The symbolic link points outside the root and is not followed.",
        "leak.py": "The symbolic link points outside the root and is not followed.",
        "loop.py": "The symbolic link points to itself.",
    }
    # Nobody wants to hear about what was not asked for.
    assert problem_paths(scan(root, include=["a.*"])) == ["leak"]
    exclude = ["leak.py", "leak/", "loop.py", "broken.py"]
    assert scan(root, exclude=exclude).problems == ()


@BOTH
def test_a_link_into_an_excluded_folder_is_a_file(root: Path, in_git: bool) -> None:
    write(root, "vendor/a.py")
    link(root / "a.py", "vendor/a.py")
    if in_git:
        repository(root)
    assert paths(scan(root, exclude=["vendor/"])) == ["a.py"]


@BOTH
def test_root_may_be_a_link(root: Path, in_git: bool) -> None:
    write(root, "a.py")
    link(root / "b.py", "a.py")
    if in_git:
        repository(root)
    link(root.parent / "alias", root, folder=True)
    found = scan(root.parent / "alias")
    assert found.root == root.resolve()
    assert paths(found) == ["a.py", "b.py"]
    assert found.problems == ()


@posix
@BOTH
def test_pipes_and_sockets_are_not_opened(
    root: Path, in_git: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "a.py")
    if in_git:
        repository(root)
    os.mkfifo(root / "pipe.py")
    link(root / "alias.py", "pipe.py")
    monkeypatch.chdir(root)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        if in_git:
            # git lists neither unless tracked, but does list the link.
            assert problem_paths(scan(root)) == ["alias.py"]
            git(root, "add", "a.py")
            (root / "a.py").unlink()
            os.mkfifo(root / "a.py")
            assert problem_paths(scan(root)) == ["a.py"]
            found = scan(root, untracked=True)
            assert problem_paths(found) == ["a.py", "alias.py"]
        else:
            # A pipe in place of the rules would never end.
            os.mkfifo(root / ".gitignore")
            found = scan(root)
            assert problem_paths(found) == [
                ".gitignore",
                "alias.py",
                "pipe.py",
                "sock",
            ]
            assert paths(found) == ["a.py"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse the name")
@BOTH
def test_names_that_are_not_unicode(root: Path, in_git: bool) -> None:
    write(root, "a.py", os.fsdecode(b"b\xff.py"), os.fsdecode(b"d\xfe/e/f.py"))
    write(root, os.fsdecode(b"no\xff.txt"))
    if in_git:
        repository(root)
    found = scan(root, exclude=["*.txt"])
    assert paths(found) == ["a.py"]
    assert found.problems == (
        ("b\\udcff.py", "The name is not valid Unicode."),
        ("d\\udcfe", "The name is not valid Unicode."),
    )


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="is root")
@BOTH
def test_unreadable(root: Path, in_git: bool) -> None:
    write(root, "a.py", "b.py", "new/x.py", "old/x.py", "sub/gone/x.py")
    if in_git:
        repository(root)
        git(root, "add", "a.py", "b.py", "old")
    closed = [root / "b.py", root / "new", root / "old", root / "sub/gone"]
    for path in closed:
        path.chmod(0)
    try:
        found = scan(root, untracked=True)
        below = scan(root / "sub")
        silent = scan(root, exclude=["b.py", "new", "old/", "gone"], untracked=True)
        tracked = scan(root)
    finally:
        for path in closed:
            path.chmod(0o700)
    assert paths(found) == ["a.py"]
    assert dict(found.problems) == {
        "b.py": "The file cannot be read.",
        "new": "The folder cannot be read.",
        "old": "The folder cannot be read.",
        "sub/gone": "The folder cannot be read.",
    }
    assert problem_paths(below) == ["gone"]
    assert silent.problems == ()
    if in_git:
        assert problem_paths(tracked) == ["b.py", "old"]


@BOTH
def test_nested_repositories(root: Path, in_git: bool) -> None:
    if in_git:
        repository(root)
    write(root, "a.py", "v/nested/x.py", "v/other/x.py", "site/.buildinfo")
    for folder in ["v/nested", "v/other", "site"]:
        if in_git:
            repository(root / folder, commit=True)
        else:
            write(root / folder, ".git")
    found = scan(root, exclude=["other/"])
    assert paths(found) == ["a.py"]
    assert found.submodules == ("v/nested",)
    assert found.problems == ()


# Git


@needs_git
def test_submodules(root: Path) -> None:
    write(root, "a.py")
    repository(root.parent / "library", commit=True)
    repository(root)
    for name in ["lib", "empty", "gone"]:
        git(
            root,
            *["-c", "protocol.file.allow=always"],
            *["submodule", "add", "-q", str(root.parent / "library"), f"s/{name}"],
        )
    write(root, "s/lib/x.py")
    git(root, "submodule", "deinit", "-q", "-f", "s/empty")
    shutil.rmtree(root / "s/gone")
    # A link into a submodule that is not checked out is not broken.
    link(root / "alias.py", "s/empty/a.py")
    link(root / "broken.py", "s/gone.py")
    git(root, "add", "alias.py", "broken.py")
    found = scan(root)
    assert problem_paths(found) == ["broken.py"]
    assert found.submodules == ("s/empty", "s/lib")
    assert paths(found) == [".gitmodules"]
    assert paths(scan(root, untracked=True)) == [".gitmodules", "a.py"]


@needs_git
def test_a_folder_of_a_work_tree(root: Path) -> None:
    ignore(root, "s/t/", "*.log")
    write(root, "a.py", "s/a.py", "s/a.log", "s/t/x.py", "s/u/b.py")
    repository(root)
    assert paths(scan(root / "s")) == ["a.py", "u/b.py"]


@needs_git
def test_tracked_counts_though_ignored_and_deleted_does_not(root: Path) -> None:
    write(root, "kept.log", "gone.py", "gone/x.py", "file/x.py", "dir")
    repository(root)
    git(root, "add", "-A")
    ignore(root, "*.log")
    write(root, "other.log")
    (root / "gone.py").unlink()
    shutil.rmtree(root / "gone")
    shutil.rmtree(root / "file")
    write(root, "file")
    (root / "dir").unlink()
    write(root, "dir/new.py")
    found = scan(root, untracked=True)
    assert paths(found) == [".gitignore", "dir/new.py", "file", "kept.log"]
    assert found.problems == ()
    found = scan(root)
    assert paths(found) == ["kept.log"]
    assert found.untracked == 3
    assert found.problems == ()


@needs_git
def test_tracked_below_what_is_a_link_now(root: Path) -> None:
    write(root, "a/x.py", "b/x.py")
    repository(root, commit=True)
    shutil.rmtree(root / "a")
    link(root / "a", "b", folder=True)
    found = scan(root)
    assert paths(found) == ["b/x.py"]
    assert found.problems == ()


@needs_git
def test_conflicts_are_listed_once(root: Path) -> None:
    write(root, "a.py")
    repository(root, commit=True)
    git(root, "checkout", "-q", "-b", "side")
    (root / "a.py").write_text("x = 2\n")
    git(root, "commit", "-qam", "2")
    git(root, "checkout", "-q", "-")
    (root / "a.py").write_text("x = 3\n")
    git(root, "commit", "-qam", "3")
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "side")
    assert paths(scan(root)) == ["a.py"]


@needs_git
def test_an_ignored_folder_stands_alone(root: Path) -> None:
    ignore(root, "build/", "*.py")
    sdist = root / "build/pkg-1.0"
    write(sdist, "a.py", "b.log")
    ignore(sdist, "*.log")
    repository(root)
    found = scan(sdist)
    assert paths(found) == [".gitignore", "a.py"]
    assert found.problems == ()
    # With a tracked file in it, it is a part of the repository after all.
    git(root, "add", "-f", "build/pkg-1.0/b.log")
    assert paths(scan(sdist)) == ["b.log"]


@needs_git
@posix
def test_the_repository_configures_nothing(root: Path) -> None:
    marker = root.parent / "marker"
    script = root.parent / "script"
    script.write_text(f'#!/bin/sh\ntouch "{marker}"\n')
    script.chmod(0o755)
    write(root, "a.py")
    repository(root, commit=True)
    write(root, "b.py")
    hooks = root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ["post-index-change", "query-watchman"]:
        shutil.copy(script, hooks / hook)
    git(root, "config", "core.fsmonitor", str(script))
    git(root, "config", "core.pager", str(script))
    git(root, "config", "pager.ls-files", "true")
    git(root, "config", "core.quotePath", "true")
    git(root, "ls-files", "--others")
    assert marker.exists(), "the script does run when nobody prevents it"
    marker.unlink()
    assert paths(scan(root, untracked=True)) == ["a.py", "b.py"]
    assert not marker.exists()


@needs_git
@pytest.mark.parametrize(
    "path", ["../outer.py", "/etc/passwd", "s/../.git/x", "./a.py"]
)
def test_forged_index(root: Path, path: str) -> None:
    write(root, "a.py", "s/b.py", ".git/x", "../outer.py")
    shutil.rmtree(root / ".git")
    repository(root)
    write(root, ".git/x")
    honest = "x" * len(path)
    write(root, honest)
    git(root, "add", honest)
    (root / honest).unlink()
    index = root / ".git/index"
    forged = index.read_bytes()[:-20].replace(honest.encode(), path.encode())
    index.write_bytes(forged + hashlib.sha1(forged).digest())
    assert path in subprocess.check_output(["git", "ls-files"], cwd=root, text=True)
    assert paths(scan(root)) == []
    assert paths(scan(root, untracked=True)) == ["a.py", "s/b.py"]


@needs_git
def test_nothing_is_written(root: Path) -> None:
    write(root, "a.py")
    repository(root, commit=True)
    os.utime(root / "a.py", (1, 1))
    before = (root / ".git/index").read_bytes()
    scan(root)
    assert (root / ".git/index").read_bytes() == before


@needs_git
def test_variables_of_another_repository(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = root.parent / "other"
    write(other, "x.py")
    repository(other, commit=True)
    write(root, "a.py")
    repository(root, commit=True)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    found = scan(root)
    assert paths(found) == ["a.py"]
    assert found.problems == ()


@pytest.mark.parametrize("why", ["missing", "fails"])
def test_without_git_the_folders_are_walked(
    root: Path, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignore(root, "*.log", "/s/x.py")
    write(root, "s/a.py", "s/a.log", "s/x.py", "s/t/b.py")
    if why == "missing":
        write(root, ".git/HEAD")
        monkeypatch.setenv("PATH", str(root))
        expected = "git was not found; "
    elif shutil.which("git"):
        (root / ".git").write_text("nonsense")
        expected = "git could not list the files ("
    else:
        pytest.skip("git is not installed")
    found = scan(root / "s")
    assert paths(found) == ["a.py", "t/b.py"]
    [(path, reason)] = found.problems
    assert path == "."
    assert reason.startswith(expected)
    assert scan(root / "s", exclude=["*"]).problems == found.problems
    # Rules that keep the root out are not those of the tree in it.
    ignore(root, "*.log", "s/")
    assert paths(scan(root / "s")) == ["a.log", "a.py", "t/b.py", "x.py"]


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_module, "GIT_TIMEOUT", 0.5)


@needs_git
@posix
@pytest.mark.usefixtures("_impatient")
def test_git_that_hangs(root: Path) -> None:
    write(root, "a.py")
    repository(root)
    os.mkfifo(root / ".gitignore")
    found = scan(root)
    assert paths(found) == ["a.py"]
    assert problem_paths(found) == [".", ".gitignore"]


@needs_git
@posix
@pytest.mark.usefixtures("_impatient")
def test_git_is_not_waited_for_where_it_waits_for_a_pipe(root: Path) -> None:
    write(root, "a.py", "new/b.py")
    repository(root)
    git(root, "add", "a.py")
    os.mkfifo(root / "new/.gitignore")
    found = scan(root)
    assert paths(found) == ["a.py"]
    assert "git waits for a pipe that is called .gitignore" in str(found.problems)


@needs_git
def test_git_is_not_taken_from_the_current_folder(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "a.py", "git", "git.exe")
    repository(root)
    (root / "git").chmod(0o755)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", os.pathsep.join([".", "", os.environ["PATH"]]))
    assert Path(git_module._find_git()).is_absolute()
    assert scan(root).problems == ()


# What git tracks


@needs_git
def test_what_git_does_not_track_is_counted(root: Path) -> None:
    ignore(root, "*.log", "kept.log")
    write(root, "a.py", "kept.log", "new.py", "no.txt", "x.log", "out/x", "env/b.py")
    write(root, "env/pyvenv.cfg")
    repository(root)
    git(root, "add", "a.py")
    git(root, "add", "-f", "kept.log")
    found = scan(root, exclude=["*.txt"], outputs=[root / "out"])
    # Staged is tracked, ignored or not; what is no input anyway does not count.
    assert paths(found) == ["a.py", "kept.log"]
    assert found.untracked == 2
    assert not found.tracks_nothing
    assert found.problems == ()
    found = scan(root, exclude=["*.txt"], outputs=[root / "out"], untracked=True)
    assert paths(found) == [".gitignore", "a.py", "kept.log", "new.py"]
    assert found.untracked == 0


@needs_git
def test_a_file_that_is_meant_to_be_added_is_tracked(root: Path) -> None:
    write(root, "a.py", "b.py")
    repository(root)
    git(root, "add", "-N", "a.py")
    found = scan(root)
    assert paths(found) == ["a.py"]
    assert found.untracked == 1


@needs_git
@pytest.mark.parametrize("folder", ["", "s"])
def test_where_git_tracks_nothing_all_is_input(root: Path, folder: str) -> None:
    ignore(root, "*.log")
    write(root, "s/a.py", "s/x.log")
    if folder:
        write(root, "b.py")
    repository(root)
    if folder:
        git(root, "add", "b.py")
    found = scan(root / folder, exclude=[".gitignore"])
    assert paths(found) == ["a.py" if folder else "s/a.py"]
    assert found.tracks_nothing
    assert found.untracked == 0
    assert not scan(root, untracked=True).tracks_nothing


@needs_git
def test_below_the_top_the_tracked_files_count(root: Path) -> None:
    write(root, "a.py", "s/b.py", "s/c.py", "new.py")
    repository(root)
    git(root, "add", "a.py", "s/b.py")
    found = scan(root / "s")
    assert paths(found) == ["b.py"]
    assert found.untracked == 1


@needs_git
def test_a_link_brings_no_untracked_file(root: Path) -> None:
    ignore(root, "*.log")
    write(root, "a.py", "new.py", "x.log", "lib/c.py")
    repository(root / "lib", commit=True)
    repository(root)
    for name, target in [
        ("to_a", "a.py"),
        ("to_new", "new.py"),
        ("to_log", "x.log"),
        ("to_lib", "lib/c.py"),
    ]:
        link(root / name, target)
    git(root, "-c", "advice.addEmbeddedRepo=false", "add", "a.py", "lib")
    git(root, "add", "to_a", "to_new", "to_log", "to_lib")
    found = scan(root)
    assert paths(found) == ["a.py", "to_a", "to_lib"]
    assert found.untracked == 4  # with .gitignore and new.py themselves
    assert found.problems == ()


@needs_git
@posix
@pytest.mark.usefixtures("_impatient")
def test_when_the_others_cannot_be_counted(root: Path) -> None:
    write(root, "a.py", "new.py")
    repository(root)
    git(root, "add", "a.py")
    os.mkfifo(root / ".gitignore")
    found = scan(root)
    assert paths(found) == ["a.py"]
    assert problem_paths(found) == ["."]


# The root


def test_missing_root(root: Path) -> None:
    assert scan(root / "gone").problems == ((".", "The folder cannot be read."),)


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_default_root_is_the_work_tree(root: Path, kind: str) -> None:
    write(root, "docs/source/conf.py")
    write(root, ".git/HEAD" if kind == "folder" else ".git")
    source = root / "docs/source"
    assert default_root(source, source) == root.resolve()


def test_default_root_without_git(root: Path) -> None:
    write(root, "docs/conf.py")
    docs = root / "docs"
    assert default_root(docs, docs / "source") == docs.resolve()


def test_deep_folders(root: Path) -> None:
    tree = InputFilter(root, None, None, [])
    assert not tree.may_enter("/".join(["a"] * 3000))


def test_what_meson_fetches_is_vendored(root: Path) -> None:
    write(root, "meson.build", "subprojects/foo.wrap", "sub/subprojects/bar.wrap")
    write(root, "subprojects/foo-1.2/a.c", "subprojects/own/b.c")
    write(root, "sub/subprojects/bar/c.c", "subprojects/foot/d.c")
    found = {file.path: file.class_by_name.reason for file in scan(root).files}
    assert {path for path, reason in found.items() if reason == "vendored"} == {
        "subprojects/foo-1.2/a.c",
        "sub/subprojects/bar/c.c",
    }
