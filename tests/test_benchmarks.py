"""What the benchmarks choose, write and stop; nothing is timed."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

pytest.importorskip("resource", reason="what is measured, POSIX tells alone")
# At the front: what makes distributions is also named "build".
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import corpora
from build import Project, at_once, build, measure
from results import command_line, replace_section, table, write_report
from scale import Site, measured_twice
from sides import LABELS, readable, write_project

del sys.path[0]


# Reports


REPORT = "# Results\n\n## one\n\nOld.\n\n### Inner\n\nOld.\n\n## two\n\nKept.\n"


def test_a_section_is_replaced_with_its_subsections() -> None:
    text = replace_section(REPORT, "one", "\nNew.\n")
    assert text == "# Results\n\n## one\n\nNew.\n\n## two\n\nKept.\n"
    assert replace_section(text, "one", "New.") == text


def test_the_last_section_is_replaced() -> None:
    text = replace_section(REPORT, "two", "New.")
    assert text == REPORT.replace("Kept.", "New.")


def test_a_new_section_comes_last() -> None:
    assert replace_section(REPORT, "tw", "New.") == f"{REPORT}\n## tw\n\nNew.\n"
    assert replace_section("", "one", "New.") == "## one\n\nNew.\n"


def test_a_heading_in_a_fenced_block_is_none() -> None:
    fenced = "## one\n\n```\n## two\n~~~\n```\n\n## two\n\nOld.\n"
    text = replace_section(fenced, "two", "New.")
    assert text == fenced.replace("Old.", "New.")


def test_a_report_is_begun_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    for body in ("First.", "Second."):
        write_report(path, "one", body)
        write_report(path, "two", "Other.")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Results\n")
    assert text.endswith("\n\n## one\n\nSecond.\n\n## two\n\nOther.\n")


def test_a_table_is_padded_and_escaped() -> None:
    assert table(["what", "s"], [["a|b", "1.0"], ["c", "10.0"]]).splitlines() == [
        "| what |    s |",
        "|------|-----:|",
        "| a\\|b |  1.0 |",
        "| c    | 10.0 |",
    ]


def test_a_command_line_holds_no_path_of_a_machine(tmp_path: Path) -> None:
    path = tmp_path / "tree"
    told = command_line(
        [str(tmp_path / "compare.py"), "build", str(path), f"--cache={path}", "a b"]
    )
    assert told == "python benchmarks/compare.py build .../tree --cache=.../tree 'a b'"


# Samples


def some_sizes() -> dict[str, int]:
    """Return 2,000 files in folders of several depths, a few of them huge."""
    sizes = {}
    for number in range(2_000):
        folder = "/".join(f"f{number // 20 % base}" for base in (3, 7, 100))
        sizes[f"{folder}/m{number}.py"] = 200_000 if number % 97 == 0 else number
    return sizes


def test_samples_lie_within_each_other_and_are_like_the_whole() -> None:
    sizes = some_sizes()
    chosen = corpora.samples(sizes, [200, 400, 1_600])
    assert [len(names) for names in chosen.values()] == [200, 400, 1_600]
    assert set(chosen[200]) < set(chosen[400]) < set(chosen[1_600]) < set(sizes)
    mean = sum(sizes.values()) / len(sizes)
    for names in chosen.values():
        assert sum(sizes[name] for name in names) / len(names) == pytest.approx(
            mean, rel=0.1
        )
        folders = {folder for n in names for folder in PurePosixPath(n).parents}
        assert len(folders) / len(names) == pytest.approx(0.062, rel=0.3)


def test_samples_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "CHOICE", 10)
    sizes = some_sizes()
    backwards = dict(reversed(sizes.items()))
    first = corpora.samples(sizes, [300], 1)
    assert first == corpora.samples(backwards, [300], 1)
    assert first != corpora.samples(sizes, [300], 2)


def test_more_files_than_there_are() -> None:
    with pytest.raises(ValueError, match="3 of 2 files"):
        corpora.samples({"a.py": 1, "b.py": 0}, [3])


def test_empty_files_are_files() -> None:
    assert corpora.samples({"a.py": 0, "b/c.py": 0}, [2]) == {2: ["a.py", "b/c.py"]}


# Corpora


def wheel(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, f"# {name}\n")
    return path


def source_release(path: Path, *names: str) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(name)
            archive.addfile(member, io.BytesIO(name.encode()))
    return path


def names_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give two packages from archives on disk, and a list of what was asked for."""
    asked = []
    archives = {
        "one": wheel(tmp_path / "one.whl", "one/a.py", "one/data.txt", "../evil.py"),
        "two": source_release(
            tmp_path / "two.tar.gz",
            "two-1/setup.py",
            "two-1/two/b.py",
            "two-1/zoo/z.py",
            "two-1/../../evil.py",
        ),
    }

    def download(package: corpora.Package, folder: Path) -> Path:
        asked.append(package.name)
        return archives[package.name]

    monkeypatch.setattr(corpora, "download", download)
    return asked


def test_a_corpus_of_several_packages(
    packages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = (corpora.Package("one", "1"), corpora.Package("two", "1", source=True))
    corpus = corpora.Corpus(both, files=3)
    monkeypatch.setitem(corpora.CORPORA, "both", corpus)
    for _ in range(2):
        tree = corpora.fetch("both", tmp_path / "cache")
    assert packages == ["one", "two"]
    assert names_below(tree.root) == [
        "one",
        "one/one",
        "one/one/a.py",
        "two",
        "two/setup.py",
        "two/two",
        "two/two/b.py",
    ]
    assert names_below(tmp_path / "cache")[0] == "both"
    assert str(tree).startswith("both: 3 Python files, 0.0 MB, digest ")
    assert not list(tmp_path.rglob("evil.py"))


def test_a_corpus_that_is_a_part_of_a_package(
    packages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = corpora.Corpus((corpora.Package("two", "1", source=True),), part="two")
    monkeypatch.setitem(corpora.CORPORA, "part", corpus)
    assert names_below(corpora.fetch("part", tmp_path / "cache").root) == ["b.py"]


def test_a_digest_tells_paths_and_contents(tmp_path: Path) -> None:
    def digest(**files: str) -> str:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return corpora.digest(folder, sorted(folder.iterdir()))

    first = digest(a="x", b="y")
    assert first == digest(a="x", b="y")
    others = {digest(a="x", b="z"), digest(a="xb", y=""), digest(a="x", c="y")}
    assert len(others | {first}) == 4


# Sides


def test_a_peer_does_not_see_what_its_python_cannot_parse(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "good.py").write_text("x = 1\n", encoding="utf-8")
    tree = corpora.Tree("tree", root)
    assert readable(tree, sys.executable, tmp_path / "copy") == (tree, [])
    (root / "bad.py").write_text("def broken(:\n", encoding="utf-8")
    copied, bad = readable(tree, sys.executable, tmp_path / "copy")
    assert bad == ["bad.py"]
    assert names_below(copied.root) == ["good.py"]
    assert copied.root.name == "tree"


@pytest.mark.parametrize("side", LABELS)
def test_only_peers_may_fail(side: str, tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "__init__.py").write_text("x = 1\n", encoding="utf-8")
    tree = corpora.Tree("tree", root)
    project = write_project(side, tree, tmp_path / "project", python="other")
    assert project.peer == (side not in ("kwindex", "floor"))
    assert project.command()[0] == ("other" if project.peer else sys.executable)
    conf = (project.source / "conf.py").read_text(encoding="utf-8")
    compile(conf, "conf.py", "exec")


class Scripted(Project):
    """A peer's project whose build is a script, told in its name."""

    def clean(self) -> None:
        self.output.mkdir(parents=True, exist_ok=True)

    def command(self) -> list[str]:
        return [sys.executable, "-c", self.name]


def scripted(script: str, folder: Path) -> Scripted:
    project = Scripted(script, folder, "html", peer=True)
    project.clean()
    return project


def test_a_peer_is_stopped(tmp_path: Path) -> None:
    project = scripted("import time; time.sleep(600)", tmp_path)
    (project.output / "page.html").touch()
    stopped = build(project, limit=0.2)
    assert stopped.ending.startswith("stopped after ")
    assert (stopped.pages, stopped.written) == (1, 0)


def test_a_peer_that_fails_is_built_no_more(tmp_path: Path) -> None:
    good = scripted("open('output/page.html', 'w').close()", tmp_path / "good")
    bad = scripted("raise SystemExit(3)", tmp_path / "bad")
    well, failed = measure([good, bad], 3, peer_runs=2)
    assert (len(well.fresh), len(well.again), well.failed) == (2, 2, False)
    assert [build.ending[:13] for build in failed.fresh] == ["exit status 3"]
    assert failed.again == []


def test_the_machine_is_looked_at_before_each_build_from_nothing(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"

    def look() -> None:
        with log.open("a") as file:
            file.write("look ")

    script = f"with open({str(log)!r}, 'a') as file: file.write('{{}} ')"
    one, two = (scripted(script.format(n), tmp_path / n) for n in ("one", "two"))
    measure([one, two], 2, look=look)
    backwards = "look two look one two one"
    assert log.read_text().strip() == f"look one look two one two {backwards}"


def test_processes_that_take_longer_together_do_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"""
import os
number = len(os.listdir({str(tmp_path)!r}))
open(os.path.join({str(tmp_path)!r}, str(os.getpid())), "x").close()
print(1.25 if number in (1, 2) else 1.0)
"""
    monkeypatch.setattr("build.COUNT", script)
    assert at_once(2) == pytest.approx(1.6)


# Sizes of trees and pages


def test_a_small_tree_is_built_before_and_behind_the_largest(tmp_path: Path) -> None:
    built = tmp_path / "built"
    projects = {
        (number, "kwindex"): scripted(
            f"open({str(built)!r}, 'a').write('{number} ')", tmp_path / str(number)
        )
        for number in (10, 20, 40, 100)
    }
    measured = measured_twice(projects, 1)
    assert built.read_text("utf-8").split() == ["10", "20", "40", "100", "10", "20"] * 2
    counts = [(len(one.fresh), len(one.again)) for one in measured.values()]
    assert list(measured) == list(projects)
    assert counts == [(2, 2), (2, 2), (1, 1), (1, 1)]


def test_pages_of_files_grow_and_others_are_shared() -> None:
    few = Site({"code/a.py_docs.html": 100, "code/b.py_kw.html": 50, "index.html": 9})
    many = Site({"code/a.py_docs.html": 110, "code/c.py_docs.html": 1, "i.html": 70})
    assert few.growth(many) == [(1.1, 10, "code/a.py_docs.html")]
    assert many.of_tree == ("i.html", 70)
