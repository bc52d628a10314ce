"""The export of an older version, compared with the tree."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import Project, assert_same
from test_comparison import commit_files
from test_git_history import git

from sphinxcontrib_kwindex.command.main import main as kwindex
from sphinxcontrib_kwindex.command.open_tree import open_tree
from sphinxcontrib_kwindex.exports.kwindex_json import read, write

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

Make = Callable[..., Project]

LONG = "\n".join(f"    x = x * {number} + {number}" for number in range(12))
HIGH = "class High:\n    def above(self): ...\n"
BASE = """\
from typing import Any
from .base import Base, helper
__all__ = ["Thing", "Base", "gone", "kept", "helper", "LIMIT"]
LIMIT: int = 3
class Thing(Base):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
    def stays(self, x): ...
    def leaves(self): ...
def gone(): ...
def kept(x, y=1): ...
"""
OLD = {
    "pkg/__init__.py": BASE,
    "pkg/base.py": "class Root: ...\nclass Base(Root):\n"
    "    def __init__(self, name): ...\n    def above(self): ...\ndef helper(): ...\n",
    "pkg/more.py": f"def moves(x):\n{LONG}\n    return x\n{HIGH}class Low(High): ...\n",
    "pkg/other.py": "",
    "pkg/empty.py": "",
    "tests/test_it.py": "from pkg import gone\n\ndef test_one():\n    gone()\n",
    "src/lib.rs": "pub fn first() {}\nfn inner() {}\n",
    "notes.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
}
NEW = OLD | {
    "pkg/__init__.py": BASE.replace(', "gone"', "")
    .replace("def gone(): ...\n", "")
    .replace("    def leaves(self): ...\n", "")
    .replace("y=1", "*, z")
    .replace("(self, *args: Any, **kwargs: Any)", "(self, name: str)")
    .replace("LIMIT: int = 3", "LIMIT: int = 4"),
    "pkg/base.py": "class Base:\n    def __init__(self, name): ...\n",
    "pkg/more.py": f"{HIGH}class Low: ...\n",
    "pkg/other.py": f"def moves(x):\n{LONG}\n    return x\n",
    "src/lib.rs": "pub fn second() {}\n",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository and the export of its first commit; nobody writes to them."""
    base = tmp_path_factory.mktemp("made")
    root = base / "project"
    root.mkdir()
    git(root, "init", "-q")
    commit_files(root, OLD, "old")
    export(root, base / "v1.0")
    commit_files(root, NEW, "new")
    return base


@pytest.fixture
def repo(made: Path, tmp_path: Path) -> Path:
    for name in ("project", "v1.0"):
        shutil.copytree(made / name, tmp_path / name)
    return tmp_path / "project"


def export(root: Path, folder: Path) -> Path:
    cache = root.parent / "cache-of-export"
    arguments = ["--format", "json", "-o", str(folder), "--cache", str(cache)]
    assert kwindex(["export", str(root), *arguments]) == 0
    return folder / write.NAME


def exported(outdir: Path) -> Any:
    return json.loads((outdir / "exports/kwindex.json").read_text("utf-8"))


def diff(repo: Path, *arguments: str) -> int:
    cache = repo.parent / "cache"
    return kwindex(["diff", *arguments, "-C", str(repo), "--cache", str(cache)])


def changes(
    repo: Path, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[dict[str, Any], list[Any]]:
    capsys.readouterr()
    assert diff(repo, *arguments, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    return found["old"], found["changes"]


@pytest.mark.parametrize("size", [write.PART_SIZE, 1])
def test_the_same_as_of_the_commit(
    repo: Path,
    size: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The texts of definitions are not in the export, and what moved is told."""
    older = repo.parent / "v1.0/kwindex.json"
    if size == 1:
        git(repo, "checkout", "-q", "old")
        older = repo.parent / "parts/kwindex.json"
        older.parent.mkdir()
        with open_tree(repo, cache=repo.parent / "cache-of-export") as code:
            write.write(code, older.parent, size)
        assert len(list(older.parent.glob("kwindex-*.json"))) > 5
        git(repo, "checkout", "-q", "new")
    _, expected = changes(repo, capsys, "old", "new")
    assert {one["what"] for one in expected} == {
        *("removed", "renamed", "changed", "added")
    }
    texts = [row["text"] for one in expected for row in one["breakages"]]
    assert "it no longer has the inherited above" in texts
    side, found = changes(repo, capsys, str(older), "new")
    assert found == expected
    assert side == {"name": older.parent.name, "commit": ""}
    assert changes(repo, capsys, str(older))[1] == expected
    # The commit is not taken for what the export knows of it.
    assert changes(repo, capsys, "old", "new")[1] == expected


def test_another_export_at_the_same_place(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = repo.parent / "v1.0/kwindex.json"
    assert changes(repo, capsys, str(older))
    shutil.rmtree(older.parent)
    export(repo, older.parent)
    assert diff(repo, str(older)) == 0


def edited(path: Path, edit: Callable[[Any], None]) -> None:
    found = json.loads(path.read_text("utf-8"))
    edit(found)
    path.write_text(json.dumps(found), "utf-8")


def _set(name: str, value: object) -> Callable[[Any], None]:
    def edit(document: Any) -> None:
        document[name] = value

    return edit


def _set_in_file(name: str, value: object) -> Callable[[Any], None]:
    def edit(document: Any) -> None:
        document["files"][0][name] = value

    return edit


def _set_in_definition(name: str, value: object) -> Callable[[Any], None]:
    def edit(document: Any) -> None:
        file = next(one for one in document["files"] if one.get("definitions"))
        file["definitions"][0][name] = value

    return edit


def _part(name: str) -> dict[str, object]:
    return {"name": name, "first": "a", "last": "b", "files": 1}


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (_set("format", 2), "its format is 2, and 1 is what can be read"),
        (_set("files", {}), "is not an export of kwindex"),
        (_set("files", [7]), "is not an export of kwindex"),
        (_set("parts", [_part("../kwindex.json")]), "is not the name of a file"),
        (_set("parts", [_part("/etc/passwd")]), "is not the name of a file"),
        (_set("parts", [_part("..")]), "is not the name of a file"),
        (_set("parts", [_part("gone.json")]), "No such file"),
        (_set_in_file("path", "../../x.py"), "is not a path of a tree"),
        (_set_in_file("path", "/x.py"), "is not a path of a tree"),
        (_set_in_file("path", ""), "is not a path of a tree"),
        (_set_in_file("path", "pkg/base.py"), "it contradicts itself"),
        (_set_in_file("path", "a\ud800.py"), ""),
        (_set_in_file("content", ""), "was made by a version that compares nothing"),
        (_set_in_file("size", 10**30), ""),
        (_set_in_definition("lines", []), "is no definition"),
        (_set_in_definition("lines", [-4]), "is no definition"),
        (_set_in_definition("kind", "thing"), "is no definition"),
        (_set_in_definition("qualname", ""), "is no definition"),
    ],
)
def test_what_is_wrong(
    repo: Path,
    edit: Callable[[Any], None],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing but one message comes of it, and nothing of it is kept."""
    older = repo.parent / "v1.0/kwindex.json"
    right = older.read_text("utf-8")
    edited(older, edit)
    assert diff(repo, str(older), "new") == 2
    message = capsys.readouterr().err
    assert told in message
    assert message.count("error:") == 1
    assert "Traceback" not in message
    older.write_text(right, "utf-8")
    assert changes(repo, capsys, str(older))


@pytest.mark.parametrize("text", ["", "{", "null", "[" * 100_000, "\0", "\ud800"])
def test_what_is_no_export(
    repo: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    older = repo.parent / "v1.0.json"
    older.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert diff(repo, str(older), "new") == 2
    assert "is not an export of kwindex" in capsys.readouterr().err


def test_one_that_is_too_large(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = repo.parent / "v1.0.json"
    with older.open("wb") as file:
        file.truncate(read._LARGEST + 1)
    assert diff(repo, str(older), "new") == 2
    assert "has more than" in capsys.readouterr().err


def test_circles(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Classes that derive from themselves, or from what is not there, are no trap."""
    older = repo.parent / "v1.0/kwindex.json"

    def edit(document: Any) -> None:
        for file in document["files"]:
            for one in file.get("definitions", ()):
                if one["kind"] == "class":
                    one["bases"] = [{"id": one["id"]}, {"id": "gone.py::Gone"}, {}]

    edited(older, edit)
    assert diff(repo, str(older), "new") == 1
    assert "pkg.gone is gone" in capsys.readouterr().out


def test_the_page(make_project: Make) -> None:
    """A project need not be a repository then."""
    project = make_project(OLD, kwindex_exports=["json"])
    built = project.build()
    assert "since" not in exported(built.outdir)
    older = project.docs / "versions/v1.0"
    older.mkdir(parents=True)
    shutil.copy(built.outdir / "exports/kwindex.json", older)
    for path, text in NEW.items():
        (project.repo / path).write_text(text, "utf-8")
    project.configure(kwindex_changes_since="versions/v1.0/kwindex.json")
    built = project.build()
    assert built.warnings == ""
    body = built.body("code/changes")
    assert "Public names compared with v1.0." in body
    assert "pkg.gone" in body
    assert "changed since v1.0" in built.body("code/pkg/__init__.py_docs")
    found = exported(built.outdir)
    assert found["since"] == "v1.0"
    since = {
        one["qualname"]: one["since"]
        for file in found["files"]
        for one in file.get("definitions", ())
        if "since" in one
    }
    assert since["kept"] == "changed"
    assert since["second"] == "new"
    assert_same(built.outdir, project.copy(project.base / "clean").build().outdir)
    (older / "kwindex.json").write_text("{}", "utf-8")
    built = project.build()
    assert "there is no page of changes" in built.warnings
    assert built.warnings.count("kwindex_changes_since") == 1
    assert not built.path("code/changes").exists()


def test_no_exports_any_more(make_project: Make) -> None:
    """The folder goes with what was in it."""
    project = make_project(OLD, kwindex_exports=["json"])
    assert (project.build().outdir / "exports").is_dir()
    project.configure(kwindex_exports=[])
    assert not (project.build().outdir / "exports").exists()


def test_the_table_of_a_tree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who wrote the tree cannot have other files read."""
    table = '[tool.kwindex]\nchanges_since = "/other/kwindex.json"\n'
    (tmp_path / "pyproject.toml").write_text(table, "utf-8")
    assert kwindex(["query", "x", "-C", str(tmp_path)]) == 2
    assert "must be the name of a commit" in capsys.readouterr().err
