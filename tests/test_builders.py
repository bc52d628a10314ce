"""Builders beside ``html``: that they take the pages, and take all of them."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from docutils import nodes
from projects import Build, Project, check, contents
from sphinx.application import Sphinx
from sphinx.builders import Builder

from sphinxcontrib_kwindex.sphinx_wiring.documents import book
from sphinxcontrib_kwindex.sphinx_wiring.documents.domain import kw_domain

Make = Callable[..., Project]

FILES = {
    "README.md": "# Tree\n\nA *tree* with a [link](https://example.org).\n",
    "pkg/__init__.py": '"""A package."""\n\nfrom .mod import Box, go\n',
    "pkg/mod.py": (
        '"""A module.\n\nWith :class:`Box`, a list:\n\n* one\n* two\n"""\n\n'
        "import os\nimport missing_one\n\n\n"
        'class Box:\n    """Holds.\n\n    :param a: a thing\n    """\n\n'
        "    size: int = 1\n\n"
        "    @property\n    def a(self):\n        return 1\n\n"
        "    @a.setter\n    def a(self, v):\n        pass\n\n"
        "    def inner(self):\n        def local():\n            pass\n\n\n"
        'def go(x: "int" = 0, *args: str) -> None:\n    """Go.\n\n'
        '    Args:\n        x: how far.\n\n    Example::\n\n        go(1)\n    """\n'
    ),
    "pkg/other.py": (
        '"""Other & <more>."""\n\nfrom pkg import go\n\nBox = "$x$ {y} \\\\z"\n'
    ),
    "data.bin": bytes(range(256)),
    "empty.txt": "",
}
DOCS = {
    "index.rst": (
        "Manual\n======\n\n.. toctree::\n\n   guide\n\nSee :kw:class:`pkg.mod.Box`.\n"
    ),
    "guide.rst": "Guide\n=====\n\n.. kwfile:: pkg/mod.py\n\n.. kwindex:: pkg\n",
}
ALL_WORDS = (
    "Keyword Index: pkg/mod.py",
    "Documentation: pkg/mod.py",
    "Folder Index: pkg",
    "Folder Documentation: pkg",
    "Subtree Keyword Index: pkg",
    "Keywords A to Z",
    "Code map",
)


@pytest.fixture(scope="module")
def project(make_shared: Make) -> Project:
    return make_shared(FILES, DOCS, kwindex_books=True)


@pytest.fixture(scope="module")
def single(project: Project) -> Build:
    return project.build("singlehtml")


@pytest.mark.parametrize(
    "builder",
    ["text", "xml", "pseudoxml", "json", "dummy", "gettext", "epub", "changes"],
)
def test_builder_runs_without_a_word(project: Project, builder: str) -> None:
    doctrees = project.doctrees
    if builder == "gettext":  # which Sphinx itself wants apart
        doctrees = project.base / "gettext"
    built = project.build(builder, doctrees=doctrees, version="1", copyright="me")
    assert built.warnings == ""
    text = b"".join(contents(built.outdir).values())
    assert b"kw_placeholder" not in text


@pytest.mark.parametrize("builder", ["text", "xml", "pseudoxml", "json", "epub"])
def test_builder_writes_every_page_in_full(project: Project, builder: str) -> None:
    built = project.build(builder, version="1", copyright="me")
    suffixes = {"text": "txt", "xml": "xml", "json": "fjson", "epub": "xhtml"}
    suffix = suffixes.get(builder, builder)
    for docname in built.env.all_docs:
        assert (built.outdir / f"{docname}.{suffix}").exists()
    page = (built.outdir / f"code/pkg/mod.py_docs.{suffix}").read_text("utf-8")
    for words in ("Original Source", "Detailed Analysis", "missing_one", "how far"):
        assert words in page
    assert "import os" in re.sub(r"<[^>]*>", "", page)


@pytest.mark.parametrize(("builder", "suffix"), [("html", "html"), ("text", "txt")])
def test_types_with_a_short_name_are_shown_once(
    make_project: Make, builder: str, suffix: str
) -> None:
    """Sphinx hands over both names: one for what it finds, one for what it does not."""
    code = 'def f(x):\n    """Do it.\n\n    :param up.side.Down x: a thing\n    """\n'
    project = make_project({"a.py": code}, python_use_unqualified_type_names=True)
    built = project.build(builder)
    assert built.warnings == ""
    page = (built.outdir / f"code/a.py_docs.{suffix}").read_text("utf-8")
    words = re.sub(r"<[^>]*>", "", page.partition("Detailed Analysis")[2])
    assert re.search(r"x\W+up\.side\.Down\W+a thing", words)


def test_json_names_the_style_sheet_each_time(project: Project) -> None:
    for _ in range(2):
        built = project.build("json", version="1", copyright="me")
        told = json.loads((built.outdir / "globalcontext.json").read_text("utf-8"))
        assert sum("kwindex.css" in name for name in told["css_files"]) == 1


def test_epub_holds_the_pages(project: Project) -> None:
    built = project.build("epub", version="1", copyright="me")
    with zipfile.ZipFile(next(built.outdir.glob("*.epub"))) as book:
        names = set(book.namelist())
        assert "code/pkg/mod.py_docs.xhtml" in names
        assert not [name for name in names if ".kwindex" in name]


@pytest.mark.parametrize(
    ("builder", "suffix"), [("latex", "tex"), ("texinfo", "texi"), ("man", "1")]
)
def test_book_has_all_pages(project: Project, builder: str, suffix: str) -> None:
    # These builders drop documents that no toctree leads to.
    built = project.build(builder)
    assert built.warnings == ""
    (book,) = built.outdir.glob(f"*.{suffix}")
    text = book.read_text("utf-8")
    text = re.sub(r"\\sphinxhyphen\{\}|\\/|\\-|\\(?=[_.&])", "", text)
    for words in ALL_WORDS:
        assert words.lower() in text.lower(), words
    for name in ("Box.inner", "Other & <more>", "Example", "missing_one"):
        plain = text.replace("\\textless{}", "<").replace("\\textgreater{}", ">")
        assert name in plain, name


def test_single_page_has_all_pages(single: Build) -> None:
    assert single.warnings == ""
    body = single.body("index")
    for words in ALL_WORDS:
        assert words in body
    assert body.count("Original Source") >= len(FILES)


def test_single_page_has_no_id_twice(single: Build) -> None:
    ids = Counter(re.findall(r'\bid="([^"]*)"', single.text("index")))
    assert {name: number for name, number in ids.items() if number > 1} == {}
    for name in ids:
        assert not re.search(r"[\s:<>]", name)


def test_links_in_a_single_page_lead_somewhere(single: Build) -> None:
    found = check(single.outdir)
    # Sphinx's own templates link to these, and it does not write them.
    assert found.dead.keys() <= {"genindex.html", "search.html"}
    body = single.text("index")
    assert not re.search(r'href="[^"#:]*_(docs|kw)', body)
    (definition,) = re.findall(r'id="([^"]*def-Box\.inner)"[^>]*', body)[:1]
    assert f'href="#{definition}"' in body


def test_book_of_a_tree_without_a_manual_of_its_own(make_project: Make) -> None:
    files = {"a.py": "def f():\n    pass\n"}
    built = make_project(files, kwindex_books=True).build("singlehtml")
    assert built.warnings == ""
    assert "Keyword Index: a.py" in built.body("index")


# dirhtml: a docname is a folder.

CLASHES = {
    "doc/a.py": "A = 1\n",
    "doc/z.py": "Z = 1\n",
    "sub/doc/b.py": "B = 1\n",
    "sub/sub/c.py": "C = 1\n",
    "index/d.py": "D = 1\n",
    "keywords/e.py": "E = 1\n",
    "b.py": "B = 1\n",
    "b.py_kw/f.py": "F = 1\n",
    "b.py_docs/index/g.py": "G = 1\n",
}


@pytest.fixture(scope="module")
def clashes(make_shared: Make) -> Project:
    return make_shared(CLASHES)


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_document_has_an_output_of_its_own(
    clashes: Project, builder: str
) -> None:
    built = clashes.build(builder)
    assert built.warnings == ""
    outputs: dict[str, str] = {}
    for docname in sorted(built.env.all_docs):
        path = Path(built.app.builder.get_outfilename(docname))
        assert str(path) not in outputs
        outputs[str(path)] = docname
        title = built.env.titles[docname].astext()
        assert title in path.read_text("utf-8")
    for name in CLASHES:
        for kind in ("docs", "kw"):
            assert [one for one in built.env.all_docs if f"{name}_{kind}" in one]
    built.check_links()


def test_folders_named_like_pages_move_the_page(clashes: Project) -> None:
    names = clashes.build().env.all_docs.keys()
    assert {
        "code/doc_",
        "code/sub_",
        "code/keywords_",
        "code/index_",
        "code/b.py_kw_",
        "code/b.py_docs_",
        "code/sub/sub_",
    } <= names
    assert "code/doc/doc" in names


def test_removed_page_of_dirhtml_is_deleted(make_project: Make) -> None:
    project = make_project({"a.py": "A = 1\n", "sub/b.py": "B = 1\n"})
    project.build("dirhtml")
    project.write({"a.py": None, "d.py": "D = 1\n"})
    built = project.build("dirhtml")
    assert not (built.outdir / "code/a.py_docs").exists()
    assert (built.outdir / "code/sub_/index.html").exists()
    built.check_links()
    project.write({"sub/b.py": None, "c.py": "C = 1\n"})
    (project.repo / "sub").rmdir()
    built = project.build("dirhtml")
    assert not (built.outdir / "code/sub_").exists()
    built.check_links()


def test_text_of_removed_pages_is_deleted(make_project: Make) -> None:
    project = make_project({"a.py": "A = 1\n", "pkg/b.py": "B = 1\n"})
    for builder in ("text", "xml", "json"):
        project.build(builder)
    project.write({"pkg/b.py": None})
    for builder in ("text", "xml", "json"):
        built = project.build(builder)
        assert not (built.outdir / "code/pkg").exists(), builder


@pytest.mark.parametrize("builder", ["singlehtml", "latex", "man", "texinfo"])
def test_book_follows_a_renamed_file(make_project: Make, builder: str) -> None:
    files = {"pkg/deep/old.py": "x = 1\n", "pkg/deep/b.py": "y = 1\n"}
    project = make_project(files, kwindex_books=True)
    project.build(builder)
    (project.repo / "pkg/deep/old.py").rename(project.repo / "pkg/deep/new.py")
    built = project.build(builder)
    assert built.warnings == ""
    text = "".join(
        path.read_text("utf-8", errors="replace")
        for path in built.outdir.rglob("*")
        if path.suffix in {".html", ".tex", ".1", ".texi"}
    )
    assert "new.py" in text
    assert "old.py" not in text


def test_epub_is_well_formed(make_project: Make) -> None:
    files = {
        "pkg/a.py": "def f(a): pass\n\n\ndef f(b): pass\n\n\nx = '\x0c\x1b'\n",
        "pkg/null.txt": "a\x01b\n",
    }
    project = make_project(files, version="1", copyright="x", kwindex_books=True)
    built = project.build("epub")
    pages = list(built.outdir.rglob("*.xhtml"))
    assert pages
    for page in pages:
        ElementTree.fromstring(page.read_bytes())


@pytest.mark.parametrize("builder", ["text", "latex", "man"])
def test_deeply_nested_definitions(make_project: Make, builder: str) -> None:
    depth = 60
    text = "".join(f"{' ' * level}def f{level}():\n" for level in range(depth))
    project = make_project(
        {"deep.py": f"{text}{' ' * depth}pass\n"}, kwindex_books=True
    )
    built = project.build(builder)
    assert built.warnings == ""
    if builder == "latex":
        tex = next(built.outdir.glob("*.tex")).read_text("utf-8")
        opened = 0
        deepest = 0
        for found in re.findall(r"\\(begin|end){(?:description|quote|itemize)}", tex):
            opened += 1 if found == "begin" else -1
            deepest = max(deepest, opened)
        assert deepest <= 6


# The book


def test_book_has_the_pages_in_the_order_of_the_tree(single: Build) -> None:
    documents = re.findall(r'<span id="document-([^"]*)"></span>', single.text("index"))
    generated = [one for one in documents if one.startswith("code/")]
    code = kw_domain(single.env).code
    assert code is not None
    assert generated == list(code.by_docname)


def test_references_of_latex_have_their_labels(project: Project) -> None:
    built = project.build("latex")
    tex = next(built.outdir.glob("*.tex")).read_text("utf-8")
    labels = re.findall(r"\\label\{\\detokenize\{([^}]*)\}\}", tex)
    assert len(labels) == len(set(labels))
    used = set(re.findall(r"\\hyperref\[\\detokenize\{([^}]*)\}\]", tex))
    assert used <= set(labels)
    # A line has no label; its listing has.
    assert any(one.endswith("code/pkg/mod.py_docs:original-source") for one in used)


@pytest.mark.parametrize(
    ("engine", "shown"), [("pdflatex", r"\u53d8"), ("xelatex", "变")]
)
def test_characters_that_latex_has_no_font_for(
    make_project: Make, engine: str, shown: str
) -> None:
    files = {"a.py": '"""é → 变."""\n\nx = "变 é"  # 变\n', "ü变.txt": "é\n"}
    project = make_project(files, latex_engine=engine, kwindex_books=True)
    built = project.build("latex")
    tex = next(built.outdir.glob("*.tex")).read_text("utf-8")
    tex = tex.replace(r"\PYGZbs{}", "\\").replace(r"\textbackslash{}", "\\")
    assert f"{shown} é" in tex
    shown_text = re.sub(r"\\detokenize\{[^}]*\}", "", tex)
    assert ("变" in shown_text) == (engine == "xelatex")


def test_large_book_is_announced(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "LARGE", 5)
    files = {"a.py": "def f():\n    pass\n", "b.py": "X = 1\n\n\n"}
    docs = {"index.rst": "Manual\n======\n"}
    project = make_project(files, docs)
    for builder in ("html", "text", "dummy", "singlehtml"):
        assert project.build(builder).warnings == ""
    project.configure(kwindex_books=True)
    warned = project.build("singlehtml")
    assert warned.warnings.count("[kwindex.book]") == 1
    assert "8 generated pages with 5 lines of source" in warned.warnings
    quiet = {"suppress_warnings": ["kwindex.book"]}
    assert project.build("singlehtml", **quiet).warnings == ""
    without = project.build("singlehtml", kwindex_generate=False)
    assert without.warnings == ""
    assert "Keyword Index" not in without.body("index")


def test_small_book_is_not_announced(single: Build) -> None:
    assert "kwindex.book" not in single.warnings


def test_references_of_the_manual_on_a_single_page(make_project: Make) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. toctree::\n\n   a\n\n:envvar:`PLACE`\n",
        "a.rst": "A\n=\n\n.. envvar:: PLACE\n\n   Where.\n",
    }
    built = make_project({}, docs, kwindex_generate=False).build("singlehtml")
    assert 'href="#envvar-PLACE"' in built.text("index")


def test_epub_has_a_style_sheet_of_its_time(project: Project) -> None:
    built = project.build("epub", version="1", copyright="me")
    sheet = built.text("_static/kwindex.css")
    assert ".kw-source" in sheet
    assert not re.search(r":(is|has|where)\(", sheet)
    assert sheet.count("{") == sheet.count("}")


@pytest.mark.parametrize("builder", ["text", "man"])
def test_paragraphs_above_a_page_stand_apart(project: Project, builder: str) -> None:
    built = project.build(builder)
    (path,) = (
        built.outdir.glob("code/pkg/mod.py_kw.txt")
        if builder == "text"
        else built.outdir.glob("*.1")
    )
    assert re.search(
        r"mod\.py\n(\.sp)?\n?Documentation · (\*\*|\\fB)Keyw", path.read_text("utf-8")
    )


@pytest.mark.parametrize("builder", ["dummy", "linkcheck", "changes", "gettext"])
def test_builders_without_pages_make_none(make_project: Make, builder: str) -> None:
    made: set[str] = set()

    def resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
        if docname.startswith("code/") and any(doctree.findall(nodes.paragraph)):
            made.add(docname)

    project = make_project(FILES, DOCS, version="1")
    built = project.build(
        builder, setup=lambda app: app.connect("doctree-resolved", resolved)
    )
    assert made == set()
    assert built.warnings == ""
    if builder == "linkcheck":
        assert (built.outdir / "output.txt").read_text("utf-8") == ""


class Outline(Builder):
    """One without a format that writes all the same, with a visitor of its own."""

    name = "outline"

    def get_outdated_docs(self) -> set[str]:
        return self.env.found_docs

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return docname

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Take what docutils and Sphinx have, and nothing else."""
        for node in doctree.findall(nodes.Element):
            assert "kwindex" not in type(node).__module__
        (self.outdir / f"{docname.replace('/', '-')}.txt").write_text(doctree.astext())


def test_a_builder_without_a_format_meets_no_node_of_ours(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = SimpleNamespace(setup=lambda app: app.add_builder(Outline))
    monkeypatch.setitem(sys.modules, "outline_builder", module)
    docs = DOCS | {"shown.rst": ":orphan:\n\nShown\n=====\n\n.. kwfile:: pkg/mod.py\n"}
    extensions = ["outline_builder", "sphinxcontrib_kwindex"]
    built = make_project(FILES, docs, extensions=extensions).build("outline")
    assert built.warnings == ""
    assert (built.outdir / "shown.txt").read_text() == "Shown"


@pytest.mark.parametrize("compact", [True, False])
def test_gettext_leaves_the_pages_to_us(make_project: Make, compact: bool) -> None:
    docs = DOCS | {"bare.rst": ":orphan:\n\n.. Nothing to translate.\n"}
    built = make_project(FILES, docs, gettext_compact=compact).build("gettext")
    assert {path.name for path in built.outdir.rglob("*.pot")} <= {
        "index.pot",
        "guide.pot",
        "bare.pot",
    }
    # As without a map.
    assert (built.outdir / "bare.pot").is_file()
    assert not (built.outdir / "code").exists()
    texts = "".join(path.read_text("utf-8") for path in built.outdir.rglob("*.pot"))
    assert 'msgid "Manual"' in texts
    for word in ("Keyword Index", "Documentation", "Folder", "A module.", "Holds"):
        assert word not in texts
