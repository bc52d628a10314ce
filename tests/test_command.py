"""The command: what it makes, what it leaves alone, and what it says."""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import webbrowser
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import pytest
from filelock import FileLock
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from trees import write

from sphinxcontrib_kwindex.command import build_arguments, pyproject
from sphinxcontrib_kwindex.command import main as command
from sphinxcontrib_kwindex.command.output_folder import OutputFolder
from sphinxcontrib_kwindex.command.progress import Messages
from sphinxcontrib_kwindex.scan.scan import scan
from sphinxcontrib_kwindex.sphinx_wiring.setup.config import VALUES

TREE: dict[str, str | bytes] = {
    "pkg/__init__.py": '"""A package."""\n\nimport os\n',
    "pkg/mod.py": '"""A module."""\n\n\ndef go():\n    """Go."""\n',
    "README.md": "# Sample\n\nA sample of a project.\n",
}
PACKAGE = Path(__file__).parents[1]


@dataclass
class Run:
    """What one run of the command did."""

    code: int
    out: str
    err: str

    def is_refused(self, *words: str) -> None:
        """Fail unless it said in one sentence why it did nothing."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        for word in words:
            assert word in self.err


@dataclass
class Place:
    """A repository, a cache and a place for the output."""

    base: Path
    capture: pytest.CaptureFixture[str]

    @property
    def repo(self) -> Path:
        return self.base / "repo"

    @property
    def site(self) -> Path:
        return self.base / "site"

    @property
    def cache_folder(self) -> Path:
        (folder,) = (path for path in (self.base / "cache").iterdir() if path.is_dir())
        return folder

    def run(self, *given: object, path: Path | None = None) -> Run:
        """Run the command on the repository; ``-o site`` unless *given* says."""
        words = [str(path or self.repo), *map(str, given)]
        if "-o" not in words:
            words += ["-o", str(self.site)]
        if "--cache" not in words:
            words += ["--cache", str(self.base / "cache")]
        self.capture.readouterr()
        code = command.main(words)
        said = self.capture.readouterr()
        return Run(code, said.out, said.err)

    def configure(self, text: str) -> None:
        """Write ``[tool.kwindex]``."""
        write(self.repo, {"pyproject.toml": f"[tool.kwindex]\n{text}\n"})


@pytest.fixture
def place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Place:
    """Make a repository."""
    write(tmp_path / "repo", TREE)
    return Place(tmp_path, capsys)


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return everything below a folder with its time and content."""
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in [folder, *folder.rglob("*")]
    }


def body(page: Path) -> str:
    return re.sub(r"<[^>]*>", "", page.read_text("utf-8"))


@pytest.mark.parametrize("builder", ["html", "dirhtml", "markdown"])
def test_a_folder_may_be_called_index(place: Place, builder: str) -> None:
    write(place.repo, {"index/__init__.py": "", "index/names.py": "NAME = 1\n"})
    assert place.run("-b", builder).code == 0
    suffix = "md" if builder == "markdown" else "html"
    assert "index/" in body(place.site / f"index.{suffix}")
    assert "names.py" in body(place.site / f"index/index.{suffix}")


def test_site_is_made_and_the_repository_left_alone(place: Place) -> None:
    before = snapshot(place.repo)
    run = place.run()
    assert run.code == 0
    assert "Built 12 pages from 3 files with 1 definition in " in run.out
    assert f"Open {place.site / 'index.html'}" in run.out
    assert "WARNING" not in run.err
    assert snapshot(place.repo) == before
    start = place.site / "index.html"
    assert "Start Here" not in body(start)
    assert "Keywords A to Z" in body(start)
    assert "repo" in re.findall("<title>(.*?)</title>", start.read_text("utf-8"))[0]
    assert "furo" in start.read_text("utf-8")
    assert (place.site / "pkg/mod.py_docs.html").exists()
    assert (place.site / "keywords.html").exists()
    assert not list(place.site.rglob("*.doctree"))


def test_second_run_does_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.run()
    before = snapshot(place.site)

    def forbidden(*_: object) -> None:
        raise AssertionError("built")

    with monkeypatch.context() as patch:
        patch.setattr(Sphinx, "build", forbidden)
        run = place.run()
        assert run.code == 0
        assert "Nothing changed: 12 pages from 3 files with 1 definition." in run.out
        # Not what the files hold, and not where it is shown.
        os.utime(place.repo / "pkg/mod.py", (1, 1))
        assert place.run("-q").out == ""
    assert snapshot(place.site) == before


def test_what_changed_is_made_again_and_nothing_else(place: Place) -> None:
    place.run()
    before = snapshot(place.site)
    write(place.repo, {"pkg/mod.py": '"""A module."""\n\n\ndef went():\n    pass\n'})
    run = place.run("-v")
    assert "analysing code... [100%] pkg/mod.py" in run.out
    assert "README.md_docs" not in run.out
    after = snapshot(place.site)
    assert "went" in body(place.site / "pkg/mod.py_docs.html")
    for same in ("README.md_docs.html", "pkg/__init__.py_kw.html"):
        assert after[same] == before[same]
    assert "Nothing changed" in place.run().out


def test_change_of_a_setting_is_seen(place: Place) -> None:
    place.run()
    run = place.run("--title", "Another name")
    assert "Nothing changed" not in run.out
    assert "Another name" in body(place.site / "pkg/mod.py_docs.html")
    assert "alabaster" in place.run("--theme", "alabaster").out + body_of(place)
    assert "alabaster.css" in body_of(place)


def test_change_of_an_index_is_seen(place: Place) -> None:
    index = place.base / "index.scip"
    for content in ("one", "other"):
        index.write_text(content, "utf-8")
        assert "is not used" in place.run("--scip", index).err
        assert "Nothing changed" in place.run("--scip", index).out


def body_of(place: Place) -> str:
    return (place.site / "index.html").read_text("utf-8")


def test_commit_without_a_change_of_files_is_seen(place: Place) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", place.repo, *words], check=True)

    git("init", "-q")
    place.run()
    assert "Nothing changed" in place.run().out
    who = ("-c", "user.name=n", "-c", "user.email=e")
    git("add", ".")
    git(*who, "commit", "-q", "--no-gpg-sign", "-m", "One")
    assert "Nothing changed" not in place.run().out
    assert "Nothing changed" in place.run().out


def test_damaged_output_is_made_again(place: Place) -> None:
    place.run()
    before = {name: content for name, (_, content) in snapshot(place.site).items()}
    page = place.site / "pkg/mod.py_docs.html"
    for damage in ("delete", "change", "empty"):
        if damage == "delete":
            page.unlink()
        else:
            page.write_text("mine" if damage == "change" else "")
        (place.site / "CNAME").write_text("example.org")
        run = place.run()
        assert "Nothing changed" not in run.out, damage
        after = {name: content for name, (_, content) in snapshot(place.site).items()}
        assert after.pop("CNAME") == b"example.org"
        assert after["pkg/mod.py_docs.html"] == before["pkg/mod.py_docs.html"], damage
        assert after.keys() == before.keys(), damage


def test_run_after_one_that_failed_builds(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = Sphinx.build

    def fail_behind(app: Sphinx, **options: bool) -> None:
        build(app, **options)
        raise ArithmeticError

    place.run()
    write(place.repo, {"pkg/new.py": "x = 1\n"})
    with monkeypatch.context() as patch:
        patch.setattr(Sphinx, "build", fail_behind)
        assert place.run().code == 3
    assert not list(place.cache_folder.glob("run-*.json"))
    (place.repo / "pkg/new.py").unlink()
    run = place.run()
    assert "Nothing changed" not in run.out
    assert not (place.site / "pkg/new.py_docs.html").exists()


def test_builders_have_a_state_and_a_default_folder_each(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.base)
    cache = ("--cache", str(place.base / "cache"))
    assert command.main(["repo", *cache]) == 0
    assert command.main(["repo", "-b", "text", *cache]) == 0
    said = place.capture.readouterr()
    assert "analysing code" in said.err.partition("writing")[0]
    assert said.err.count("analysing code") == 1
    assert (place.base / "kwindex-html/index.html").exists()
    assert (place.base / "kwindex-text/index.txt").exists()
    assert f"Open {place.base / 'kwindex-text/index.txt'}" in said.out
    command.main(["repo", *cache])
    assert "Nothing changed" in place.capture.readouterr().out


def test_all_links_of_the_one_page_lead_somewhere(place: Place) -> None:
    place.run("-b", "singlehtml")
    page = (place.site / "index.html").read_text("utf-8")
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert 'href="#"' in page
    assert links <= set(re.findall(r'\bid="([^"]+)"', page))


@pytest.mark.parametrize(
    ("builder", "first", "there"),
    [
        ("html", "index.html", True),
        ("dirhtml", "index.html", True),
        ("singlehtml", "index.html", True),
        ("markdown", "index.md", False),
        ("epub", "*.epub", False),
        ("json", "index.fjson", False),
        ("latex", "*.tex", False),
        ("texinfo", "*.texi", False),
        ("xml", "index.xml", False),
    ],
)
def test_closing_line_names_what_to_look_at_and_github_pages_publish_all(
    place: Place, builder: str, first: str, there: bool
) -> None:
    run = place.run("-b", builder)
    assert run.code == 0
    assert "WARNING" not in run.err
    (path,) = place.site.glob(first)
    assert f"Open {path}\n" in run.out
    mark = place.site / ".nojekyll"
    assert mark.exists() == there
    if there:
        # What somebody else put beside it stays.
        (place.site / "CNAME").write_text("example.org")
        mark.unlink()
        place.run("-b", builder)
        assert mark.exists()
        assert (place.site / "CNAME").read_text() == "example.org"
        assert "Nothing changed" in place.run("-b", builder).out


@pytest.mark.parametrize(
    ("builder", "suffix"), [("html", ".html"), ("dirhtml", "/"), ("markdown", ".md")]
)
def test_folders_may_be_called_like_files_that_builders_write(
    place: Place, builder: str, suffix: str
) -> None:
    written = ("objects.inv", "searchindex.js", "search.html", "index.html", "doc.md")
    harmless = ("search", "genindex", "_static", "_sources", "pkg/objects.inv")
    for name in (*written, *harmless):
        write(place.repo, {f"{name}/a.py": "def go(): ...\n"})
    assert place.run("-b", builder).err.count("WARNING") == 0
    for name in written:
        assert (place.site / f"{name}_/a.py_docs{suffix}").exists()
    for name in harmless:
        assert (place.site / f"{name}/a.py_docs{suffix}").exists()
    assert "Nothing changed" in place.run("-b", builder).out


def test_site_of_the_command_may_be_found(place: Place) -> None:
    place.run()
    page = place.site / "pkg/mod.py_docs.html"
    assert 'name="robots"' not in page.read_text("utf-8")
    place.configure('robots = "noindex"')
    place.run()
    assert 'name="robots" content="noindex"' in page.read_text("utf-8")


def test_output_inside_the_tree_is_no_input(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.repo)
    for name in ("site", "other", "site"):
        assert "3 files" in place.run("-o", name, path=Path()).out
    # Not even where an earlier run was killed before it had written anything else.
    (place.repo / "killed").mkdir()
    (place.repo / "killed" / OutputFolder.MARK).write_text("{}")
    (place.repo / "killed/page.html").write_text("half")
    assert "Nothing changed" in place.run("-o", "site", path=Path()).out
    assert "index.html" not in body(place.repo / "site/keywords.html")


def test_cache_inside_the_tree_is_no_input(place: Place) -> None:
    cache = place.repo / "cache"
    for number in range(2):
        run = place.run("--cache", cache)
        assert "3 files" in run.out
        assert ("Nothing changed" in run.out) is bool(number)


def test_output_in_a_moved_tree_is_still_its_own(place: Place) -> None:
    place.run("-o", place.repo / "site")
    moved = place.repo.rename(place.base / "moved")
    run = place.run("-o", moved / "site", path=moved)
    assert run.code == 0
    assert "3 files" in run.out


# What is refused


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere", "cannot open the folder"), ("README.md", "is a file")],
)
def test_path_has_to_be_a_folder(place: Place, name: str, words: str) -> None:
    place.run(path=place.repo / name).is_refused(name, words)
    assert not place.site.exists()
    assert not (place.base / "cache").exists()


@pytest.mark.parametrize("name", ["bare", "tree/.git"])
def test_what_git_keeps_is_refused(place: Place, name: str) -> None:
    """Its configuration may hold a password."""
    folder = place.base / name
    bare = ["--bare"] if name == "bare" else []
    root = folder if bare else folder.parent
    subprocess.run(["git", "init", "-q", *bare, root], check=True)
    place.run(path=folder).is_refused(name, "git's own folder")


def test_empty_tree_is_refused(place: Place) -> None:
    (place.base / "empty").mkdir()
    place.run(path=place.base / "empty").is_refused("no files to document in")
    place.run("--include", "*.c").is_refused(
        "no files to document", "match the patterns"
    )
    assert not place.site.exists()
    assert not (place.base / "cache").exists()


def test_the_only_folder_with_files_is_no_output(place: Place) -> None:
    folder = place.base / "one"
    write(folder, {"src/a.py": "x = 1\n"})
    refused = place.run("-o", folder / "src", path=folder)
    refused.is_refused("the output folder", "was not created by kwindex")


def test_output_that_holds_something_else_is_refused(place: Place) -> None:
    write(place.site, {"precious.txt": "mine"})
    before = snapshot(place.base)
    place.run().is_refused("not created by kwindex", "precious.txt")
    place.run("-o", place.site / "precious.txt").is_refused("is a file")
    place.run("-o", place.site / "precious.txt/x").is_refused("cannot be written")
    assert snapshot(place.base) == before


def test_output_of_something_else_is_refused(place: Place) -> None:
    place.run()
    before = snapshot(place.site)
    place.run("-b", "text").is_refused("created for another builder")
    write(place.base / "other", TREE)
    place.run(path=place.base / "other").is_refused("created for another folder")
    assert snapshot(place.site) == before


@pytest.mark.parametrize(("out", "word"), [(".", "is"), ("..", "contains")])
def test_output_may_not_be_the_tree_or_above_it(
    place: Place, out: str, word: str
) -> None:
    before = snapshot(place.repo)
    place.run("-o", place.repo / out).is_refused(f" {word} the folder to document")
    assert snapshot(place.repo) == before


def test_cache_that_cannot_be_used_is_refused(place: Place) -> None:
    file = place.repo / "README.md"
    place.run("--cache", file).is_refused("cache folder", "--cache")
    place.run("--cache", place.base).is_refused("inside the cache directory of kwindex")
    assert not place.site.exists()


def test_no_permission_is_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def mkdir(path: Path, *given: int, **more: bool) -> None:
        if path.is_relative_to(place.base / "locked"):
            raise PermissionError(13, "Permission denied", str(path))
        real(path, *given, **more)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    locked = place.base / "locked/x"
    place.run("-o", locked).is_refused("cannot be written (Permission denied)", "-o")
    place.run("--cache", locked).is_refused("(Permission denied)", "--cache")
    assert not place.site.exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("-b", "htlm"), ("unknown builder 'htlm'", "dirhtml", "singlehtml")),
        (("--theme", "fruo"), ("theme 'fruo' is not installed", "alabaster", "furo")),
        (("--exclude", "!"), ("not a valid .gitignore pattern: '!'",)),
        (("--config", "nowhere.toml"), ("cannot read nowhere.toml",)),
    ],
)
def test_wrong_names_are_refused(
    place: Place, given: tuple[str, ...], words: tuple[str, ...]
) -> None:
    place.run(*given).is_refused(*words)
    assert not place.site.exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], "arguments are required: PATH"),
        ([".", "-j", "0"], "neither a positive number nor 'auto'"),
        ([".", "-b", "../x"], "not a valid builder name"),
        ([".", "--nope"], "unrecognized arguments: --nope"),
    ],
)
def test_wrong_arguments_are_refused(
    given: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(given) == 2
    assert words in capsys.readouterr().err


def test_runs_at_the_same_time_wait_for_each_other(place: Place) -> None:
    place.run()
    lock = FileLock(place.cache_folder / "command.lock", thread_local=False)
    lock.acquire()
    # Where nothing changed there is nothing to wait for.
    assert "waiting" not in place.run().err
    write(place.repo, {"pkg/new.py": "x = 1\n"})
    Timer(0.5, lock.release).start()
    second = place.run()
    assert second.code == 0
    assert "waiting for another kwindex process" in second.err


# Exit codes


def test_strict_counts_files_that_could_not_be_parsed(place: Place) -> None:
    assert place.run("--strict").code == 0
    write(place.repo, {"pkg/bad.py": "def broken(:\n"})
    run = place.run("--strict")
    assert run.code == 1
    assert "[kwindex.syntax]" in run.err
    assert "1 file could not be analysed: pkg/bad.py" in run.err
    # Also where nothing changed and no page is read.
    again = place.run("--strict")
    assert again.code == 1
    assert "Nothing changed" in again.out
    assert "could not be analysed: pkg/bad.py" in again.err
    assert place.run().code == 0


def test_error_in_the_program_is_written_down(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr(Sphinx, "build", broken)
    run = place.run()
    assert run.code == 3
    assert "Traceback" not in run.err
    report = place.cache_folder / "error.txt"
    assert str(report) in run.err
    assert "RuntimeError: odd" in report.read_text("utf-8")


def test_error_over_the_whole_tree_is_written_down(place: Place) -> None:
    write(place.repo, {"pkg/__init__.py": "from pkg import mod\n"})
    place.run()
    (path,) = place.cache_folder.rglob("kwindex.sqlite")
    with closing(sqlite3.connect(path)) as store, store:
        assert store.execute("UPDATE import SET level = 'x'").rowcount
        store.execute("UPDATE meta SET value = '' WHERE name = 'linked'")
    write(place.repo, {"pkg/mod.py": "x = 1\n"})
    run = place.run()
    assert run.code == 3
    assert "cannot make the code map" in run.err
    report = (place.cache_folder / "error.txt").read_text("utf-8")
    assert "TypeError: " in report
    assert "Traceback" in report


@pytest.mark.parametrize("name", ["mcp", "moved"])
def test_options_of_subcommands_are_not_abbreviated(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([name, str(tmp_path), "--conf", "x"]) == 2
    assert "unrecognized arguments: --conf" in capsys.readouterr().err


def test_full_disk_is_no_traceback(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.write_text

    def full(path: Path, *given: str) -> int:
        if path.parent == place.cache_folder:
            raise OSError(28, "No space left on device")
        return real(path, *given)

    monkeypatch.setattr(Path, "write_text", full)
    run = place.run()
    assert run.code == 3
    assert "kwindex: error: no space is left on the disk" in run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), "sqlite", "plain"]
)
def test_full_disk_while_building_is_no_internal_error(
    place: Place, monkeypatch: pytest.MonkeyPatch, error: OSError | str
) -> None:
    def full(*_: object, **__: object) -> None:
        if error == "plain":
            raise OSError(28, "No space left on device", "/somewhere/inside")
        if isinstance(error, str):
            store = sqlite3.connect(":memory:")
            store.execute("PRAGMA max_page_count = 1")
            store.execute("CREATE TABLE a (b)")
        try:
            raise error
        except OSError as reason:
            raise ExtensionError("a handler failed", reason) from reason

    monkeypatch.setattr(Sphinx, "build", full)
    run = place.run()
    assert run.code == 3
    assert "no space is left" in run.err
    assert not (place.cache_folder / "error.txt").exists()


def test_control_c_is_no_traceback(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Sphinx, "build", stopped)
        run = place.run()
    assert run.code == 130
    assert "Traceback" not in run.err
    assert "interrupted" in run.err
    assert place.run().code == 0


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("kwindex ")
    assert command.main(["--help"]) == 0
    said = capsys.readouterr().out
    for name in pyproject.SETTABLE:
        assert name in said


def test_every_option_is_in_the_manual() -> None:
    manual = (PACKAGE / "demo_docs/reference/command.rst").read_text("utf-8")
    for action in build_arguments.parser()._actions:
        for option in action.option_strings:
            assert f"``{option}" in manual
    for name in pyproject.SETTABLE:
        assert f"``{name}``" in manual


def test_open_shows_the_first_page(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    place.run("--open")
    place.run("--open")
    assert opened == [(place.site / "index.html").as_uri()] * 2


def test_jobs(place: Place) -> None:
    assert build_arguments.parse([".", "-j", "auto"]).jobs == (os.cpu_count() or 1)
    assert place.run("-j", "2").code == 0
    assert (place.site / "pkg/mod.py_kw.html").exists()


# What the repository says of itself


def test_pyproject_is_asked(place: Place) -> None:
    place.configure(
        'title = "Named"\nkwindex_exclude = ["README.md"]\nprivate = false\n'
        'pages = ["code"]\npalette = false\n'
        'source_link = "https://example.org/{path}#L{line}"\n'
        '[[tool.kwindex.idioms]]\nname = "going"\ncalls = ["go"]\n'
    )
    run = place.run()
    assert "3 files" in run.out  # with pyproject.toml, without README.md
    assert "Named" in body(place.site / "index.html")
    page = (place.site / "pkg/mod.py_docs.html").read_text("utf-8")
    assert "https://example.org/pkg/mod.py" in page
    assert "data-find" not in page
    assert not (place.site / "pyproject.toml_docs.html").exists()
    again = place.run("--title", "Told", "--exclude", "pyproject.toml")
    assert "3 files" in again.out  # with README.md: arguments win
    assert "Told" in body(place.site / "index.html")


def test_another_file_may_say_it(place: Place) -> None:
    place.configure('title = "Wrong"')
    write(place.base, {"own.toml": '[tool.kwindex]\ntitle = "Own"\n'})
    place.run("--config", place.base / "own.toml")
    assert "Own" in body(place.site / "index.html")


HOSTILE = [
    ('cache = "/etc"', "kwindex", "cache: cannot be set here; use the option --cache"),
    ('kwindex_cache = "../x"', "kwindex", "use the option --cache"),
    ('root = "/"', "kwindex", "use the argument PATH"),
    ('output = "../../x"', "kwindex", "use the option -o"),
    ("generate = false", "kwindex", "the command chooses it"),
    ('extensions = ["os"]', "kwindex", "unknown name"),
    ('html_theme = "x"', "kwindex", "unknown name"),
    ("exclud = []", "kwindex", "did you mean 'exclude'?"),
    ('kwindex_titel = ""', "kwindex", "did you mean 'title'?"),
    ('source_link = "javascript:alert(1)"', "kwindex", "begins with https://"),
    ('include = "*.py"', "kwindex", "a list of patterns"),
    ("exclude = [1]", "kwindex", "a list of patterns"),
    ('exclude = ["!"]', "kwindex", "not a valid .gitignore pattern"),
    ('pages = "code"', "kwindex", "a list of classes and patterns"),
    ('pages = ["code", "!"]', "kwindex", "not a valid .gitignore pattern"),
    ("title = 1", "kwindex", "a string"),
    ('title = "a"\nkwindex_title = "b"', "kwindex", "twice"),
    ("max_complexity = true", "kwindex", "a number"),
    ('palette = ["map"]', "kwindex", '"everywhere" or false'),
    (
        "[[tool.kwindex.idioms]]\nfactory = 'os.system'",
        "kwindex",
        "kwindex: error: idioms: {",
    ),
    ('exclude = ["a", "!"]', "kwindex", "kwindex: error: exclude: not a"),
    ('security_rules = ["--config=x"]', "kwindex", "error: security_rules: not a Ruff"),
]


@pytest.mark.parametrize(("text", "name", "words"), HOSTILE)
def test_pyproject_can_set_only_what_is_harmless(
    place: Place, text: str, name: str, words: str
) -> None:
    place.configure(text)
    before = snapshot(place.repo)
    place.run().is_refused(name, words)
    assert not place.site.exists()
    assert snapshot(place.repo) == before


def test_messages_name_values_as_they_are_typed_here(place: Place) -> None:
    place.configure('exports = ["xml"]')
    run = place.run()
    assert "WARNING: exports: unknown export 'xml'" in run.err
    place.configure('sections = ["x"]')
    cache = ["--cache", str(place.base / "cache")]
    for words in (["query", "go", "-C", str(place.repo)], [str(place.repo)]):
        assert command.main([*words, *cache]) == 2
        assert "kwindex: error: sections: unknown" in place.capture.readouterr().err


def test_every_configuration_value_may_be_set_or_is_decided() -> None:
    known = {name.removeprefix("kwindex_") for name, _, _ in VALUES}
    assert known == {*pyproject.SETTABLE, *pyproject.DECIDED}


@pytest.mark.parametrize(
    "text", ["[tool.kwindex", "a = " + "[" * 5000, "\ud800", "x" * 1_000_001]
)
def test_pyproject_that_cannot_be_read_stops_nothing(place: Place, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    write(place.repo, {"pyproject.toml": data})
    run = place.run()
    assert run.code == 0
    assert "pyproject.toml (" in run.err


def test_pyproject_that_is_no_file_is_not_read(place: Place) -> None:
    secret = place.base / "secret.toml"
    secret.write_text('[tool.kwindex]\ntitle = "secret"\n')
    link = place.repo / "pyproject.toml"
    try:
        link.symlink_to(secret)
    except OSError:
        pytest.skip("no symbolic links here")
    assert place.run("--title", "T").code == 0
    assert pyproject.read_values(place.repo, None, print) == {}


def test_messages_of_sphinx_are_printable() -> None:
    shown = io.StringIO()
    Messages(shown).write("a\x1b[31m\x9b\u202e\u2028\r\U000e0069b\n")
    assert shown.getvalue() == "ab\n"


def test_title_is_one_line(place: Place) -> None:
    place.configure('title = "A\\n\\n# Forged\\u001b[31m\\u202e"')
    place.run("-b", "markdown")
    for page in place.base.rglob("*.md"):
        lines = page.read_text("utf-8").splitlines()
        assert not any(line.startswith("# Forged") for line in lines)
        assert all(line.isprintable() for line in lines)


def test_title_is_no_markup(place: Place) -> None:
    place.configure("""title = '<script>alert("1")</script> & more'""")
    for theme in ("furo", "alabaster"):
        place.run("--theme", theme)
        for page in place.site.rglob("*.html"):
            assert "<script>alert(" not in page.read_text("utf-8")


# A repository that means harm


def test_output_with_links_in_it_is_not_written(place: Place) -> None:
    site = place.repo / "site"
    precious = place.base / "precious.txt"
    precious.write_text("mine")
    mark = json.dumps({"builder": "html", "root": ".."})
    write(site, {OutputFolder.MARK: mark})
    try:
        (site / "index.html").symlink_to(precious)
    except OSError:
        pytest.skip("no symbolic links here")
    place.run("-o", site).is_refused(
        "the symbolic link", "which kwindex did not create"
    )
    assert precious.read_text() == "mine"
    assert (site / "index.html").is_symlink()
    # Nor is an output folder that leads elsewhere.
    (place.base / "elsewhere").mkdir()
    (place.repo / "out").symlink_to(place.base / "elsewhere")
    place.run("-o", place.repo / "out").is_refused("points outside the folder")


def test_record_that_came_with_the_tree_deletes_nothing_outside(place: Place) -> None:
    site = place.repo / "site"
    precious = place.base / "precious.html"
    precious.write_text("mine")
    place.run("-o", site)
    record = json.loads((site / ".kwindex").read_text("utf-8"))
    for docname in (
        "../../precious",
        str(place.base / "precious"),
        "a/../../../precious",
    ):
        record["pages"][docname] = "x"
    (site / ".kwindex").write_text(json.dumps(record))
    assert place.run("-o", site).code == 0
    assert precious.read_text() == "mine"


def test_current_folder_is_not_asked(place: Place) -> None:
    # As in "cd repository; python -m sphinxcontrib_kwindex .".
    harm = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
    names = ("platformdirs", "sphinx", "furo", "astroid", "pathspec", "docutils")
    write(place.repo, {f"{name}.py": harm for name in names})
    # docutils would write to that file.
    write(place.repo, {"docutils.conf": "[general]\nrecord_dependencies: ran.txt\n"})
    before = snapshot(place.repo)
    environment = os.environ | {"PYTHONPATH": str(PACKAGE)}
    environment.pop("PYTHONSAFEPATH", None)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinxcontrib_kwindex", ".", "-o", place.site),
            *("--cache", place.base / "cache"),
        ],
        cwd=place.repo,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "WARNING" in done.stderr) == (0, False), done.stderr
    assert "10 files" in done.stdout
    assert snapshot(place.repo) == before


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a repository that several runs read, analysed once."""
    base = tmp_path_factory.mktemp("read")
    write(base / "repo", TREE)
    return base


def in_shell(base: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell, in which ``$0`` is Python and ``$1`` the cache."""
    return subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, str(base / "cache")],
        cwd=base / "repo",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is run")
@pytest.mark.parametrize("closed", ["2>&-", "| head -c 1"])
def test_nobody_reads_what_is_written(read: Path, closed: str) -> None:
    command = (
        f'"$0" -m sphinxcontrib_kwindex export . -qf json -o - --cache "$1" {closed}'
    )
    done = in_shell(read, command)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is run")
@pytest.mark.parametrize("question", ["export . -qf json -o -", "where -q '*'"])
def test_an_answer_has_nowhere_to_go(read: Path, question: str) -> None:
    command = f'"$0" -m sphinxcontrib_kwindex {question} --cache "$1" >&-'
    done = in_shell(read, command)
    error = "kwindex: error: the standard output is closed\n"
    assert (done.returncode, done.stderr) == (3, error)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is run")
@pytest.mark.parametrize("arguments", [".", "export . -f json"])
def test_a_reader_may_not_wait_for_the_end(place: Place, arguments: str) -> None:
    command = f'"$0" -m sphinxcontrib_kwindex {arguments} -o ../o --cache "$1" | true'
    done = in_shell(place.base, command)
    assert "pipe" not in done.stderr.lower()
    assert (place.base / "o" / OutputFolder.MARK).is_file()


def test_scan_leaves_out_what_the_command_made(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "", f"out/{OutputFolder.MARK}": "{}", "out/b.html": ""})
    assert [file.path for file in scan(tmp_path).files] == ["a.py"]
