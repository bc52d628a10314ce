"""A build in which nothing changed does next to nothing of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from projects import Project
from sphinx.search import IndexBuilder

from sphinxcontrib_kwindex.analysis import analyse as analysis
from sphinxcontrib_kwindex.scan.scan import scan

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": '"""A package."""\n',
    "pkg/a.py": '"""One."""\n\nimport os\n\n\ndef f() -> str:\n    return os.sep\n',
    "README.md": "# Sample\n\nSee `pkg/a.py`.\n",
    "pyproject.toml": '[project]\nname = "sample"\ndependencies = ["furo"]\n',
    "ci.yaml": "a: 1\n",
}
BUILD = """
import json, sys
from sphinx.cmd.build import main
code = main(sys.argv[2:])
with open(sys.argv[1], "w", encoding="utf-8") as stream:
    json.dump(sorted(sys.modules), stream)
sys.exit(code)
"""
#: What is needed only to analyse files, and to read or write documents.
LARGE = {
    "astroid",
    "markdown_it",
    "myst_parser",
    "sphinxcontrib_kwindex.analysis.patterns.walk",
    "sphinxcontrib_kwindex.analysis.python.module_facts",
    "sphinxcontrib_kwindex.links.link_all",
    "sphinxcontrib_kwindex.pages.page_kinds",
    "sphinxcontrib_kwindex.sphinx_wiring.docstrings.docstring_reader",
    "sphinxcontrib_kwindex.sphinx_wiring.documents.placeholder_content",
    "yaml",
}


def imported(project: Project, *options: str) -> set[str]:
    """Return the modules that a build imports, in a process of its own."""
    names = project.base / "modules.json"
    out, doctrees = project.base / "out" / "html", project.doctrees
    here = str(Path(analysis.__file__).parents[2])
    subprocess.run(
        [
            *(sys.executable, "-c", BUILD, str(names), "-q", "-b", "html"),
            *("-d", str(doctrees), *options, str(project.docs), str(out)),
        ],
        check=True,
        env={**os.environ, "PYTHONPATH": here},
    )
    return set(json.loads(names.read_text("utf-8")))


def test_nothing_large_is_imported_where_nothing_changed(make_project: Make) -> None:
    project = make_project(FILES, {"index.rst": "M\n=\n\n:kw:file:`pkg/a.py`\n"})
    first = imported(project)
    # Or names that nobody has any more would pass.
    assert first >= LARGE
    assert LARGE & imported(project) == set()


def test_parsers_are_imported_where_they_are_needed(make_project: Make) -> None:
    project = make_project({"pkg/a.py": FILES["pkg/a.py"], "pkg/b.py": "y = 1\n"})
    # Another process analyses.
    worker = ("-D", "kwindex_timeout=60")
    for _ in range(2):
        modules = imported(project, *worker)
        assert "sphinxcontrib_kwindex.links.link_all" in modules
        assert not {"astroid", "myst_parser", "yaml"} & modules
        project.write({"pkg/a.py": "x = 1\n"})


def test_files_that_stay_the_same_keep_their_times(make_project: Make) -> None:
    project = make_project(FILES)
    out = project.build().outdir

    def times() -> dict[str, int]:
        paths = [*out.rglob("*kwindex*"), *out.rglob("_kwindex/**/*.js")]
        return {str(path): path.stat().st_mtime_ns for path in paths if path.is_file()}

    before = times()
    project.build()
    assert len(before) > 10
    assert times() == before


def test_output_is_as_it_was(make_project: Make) -> None:
    project = make_project(FILES)

    def outputs() -> dict[str, bytes]:
        out = project.build().outdir
        return {
            path.relative_to(out).as_posix(): path.read_bytes()
            for path in out.rglob("*")
            if path.is_file()
        }

    assert outputs() == outputs()


def test_search_index_looks_documents_up(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(FILES)
    given = []
    prune = IndexBuilder.prune

    def spy(self: IndexBuilder, docnames: Iterable[str]) -> None:
        given.append(docnames)
        prune(self, docnames)

    monkeypatch.setattr(IndexBuilder, "prune", spy)
    project.build()
    project.write({"pkg/a.py": FILES["pkg/a.py"] + "# more\n"})
    built = project.build()
    # Once or twice a build, by Sphinx's version.
    assert len(given) in {2, 4}
    assert all(isinstance(one, set | frozenset) for one in given)
    assert set(given[-1]) == built.env.all_docs.keys()


def test_names_that_only_look_like_marks_of_folders(tmp_path: Path) -> None:
    files = ["pkg/PYVENV.cfg", "pkg/.buildinfo.txt", "pkg/a.py", "pkg/.GitIgnore"]
    for name in files:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("*\n", "utf-8")
    if (tmp_path / "pkg/pyvenv.cfg").exists():
        assert scan(tmp_path).files == ()
    else:
        assert {one.path for one in scan(tmp_path).files} == set(files)
        (tmp_path / "pkg/pyvenv.cfg").touch()
        assert scan(tmp_path).files == ()
