"""The map of a tree, opened for questions."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.command.main import main
from sphinxcontrib_kwindex.command.messages import UsageError
from sphinxcontrib_kwindex.command.open_tree import open_tree
from sphinxcontrib_kwindex.command.tree_state import TICK, TreeState, package_state


def _made(root: Path) -> Path:
    (root / "pkg").mkdir(parents=True)
    (root / "pkg" / "a.py").write_text("def f(): ...\n", "utf-8")
    # What changed just now is not trusted.
    _age(root)
    return root


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return _made(tmp_path / "tree")


@pytest.fixture(scope="module")
def old_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree for tests that leave it as it is."""
    return _made(tmp_path_factory.mktemp("old") / "tree")


def _age(root: Path) -> None:
    then = time.time() - 60
    for path in (root, *root.rglob("*")):
        os.utime(path, (then, then))


def _names(root: Path, cache: Path, tick: int = TICK) -> list[str]:
    with open_tree(root, cache=cache, tick=tick) as code:
        return [row.qualname for row in code.definitions_below("")]


def test_what_changed_is_seen(tree: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert _names(tree, cache) == ["f"]
    (tree / "pkg" / "a.py").write_text("def g(): ...\n", "utf-8")
    assert _names(tree, cache) == ["g"]
    (tree / "pkg" / "b.py").write_text("def h(): ...\n", "utf-8")
    assert sorted(_names(tree, cache)) == ["g", "h"]
    (tree / "pkg" / "b.py").unlink()
    assert _names(tree, cache) == ["g"]


def test_a_time_to_come_is_no_change(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.touch()
    for years in (10, 270):
        then = time.time() + years * 365 * 86_400
        os.utime(file, (then, then))
        record = tmp_path / f"record{years}"
        TreeState(record, tmp_path, tick=0).save("key", ["a.py"], years)
        assert TreeState(record, tmp_path).unchanged_since("key") == years
        os.utime(file, (then, then + 1))
        assert TreeState(record, tmp_path).unchanged_since("key") is None
    TreeState(record, tmp_path).save("key", ["a.py"], years)
    assert not record.exists()


def test_what_is_warm_needs_no_sphinx(old_tree: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    _names(old_tree, cache, tick=0)
    program = (
        "import sys; from pathlib import Path\n"
        "from sphinxcontrib_kwindex.command.open_tree import open_tree\n"
        "with open_tree(Path(sys.argv[1]), cache=Path(sys.argv[2])) as code:\n"
        "    print(code.count_definitions(), 'sphinx' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(old_tree), str(cache)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["1", "False"]


def test_pages_are_known_and_a_site_is_built_behind_it(
    tree: Path, tmp_path: Path
) -> None:
    cache, out = tmp_path / "cache", tmp_path / "out"
    with open_tree(tree, cache=cache, with_pages=True) as code:
        assert code.page("docs", "pkg/a.py") is not None
    assert main([str(tree), "-o", str(out), "--cache", str(cache), "-q"]) == 0
    assert (out / "pkg" / "a.py_docs.html").is_file()
    (tree / "pkg" / "a.py").write_text("def g(): ...\n", "utf-8")
    assert _names(tree, cache) == ["g"]
    assert main([str(tree), "-o", str(out), "--cache", str(cache), "-q"]) == 0
    assert "def-g" in (out / "pkg" / "a.py_docs.html").read_text("utf-8")


def test_what_is_no_folder(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError),
        open_tree(str(tmp_path / "none"), cache=str(tmp_path)),
    ):
        pass


def test_a_package_is_known_by_its_files_or_its_installation(tmp_path: Path) -> None:
    package = tmp_path / "pkg"
    module = package / "inner" / "a.py"
    module.parent.mkdir(parents=True)
    module.write_text("x = 1\n", "utf-8")
    checkout = package_state(package)
    module.write_text("x = 12\n", "utf-8")
    assert package_state(package) != checkout
    record = tmp_path / "pkg-1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("pkg/inner/a.py,,\n", "utf-8")
    installed = package_state(package)
    assert [path for path, _, _ in installed] == [str(record)]
    record.write_text("pkg/inner/a.py,sha256=0,\n", "utf-8")
    assert package_state(package) != installed


def test_a_store_that_cannot_be_used_is_one_line(
    old_tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    asked = ["query", "f", "-C", str(old_tree), "--cache", str(cache)]
    _names(old_tree, cache, tick=0)
    assert main(asked) == 0
    (store,) = cache.glob("*/kwindex.sqlite")
    with closing(sqlite3.connect(store)) as database:
        database.execute("DROP TABLE definition")
    capsys.readouterr()
    assert main(asked) == 3
    told = capsys.readouterr().err
    assert told == f"kwindex: error: {store}: no such table: definition\n"


def test_a_store_with_a_hole_is_made_again(
    old_tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    asked = ["query", "f", "-C", str(old_tree), "--cache", str(cache)]
    _names(old_tree, cache, tick=0)
    (store,) = cache.glob("*/kwindex.sqlite")
    with closing(sqlite3.connect(store)) as database:
        asks = "SELECT rootpage FROM sqlite_master WHERE name = 'definition'"
        (page,) = database.execute(asks).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with store.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    assert main(asked) == 3
    assert "the next run analyses everything again" in capsys.readouterr().err
    assert main(asked) == 0


def test_a_link_to_the_repository_that_no_system_takes(
    tree: Path, tmp_path: Path
) -> None:
    (tree / ".git").write_text(f"gitdir: {'x' * 5000}\n", "utf-8")
    assert _names(tree, tmp_path / "cache") == ["f"]
