"""``kwindex diff``: two versions of a tree compared, for people and for programs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_comparison import commit_files
from test_git_history import git

from sphinxcontrib_kwindex.codemap.comparison.changes import (
    Breakage,
    Change,
    Comparison,
    Where,
)
from sphinxcontrib_kwindex.command.main import main as kwindex
from sphinxcontrib_kwindex.exports.comparison_report import (
    Report,
    Side,
    as_json,
    as_markdown,
    as_text,
    code_span,
)

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

OLD = {
    "pkg/__init__.py": "",
    "pkg/a.py": "def gone(): ...\ndef one(x): ...\n",
    "pkg/b.py": "from pkg.a import one\n\ndef caller():\n    return one(1)\n",
}
NEW = OLD | {"pkg/a.py": "def one(x, y): ...\ndef new(): ...\ndef _inner(): ...\n"}
TEXT = """\
old..new: 2 breaking, 0 that may change what is done, 1 added

Breaking (2)
  function pkg.a.gone: removed, pkg/a.py:1
    pkg.a.gone is gone
  function pkg.a.one: changed, pkg/a.py:1
    - (x)
    + (x, y)
    the new parameter y is required
    used in pkg/b.py:4

Added (1)
  function pkg.a.new: added, pkg/a.py:2

Not listed (--all): 1 change of what is not public.
"""
MARKDOWN = """\
## Changes from `old` to `new`

### Breaking (2)

- function `pkg.a.gone`: removed, `pkg/a.py:1`
  - `pkg.a.gone` is gone
- function `pkg.a.one`: changed, `pkg/a.py:1`
  - before: `(x)`
  - now: `(x, y)`
  - the new parameter `y` is required
  - used in `pkg/b.py:4`

### Added (1)

- function `pkg.a.new`: added, `pkg/a.py:2`

Not listed (--all): 1 change of what is not public.
"""


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that nobody changes, of which what was analysed is kept."""
    root = tmp_path_factory.mktemp("diff") / "project"
    root.mkdir()
    git(root, "init", "-q")
    commit_files(root, OLD, "old")
    commit_files(root, NEW, "new")
    return root


@pytest.fixture
def repo(compared: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(compared, tmp_path / "project")


def run(repo: Path, *arguments: str) -> int:
    cache = repo.parent / "cache"
    return kwindex(["diff", *arguments, "-C", str(repo), "--cache", str(cache)])


def test_text_and_markdown(compared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(compared, "old", "new") == 1
    assert capsys.readouterr().out == TEXT
    assert run(compared, "old", "new", "--format", "markdown") == 1
    assert capsys.readouterr().out == MARKDOWN
    capsys.readouterr()
    assert run(compared, "old", "old", "--format", "markdown") == 0
    same = "## Changes from `old` to `old`\n\nNo definition is found to differ.\n"
    assert capsys.readouterr().out == same
    assert run(compared, "old", "new", "--all") == 1
    assert "function _inner: added, pkg/a.py:3" in capsys.readouterr().out


def test_the_work_tree(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is not committed counts, and what is checked out stays as it is."""
    (repo / "pkg/a.py").write_text("def gone(): ...\ndef one(): ...\n", "utf-8")
    before = git(repo, "status", "--porcelain"), git(repo, "stash", "list")
    assert run(repo, "old") == 1
    out = capsys.readouterr().out
    assert "old..work tree: 1 breaking" in out
    assert "the parameter x is gone" in out
    assert (git(repo, "status", "--porcelain"), git(repo, "stash", "list")) == before


def test_json(compared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(compared, "old", "new", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["version"]) == ("kwindex-diff", 1)
    assert found["old"] == {"name": "old", "commit": git(compared, "rev-parse", "old")}
    assert [change["what"] for change in found["changes"]] == [
        *("removed", "changed", "added", "added")
    ]
    changed = found["changes"][1]
    assert changed["public"] == ["pkg.a.one"]
    assert changed["breakages"] == [
        {
            "rule": "parameter-added",
            "name": "y",
            "before": "",
            "after": "",
            "mild": False,
            "text": "the new parameter y is required",
        }
    ]
    assert changed["users"][0] == {
        "path": "pkg/b.py",
        "line": 4,
        "around": "caller",
        "text": "return one(1)",
    }


def test_wrong_usage(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(repo, "nothing") == 2
    assert "there is no commit 'nothing'\n" in capsys.readouterr().err
    for wrong, right in (("HED~2", "HEAD~2"), ("head", "HEAD"), ("HEAD~99", "")):
        assert run(repo, wrong) == 2
        hint = f"; did you mean '{right}'?" if right else ""
        assert f"there is no commit '{wrong}'{hint}\n" in capsys.readouterr().err
    (repo / ".git/shallow").touch()
    assert run(repo, "v0") == 2
    assert "'v0' in this shallow clone" in capsys.readouterr().err
    # An option of git is no revision.
    assert run(repo, "--", "--all") == 2
    for value, word in (("include = ['[z-a]']", "pattern"), ("idioms = [{}]", "name")):
        (repo / "pyproject.toml").write_text(f"[tool.kwindex]\n{value}\n")
        assert run(repo, "old", "new") == 2
        assert word in capsys.readouterr().err
    (repo / "pyproject.toml").unlink()
    shutil.rmtree(repo / ".git")
    assert run(repo, "old") == 3


def test_a_clone_without_the_contents(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = git(repo, "rev-parse", "old:pkg/a.py")
    content = repo / ".git/objects" / name[:2] / name[2:]
    content.chmod(0o600)
    content.unlink()
    assert run(repo, "old", "new") == 2
    said = capsys.readouterr().err
    assert "the clone does not have the files of 'old' (pkg/a.py)" in said


def test_a_clone_without_the_contents_of_data(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit_files(repo, NEW | {"a.png": "one", "b.png": "two"}, "pictures")
    name = git(repo, "rev-parse", "pictures:a.png")
    (repo / ".git/objects" / name[:2] / name[2:]).unlink()
    assert run(repo, "pictures", "new") == 0
    assert "0 breaking" in capsys.readouterr().out


def test_what_only_the_other_repository_has(
    repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(repo, "branch", "topic", "old")
    git(tmp_path, "clone", "-q", str(repo), "clone")
    assert run(tmp_path / "clone", "topic") == 2
    assert "did you mean 'origin/topic'?" in capsys.readouterr().err


def test_it_waits_for_another_process(
    compared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from sphinxcontrib_kwindex.command.cache_folder import CacheFolder\n"
        "with CacheFolder(*map(Path, sys.argv[1:])).locked():\n"
        "    print(flush=True)\n"
        "    time.sleep(1)\n"
    )
    command = [
        sys.executable,
        "-c",
        program,
        str(compared),
        str(compared.parent / "cache"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert run(compared, "old", "new") == 1
    assert "waiting for another kwindex process" in capsys.readouterr().err


def test_a_bare_repository_has_no_files(
    repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(repo), "bare")
    assert run(tmp_path / "bare", "old") == 2
    assert "the repository is bare" in capsys.readouterr().err
    assert run(tmp_path / "bare", "old", "new") == 1
    assert kwindex(["query", "f", "-C", str(tmp_path / "bare")]) == 2
    assert "git's own folder, without files" in capsys.readouterr().err


def test_what_moved_is_not_called_renamed(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "    return [x for x in range(y) if x]\n"
    one = f"def one(y):\n    z = y + 1\n{body}"
    before = {"a/__init__.py": "from a.b import one\n__all__ = ['one']\n"}
    before |= {"a/b.py": f"def two(): ...\n\n\n{one}", "a/d.py": "def three(): ...\n"}
    commit_files(repo, before, "before")
    after = {"a/__init__.py": before["a/__init__.py"].replace(".b", ".c")}
    after |= {"a/b.py": "def two(): ...\n", "a/c.py": one, "a/e.py": before["a/d.py"]}
    commit_files(repo, after, "after")
    run(repo, "before", "after", "--all")
    said = capsys.readouterr().out
    assert "one: moved, a/b.py::one -> a/c.py::one" in said
    assert "file a.d: renamed, a/d.py -> a/e.py" in said


def test_who_uses_what_is_told_where_it_is_not_known_to_break(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {
        "a.js": "export function join(x) { return x; }\n",
        "b.js": "import { join } from './a';\nexport const c = join(1);\n",
        "d.py": "def _own(x): ...\ndef free(x): ...\n_own(1)\nfree(1)\n",
    }
    commit_files(repo, before, "before")
    after = before | {
        "a.js": before["a.js"].replace("join(x)", "join(x, y)"),
        "d.py": before["d.py"].replace("(x):", "(x, y=1):"),
    }
    commit_files(repo, after, "after")
    assert run(repo, "before", "after", "--all") == 0
    said = capsys.readouterr().out
    assert "+ (x, y)\n    used in b.js:2" in said
    assert "function _own: changed, d.py:1\n    - (x)\n    + (x, y=1)\n    used" in said
    assert "used in d.py:4" not in said


def test_what_holds_of_several_parameters_is_said_once() -> None:
    broken = [Breakage("parameter-moved", name) for name in "abcdef"]
    broken += [
        Breakage("parameter-kind", name, "positional or keyword", "keyword-only")
        for name in "gh"
    ]
    broken += [Breakage("parameter-removed", name) for name in "ij"]
    broken.append(Breakage("parameter-moved", "k"))
    where = Where("a.py", "f", 1)
    change = Change(
        "changed", "function", where, where, ("f",), "(a)", "(a)", (*broken,)
    )
    report = Report(Side("old"), Side("new"), Comparison((change,)))
    assert list(as_text(report))[4:] == [
        "    the parameters a, b, c, d, e, … moved to other positions",
        "    the parameters g, h were positional or keyword and are keyword-only",
        "    the parameter i is gone",
        "    the parameter j is gone",
        "    the parameter k moved to another position",
    ]


def test_what_a_tree_says_forges_nothing() -> None:
    name = "x\x1b[31m\n\nBreaking (0)\u202e`*"
    where = Where(f"{name}.py", name, 1)
    breakage = Breakage("value", name, name, name)
    change = Change("changed", "data", where, where, (name,), name, name, (breakage,))
    report = Report(Side(name), Side("new"), Comparison((change,)))
    for lines in (list(as_text(report)), list(as_markdown(report))):
        assert all("\n" not in line and line.isprintable() for line in lines)
        assert len(lines) in {5, 6}
    assert "\x1b" not in as_json(report)
    assert code_span("a`b``c") == "``` a`b``c ```"
    assert code_span("<b>") == "`<b>`"
