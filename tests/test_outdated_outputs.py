"""What stands in an output directory: all that belongs there, and nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import Build, Project, assert_same, contents
from sphinx.util.inventory import InventoryFile

from sphinxcontrib_kwindex.scan.own_folders import OUTPUT_RECORD
from sphinxcontrib_kwindex.sphinx_wiring.documents import outdated_outputs as outputs

Make = Callable[..., Project]

SOURCE = '''"""Words of the module: walrus.

Security & Safety is what this module has no section about.
"""

import os  # aardvark


class Zebra:
    """A striped horse."""

    stripes = 40

    def gallop(self):
        """Run swiftly."""
        quagga = "only in the source"
        return quagga


def feed():
    """Give `Zebra` some grass."""
'''
FILES: dict[str, str | bytes] = {
    "zoo/__init__.py": '"""A zoo."""\n\nimport os\n',
    "zoo/zebra.py": SOURCE,
    "zoo/crlf.py": b"x = 1\r\ny = '\t\xc3\xa9'\r\n",
    "data.bin": bytes(range(256)),
    "README.md": "# Zoo\n\nAnimals.\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    return make_shared(FILES).build()


def search_index(build: Build) -> dict[str, Any]:
    text = build.text("searchindex.js")
    index: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return index


def found(index: dict[str, Any], word: str) -> set[str]:
    """Return the documents of a word, whose end a stemmer may have taken off."""
    documents: set[int] = set()
    for term, at in index["terms"].items():
        if term.startswith(word):
            documents.update([at] if isinstance(at, int) else at)
    return {index["docnames"][number] for number in documents}


# The search index and the inventory.


def test_search_finds_docstrings(built: Build) -> None:
    index = search_index(built)
    assert found(index, "walru") == {"code/zoo/zebra.py_docs"}
    assert found(index, "stripe") == {"code/zoo/zebra.py_docs"}
    assert found(index, "swift") == {"code/zoo/zebra.py_docs"}
    assert "code/README.md_docs" in found(index, "anim")


def test_search_has_no_words_of_the_source_and_no_fixed_headings(
    built: Build,
) -> None:
    index = search_index(built)
    for word in ("aardvark", "quagga", "metadata", "purpos", "origin", "overview"):
        assert not found(index, word)
        assert word not in index["titleterms"]
    # Those that people wrote.
    assert set(index["alltitles"]) == {"Manual"}
    assert set(index["titleterms"]) == {"manual"}


def test_search_finds_definitions_with_their_kind(built: Build) -> None:
    index = search_index(built)
    names = {kind: label for kind, (_, _, label) in index["objnames"].items()}
    labels = {
        f"{prefix}.{entry[4]}".strip(".\ufeff"): names[str(entry[1])]
        for prefix, entries in index["objects"].items()
        for entry in entries
    }
    # Attributes and variables are in the inventory only, files that have a page of
    # their own among the entries.
    assert labels == {
        "Zebra": "Code map class",
        "Zebra.gallop": "Code map method",
        "feed": "Code map function",
        "data.bin": "Code map file",
    }
    assert "zebra.py" in index["indexentries"]
    types = set(index["objtypes"].values())
    assert types >= {"kw:class", "kw:method", "kw:function"}


def test_inventory_has_every_object_and_every_uri_an_anchor(built: Build) -> None:
    with (built.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: base + uri)
    data = getattr(inventory, "data", inventory)
    mine = {key: rows for key, rows in data.items() if key.startswith("kw:")}
    assert mine.keys() == {
        "kw:attribute",
        "kw:class",
        "kw:data",
        "kw:file",
        "kw:folder",
        "kw:function",
        "kw:method",
    }
    assert set(mine["kw:folder"]) == {".", "zoo"}
    assert set(mine["kw:file"]) == set(FILES)
    assert set(mine["kw:method"]) == {"zoo/zebra.py::Zebra.gallop"}
    assert set(mine["kw:attribute"]) == {"zoo/zebra.py::Zebra.stripes"}
    for rows in mine.values():
        for row in rows.values():
            uri = row.uri if hasattr(row, "uri") else row[2]
            page, _, anchor = uri.partition("#")
            assert not anchor or f'id="{anchor}"' in built.text(page)


# "Show source".


def test_show_source_gives_the_original_file(built: Build) -> None:
    for name in FILES:
        copy = built.outdir / "_sources/code" / f"{name}.txt"
        if name == "data.bin":
            # Data may be large, and a browser shows none of it.
            assert not copy.exists()
            continue
        content = FILES[name]
        assert copy.read_bytes() == (
            content if isinstance(content, bytes) else content.encode()
        )
    link = '"../../_sources/code/zoo/zebra.py.txt"'
    assert link in built.text("code/zoo/zebra.py_docs")
    sources = {path.name for path in (built.outdir / "_sources").rglob("*.txt")}
    shown = {f"{Path(name).name}.txt" for name in FILES} - {"data.bin.txt"}
    assert sources == shown | {"index.rst.txt"}
    built.check_links()


@pytest.mark.parametrize("option", ["html_copy_source", "html_show_sourcelink"])
def test_sources_are_shown_only_where_the_user_wants_them(
    make_project: Make, option: str
) -> None:
    project = make_project(FILES)
    built = project.build(**{option: False})
    assert "_sources/code" not in built.text("code/zoo/zebra.py_docs")
    if option == "html_copy_source":
        assert not list((built.outdir / "_sources").rglob("*.txt"))
    built.check_links()
    again = project.build()
    copy = again.outdir / "_sources/code/zoo/zebra.py.txt"
    assert copy.read_text() == SOURCE


def test_pages_written_anew_keep_the_original_source(make_project: Make) -> None:
    # Each time Sphinx writes a page, for its own reasons, it copies the stub.
    project = make_project({"a.py": "x = 1\n"})
    first = project.build()
    again = project.build(html_title="Another")
    assert "code/a.py_docs" in again.written
    assert not again.read
    assert (first.outdir / "_sources/code/a.py.txt").read_text() == "x = 1\n"


def test_original_sources_go_when_the_user_wants_them_no_more(
    make_project: Make,
) -> None:
    project = make_project({"pkg/a.py": "x = 1\n"})
    first = project.build()
    assert (first.outdir / "_sources/code/pkg/a.py.txt").exists()
    built = project.build(html_copy_source=False)
    assert not (built.outdir / "_sources/code").exists()


def test_original_source_goes_where_a_text_becomes_data(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n", "alone/notes.txt": "Notes.\n"})
    first = project.build()
    assert (first.outdir / "_sources/code/alone/notes.txt.txt").exists()
    project.write({"alone/notes.txt": bytes(range(256))})
    built = project.build()
    assert_same(built.outdir, project.copy(project.base / "clean").build().outdir)


def test_original_source_goes_with_a_text_that_is_called_like_a_page(
    make_project: Make,
) -> None:
    text = "Title\n=====\n\nText.\n\nMore\n----\n\nText.\n"
    project = make_project({"x/a.py": "x = 1\n", "x/index.rst": text})
    first = project.build()
    assert (first.outdir / "_sources/code/x/index.rst.txt").exists()
    project.write({"x/index.rst": None})
    built = project.build()
    assert_same(built.outdir, project.copy(project.base / "clean").build().outdir)


def test_hand_written_page_that_goes_takes_its_source_along(
    make_project: Make,
) -> None:
    page = ":orphan:\n\nPage\n====\n\n.. kwfile:: a.py\n"
    project = make_project({"a.py": "x = 1\n"}, {"more/page.rst": page})
    first = project.build()
    assert (first.outdir / "_sources/more/page.rst.txt").exists()
    project.write({"docs/more/page.rst": None})
    (project.docs / "more").rmdir()
    built = project.build()
    clean = project.copy(project.base / "clean").build()
    assert_same(built.outdir, clean.outdir)


# Several builders over one doctree directory.


def test_second_builder_takes_nothing_from_the_first(make_project: Make) -> None:
    project = make_project({"a.py": 'def f():\n    """First."""\n', "b.py": "B = 1\n"})
    project.build()
    project.write({"a.py": 'def f():\n    """Second."""\n'})
    text = project.build("text")
    assert "code/a.py_docs" in text.read
    assert "Second." in text.path("code/a.py_docs.txt").read_text()
    html = project.build()
    assert not html.read
    # The folder says what the file mainly is, with that sentence.
    assert html.written - {"index", "code/index"} == {"code/a.py_docs", "code/a.py_kw"}
    assert "Second." in html.body("code/a.py_docs")
    assert "Second." in html.body("code/a.py_kw")
    assert not project.build().written
    assert not project.build("text").written


def test_second_builder_does_not_check_the_manual_again(make_project: Make) -> None:
    """Sphinx warns of documents that no table of contents has when it reads some."""
    apart = "Apart\n=====\n\n.. py:module:: zoo.zebra\n\n.. py:class:: Zebra\n"
    docs = {"index.rst": "Manual\n======\n", "apart.rst": apart}
    conf = {"linkcheck_ignore": [".*"], "version": "1", "copyright": "me"}
    project = make_project(FILES, docs, **conf)
    assert "apart.rst: WARNING" in project.build().warnings
    first = project.base.with_name("first")
    project.base.rename(first)
    for second in ("dirhtml", "dummy", "epub", "latex", "linkcheck", "text"):
        shutil.copytree(first, project.base)
        assert project.build(second).warnings == "", second
        shutil.rmtree(project.base)


def test_page_that_went_while_another_builder_ran_is_deleted(
    make_project: Make,
) -> None:
    project = make_project({"a.py": "A = 1\n", "sub/b.py": "B = 1\n"})
    project.build()
    project.build("text")
    project.write({"sub/b.py": None})
    text = project.build("text")
    assert not (text.outdir / "code/sub").exists()
    html = project.build()
    assert not html.read
    assert not (html.outdir / "code/sub").exists()
    assert not (html.outdir / "_sources/code/sub").exists()
    html.check_links()


def test_builders_may_share_an_output_directory(make_project: Make) -> None:
    # Sphinx does not forbid it; what one has written must not pass for the other's.
    project = make_project({"a.py": "A = 1\n"})
    out = project.base / "out" / "shared"
    project.build("text", outdir=out)
    html = project.build("html", outdir=out)
    assert html.path("code/a.py_docs.html").exists()


def test_deleted_output_is_written_again(make_project: Make) -> None:
    project = make_project({"a.py": "A = 1\n", "sub/b.py": "B = 1\n"})
    first = project.build()
    before = contents(first.outdir)
    shutil.rmtree(first.outdir)
    again = project.build()
    assert not again.read
    assert again.written == first.written
    after = contents(again.outdir)
    assert sorted(after) == sorted(before)
    assert {name for name in after if after[name] != before[name]} <= {
        # Sphinx keeps index entries of documents for the build that reads them.
        "searchindex.js"
    }


def test_one_deleted_page_is_written_again(built_project: Make) -> None:
    project = built_project({"a.py": "A = 1\n"})
    (project.base / "out/html/code/a.py_docs.html").unlink()
    again = project.build()
    assert "code/a.py_docs" in again.written
    assert again.path("code/a.py_docs.html").exists()


def test_restored_output_is_not_written_again(built_project: Make) -> None:
    project = built_project({"a.py": "A = 1\n"})
    copy = project.base / "copy"
    shutil.copytree(project.base / "out/html", copy, copy_function=shutil.copyfile)
    other = project.build(outdir=copy)
    assert "code/a.py_docs" not in other.written


# The record.


def test_record_names_the_pages_and_the_mark_is_gone(built: Build) -> None:
    record = json.loads(built.text(OUTPUT_RECORD))
    pages = {name for name in built.env.all_docs if name.startswith("code/")}
    # Under no name stands where tables of contents lead, and its title.
    assert record["pages"].pop("") == "code/index Code map"
    assert record["pages"].keys() == pages
    assert record["builder"] == "html"
    assert not (built.outdir / outputs.RUNNING).exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pages": 1, "builder": "html"}'])
def test_damaged_record_is_made_again(built_project: Make, text: str) -> None:
    project = built_project({"a.py": "A = 1\n"})
    file = project.base / "out/html" / OUTPUT_RECORD
    record = file.read_text()
    file.write_text(text)
    again = project.build()
    assert not again.read
    assert "code/a.py_docs" in again.written
    assert file.read_text() == record


def test_record_has_one_order_whatever_was_read_last(make_project: Make) -> None:
    text = "{}\n===\n\n:kw:file:`zoo/zebra.py`\n"
    docs = {name: f":orphan:\n\n{text.format(name)}" for name in ("one", "two")}
    project = make_project(FILES, {f"{name}.rst": it for name, it in docs.items()})
    project.build()
    project.write({"docs/one.rst": docs["one"] + "\n:kw:file:`zoo/crlf.py`\n"})
    record = Path(project.build().app.outdir, OUTPUT_RECORD)
    edited = record.read_text("utf-8")
    record.unlink()
    project.build(fresh=True)
    assert record.read_text("utf-8") == edited


def test_mark_of_a_killed_build_has_everything_written_again(
    make_project: Make,
) -> None:
    project = make_project(FILES)
    first = project.build()
    fresh = project.base / "fresh"
    shutil.copytree(first.outdir, fresh)
    (first.outdir / outputs.RUNNING).touch()
    for page in ("index.html", "code/zoo/zebra.py_docs.html"):
        path = first.outdir / page
        path.write_bytes(path.read_bytes()[:100])
    again = project.build()
    assert not again.read
    assert_same(again.outdir, fresh)
    assert not (again.outdir / outputs.RUNNING).exists()


def test_extension_for_its_roles_alone_leaves_no_trace(make_project: Make) -> None:
    built = make_project(FILES, kwindex_generate=False).build()
    assert not (built.outdir / OUTPUT_RECORD).exists()
    assert not (built.outdir / outputs.RUNNING).exists()
    index = search_index(built)
    assert not [key for key in index["objnames"].values() if key[0] == "kw"]


# The same bytes, always.


@pytest.fixture(scope="module")
def parallel(built: Build) -> Build:
    """The same sources in another folder, by two processes."""
    base = built.project.base.with_name(f"{built.project.base.name}-elsewhere")
    return built.project.copy(base).build(parallel=2)


def test_two_processes_elsewhere_write_the_same_bytes(
    built: Build, parallel: Build
) -> None:
    assert parallel.warnings == ""
    assert_same(parallel.outdir, built.outdir)


def test_reading_and_writing_are_parallel_safe(built: Build) -> None:
    extension = built.app.extensions["sphinxcontrib_kwindex"]
    assert extension.parallel_read_safe
    assert extension.parallel_write_safe
    assert extension.metadata["env_version"]


def test_parallel_build_is_followed_by_a_serial_one(parallel: Build) -> None:
    project = parallel.project
    assert not project.build().read
    project.write({"zoo/zebra.py": SOURCE.replace("Run swiftly.", "Run.")})
    later = project.build(parallel=2)
    assert later.read == {"code/zoo/zebra.py_docs", "code/zoo/zebra.py_kw"}
    assert "Run." in later.body("code/zoo/zebra.py_kw")


def test_no_output_holds_a_path_of_this_machine(built: Build) -> None:
    path = str(built.project.base).encode()
    for name, content in contents(built.outdir).items():
        assert path not in content, name


def test_no_doctree_holds_the_text_of_a_source(built: Build) -> None:
    content = (built.project.doctrees / "code/zoo/zebra.py_docs.doctree").read_bytes()
    assert b"only in the source" not in content
    assert b"File Metadata" not in content


@pytest.mark.parametrize("second", ["dirhtml", "text"])
def test_hand_written_page_in_a_second_builder(make_project: Make, second: str) -> None:
    project = make_project(
        {"pkg/mod.py": "class Old:\n    pass\n"},
        {"index.rst": "Manual\n======\n\n.. kwfile:: pkg/mod.py\n"},
    )
    project.build()
    project.build(second)
    project.write({"pkg/mod.py": "class New:\n    pass\n"})
    project.build()
    built = project.build(second)
    text = next(built.outdir.glob("index.*")).read_text("utf-8")
    assert "New" in text
    assert "Old" not in text
