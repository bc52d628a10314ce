"""``kwindex moved``: what the history says of files and definitions that moved."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from test_git_history import commit, git

from sphinxcontrib_kwindex.analysis.moved_definitions import (
    Content,
    FileChange,
    candidates,
    moved_contents,
    moved_definitions,
)
from sphinxcontrib_kwindex.analysis.project.moved_file import ObjectName
from sphinxcontrib_kwindex.command.main import main as kwindex
from sphinxcontrib_kwindex.command.moved import merge

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

BODY = """\
    first = value * 2
    second = first + value
    return [first, second, value]
"""
CLASS = (
    "class {name}:\n    def one(self):\n        return self.x + 1\n\n"
    "    def two(self):\n        return {name}(self.x + 2)\n"
)


def moves(*files: tuple[str, str, str, str]) -> dict[str, str]:
    changes = [FileChange(old, new, a.encode(), b.encode()) for old, new, a, b in files]
    found = moved_definitions(candidates(changes))
    return {old.name: new.name for old, new in found.items()}


def test_many_alike_take_no_time_that_grows_with_their_square() -> None:
    content = Content("class", "the same", 90)
    gone, new = (
        {ObjectName(f"{folder}/{n}.py", "Meta"): content for n in range(8_000)}
        for folder in ("old", "new")
    )
    start = time.process_time()
    assert moved_contents(gone, new) == {}
    # It was more than that.
    assert time.process_time() - start < 10


def test_definitions_that_moved() -> None:
    # To another file, and under another name.
    function = f"def work(value):\n{BODY}"
    assert moves(
        ("a.py", "a.py", f"x = 1\n\n{function}", "x = 1\n"),
        ("", "b.py", "", function),
    ) == {"a.py::work": "b.py::work"}
    renamed = function.replace("work", "labour")
    assert moves(("a.py", "a.py", function, renamed)) == {"a.py::work": "a.py::labour"}
    # Into a class.
    inside = "class A:\n" + "".join(f"    {line}\n" for line in function.splitlines())
    assert moves(("a.py", "a.py", function, inside)) == {"a.py::work": "a.py::A.work"}
    # What is in a class goes with it, and it may say its own name.
    old, new = CLASS.format(name="Old"), CLASS.format(name="New")
    assert moves(("a.py", "", old, ""), ("", "b.py", "", new)) == {
        "a.py::Old": "b.py::New"
    }
    assert moves(("a.py", "", old, ""), ("", "b.py", "", old)) == {
        "a.py::Old": "b.py::Old"
    }
    # A class that was changed on the way.
    more = old + "\n    def three(self): ...\n"
    assert moves(("a.py", "", old, ""), ("", "b.py", "", more)) == {
        "a.py::Old": "b.py::Old"
    }
    # The file was renamed: its row says it.
    assert moves(("a.py", "b.py", function, function + "\n")) == {}


def test_what_is_alike_by_accident_did_not_move() -> None:
    short = "def {name}(): ...\n"
    assert moves(("a.py", "a.py", short.format(name="f"), short.format(name="g"))) == {}
    two = f"def one(value):\n{BODY}\n\ndef two(value):\n{BODY}"
    assert moves(("a.py", "a.py", two, f"def three(value):\n{BODY}")) == {}
    assert moves(("a.py", "a.py", two, ""), ("", "b.py", "", two)) == {
        "a.py::one": "b.py::one",
        "a.py::two": "b.py::two",
    }


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q")
    text = f'"""A."""\n\n\ndef work(value):\n{BODY}'
    commit(folder, {"a.py": text, "b/old.py": "x = 1\n" * 20, "c.png": "x" * 99}, 1)
    git(folder, "mv", "b/old.py", "b/mid.py")
    git(folder, "mv", "c.png", "d.png")
    commit(folder, {}, 2)
    git(folder, "mv", "b/mid.py", "b/new.py")
    commit(folder, {"a.py": '"""A."""\n', "lib.py": f"def labour(value):\n{BODY}"}, 3)
    git(folder, "mv", "lib.py", "library.py")
    commit(folder, {}, 4)
    return folder


ROWS = {
    "files": {
        "b/mid.py": "b/new.py",
        "b/old.py": "b/new.py",
        "lib.py": "library.py",
    },
    "definitions": {"a.py::work": "library.py::labour"},
}


def test_rows_are_printed_and_written(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kwindex(["moved", str(repo)]) == 1
    told = capsys.readouterr()
    assert tomllib.loads(told.out) == ROWS
    assert "4 rows to add" in told.err
    assert kwindex(["moved", str(repo), "--write"]) == 0
    file = repo / "kwindex_moved.toml"
    text = file.read_text()
    assert tomllib.loads(text) == ROWS
    assert text.startswith("# What moved")
    capsys.readouterr()
    assert kwindex(["moved", str(repo), "--write"]) == 0
    assert capsys.readouterr().out == ""
    assert file.read_text() == text
    # Whoever does not want a row leaves it as a comment; others are kept.
    mine = '# mine\n[definitions]\n"q.py::a" = "a.py::b"  # why\n\n[files]\n'
    file.write_text(mine + '#"lib.py" = "library.py"\n"b/old.py" = "a.py"\n')
    assert kwindex(["moved", str(repo), "--write"]) == 0
    assert (
        file.read_text()
        == mine.replace("# why\n", '# why\n"a.py::work" = "library.py::labour"\n')
        + '#"lib.py" = "library.py"\n"b/old.py" = "a.py"\n"b/mid.py" = "b/new.py"\n'
    )


def test_line_ends_stay(repo: Path) -> None:
    file = repo / "kwindex_moved.toml"
    file.write_bytes(b'# mine\r\n[files]\r\n"lib.py" = "library.py"\r\n')
    assert kwindex(["moved", str(repo), "--write"]) == 0
    lines = file.read_bytes().split(b"\n")
    assert {line.count(b"\r") for line in lines[:-1]} == {1}
    assert tomllib.loads(file.read_text()) == ROWS


def test_what_moved_on_since_rows_were_written(repo: Path) -> None:
    assert kwindex(["moved", str(repo), "--write"]) == 0
    git(repo, "mv", "library.py", "books.py")
    commit(repo, {}, 5)
    assert kwindex(["moved", str(repo), "--write"]) == 0
    rows = tomllib.loads((repo / "kwindex_moved.toml").read_text())
    assert rows == {**ROWS, "files": {**ROWS["files"], "library.py": "books.py"}}


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is run")
def test_rows_are_written_where_nobody_reads_them(repo: Path) -> None:
    command = '"$0" -u -m sphinxcontrib_kwindex moved . --write | true'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "added 4 rows" in done.stderr
    assert tomllib.loads((repo / "kwindex_moved.toml").read_text()) == ROWS


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit")
def test_a_full_disk_leaves_the_file_as_it_was(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    file = repo / "kwindex_moved.toml"
    file.write_text("# mine\n")
    file.chmod(0o640)
    before = sorted(repo.iterdir())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
        code = kwindex(["moved", str(repo), "--write"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert code == 3
    told = capsys.readouterr().err
    assert "cannot write" in told
    assert "Errno" not in told
    assert file.read_text() == "# mine\n"
    assert sorted(repo.iterdir()) == before
    assert kwindex(["moved", str(repo), "--write"]) == 0
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_part_of_the_history(
    repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kwindex(["moved", str(repo), "--since", "HEAD~1"]) == 1
    assert tomllib.loads(capsys.readouterr().out) == {"files": {"lib.py": "library.py"}}
    assert kwindex(["moved", str(repo), "--since=--all"]) == 2
    assert "there is no commit '--all'" in capsys.readouterr().err
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repo}", "shallow")
    assert kwindex(["moved", str(tmp_path / "shallow")]) == 0
    assert "the clone is shallow" in capsys.readouterr().err


def test_what_is_below_the_root(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kwindex(["moved", str(repo / "b")]) == 1
    rows = tomllib.loads(capsys.readouterr().out)
    assert rows == {"files": {"mid.py": "new.py", "old.py": "new.py"}}


def test_what_cannot_be_done(
    repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kwindex(["moved", str(tmp_path / "none")]) == 2
    (tmp_path / "plain").mkdir()
    assert kwindex(["moved", str(tmp_path / "plain")]) == 3
    file = repo / "kwindex_moved.toml"
    file.write_text("[files\n")
    assert kwindex(["moved", str(repo)]) == 2
    assert "kwindex_moved.toml:1" in capsys.readouterr().err
    file.write_text('files = {"a" = "b"}\n')
    assert kwindex(["moved", str(repo), "--write"]) == 3
    assert "as tables with a line for each row" in capsys.readouterr().err
    assert file.read_text() == 'files = {"a" = "b"}\n'


@pytest.mark.parametrize("there", [False, True])
def test_links_are_left_alone(repo: Path, tmp_path: Path, *, there: bool) -> None:
    planted = tmp_path / "planted"
    if there:
        planted.write_text("")
    try:
        (repo / "kwindex_moved.toml").symlink_to("../planted")
    except OSError:
        pytest.skip("symbolic links are not allowed here")
    assert kwindex(["moved", str(repo), "--write"]) == 2
    assert planted.exists() == there
    assert not there or not planted.read_text()


def test_rows_lead_to_what_a_build_shows(
    repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repo / "pyproject.toml").write_text('[tool.kwindex]\nexclude = ["b/"]\n')
    assert kwindex(["moved", str(repo)]) == 1
    rows = {**ROWS, "files": {"lib.py": "library.py"}}
    assert tomllib.loads(capsys.readouterr().out) == rows
    (repo / "wrong.toml").write_text('[tool.kwindex]\nexclude = ["!"]\n')
    assert kwindex(["moved", str(repo), "--config", str(repo / "wrong.toml")]) == 2
    assert "not a valid .gitignore pattern: '!'" in capsys.readouterr().err
    # Not what git does not track any more.
    git(repo, "rm", "-q", "--cached", "library.py")
    assert kwindex(["moved", str(repo)]) == 0
    assert capsys.readouterr().out == ""
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    assert kwindex(["moved", str(repo), "--config", str(empty)]) == 1
    assert "b/old.py" in capsys.readouterr().out


def test_many_moves_take_no_time_that_grows_with_their_square(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    head = "commit refs/heads/main\ncommitter A <a@example.org> 1 +0000\ndata 0\n"
    texts = ((number, f"x = {number}") for number in range(20_000))
    files = (f"M 644 inline a/{n}.py\ndata {len(text)}\n{text}\n" for n, text in texts)
    stream = f"{head}{''.join(files)}{head}R a b\n"
    subprocess.run(
        ["git", "fast-import", "--quiet"],
        cwd=tmp_path,
        input=stream.encode(),
        check=True,
    )
    began = time.process_time()
    assert kwindex(["moved", str(tmp_path)]) == 0
    assert time.process_time() - began < 10


@pytest.mark.skipif(sys.platform == "win32", reason="a script is run")
def test_nothing_of_the_repository_is_run(repo: Path, tmp_path: Path) -> None:
    trap, sprung = tmp_path / "trap.sh", tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch {sprung}\ncat\n")
    trap.chmod(0o755)
    (repo / ".git/info/attributes").write_text("*.py diff=evil filter=evil\n")
    for name in ("diff.evil.textconv", "diff.evil.command", "diff.external"):
        git(repo, "config", name, str(trap))
    for name in ("core.fsmonitor", "core.pager", "filter.evil.smudge", "gpg.program"):
        git(repo, "config", name, str(trap))
    sprung.unlink(missing_ok=True)
    assert kwindex(["moved", str(repo)]) == 1
    assert not sprung.exists()


def test_merging_keeps_line_ends_and_what_has_none() -> None:
    rows = {"files": [("a", "b")]}
    assert merge("[files]\r\n\"x\" = 'y'", rows) == '[files]\n"x" = \'y\'\n"a" = "b"\n'
    assert merge("# mine", rows) == '# mine\n\n[files]\n"a" = "b"\n'


def test_rows_are_printable() -> None:
    name = "a\n\x1b\x7f\x9b\u202e\U000e0069.py"
    text = merge("", {"files": [(name, "b.py")]})
    assert all(line.isprintable() for line in text.split("\n"))
    assert tomllib.loads(text) == {"files": {name: "b.py"}}


def test_the_command_runs_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert kwindex(["moved", "--help"]) == 0
    assert "kwindex moved" in capsys.readouterr().out
