"""Both lanes make the same bytes, and what a shortcut replaces is put back."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import docutils
import pytest
import sphinx
from docutils import nodes
from docutils.transforms import Transform
from projects import Build, Project, assert_same
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.parallel import parallel_available
from sphinx.writers.html5 import HTML5Translator

from sphinxcontrib_kwindex.sphinx_wiring.fast_lane import shortcut as shortcuts
from sphinxcontrib_kwindex.sphinx_wiring.fast_lane.install_shortcuts import SHORTCUTS
from sphinxcontrib_kwindex.sphinx_wiring.fast_lane.shortcut import (
    Shortcut,
    is_there,
    missing,
)

Make = Callable[..., Project]

ROOT = Path(__file__).parent / "roots" / "test-pages"
MANUAL = Path(__file__).parents[1] / "demo_docs" / "reference" / "fast-lane.rst"
OFF = "kwindex: shortcuts that are off"
DOCS = {
    "index.rst": "Manual\n======\n\n.. toctree::\n\n   guide/one\n   shown\n",
    "guide/one.rst": (
        "One\n===\n\n.. index:: entry\n\nSee :kw:obj:`Shape`.\n\n::\n\n  x\n"
    ),
    "shown.rst": "Shown\n=====\n\n.. kwfile:: pkg/a.py\n",
}
FILES = {
    "pkg/__init__.py": '"""A package, see :func:`pkg.a.one`."""\n',
    "pkg/a.py": (
        '"""Text with "quotes" -- and \\\\dashes, see :rfc:`1945`.\n\n'
        "* a list of `two` and ``three``\n\n  1. in a list\n\n"
        '.. math:: x^2\n"""\n\n\n'
        'def one():\n    """See `two`.\n\n    Args:\n        x: a number\n    """\n\n'
        "def two(): ...\n"
    ),
    "pkg/b.py": 'from pkg.a import one\n\n\nclass C:\n    """C."""\n\n    x = one()\n',
    "README.md": "# It's a readme\n\nSee [a](pkg/a.py).\n",
}
EDITS: dict[str, str | None] = {
    "pkg/a.py": '"""Other words, of Cows."""\n\n\ndef three(): """Three."""\n',
    "pkg/b.py": None,
    "pkg/c.py": "from pkg.a import three\n",
    "docs/guide/one.rst": "One\n===\n\nSee :kw:func:`three`.\n",
}


@pytest.fixture(autouse=True)
def _one_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")


@pytest.fixture
def project(make_project: Make) -> Project:
    """Make a project with a manual, and what is hard to read."""
    made = make_project(FILES, DOCS, html_theme="alabaster", kwindex_books=True)
    shutil.copytree(
        ROOT, made.repo / "shapes", ignore=shutil.ignore_patterns("expected")
    )
    return made


@pytest.mark.parametrize(
    ("builders", "parallel"),
    [
        # Builders of one process share the documents that the first one reads.
        (("html", "dirhtml", "singlehtml", "text", "xml", "markdown"), 1),
        (("html",), 2),
    ],
)
def test_lanes_make_the_same_bytes(
    project: Project, tmp_path: Path, builders: tuple[str, ...], parallel: int
) -> None:
    def build(builder: str, place: str) -> Build:
        return project.build(
            builder,
            outdir=tmp_path / place / builder,
            doctrees=tmp_path / f"{place}-trees",
            parallel=parallel,
            kwindex_fast_lane=place == "fast",
        )

    for edits in ({}, EDITS):
        project.write(edits)
        for builder in builders:
            fast, slow = build(builder, "fast"), build(builder, "slow")
            assert OFF not in fast.status
            assert fast.warnings == slow.warnings
            assert (fast.read, fast.written) == (slow.read, slow.written)
            assert_same(fast.outdir, slow.outdir)
    for builder in builders:
        clean = build(builder, "clean")
        assert_same(tmp_path / "fast" / builder, clean.outdir)


@pytest.fixture(scope="module")
def right(make_shared: Callable[..., Project]) -> Callable[[str], Project]:
    """Return a project, with the output of the slow lane below ``right``."""
    files = {"a.py": '"""A."""\n\n\ndef one(): """* One."""\n'}
    project = make_shared(files)

    def built(builder: str) -> Project:
        out = project.base / "right" / builder
        if not out.exists():
            project.build(
                builder,
                outdir=out,
                doctrees=project.base / "right-trees",
                kwindex_fast_lane=False,
            )
        return project

    return built


def processes_for(shortcut: Shortcut) -> int:
    """Return with how many processes a shortcut saves anything."""
    return 2 if shortcut.name == "write_processes" else 1


def messages(built: Build) -> list[str]:
    """Return what was said of shortcuts that are off."""
    return [line for line in built.status.splitlines() if OFF in line]


def assert_right(built: Build, builder: str) -> None:
    """Fail unless the output is that of the slow lane."""
    assert built.warnings == ""
    assert_same(built.outdir, built.project.base / "right" / builder)


@pytest.fixture
def fresh(right: Callable[[str], Project], tmp_path: Path) -> Callable[..., Build]:
    """Build in a new folder, and compare with the slow lane."""

    def build(builder: str = "html", **options: Any) -> Build:
        places = {"outdir": tmp_path / builder, "doctrees": tmp_path / "trees"}
        built = right(builder).build(builder, **places, **options)
        assert_right(built, builder)
        return built

    return build


def test_all_shortcuts_are_on_by_default(fresh: Callable[..., Build]) -> None:
    for builder in ("html", "markdown"):
        assert messages(fresh(builder)) == []


@pytest.mark.parametrize("builder", ["html", "markdown"])
def test_sphinx_that_was_not_tested_has_the_slow_lane(
    fresh: Callable[..., Build], monkeypatch: pytest.MonkeyPatch, builder: str
) -> None:
    monkeypatch.setattr(sphinx, "__version__", "99.1")
    built = fresh(builder)
    (message,) = messages(built)
    assert "sphinx 99.1 was not tested, 8.2 to " in message
    assert message.count("was not tested") == 1
    assert "generated_reading" in message
    assert "reading generated pages" not in built.status


def test_docutils_that_was_not_tested_has_the_shortcuts_without_it(
    fresh: Callable[..., Build], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docutils, "__version__", "99.1")
    (message,) = messages(fresh())
    assert "docstring_states" in message
    assert "sidebars" not in message


def probed() -> Iterator[Any]:
    """Yield the names that the same shortcuts rely on, with one of the shortcuts."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name in dict.fromkeys(name for one in SHORTCUTS for name in one.relies_on):
        users = tuple(one.name for one in SHORTCUTS if name in one.relies_on)
        together.setdefault(users, []).append(name)
    for users, names in together.items():
        (shortcut,) = (one for one in SHORTCUTS if one.name == users[0])
        yield pytest.param(shortcut, names, id="-".join(users))


@pytest.mark.parametrize(("shortcut", "names"), [*probed()])
def test_name_that_is_missing_turns_its_shortcuts_off(
    fresh: Callable[..., Build],
    monkeypatch: pytest.MonkeyPatch,
    shortcut: Shortcut,
    names: list[str],
) -> None:
    processes = processes_for(shortcut)
    if processes > 1 and not parallel_available:
        pytest.skip("processes do not fork here")
    name = ""

    def hidden(asked: str, app: Sphinx) -> bool:
        return asked != name and is_there(asked, app)

    def probe(app: Sphinx) -> None:
        nonlocal name
        for name in names[::-1]:
            assert missing(shortcut, app) == name

    monkeypatch.setattr(shortcuts, "is_there", hidden)
    # Where one of them is missing, the same shortcuts are off.
    options = {"parallel": processes, "setup": probe}
    (message,) = messages(fresh(**options))
    assert shortcut.name in message
    assert message.count(f"{names[0]} is not as expected") == 1


def test_method_with_other_parameters_is_not_as_expected(
    fresh: Callable[..., Build], monkeypatch: pytest.MonkeyPatch
) -> None:
    original = StandaloneHTMLBuilder.render_partial

    def render_partial(self: StandaloneHTMLBuilder, node: Any, more: int = 0) -> Any:
        return original(self, node)

    monkeypatch.setattr(StandaloneHTMLBuilder, "render_partial", render_partial)
    (message,) = messages(fresh())
    assert "page_titles (sphinx.builders.html:StandaloneHTMLBuilder" in message


def test_names_that_are_there_are_found() -> None:
    app: Any = None
    assert is_there("posixpath:join(a, p)", app)
    assert not is_there("posixpath:join(a)", app)
    assert not is_there("posixpath:no_such_name", app)
    assert not is_there("no_such_module:name", app)
    assert not is_there("env.settings", app)


def test_only_shortcuts_that_are_named_are_on(fresh: Callable[..., Build]) -> None:
    # As -D has it.
    built = fresh(kwindex_fast_lane="sidebars,search_stems")
    assert messages(built) == []
    assert "reading generated pages" not in built.status
    assert (
        "reading generated pages"
        in fresh(kwindex_fast_lane=["generated_reading"], fresh=True).status
    )


def test_unknown_name_is_a_warning_with_the_nearest(make_project: Make) -> None:
    project = make_project({"a.py": ""}, kwindex_fast_lane=["sidebar", "xyz"])
    first, second = project.build().warnings.splitlines()
    assert "kwindex_fast_lane: no shortcut 'sidebar'; did you mean 'sidebars'?" in first
    assert "no shortcut 'xyz'; choose from generated_reading, " in second
    assert first.endswith("[kwindex.fast_lane]")


def replaced(built: Build) -> dict[str, Any]:
    """Return what a build left in the objects that shortcuts change."""
    app, builder = built.app, built.app.builder
    objects = {"app": app, "env": app.env, "builder": builder}
    if (indexer := getattr(builder, "indexer", None)) is not None:
        objects["indexer"] = indexer
    found: dict[str, Any] = {
        f"{owner}.{name}": type(value).__qualname__
        for owner, one in objects.items()
        for name, value in vars(one).items()
    }
    found["parallel"] = app.parallel
    found["listeners"] = {
        event: len(handlers) for event, handlers in app.events.listeners.items()
    }
    found["translators"] = dict(app.registry.translators)
    if "indexer" in objects:
        found["lang"] = sorted(vars(builder.indexer.lang))  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize(("builder", "parallel"), [("html", 2), ("markdown", 1)])
def test_everything_is_as_before_when_the_build_ends(
    make_project: Make, tmp_path: Path, builder: str, parallel: int
) -> None:
    project = make_project(FILES, DOCS)
    owners = _owners()
    before = [dict(vars(one)) for one in owners]
    places = {"doctrees": tmp_path / "fast", "outdir": tmp_path / "out"}
    fast = project.build(builder, parallel=parallel, **places)
    assert [dict(vars(one)) for one in owners] == before
    slow = project.build(builder, parallel=parallel, kwindex_fast_lane=False)
    assert replaced(fast) == replaced(slow)


def _owners() -> list[Any]:
    """Return the classes and modules in which there is something that is relied on."""
    from importlib import import_module

    owners: dict[int, Any] = {}
    for name in (name for one in SHORTCUTS for name in one.relies_on if ":" in name):
        module, _, path = name.partition("(")[0].partition(":")
        owner: Any = import_module(module)
        owners[id(owner)] = owner
        for attribute in path.split(".")[:-1]:
            owner = getattr(owner, attribute)
            owners[id(owner)] = owner
    return list(owners.values())


INDEXES = ("searchindex.js", "objects.inv")


@pytest.mark.parametrize("parallel", [1, 2])
def test_indexes_are_kept_where_no_document_changes(
    make_project: Make, parallel: int
) -> None:
    project = make_project(FILES, DOCS | {"alone.rst": ":orphan:\n\nAlone\n=====\n"})
    first = project.build(parallel=parallel)
    indexes = [first.outdir / name for name in INDEXES]
    before = [path.stat().st_ino for path in indexes[:1]], indexes[1].read_bytes()
    indexes[1].write_bytes(b"kept")
    second = project.build(parallel=parallel)
    assert (second.read, second.written) == (set(), set())
    assert [path.stat().st_ino for path in indexes[:1]] == before[0]
    assert indexes[1].read_bytes() == b"kept"
    # What an edit, a document that is gone, or a missing file asks for is written.
    indexes[1].unlink()
    project.build(parallel=parallel)
    assert indexes[1].read_bytes() == before[1]
    (project.docs / "alone.rst").unlink()
    gone = project.build(parallel=parallel)
    assert gone.read == set()
    clean = project.build(
        outdir=project.base / "clean-out",
        doctrees=project.base / "clean-trees",
        kwindex_fast_lane=False,
    )
    for path in indexes:
        assert path.read_bytes() == (clean.outdir / path.name).read_bytes()


def test_extension_that_shows_nothing_has_no_shortcuts(make_project: Make) -> None:
    built = make_project(
        {"a.py": ""}, kwindex_generate=False, kwindex_fast_lane=["sidebar"]
    ).build()
    assert built.warnings == ""


class Failing(Transform):
    """A transform of another extension."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Fail on generated pages."""
        if self.document.settings.env.docname.startswith("code/"):
            raise RuntimeError("no such node")


@pytest.mark.parametrize("lane", [True, False])
def test_transforms_of_others_are_guarded(make_project: Make, lane: bool) -> None:
    project = make_project({"a.py": ""}, kwindex_fast_lane=lane)
    built = project.build(setup=lambda app: app.add_transform(Failing))
    (line,) = built.warnings.splitlines()
    assert "raised RuntimeError on a generated page: no such node" in line


@pytest.mark.parametrize("lane", [True, False])
def test_generated_documents_have_no_source_to_be_read(
    make_project: Make, lane: bool
) -> None:
    seen: list[str] = []

    def connect(app: Sphinx) -> None:
        app.connect("source-read", lambda _app, docname, _text: seen.append(docname))

    make_project({"a.py": ""}, kwindex_fast_lane=lane).build(setup=connect)
    assert seen == ["index"]


@pytest.mark.parametrize("lane", [True, False])
def test_docutils_configuration_is_that_of_the_manual(
    make_project: Make, lane: bool
) -> None:
    files = {
        f"{name}.py": f'"""{text}"""\n\n\ndef f(): ...\n'
        for name, text in {"a": "As RFC 1945 says.", "b": "* See RFC 1945."}.items()
    }
    project = make_project(files, kwindex_fast_lane=lane)
    conf = project.docs / "docutils.conf"
    for value in ("yes", "no"):
        conf.write_text(f"[restructuredtext parser]\nrfc_references: {value}\n")
        project.touch()
        built = project.build()
        for name in "ab":
            page = built.text(f"code/{name}.py_docs")
            assert ("rfc1945.html" in page) is (value == "yes"), (name, value)


def test_manual_has_the_table() -> None:
    text = MANUAL.read_text("utf-8")
    for shortcut in SHORTCUTS:
        assert row(shortcut) in text
    assert text.count("\n   * - ``") >= len(SHORTCUTS)


def row(shortcut: Shortcut) -> str:
    """Return the row that the manual has for a shortcut."""
    saves = shortcut.saves or "not measured"
    return f"   * - ``{shortcut.name}``\n     - {shortcut.instead_of}\n     - {saves}\n"


def test_manual_names_what_could_go_upstream() -> None:
    text = MANUAL.read_text("utf-8")
    for shortcut in SHORTCUTS:
        assert f"\n``{shortcut.name}``\n   " in text


def test_names_that_the_manual_lists_are_there() -> None:
    _, listed = MANUAL.read_text("utf-8").split("What is not documented\n")
    names = re.findall(r"\* - ``([\w.]+:[\w.]+)``", listed)
    assert len(names) > 20
    app: Any = None
    assert [name for name in names if not is_there(name, app)] == []


class Counting(HTML5Translator):
    """A translator of another extension, which looks at each node."""

    seen: Final[Counter[str]] = Counter()

    def dispatch_visit(self, node: nodes.Node) -> None:
        """Count the node."""
        self.seen[type(node).__name__] += 1
        super().dispatch_visit(node)


def test_translator_of_others_sees_each_node(project: Project) -> None:
    seen = []
    for lane in (True, False):
        Counting.seen.clear()
        project.build(
            outdir=project.base / f"out-{lane}",
            doctrees=project.base / f"trees-{lane}",
            kwindex_fast_lane=lane,
            setup=lambda app: app.set_translator("html", Counting),
        )
        seen.append(dict(Counting.seen))
    assert seen[0]["kw_entries"] == seen[1]["kw_entries"] > 0
    assert seen[0]["kw_source"] == seen[1]["kw_source"] > 0


@pytest.mark.parametrize(
    "skip",
    [
        nodes.SkipNode,
        nodes.SkipChildren,
        nodes.SkipSiblings,
        nodes.SkipDeparture,
        nodes.StopTraversal,
    ],
)
def test_visitors_of_others_may_skip(
    make_project: Make, skip: type[nodes.TreePruningException]
) -> None:
    class Skipping(HTML5Translator):
        """Leaves something out."""

        def visit_strong(self, node: nodes.Element) -> None:
            """Leave out what the exception says."""
            super().visit_strong(node)
            raise skip

    text = '"""A *b* **c** d **e**.\n\n* f **g**\n\nh"""\n'
    project = make_project({"a.py": text})
    pages = [
        project.build(
            outdir=project.base / f"out-{lane}",
            doctrees=project.base / f"trees-{lane}",
            kwindex_fast_lane=lane,
            setup=lambda app: app.set_translator("html", Skipping),
        ).text("code/a.py_docs")
        for lane in (True, False)
    ]
    assert pages[0] == pages[1]
    assert "<strong" in pages[0]
