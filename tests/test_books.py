"""Books of a project with a manual: without the map unless it is asked for."""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from projects import Build, Project, assert_same, check, contents
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.util.nodes import inline_all_toctrees

Make = Callable[..., Project]

FILES = {
    "README.md": "# Tree\n\nAbout it.\n",
    "pkg/__init__.py": '"""A package."""\n\nfrom .mod import Box, go\n',
    "pkg/mod.py": (
        '"""A module with :class:`Box` and :func:`pkg.other.far`."""\n\n'
        "from .other import far\n\n\n"
        'class Box:\n    """Holds."""\n\n    def open(self):\n        return far()\n'
        "\n\ndef go():\n    return Box()\n"
    ),
    "pkg/other.py": '"""Another."""\n\n\ndef far():\n    """Go far."""\n',
}
#: Every way in which a manual leads to the map.
DOCS = {
    "index.rst": (
        "Manual\n======\n\n.. toctree::\n\n   guide\n   code/pkg/index\n   last\n\n"
        "See :kw:class:`pkg.mod.Box`, :kw:func:`pkg.other.far`, :kw:folder:`pkg`,"
        " :kw:file:`README.md`, :doc:`code/index`, :doc:`the map <code/index>`,"
        " :any:`pkg/other.py`.\n"
    ),
    "guide.rst": (
        "Guide\n=====\n\n.. kwfile:: pkg/mod.py\n\n.. kwindex:: pkg\n\n"
        ".. kwfolder:: pkg\n\n.. py:module:: pkg.other\n\n.. py:function:: far()\n\n"
        ".. py:module:: pkg.mod\n\n.. py:class:: Box\n"
    ),
    "last.rst": "Last\n====\n\nThe end.\n",
    "aside.rst": ":orphan:\n\nAside\n=====\n\n:kw:func:`far`\n",
}
BASE = "https://docs.example.org/en/"
BOOKS = [
    "singlehtml",
    "epub",
    "latex",
    "texinfo",
    "man",
    "htmlhelp",
    "qthelp",
    "devhelp",
]
CONF = {"version": "1", "copyright": "me", "nitpicky": True}


def book(built: Build) -> str:
    """Return the text of a book."""
    suffixes = {".html", ".xhtml", ".tex", ".texi", ".1"}
    return "".join(
        path.read_text("utf-8")
        for path in sorted(built.outdir.rglob("*"))
        if path.suffix in suffixes and "_static" not in path.parts
    )


@pytest.fixture(scope="module")
def books(make_shared: Make) -> Callable[..., Build]:
    """Return a book by its builder and the configuration, to be looked at.

    All builders share the documents that the first one reads.
    """

    @cache
    def project(**conf: Any) -> Project:
        return make_shared(FILES, DOCS, **CONF, **conf)

    @cache
    def built(builder: str, base: str, **conf: Any) -> Build:
        return project(html_baseurl=base, **conf).build(builder)

    return built


def test_manual_is_the_top_of_the_one_page(make_project: Make) -> None:
    conf = {"kwindex_books": True, "kwindex_exclude": []}
    page = make_project(FILES, DOCS, **CONF, **conf).build("singlehtml").text("index")
    assert '<a class="kw-name" href="#">index.rst</a>' in page
    assert 'href="#document-index"' not in page


@pytest.mark.parametrize("base", ["", BASE], ids=["nowhere", "on-the-web"])
@pytest.mark.parametrize("builder", BOOKS)
def test_map_is_left_out(books: Callable[..., Build], builder: str, base: str) -> None:
    built = books(builder, base)
    assert built.warnings == ""
    text = book(built)
    for words in ("Keyword Index: pkg/other.py", "Keywords A to Z"):
        assert words not in text, words
    if not base:
        assert "Keyword Index:" not in text
        assert "Code map" not in text
    assert not list(built.outdir.rglob("*_docs*"))
    # What a page of the manual shows is there.
    assert "Detailed Analysis" in text
    # The rest is text, or leads to the web.
    plain = re.sub(r"\\[:%]|\\(?=[_#])", "", text)
    assert (f"{BASE}code/pkg/other.py_docs.html#def-far" in plain) == bool(base)
    # No document is missing.
    assert "The end." in text


@pytest.mark.parametrize("builder", BOOKS)
def test_it_is_there_where_it_is_asked_for(
    books: Callable[..., Build], builder: str
) -> None:
    built = books(builder, "", kwindex_books=True)
    assert built.warnings == ""
    assert "keyword index: " in book(built).lower()


@pytest.mark.parametrize("base", ["", BASE], ids=["nowhere", "on-the-web"])
@pytest.mark.parametrize("builder", ["singlehtml", "epub"])
def test_no_link_of_a_book_is_dead(
    books: Callable[..., Build], tmp_path: Path, builder: str, base: str
) -> None:
    built = books(builder, base)
    outdir = tmp_path / "book"
    shutil.copytree(built.outdir, outdir)
    built = replace(built, outdir=outdir)
    if builder == "epub":
        for page in built.outdir.rglob("*.xhtml"):
            page.rename(page.with_suffix(".html"))
        for page in built.outdir.rglob("*.html"):
            page.write_text(page.read_text("utf-8").replace(".xhtml", ".html"), "utf-8")
    found = check(built.outdir)
    assert found.dead.keys() <= {"genindex.html", "search.html", "py-modindex.html"}
    text = book(built)
    # Into the book, where the target is in it.
    where = "index.html" if builder == "singlehtml" else "guide.html"
    (box,) = re.findall(r'href="([^"]*def-Box)"', built.text("index.html"))[:1]
    assert box.startswith("#" if builder == "singlehtml" else "guide.html#")
    assert f'id="{box.partition("#")[2]}"' in built.text(where)
    # Each link to the web leads to a page that a build for the web has.
    site = built.project.build("html")
    for target, anchor in re.findall(rf'href="{BASE}([^"#]+)#?([^"]*)"', text):
        page = site.text(target)
        assert not anchor or f'id="{anchor}"' in page, (target, anchor)
    assert (f'"{BASE}code/pkg/other.py_docs.html#src-far"' in text) == bool(base)
    assert "document-code" not in text


@pytest.mark.parametrize("base", ["/", "/en/latest/", "./"])
def test_base_without_host_is_no_address(make_project: Make, base: str) -> None:
    # Many manuals set it to what Read the Docs says, and to "/" elsewhere.
    built = make_project(FILES, DOCS, html_baseurl=base, **CONF).build("epub")
    assert built.warnings == ""
    assert "code/pkg" not in book(built)


def test_references_of_latex_have_their_labels(
    books: Callable[..., Build],
) -> None:
    built = books("latex", "")
    tex = next(built.outdir.glob("*.tex")).read_text("utf-8")
    labels = set(re.findall(r"\\label\{\\detokenize\{([^}]*)\}\}", tex))
    used = set(re.findall(r"\\hyperref\[\\detokenize\{([^}]*)\}\]", tex))
    assert used <= labels
    assert not [label for label in labels if "code/" in label]


def test_link_suffix_of_directories(make_project: Make) -> None:
    project = make_project(FILES, DOCS, html_baseurl=BASE, html_link_suffix="/", **CONF)
    text = project.build("singlehtml").text("index")
    site = project.build("dirhtml")
    targets = set(re.findall(rf'href="{BASE}([^"#]*)', text))
    assert {"code/", "code/pkg/", "code/pkg/other.py_docs/"} <= targets
    for target in targets:
        assert (site.outdir / target / "index.html").exists()


@pytest.fixture(scope="module")
def html_alone(make_shared: Make) -> Build:
    return make_shared(FILES, DOCS, **CONF).build()


@pytest.mark.parametrize("builder", BOOKS)
def test_html_and_a_book_share_the_doctrees(
    make_project: Make, html_alone: Build, builder: str
) -> None:
    project = make_project(FILES, DOCS, **CONF)
    before = contents(project.build(builder).outdir)
    after = project.build("html")
    assert (after.read, after.warnings) == (set(), "")
    again = project.build(builder)
    assert again.read == set()
    last = project.build("html")
    assert (last.read, last.written) == (set(), set())
    assert_same(last.outdir, html_alone.outdir)
    left = contents(again.outdir)
    names = [name for name in left if not name.endswith((".epub", ".opf", ".pickle"))]
    assert [name for name in names if left[name] != before.get(name)] == []


def test_epub_follows_the_configuration(make_project: Make) -> None:
    project = make_project(FILES, DOCS, **CONF)

    def names(built: Build) -> set[str]:
        assert built.warnings == ""
        with zipfile.ZipFile(next(built.outdir.glob("*.epub"))) as archive:
            package = archive.read("content.opf").decode()
            found = set(archive.namelist())
        assert all(one in package for one in found if one.endswith(".xhtml"))
        return {one for one in found if one.startswith("code/")}

    assert names(project.build("epub")) == set()
    assert "code/pkg/mod.py_docs.xhtml" in names(
        project.build("epub", kwindex_books=True)
    )
    after = project.build("epub")
    assert names(after) == set()
    assert not (after.outdir / "code").exists()
    # Nothing to do for pages that are not in it; Sphinx writes the root document.
    assert project.build("epub").written <= {"index"}


@pytest.mark.parametrize("books", [False, True])
def test_epub_has_no_warnings_of_doctrees_in_its_output(
    make_project: Make, books: bool
) -> None:
    """Sphinx has them there by default, and warns of each of its own."""
    project = make_project(FILES, DOCS, **CONF, kwindex_books=books)
    outdir = project.base / "book"
    for _ in range(2):
        built = project.build("epub", outdir=outdir, doctrees=outdir / ".doctrees")
        assert "guide.doctree" in built.warnings
        assert "code/" not in built.warnings
        assert "kwindex" not in built.warnings


@pytest.mark.parametrize("builder", ["singlehtml", "epub"])
def test_nothing_but_the_words_differs_from_a_build_without_us(
    make_project: Make, builder: str
) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   guide\n\nWelcome.\n",
        "guide.rst": "Guide\n=====\n\nText.\n",
    }
    ours = make_project(FILES, docs, **CONF).build(builder)
    theirs = make_project(FILES, docs, **CONF | {"extensions": []}).build(builder)
    for name in ("index", "guide") if builder == "epub" else ("index",):
        suffix = "xhtml" if builder == "epub" else "html"
        one, other = (
            "".join(
                line.strip()
                for line in Path(built.outdir, f"{name}.{suffix}")
                .read_text("utf-8")
                .splitlines()
                if "kwindex" not in line
            )
            for built in (ours, theirs)
        )
        assert one == other
    if builder == "singlehtml":
        assert b"code/" not in (ours.outdir / "objects.inv").read_bytes()


@pytest.mark.parametrize("builder", ["singlehtml", "epub"])
def test_style_sheet_is_in_books_that_show_something(
    make_project: Make, builder: str
) -> None:
    docs = {"index.rst": "Manual\n======\n\nSee :kw:class:`Box`.\n"}
    project = make_project(FILES, docs, **CONF)
    sheet = "_static/kwindex.css"
    assert not (project.build(builder).outdir / sheet).exists()
    project.write({"docs/index.rst": "Manual\n======\n\n.. kwfile:: pkg/mod.py\n"})
    assert (project.build(builder).outdir / sheet).exists()
    project.write({"docs/index.rst": docs["index.rst"]})
    assert not (project.build(builder).outdir / sheet).exists()


@pytest.mark.parametrize("builder", ["epub", "dirhtml"])
def test_beside_nodes_of_another_that_are_for_one_builder(
    make_project: Make, builder: str
) -> None:
    """Sphinx asks for none of the format then; sphinxcontrib-youtube has such."""

    class video(nodes.General, nodes.Element):
        pass

    def visit(_translator: object, _node: nodes.Element) -> None:
        raise nodes.SkipNode

    def setup(app: Sphinx) -> None:
        app.add_node(video, **{builder: (visit, None)})

    project = make_project(FILES, DOCS, **CONF, kwindex_books=True)
    built = project.build(builder, setup=setup)
    name = "guide.xhtml" if builder == "epub" else "guide/index.html"
    assert "Detailed Analysis" in built.text(name)


class Whole(Builder):
    """Puts a book together as builders of other packages do."""

    name = "whole"

    def get_outdated_docs(self) -> str:
        return "all documents"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return f"#{docname}"

    def _assemble_doctree(self, docname: str) -> nodes.document:
        tree = self.env.get_doctree(docname)
        tree = inline_all_toctrees(self, set(), docname, tree, str, [docname])
        self.env.resolve_references(tree, docname, self)
        return tree

    def write(self, *_: object) -> None:
        for entry in self.config.whole_documents:
            text = self._assemble_doctree(entry[0]).pformat()
            Path(self.outdir, "whole.txt").write_text(text, "utf-8")


class Wiki(Builder):
    """Uploads each page, as that of sphinxcontrib-confluencebuilder does."""

    name = format = "wiki"

    def get_outdated_docs(self) -> set[str]:
        return self.env.found_docs

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return docname

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        self.publish_doc(docname, doctree.astext())

    def publish_doc(self, docname: str, output: str) -> None:
        Path(self.outdir, docname.replace("/", "-")).write_text(output, "utf-8")


@pytest.mark.parametrize("wanted", [False, True])
def test_what_is_uploaded_to_a_wiki(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    module = SimpleNamespace(setup=lambda app: app.add_builder(Wiki))
    monkeypatch.setitem(sys.modules, "wiki_builder", module)
    extensions = ["wiki_builder", "sphinxcontrib_kwindex"]
    project = make_project(FILES, extensions=extensions, kwindex_books=wanted)
    built = project.build("wiki")
    assert "index" in contents(built.outdir)
    assert ("code-pkg-mod.py_docs" in contents(built.outdir)) == wanted
    assert built.warnings == ""


@pytest.mark.parametrize("wanted", [False, True])
def test_books_of_other_packages(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    def setup(app: Sphinx) -> None:
        app.add_builder(Whole)
        app.add_config_value("whole_documents", [("guide", "book")], "")

    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   guide\n",
        "guide.rst": "Guide\n=====\n\n.. toctree::\n\n   code/index\n   last\n",
        "last.rst": "Last\n====\n\nThe end.\n",
    }
    monkeypatch.setitem(sys.modules, "whole_builder", SimpleNamespace(setup=setup))
    extensions = ["whole_builder", "sphinxcontrib_kwindex"]
    conf = {"extensions": extensions, "kwindex_books": wanted}
    built = make_project(FILES, docs, **conf).build("whole")
    text = built.text("whole.txt")
    assert built.warnings == ""
    assert "The end." in text
    assert "kw_placeholder" not in text
    for words in ("Code map", "Go far.", "Keyword Index: pkg/other.py"):
        assert (words in text) == wanted, words


@pytest.mark.parametrize("base", [SingleFileHTMLBuilder, Epub3Builder])
def test_builders_that_derive_from_those_of_sphinx(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, base: type[Builder]
) -> None:
    class Derived(base):  # type: ignore[misc, valid-type]
        name = "derived"

    def setup(app: Sphinx) -> None:
        app.add_builder(Derived)

    monkeypatch.setitem(sys.modules, "derived_builder", SimpleNamespace(setup=setup))
    extensions = ["derived_builder", "sphinxcontrib_kwindex"]
    conf = {"extensions": extensions, "html_theme": "epub", "kwindex_books": True}
    project = make_project(FILES, DOCS, **CONF, **conf)
    theirs, sphinx = project.build("derived"), project.build(base.name)
    assert theirs.warnings == sphinx.warnings
    # Sphinx has checksums in epub by its name.
    pages = [re.sub(r"\?v=\w+", "", book(one)) for one in (theirs, sphinx)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("contents", ["", ".. toctree::\n   :maxdepth: 2\n\n"])
def test_entry_of_a_root_document_without_contents(
    make_project: Make, contents: str
) -> None:
    docs = {"index.rst": f"Manual\n======\n\n{contents}Welcome.\n"}
    tex = [
        next(project.build("latex").outdir.glob("*.tex")).read_text("utf-8")
        for project in (
            make_project(FILES, docs),
            make_project(FILES, docs, extensions=[]),
        )
    ]
    assert tex[0] == tex[1]


def test_book_that_begins_with_the_map_was_asked_for(make_project: Make) -> None:
    documents = [("code/index", "map.tex", "Map", "me", "manual")]
    project = make_project(FILES, DOCS, latex_documents=documents, **CONF)
    built = project.build("latex")
    assert "Keyword Index: " in (built.outdir / "map.tex").read_text("utf-8")


def test_book_of_a_project_without_a_manual(make_project: Make) -> None:
    project = make_project({"a.py": "A = 1\n"}, kwindex_output="")
    (project.docs / "index.rst").unlink()
    assert "Keyword Index: a.py" in project.build("singlehtml").body("index")
