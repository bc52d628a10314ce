"""From files to the store: what is analysed, and what is known already."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from trees import sources, take, write

from sphinxcontrib_kwindex.model.facts import Definition
from sphinxcontrib_kwindex.scan.scan import SourceFile
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.facts_cache import GENERATIONS_KEPT
from sphinxcontrib_kwindex.store.ingest import in_tree_order, ingest


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.sqlite", lambda text: pytest.fail(text))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(
        tmp_path / "root",
        {"a.py": "class A: pass\n", "p/b.py": "B = 1\n", "README.md": "# Title\n"},
    )


class Analysed(list[str]):
    """The names of the files that are analysed, as it happens."""

    def __call__(self, files: Sequence[SourceFile]) -> Iterator[SourceFile]:
        """Note each file as it is taken."""
        for file in files:
            self.append(file.location.name)
            yield file


@pytest.fixture
def analysed() -> Analysed:
    return Analysed()


def test_each_file_is_analysed_once(
    store: Store, root: Path, analysed: Analysed
) -> None:
    assert take(store, root, analysed)
    assert sorted(analysed) == ["README.md", "a.py", "b.py"]
    assert not take(store, root, analysed)
    assert len(analysed) == 3
    assert [row.target for row in store.definitions()] == ["a.py::A", "p/b.py::B"]


def test_an_edit_costs_one_file(store: Store, root: Path, analysed: Analysed) -> None:
    take(store, root, analysed)
    analysed.clear()
    (root / "a.py").write_text("class Other: pass\n")
    assert take(store, root, analysed)
    assert analysed == ["a.py"]
    assert [row.target for row in store.definitions()] == ["a.py::Other", "p/b.py::B"]


def test_new_times_cost_nothing(store: Store, root: Path, analysed: Analysed) -> None:
    take(store, root, analysed)
    analysed.clear()
    for file in sources(root):
        os.utime(file.location, (1, 1))
    assert not take(store, root, analysed)
    assert analysed == []


def test_a_renamed_file_is_known(store: Store, root: Path, analysed: Analysed) -> None:
    take(store, root, analysed)
    analysed.clear()
    (root / "a.py").rename(root / "p/renamed.py")
    assert take(store, root, analysed)
    assert analysed == []
    assert [row.target for row in store.definitions()] == [
        "p/b.py::B",
        "p/renamed.py::A",
    ]


def test_another_type_is_another_analysis(
    store: Store, root: Path, analysed: Analysed
) -> None:
    take(store, root, analysed)
    analysed.clear()
    (root / "a.py").rename(root / "a.txt")
    take(store, root, analysed)
    assert analysed == ["a.txt"]


def test_a_file_that_comes_back_is_known(
    store: Store, root: Path, analysed: Analysed
) -> None:
    take(store, root, analysed)
    content = (root / "a.py").read_bytes()
    (root / "a.py").unlink()
    assert take(store, root, analysed)
    assert store.file_key("a.py") is None
    analysed.clear()
    (root / "a.py").write_bytes(content)
    assert take(store, root, analysed)
    assert analysed == []
    assert store.file_key("a.py") is not None


def test_a_store_that_was_deleted_costs_time_and_nothing_else(
    tmp_path: Path, root: Path
) -> None:
    def told(name: str) -> list[object]:
        store = Store(tmp_path / name, lambda text: pytest.fail(text))
        take(store, root)
        return [store.files(), list(store.definitions()), list(store.imports())]

    assert told("one.sqlite") == told("two.sqlite")


def test_edits_in_any_order_give_the_tree_of_a_fresh_start(
    tmp_path: Path, store: Store, root: Path
) -> None:
    take(store, root)
    write(root, {"p/a.py": "import p.b\n", "0.py": "", "p/q/c.py": "def c(): ..."})
    take(store, root)
    (root / "a.py").unlink()
    write(root, {"p/b.py": "B = 1\nC = 2\n"})
    take(store, root)
    fresh = Store(tmp_path / "fresh.sqlite", lambda text: pytest.fail(text))
    take(fresh, root)
    assert store.files() == fresh.files()
    assert list(store.definitions()) == list(fresh.definitions())
    assert list(store.imports()) == list(fresh.imports())


def test_a_skip_rule_hides_definitions_and_its_change_is_seen(
    store: Store, root: Path, analysed: Analysed
) -> None:
    def taken(name: str, digest: str | None) -> bool:
        def skip(_path: str, one: Definition) -> bool:
            return one.name == name

        return ingest(
            store,
            sources(root),
            skip=skip,
            skip_digest=digest,
            progress=analysed,
        )

    def shown() -> list[str]:
        return [row.qualname for row in store.definitions()]

    assert taken("A", "no A")
    assert shown() == ["B"]
    assert store.hidden("a.py") == {("class", "A")}
    assert not taken("A", "no A")
    analysed.clear()
    assert taken("B", "no B")
    assert shown() == ["A"]
    assert store.hidden("a.py") == set()
    # What cannot be known is asked each time, and costs no analysis.
    assert taken("A", None)
    assert taken("A", None)
    assert shown() == ["B"]
    assert analysed == []


def test_progress_sees_what_is_analysed_only(store: Store, root: Path) -> None:
    seen: list[list[str]] = []

    def progress(files: Sequence[SourceFile]) -> Sequence[SourceFile]:
        seen.append([file.path for file in files])
        return files

    def taken() -> None:
        ingest(
            store,
            sources(root),
            skip=lambda _path, _definition: False,
            skip_digest="",
            progress=progress,
        )

    taken()
    taken()
    (root / "p/b.py").write_text("B = 2\n")
    taken()
    assert seen == [["README.md", "a.py", "p/b.py"], ["p/b.py"]]


def test_a_file_that_cannot_be_read_says_so(store: Store, root: Path) -> None:
    files = [*sources(root), SourceFile("gone.py", root / "gone.py")]

    def taken() -> bool:
        return ingest(
            store,
            files,
            skip=lambda _path, _definition: False,
            skip_digest="",
            progress=lambda files: files,
        )

    assert taken()
    key = store.file_key("gone.py")
    assert key is not None
    facts = store.get_facts(key)
    assert facts.problem is not None
    assert "could not be read" in facts.problem.message
    assert str(root) not in facts.problem.message
    assert not taken()
    (root / "gone.py").write_text("here = 1\n")
    assert taken()
    assert [row.target for row in store.definitions("name = 'here'")] == [
        "gone.py::here"
    ]


def test_a_file_that_changes_meanwhile_is_kept_by_what_was_analysed(
    store: Store, root: Path
) -> None:
    def progress(files: Sequence[SourceFile]) -> Sequence[SourceFile]:
        (root / "a.py").write_text("class Late: pass\n")
        return files

    ingest(
        store,
        sources(root),
        skip=lambda _path, _definition: False,
        skip_digest="",
        progress=progress,
    )
    assert [row.qualname for row in store.definitions("path = 'a.py'")] == ["Late"]
    assert not take(store, root, analysed)


def test_a_killed_analysis_keeps_what_it_had(
    store: Store, root: Path, analysed: Analysed
) -> None:
    def killed(files: Sequence[SourceFile]) -> Iterator[SourceFile]:
        for file in files:
            if file.path == "p/b.py":
                raise KeyboardInterrupt
            yield file

    with pytest.raises(KeyboardInterrupt):
        take(store, root, killed)
    assert store.file_keys() == {}
    analysed.clear()
    assert take(store, root, analysed)
    assert analysed == ["b.py"]


@pytest.mark.parametrize("name", ["linked", "planned"])
def test_a_changed_tree_has_to_be_linked_and_planned_again(
    store: Store, root: Path, name: str
) -> None:
    take(store, root)
    store.set_meta(name, "yes")
    take(store, root)
    assert store.meta(name) == "yes"
    (root / "a.py").unlink()
    take(store, root)
    assert store.meta(name) == ""


def test_facts_of_deleted_files_are_pruned(store: Store, root: Path) -> None:
    take(store, root)
    key = store.file_key("a.py")
    assert key is not None
    (root / "a.py").unlink()
    for number in range(GENERATIONS_KEPT + 2):
        kept = number <= GENERATIONS_KEPT
        assert (key in store.known_keys()) == kept
        (root / "p/b.py").write_text(f"B = {number}\n")
        take(store, root)


def test_in_tree_order() -> None:
    paths = ["a/b/c.py", "b.py", "a/z.py", "a.py", "a-b/x.py", "a/b.py"]
    assert in_tree_order(paths) == [
        "a.py",
        "b.py",
        "a/b.py",
        "a/z.py",
        "a/b/c.py",
        "a-b/x.py",
    ]
