"""What other packages add: sections, detectors, exports and commands.

The examples are those of the manual, each installed as a package of its own.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docutils import nodes
from projects import Project, assert_same
from sphinx.application import Sphinx

from sphinxcontrib_kwindex import api
from sphinxcontrib_kwindex.command import main as command
from sphinxcontrib_kwindex.exports import write_exports as own

Make = Callable[..., Project]
Install = Callable[..., None]

ROOT = Path(__file__).parents[1]
MANUAL = (ROOT / "demo_docs/howto/extending.rst").read_text("utf-8")
REFERENCE = (ROOT / "demo_docs/reference/api.rst").read_text("utf-8")
OURS = "sphinxcontrib_kwindex"

FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": "import celery\n\n\n@celery.shared_task\ndef f():\n    return 1\n",
    "pkg/b.py": "from pkg.a import f\n\n# TODO: write it\nx = f()\n",
    "README.md": "# Words\n\nTODO: nothing\n",
}


def example(caption: str) -> str:
    """Return a block of code of the manual."""
    block = rf"(?m)^   :caption: {re.escape(caption)}\n\n((?:   .*\n|\n)+)"
    found = re.search(block, MANUAL)
    assert found, caption
    return re.sub(r"(?m)^   ", "", found[1]).strip() + "\n"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package with one module: ``install(name, text, entry_points)``."""
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    modules = set(sys.modules)

    def install(name: str, text: str, entry_points: str = "") -> None:
        (folder / f"{name}.py").write_text(text, "utf-8")
        metadata = folder / f"{name}-1.0.dist-info"
        metadata.mkdir()
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        (metadata / "METADATA").write_text(about, "utf-8")
        (metadata / "entry_points.txt").write_text(entry_points, "utf-8")

    yield install
    for name in sys.modules.keys() - modules:
        if name.startswith("kwindex_"):
            del sys.modules[name]


@pytest.mark.parametrize(
    "name", ["todo", "readers", "celery", "names", "outline"], ids=str
)
def test_examples_are_short(name: str) -> None:
    text = example(f"kwindex_{name}.py")
    assert len(text.splitlines()) < 30
    compile(text, name, "exec")
    # They need nothing else of ours.
    assert set(re.findall(rf"{OURS}[\w.]*", text)) == {f"{OURS}.api"}


# Sections


def test_a_section_of_another_package(install: Install, make_project: Make) -> None:
    install("kwindex_todo", example("kwindex_todo.py"))
    # Whichever is loaded first.
    project = make_project(FILES, extensions=["kwindex_todo", OURS])
    built = project.build()
    assert built.warnings == ""
    page = built.text("code/pkg/b.py_docs")
    assert '<section id="to-do">' in page
    assert "write it line 3" in built.body("code/pkg/b.py_docs")
    assert 'href="#L3"' in page.partition('id="to-do"')[2]
    # In the contents of its page, and of no other.
    assert '"#to-do"' in page
    for other in ("code/pkg/a.py_docs", "code/README.md_docs"):
        assert "to-do" not in built.text(other)
    built.check_links()
    assert project.build().read == set()
    parallel = project.build(outdir=project.base / "two", fresh=True, parallel=2)
    assert_same(built.outdir, parallel.outdir)
    # Nothing of it is there for the next application.
    plain = make_project(FILES).build()
    assert "to-do" not in plain.text("code/pkg/b.py_docs")


def test_pages_follow_what_a_section_shows(
    install: Install, make_project: Make
) -> None:
    install("kwindex_readers", example("kwindex_readers.py"))
    project = make_project(FILES, extensions=[OURS, "kwindex_readers"])
    assert "Imported by 1 files." in project.build().body("code/pkg/a.py_docs")
    project.write({"pkg/b.py": "x = 1\n"})
    edited = project.build()
    assert "Imported by 0 files." in edited.body("code/pkg/a.py_docs")
    clean = project.copy(project.base / "clean").build()
    assert_same(edited.outdir, clean.outdir)


def body(context: api.Context, path: str) -> list[nodes.Node]:
    return [nodes.paragraph("", f"Shown of {path}.")]


def adding(*sections: object) -> Callable[[Sphinx], None]:
    def setup(app: Sphinx) -> None:
        for section in sections:
            api.add_section(app, section)  # type: ignore[arg-type]

    return setup


def test_a_version_decides(make_project: Make) -> None:
    project = make_project(FILES)
    project.build(setup=adding(api.Section("More", body, version="1")))
    again = project.build(setup=adding(api.Section("More", body, version="1")))
    assert again.read == set()
    newer = project.build(setup=adding(api.Section("More", body, version="2")))
    assert "code/pkg/a.py_docs" in newer.read
    assert "Shown of pkg/a.py." in newer.body("code/pkg/a.py_docs")
    without = project.build()
    assert "Shown of" not in without.body("code/pkg/a.py_docs")


def test_sections_that_are_added_can_be_chosen(make_project: Make) -> None:
    section = api.Section("More & More", body)
    page = "Page\n====\n\n.. kwfile:: pkg/a.py\n   :sections: more-more\n"
    project = make_project(FILES, {"page.rst": page})
    built = project.build(setup=adding(section))
    assert "Shown of pkg/a.py." in built.body("page")
    assert "unknown section" not in built.warnings
    project.configure(kwindex_sections=["file-metadata"])
    chosen = project.build(setup=adding(section))
    assert "Shown of" not in chosen.body("code/pkg/a.py_docs")
    project.configure(kwindex_sections=["file-metadata", "More & More"])
    chosen = project.build(setup=adding(section))
    assert "Shown of pkg/b.py." in chosen.body("code/pkg/b.py_docs")
    assert "File Purpose" not in chosen.body("code/pkg/b.py_docs")


def fail(*_: object) -> list[nodes.Node]:
    raise LookupError("no such thing")


FAILING = {
    "body": api.Section("Broken", fail),
    "inputs": api.Section("Broken", body, fail),
    "applies": api.Section("Broken", body, applies=fail),  # type: ignore[arg-type]
    "text": api.Section("Broken", lambda *_: "text"),  # type: ignore[arg-type,return-value]
    "nothing": api.Section("Broken", lambda *_: None),  # type: ignore[arg-type,return-value]
}


@pytest.mark.parametrize("section", FAILING.values(), ids=FAILING)
def test_pages_are_built_without_a_section_that_fails(
    make_project: Make, built_project: Make, section: api.Section
) -> None:
    built = make_project(FILES).build(setup=adding(section))
    (warning,) = built.warnings.splitlines()
    assert "the section 'Broken' failed for " in warning
    assert warning.endswith("[kwindex.section]")
    assert_same(built_project(FILES).base / "out/html", built.outdir)


def test_what_is_no_section_is_not_added(make_project: Make) -> None:
    wrong = ("text", api.Section("File Purpose", body), api.Section("…", body))
    project = make_project(FILES)
    built = project.build(setup=adding(*wrong, *[api.Section("More", body)] * 2))
    assert "'text' is not a Section; it is not added" in built.warnings
    assert "section 'File Purpose' already exists" in built.warnings
    assert "section 'More' already exists" in built.warnings
    assert built.warnings.count("[kwindex.section]") == 4
    assert built.text("code/pkg/a.py_docs").count("Shown of") == 1


# Detectors


def test_a_detector(install: Install, make_project: Make) -> None:
    install("kwindex_celery", example("kwindex_celery.py"))
    built = make_project(FILES, extensions=[OURS, "kwindex_celery"]).build()
    assert built.warnings == ""
    assert "task celery.shared_task f" in built.body("code/pkg/a.py_docs")


@pytest.mark.parametrize(
    "detector",
    [
        "text",
        {},
        {"name": "x"},
        {"name": "x", "calls": "f"},
        {"name": "x", "lines": 1},
    ],
)
def test_a_wrong_detector(make_project: Make, detector: object) -> None:
    project = make_project(FILES)
    built = project.build(
        setup=lambda app: api.add_detector(app, detector)  # type: ignore[arg-type]
    )
    (warning,) = built.warnings.splitlines()
    assert f"add_detector: {detector!r} is not a dictionary with a 'name'" in warning
    assert warning.endswith("it is not added [kwindex.detector]")


# Exports


@pytest.mark.parametrize("builder", ["html", "dirhtml", "markdown"])
def test_an_export_of_another_package(
    install: Install, make_project: Make, builder: str
) -> None:
    install("kwindex_names", example("kwindex_names.py"))
    conf = {"extensions": [OURS, "kwindex_names"], "kwindex_exports": ["names"]}
    built = make_project(FILES, **conf).build(builder)
    assert built.warnings == ""
    names = json.loads(built.text("names.json"))
    assert names["pkg/a.py"] == ["f"]
    assert names.keys() == FILES.keys()


def exporting(*exports: object) -> Callable[[Sphinx], None]:
    def setup(app: Sphinx) -> None:
        for export in exports:
            api.add_export(app, export)  # type: ignore[arg-type]

    return setup


def test_an_export_runs_when_something_changed(make_project: Make) -> None:
    runs: list[str] = []

    def write(code: api.CodeMap, folder: Path) -> None:
        runs.append(",".join(sorted(code.folders)))
        (folder / "data").mkdir()
        (folder / f"data/{len(runs)}.txt").write_text("x")

    project = make_project(FILES, kwindex_exports=["data"])
    one = exporting(api.Export("data", write))
    out = project.build(setup=one).outdir
    project.build(setup=one)
    assert runs == [",pkg"]
    project.write({"lib/c.py": "x = 1\n"})
    project.build(setup=one)
    assert runs == [",pkg", ",lib,pkg"]
    assert [path.name for path in (out / "data").iterdir()] == ["2.txt"]
    project.build(setup=exporting(api.Export("data", write, version="2")))
    assert len(runs) == 3
    (out / "data/3.txt").unlink()
    project.build(setup=exporting(api.Export("data", write, version="2")))
    assert (out / "data/4.txt").exists()
    project.configure(kwindex_exports=[])
    project.build(setup=one)
    assert not (out / "data/4.txt").exists()
    assert not (out / own._UNFINISHED).exists()
    # Books and builds without pages have none.
    project.configure(kwindex_exports=["data"])
    assert not (project.build("singlehtml", setup=one).outdir / "data").exists()
    assert len(runs) == 4


def test_a_failing_export(make_project: Make) -> None:
    def write(code: api.CodeMap, folder: Path) -> None:
        (folder / "half.txt").write_text("x")
        if broken:
            raise ValueError("cannot go on")

    def overwrite(code: api.CodeMap, folder: Path) -> None:
        (folder / "index.html").write_text("x")

    broken = False
    project = make_project(FILES, kwindex_exports=["half"])
    half = exporting(api.Export("half", write))
    assert (project.build(setup=half).outdir / "half.txt").exists()
    broken = True
    project.write({"pkg/a.py": "x = 1\n"})
    built = project.build(setup=half)
    (warning,) = built.warnings.splitlines()
    assert "the export 'half' failed (ValueError: cannot go on, in " in warning
    assert warning.endswith("[kwindex.export]")
    assert not (built.outdir / "half.txt").exists()
    page = built.text("index")
    built = project.build(setup=exporting(api.Export("half", overwrite)))
    assert "index.html is a file of the output already" in built.warnings
    assert built.text("index") == page


@pytest.mark.parametrize("ends", [False, True])
def test_a_page_where_an_export_wrote_stays(make_project: Make, ends: bool) -> None:
    def write(code: api.CodeMap, folder: Path) -> None:
        (folder / "extra.html").write_text("x")

    project = make_project(FILES, kwindex_exports=["data"])
    setup = exporting(api.Export("data", write))
    assert project.build(setup=setup).text("extra") == "x"
    page = ":orphan:\n\nMore\n====\n"
    project.write({"docs/extra.rst": page, "lib/c.py": "x = 1\n"})
    if ends:
        project.configure(kwindex_exports=[])
    built = project.build(setup=setup)
    assert "<h1>More" in built.text("extra")
    refused = "extra.html is a file of the output already" in built.warnings
    assert refused != ends
    project.configure(kwindex_exports=[])
    assert "<h1>More" in project.build(setup=setup).text("extra")


def test_a_record_deletes_nothing_elsewhere(make_project: Make) -> None:
    project = make_project(FILES)
    out = project.build().outdir
    kept = [project.base / name for name in ("absolute.txt", "out/above.txt")]
    for file in kept:
        file.write_text("x")
    files = [str(kept[0]), "../above.txt"]
    record = {"x": {"made_of": "", "files": files}}
    (out / own._RECORD).write_text(json.dumps(record))
    assert project.build().warnings == ""
    assert all(file.exists() for file in kept)
    (out / own._RECORD).write_text('{"x": 1}')
    assert project.build().warnings == ""


def test_unknown_exports(make_project: Make) -> None:
    project = make_project(FILES, kwindex_exports=["name"])
    built = project.build()
    assert re.search(r"unknown export 'name'; choose from .*json", built.warnings)
    export = api.Export("names", lambda code, folder: None)
    built = project.build(setup=exporting(export, export, "text"))
    assert "unknown export 'name'; did you mean 'names'? [" in built.warnings
    assert "export 'names' already exists; it is not added" in built.warnings
    assert "'text' is not an Export; it is not added" in built.warnings


# Commands

POINT = "[sphinxcontrib_kwindex.commands]\n"


def test_a_command_of_another_package(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = example("pyproject.toml").replace("project.entry-points.", "")
    points = points.replace('"', "")
    install("kwindex_outline", example("kwindex_outline.py"), points)
    file = tmp_path / "a.py"
    file.write_text("class A:\n    def f(self): ...\n")
    assert command.main(["outline", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}:1: A\n{file}:2: A.f\n"
    assert command.main(["outline"]) == 3
    assert capsys.readouterr().err == "kwindex: error: name a file\n"


FAILURES = {
    "missing": ("", "the command 'go' of kwindex_go 1.0 failed (AttributeError: "),
    "import": ("import no_such_module", "failed (ModuleNotFoundError: No module named"),
    "raises": ("def main(_):\n    1 / 0", "failed (ZeroDivisionError: division by"),
}


@pytest.mark.parametrize(("text", "said"), FAILURES.values(), ids=FAILURES)
def test_a_failing_command(
    install: Install, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    install("kwindex_go", text, f"{POINT}go = kwindex_go:main\n")
    assert command.main(["go"]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("kwindex: error: the command 'go' of kwindex_go 1.0 failed")
    assert said in line


def test_exit_codes_of_commands(install: Install) -> None:
    text = "import sys\n\ndef main(given):\n    sys.exit(*map(int, given))\n"
    install("kwindex_go", text, f"{POINT}go = kwindex_go:main\n")
    assert command.main(["go"]) == 0
    assert command.main(["go", "5"]) == 5


def test_a_command_of_two_packages(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("kwindex_one", "kwindex_two"):
        install(name, "def main(_): ...", f"{POINT}go = {name}:main\n")
    assert command.main(["go"]) == 2
    said = capsys.readouterr().err
    assert "'go' is a command of kwindex_one 1.0 and kwindex_two 1.0" in said


def test_a_folder_with_the_name_of_a_command(
    install: Install,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install("kwindex_go", "def main(_): return 7", f"{POINT}go = kwindex_go:main\n")
    (tmp_path / "go").mkdir()
    monkeypatch.chdir(tmp_path)
    assert command.main(["go"]) == 7
    options = ["--cache", str(tmp_path / "cache")]
    assert command.main(["./go", *options]) == 2
    assert "no files to document in" in capsys.readouterr().err
    # A name that no package has is a folder.
    assert command.main(["going", *options]) == 2
    assert "cannot open the folder going" in capsys.readouterr().err
    for name, near in (
        ("qury", "'query'"),
        ("mpa", "'mcp' or 'map'"),
        ("help", "'--help'"),
    ):
        assert command.main([name]) == 2
        said = f"error: there is no command or folder {name!r}; did you mean {near}?"
        assert said in capsys.readouterr().err


# The API


def test_the_api_only_names_what_others_define() -> None:
    described = re.findall(rf":: {OURS}\.api\.(\w+)(?=[(\s])", REFERENCE)
    assert sorted(described) == sorted(api.__all__)
    for name in api.__all__:
        value = getattr(api, name)
        assert isinstance(value, str) or value.__doc__, name
        assert getattr(value, "__module__", "") != api.__name__


def test_names_are_looked_up(make_project: Make) -> None:
    seen: list[object] = []

    def write(code: api.CodeMap, folder: Path) -> None:
        seen.extend(api.find_objects(code, "pkg.a.f", ["function"]))
        seen.extend(code.importers("pkg/a.py"))
        for name in re.findall(r"   \.\. (?:attribute|method):: (\w+)", REFERENCE):
            assert hasattr(code, name) or name == "code"

    project = make_project(FILES, kwindex_exports=["look"])
    project.build(setup=exporting(api.Export("look", write)))
    (found, importer) = seen
    assert isinstance(found, api.DomainObject)
    assert (found.name, importer) == ("pkg/a.py::f", "pkg/b.py")


def test_all_else_is_marked_internal() -> None:
    rooms = sorted((ROOT / OURS).rglob("*/__init__.py"))
    assert len(rooms) > 10
    for room in rooms:
        assert f"Internal: what others may rely on is in :mod:`{OURS}.api`." in (
            room.read_text("utf-8")
        )
