"""Generated documents are read here; what comes of it is what Sphinx makes of them."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.transforms import Transform
from projects import Project, assert_same
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.extension import Extension
from sphinx.util.parallel import parallel_available

from sphinxcontrib_kwindex.sphinx_wiring.setup import parallel_jobs as processes

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": '"""A package, see :func:`pkg.a.one`."""\n',
    "pkg/a.py": '"""Text with "quotes" -- and dashes.\n\n.. math:: x^2\n"""\n\n\n'
    'def one(): """One; see `two`."""\ndef two(): """* a\n* list"""\n',
    "pkg/b--c.py": "from pkg.a import one\n\nclass C:\n    def m(self): one()\n",
    "README.md": "# It's a readme\n\nSee [a](pkg/a.py).\n",
}


@pytest.fixture
def _small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes share a few documents."""
    monkeypatch.setattr(processes, "FEW", 2)
    monkeypatch.setattr(processes, "BLOCK", 2)


def have_processors(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Give this process so many processors."""
    monkeypatch.setattr(
        os, "sched_getaffinity", lambda _: set(range(count)), raising=False
    )


def test_settings_of_documents_are_those_of_documents_read_by_sphinx(
    make_project: Make,
) -> None:
    project = make_project(FILES)
    settings = []
    for fast in True, False:
        shutil.rmtree(project.doctrees, ignore_errors=True)
        built = project.build(kwindex_fast_lane=fast)
        found = vars(built.env.get_doctree("code/pkg/a.py_docs").settings)
        settings.append({name: repr(found[name]) for name in found if name != "env"})
    assert settings[0] == settings[1]


@pytest.mark.usefixtures("_small_shares")
@pytest.mark.parametrize(
    ("builder", "parallel"),
    [("html", 2), ("markdown", 3), ("gettext", 1)],
)
def test_output_is_that_of_documents_read_by_sphinx(
    make_project: Make,
    tmp_path: Path,
    builder: str,
    parallel: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    project = make_project(FILES)
    ours = project.build(builder, parallel=parallel)
    ours.outdir.rename(tmp_path / "ours")
    shutil.rmtree(project.doctrees)
    sphinxs = project.build(builder, kwindex_fast_lane=False)
    assert "reading generated pages... " in ours.status
    assert "reading generated pages" not in sphinxs.status
    assert ours.warnings == sphinxs.warnings
    if builder == "html":
        assert "pkg/b--c.py" in sphinxs.body("code/pkg/b--c.py_docs")
    assert_same(tmp_path / "ours", sphinxs.outdir)


def test_environment_and_pages_are_kept_if_nothing_else_changed(
    make_project: Make,
) -> None:
    project = make_project(FILES)
    project.build()
    project.write({"pkg/a.py": 'def three(): """Another."""\n'})
    built = project.build()
    assert "code/pkg/a.py_docs" in built.read & built.written
    assert "index" not in built.read
    with Path(project.doctrees, "environment.pickle").open("rb") as file:
        env = pickle.load(file)
    assert env.all_docs["code/pkg/a.py_docs"] > env.all_docs["index"]
    again = project.build()
    assert not again.read | again.written


@pytest.mark.parametrize("parallel", [1, 2])
def test_doctrees_of_generated_pages_are_in_their_files_only(
    make_project: Make, parallel: int
) -> None:
    held: list[set[str]] = []

    def hold(env: BuildEnvironment) -> None:
        held.append(
            {*env._write_doc_doctree_cache, *env._pickled_doctree_cache} - {"index"}
        )

    def setup(app: Sphinx) -> None:
        app.connect("env-check-consistency", lambda _app, env: hold(env))
        app.connect("build-finished", lambda app, _exception: hold(app.env))

    project = make_project(FILES)
    built = project.build(setup=setup, parallel=parallel)
    assert len(built.written) > len(FILES)
    assert held == [set(), set()]
    # Written again without being read.
    assert project.build(setup=setup, parallel=parallel, html_theme="basic").written
    assert held == [set()] * 3


@pytest.mark.parametrize("parallel", [1, 2])
def test_kept_nodes_of_generated_pages_share_what_is_empty(
    make_project: Make, parallel: int
) -> None:
    built = make_project(FILES).build(parallel=parallel)
    env = built.app.env
    empty = [
        value
        for docname in env.found_docs - {"index"}
        for kept in (env.titles[docname], env.tocs[docname])
        for node in kept.findall(nodes.Element)
        for value in node.attributes.values()
        if value == []
    ]
    assert len(empty) > 25 * len(FILES)
    assert len({*map(id, empty)}) <= parallel + 1
    tables = [
        node.attributes
        for docname in env.found_docs - {"index"}
        for node in env.tocs[docname].findall(nodes.Element)
        if not any(node.attributes.values())
    ]
    assert len(tables) > 5 * len(FILES)
    assert len({*map(id, tables)}) <= parallel + 1
    # Sphinx puts numbers into titles as they are.
    env.titles["code/pkg/a.py_docs"]["secnumber"] = (1,)
    assert sum("secnumber" in env.titles[each] for each in env.found_docs) == 1
    title = env.titles["code/pkg/a.py_docs"].deepcopy()
    title["classes"].append("marked")
    assert not any(empty)


class Shout(Transform):
    """Somebody else's transform."""

    default_priority = 500

    def apply(self) -> None:
        """Change titles."""
        for title in self.document.findall(nodes.title):
            title[:] = [nodes.Text(title.astext().upper())]


def test_others_see_the_documents(make_project: Make) -> None:
    seen: dict[str, list[str]] = {"doctree": [], "purged": [], "listed": []}

    def doctree_read(app: Sphinx, doctree: nodes.document) -> None:
        assert doctree.settings.env is app.env
        seen["doctree"].append(app.env.docname)

    def purged(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        seen["purged"].append(docname)

    def listed(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        seen["listed"] += docnames

    def setup(app: Sphinx) -> None:
        app.add_transform(Shout)
        app.connect("doctree-read", doctree_read)
        app.connect("env-purge-doc", purged)
        app.connect("env-before-read-docs", listed, priority=999)

    Shout.__module__ = "somebody.else"
    built = make_project(FILES).build(setup=setup)
    assert sorted(seen["doctree"]) == sorted(built.app.env.found_docs)
    assert set(seen["purged"]) == set(seen["listed"]) == built.app.env.found_docs
    assert len(seen["purged"]) == len(set(seen["purged"]))
    assert "DOCUMENTATION: PKG/A.PY" in built.text("code/pkg/a.py_docs")


class Object(Transform):
    """Somebody else's transform that has something to say."""

    default_priority = 500

    def apply(self) -> None:
        """Object to each title."""
        for title in self.document.findall(nodes.title):
            self.document.reporter.warning(f"{title.astext()} is odd", line=1)


def test_what_others_say_of_a_document_is_a_warning_as_if_sphinx_read_it(
    make_project: Make,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    Object.__module__ = "somebody.else"
    project = make_project(FILES)

    def warnings() -> list[str]:
        built = project.build(setup=lambda app: app.add_transform(Object))
        shutil.rmtree(project.doctrees)
        return sorted(built.warnings.splitlines())

    ours = warnings()
    project.configure(kwindex_fast_lane=False)
    assert ours == warnings()
    said = f"{project.doctrees}/kwindex-pages/code/pkg/a.py_docs.kwindex:1: WARNING: "
    assert [one for one in ours if one.startswith(said)] == [
        f"{said}Documentation: pkg/a.py is odd [docutils]"
    ]
    assert capfd.readouterr().err == ""


def test_what_somebody_takes_out_of_the_list_is_not_read(make_project: Make) -> None:
    left_out = "code/pkg/a.py_kw"

    def without(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        docnames.remove(left_out)

    built = make_project(FILES).build(
        setup=lambda app: app.connect("env-before-read-docs", without)
    )
    assert left_out not in built.app.env.all_docs


@pytest.mark.skipif(not parallel_available, reason="processes do not fork here")
@pytest.mark.usefixtures("_small_shares")
@pytest.mark.parametrize(("processors", "expected"), [(2, 2), (8, 3)])
def test_as_many_processes_as_can_be_read_and_write(
    make_project: Make,
    processors: int,
    expected: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    have_processors(monkeypatch, processors)
    readers = tmp_path / "readers"
    readers.mkdir()
    writers: list[int] = []

    def doctree_read(app: Sphinx, _doctree: nodes.document) -> None:
        if app.env.docname.startswith("code/") and os.getpid() != main:
            (readers / str(os.getpid())).touch()

    main = os.getpid()
    write_parallel = Builder._write_parallel

    def write(self: Builder, docnames: list[str], nproc: int) -> None:
        writers.append(nproc)
        write_parallel(self, docnames, nproc)

    monkeypatch.setattr(Builder, "_write_parallel", write)
    built = make_project(FILES).build(
        parallel=3, setup=lambda app: app.connect("doctree-read", doctree_read)
    )
    assert len(list(readers.iterdir())) == expected
    assert writers == [expected]
    assert built.app.parallel == 3


@pytest.mark.usefixtures("_small_shares")
def test_an_extension_that_is_not_safe_has_one_process_read(make_project: Make) -> None:
    inside: list[int] = []

    def setup(app: Sphinx) -> None:
        app.connect("doctree-read", lambda *_: inside.append(os.getpid()))
        app.extensions["unsafe"] = Extension("unsafe", None, parallel_read_safe=False)

    built = make_project(FILES).build(parallel=2, setup=setup)
    assert "code/pkg/a.py_docs" in built.read
    assert len(inside) == len(built.app.env.found_docs)
    assert set(inside) == {os.getpid()}


@pytest.mark.skipif(not parallel_available, reason="processes do not fork here")
@pytest.mark.usefixtures("_small_shares")
def test_what_processes_return_comes_back_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    have_processors(monkeypatch, 3)
    app = SimpleNamespace(parallel=8)
    found = processes.parallel_map(app, lambda one: (one, os.getpid()), "abcdefghijk")
    assert "".join(one for one, _ in found) == "abcdefghijk"
    assert len({process for _, process in found}) == 3
    # Small things are done here.
    alone = processes.parallel_map(app, lambda one: os.getpid(), "a")
    assert list(alone) == [os.getpid()]


@pytest.mark.skipif(not parallel_available, reason="processes do not fork here")
@pytest.mark.usefixtures("_small_shares")
def test_an_error_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    have_processors(monkeypatch, 2)
    main = os.getpid()

    def work(one: str) -> bytes:
        if os.getpid() == main:
            raise LookupError(one)
        return bytes(1_000_000)

    with pytest.raises(LookupError):
        processes.parallel_map(SimpleNamespace(parallel=2), work, "abcdefghijk")
    deadline = time.monotonic() + 20
    while multiprocessing.active_children():
        assert time.monotonic() < deadline
        time.sleep(0.05)
