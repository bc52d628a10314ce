"""Generated documents: that Sphinx finds every page, and that nobody wrote it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, contents
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.project import Project as SphinxProject

from sphinxcontrib_kwindex.sphinx_wiring.documents import (
    generated_documents as documents,
)

Make = Callable[..., Project]

PACKAGE = {
    "run.py": "from pkg import go\n",
    "pkg/__init__.py": '"""A package."""\n\nfrom .mod import go\n',
    "pkg/mod.py": '"""A module."""\n\n\ndef go():\n    """Go."""\n',
}
PAGES = {
    "code/index",
    "code/doc",
    "code/sub",
    "code/keywords",
    "code/run.py_docs",
    "code/run.py_kw",
    "code/pkg/index",
    "code/pkg/doc",
    "code/pkg/sub",
    "code/pkg/__init__.py_docs",
    "code/pkg/__init__.py_kw",
    "code/pkg/mod.py_docs",
    "code/pkg/mod.py_kw",
}


def has_all_pages(build: Build, pages: set[str] = PAGES) -> None:
    assert pages <= build.env.all_docs.keys()
    assert [name for name in pages if not build.path(f"{name}.html").exists()] == []


def test_page_set_is_complete_and_stubs_stand_in_the_doctree_directory(
    make_project: Make,
) -> None:
    project = make_project(PACKAGE)
    before = contents(project.repo)
    built = project.build()
    assert built.warnings == ""
    assert built.env.all_docs.keys() == PAGES | {"index"}
    has_all_pages(built)
    stubs = project.doctrees / documents.STUBS
    found = {path.relative_to(stubs).as_posix() for path in stubs.rglob("*.kwindex")}
    assert found == {f"{name}.kwindex" for name in PAGES}
    assert contents(project.repo) == before


def test_build_inside_the_source_directory_takes_no_output_as_input(
    make_project: Make,
) -> None:
    project = make_project(PACKAGE, kwindex_exclude=[])
    before = contents(project.repo)
    out = project.docs / "_build"
    places = {"outdir": out / "html", "doctrees": out / "doctrees"}
    project.configure(exclude_patterns=["_build"])
    before = contents(project.repo)
    first = project.build(**places)
    second = project.build(**places)
    assert first.env.all_docs.keys() == second.env.all_docs.keys()
    assert not any("_build" in name for name in second.env.all_docs)
    assert not second.read
    held = contents(project.repo)
    assert {name: held[name] for name in held if "_build" not in name} == before


def test_folder_named_sources_and_exclude_patterns_lose_no_page(
    make_project: Make,
) -> None:
    # Sphinx leaves out any "**/_sources", and here everything generated as well.
    files = PACKAGE | {"_sources/a.py": "A = 1\n", "pkg/_sources/b.py": "B = 1\n"}
    project = make_project(files, exclude_patterns=["code/**", "**/_sources", "*_kw"])
    built = project.build()
    assert built.warnings == ""
    more = {
        f"code/{path}_{page}"
        for path in ("_sources/a.py", "pkg/_sources/b.py")
        for page in ("docs", "kw")
    }
    has_all_pages(built, PAGES | more)


def test_pages_need_no_restructuredtext_suffix(make_project: Make) -> None:
    project = make_project(
        PACKAGE,
        {"index.md": "# Manual\n\nWelcome.\n"},
        extensions=["myst_parser", "sphinxcontrib_kwindex"],
        source_suffix=".md",
        rst_epilog="EPILOG",
        rst_prolog="PROLOG",
        myst_enable_extensions=["dollarmath"],
    )
    built = project.build()
    assert built.warnings == ""
    has_all_pages(built)
    page = built.text("code/pkg/mod.py_docs")
    assert "EPILOG" not in page
    assert "PROLOG" not in page
    assert 'href="code/index.html"' in built.text("index")


class _Forgetful(SphinxProject):
    def discover(self, *arguments: object, **options: object) -> set[str]:
        self.docnames = {
            name
            for name in super().discover(*arguments, **options)  # type: ignore[arg-type]
            if not name.startswith("code/")
        }
        return self.docnames


def test_pages_that_sphinx_did_not_find_are_named(make_project: Make) -> None:
    def swap(app: Sphinx) -> None:
        other = _Forgetful(app.srcdir, app.project.source_suffix)
        app.project = app.env.project = other

    def setup(app: Sphinx) -> None:
        app.connect("builder-inited", swap, priority=900)

    built = make_project(PACKAGE).build(setup=setup)
    assert "[kwindex.lost]" in built.warnings
    assert "Sphinx did not find 13 generated pages" in built.warnings
    assert "code/doc" in built.warnings
    assert built.env.all_docs.keys() == {"index"}


def test_document_of_the_user_is_used_in_the_place_of_a_page(
    make_project: Make,
) -> None:
    text = ":orphan:\n\nMine\n====\n\nWritten by hand.\n"
    project = make_project(PACKAGE, {"code/pkg/mod.py_docs.rst": text})
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert "code/pkg/mod.py_docs.rst: WARNING" in built.warnings
    assert "[kwindex.docname]" in built.warnings
    assert "Written by hand." in built.body("code/pkg/mod.py_docs")
    assert "Written by hand." in built.text("_sources/code/pkg/mod.py_docs.rst.txt")
    assert "Original Source" not in built.body("code/pkg/mod.py_docs")
    has_all_pages(built)

    second = project.build()
    assert not second.read
    assert not second.written
    project.write({"docs/code/pkg/mod.py_docs.rst": None})
    third = project.build()
    assert third.warnings == ""
    assert "code/pkg/mod.py_docs" in third.read
    assert "Original Source" in third.body("code/pkg/mod.py_docs")


def test_document_of_the_user_that_a_builder_writes_to_the_file_of_a_page_is_kept(
    make_project: Make,
) -> None:
    project = make_project(PACKAGE, {"code.rst": ":orphan:\n\nMine\n====\n\nText.\n"})
    built = project.build("dirhtml")
    assert "Text." in built.text("code/index.html")
    assert built.warnings.count("WARNING") == 1
    assert "code.rst: WARNING" in built.warnings
    assert "generated page code/index, which is left out" in built.warnings
    assert 'href="code/doc/"' in built.text("index.html")
    built.check_links()
    assert not project.build("dirhtml").written

    # Here they are two files.
    html = project.build()
    assert html.warnings == ""
    assert "Text." in html.text("code.html")
    assert 'href="code/index.html"' in html.text("index.html")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_files_of_the_user_for_the_places_of_pages_are_kept(
    make_project: Make, builder: str
) -> None:
    extra = {
        "extra/code/index.html": "Mine.",
        "extra/code/pkg/sub.html": "Mine, too.",
        "extra/code/pkg/sub/index.html": "Mine, too.",
        # Sphinx copies it no more than it reads it.
        "extra/code/doc.html": "Draft.",
        "extra/code/doc/index.html": "Draft.",
    }
    project = make_project(PACKAGE, extra, exclude_patterns=["**/doc.html", "**/doc"])
    project.build(builder)
    conf = project.docs / "conf.py"
    text = conf.read_text("utf-8")
    conf.write_text(f'{text}\nhtml_extra_path = ["extra"]\n', "utf-8")

    built = project.build(builder)
    assert built.warnings.count("WARNING") == 1
    assert "html_extra_path" in built.warnings
    assert "2 generated pages" in built.warnings
    assert "code/index, code/pkg/sub" in built.warnings
    assert "[kwindex.docname]" in built.warnings
    doc = {"html": "code/doc.html", "dirhtml": "code/doc/"}[builder]
    for _ in range(2):
        assert built.text("code/index.html") == "Mine."
        assert f'href="{doc}"' in built.text("index.html")
        built.check_links()
        # Sphinx copies the files only if it writes a document.
        project.write({"docs/index.rst": "Other\n=====\n"})
        built = project.build(builder)

    conf.write_text(text, "utf-8")
    last = project.build(builder)
    assert last.warnings == ""
    assert "Mine" not in last.text("code/index.html")


def test_additional_page_of_the_user_for_the_place_of_a_page_is_kept(
    make_project: Make,
) -> None:
    template = {"_templates/mine.html": "Mine."}
    values = {
        "templates_path": ["_templates"],
        "html_additional_pages": {"code/pkg/index": "mine.html"},
    }
    project = make_project(PACKAGE, template, **values)
    for _ in range(2):
        built = project.build()
        assert built.warnings.count("html_additional_pages") == 1
        assert built.text("code/pkg/index.html").strip() == "Mine."
    assert not project.build("text").warnings


def test_environment_can_be_loaded_without_the_doctree_directory_of_the_stubs(
    make_project: Make,
) -> None:
    project = make_project(PACKAGE)
    project.build()
    # An environment that names our project class would not load without us.
    state = (project.doctrees / "environment.pickle").read_bytes()
    assert b"CodeProject" not in state


@pytest.mark.parametrize(
    ("prefix", "start"),
    [("", "index"), ("api/code", "api/code/index"), ("./map/", "map/index")],
)
def test_pages_stand_below_the_prefix(
    make_project: Make, prefix: str, start: str
) -> None:
    project = make_project(PACKAGE, kwindex_output=prefix)
    if not prefix:  # the start page is the root document
        project.write({"docs/index.rst": None})
    built = project.build()
    assert built.warnings == ""
    assert start in built.env.all_docs
    below = start.rpartition("/")[0]
    assert (f"{below}/" if below else "") + "pkg/mod.py_docs" in built.env.all_docs
    built.check_links()


def test_document_of_the_user_at_the_top_is_an_error(make_project: Make) -> None:
    # Where there is no prefix, nobody put it there to take the page's place.
    project = make_project(PACKAGE, {"doc.rst": "D\n=\n"}, kwindex_output="")
    message = "documents of their names: doc.rst, index.rst. Rename or remove"
    with pytest.raises(ConfigError, match=message):
        project.build()
    # It is also seen when the document comes later.
    project.write({"docs/index.rst": None, "docs/doc.rst": None})
    assert project.build().warnings == ""
    project.write({"docs/pkg/mod.py_kw.rst": "D\n=\n"})
    with pytest.raises(ConfigError, match=r"of their names: pkg/mod\.py_kw\.rst"):
        project.build()


def test_start_page_that_is_the_root_document_leads_to_all(make_project: Make) -> None:
    project = make_project(PACKAGE, kwindex_output="", html_theme="furo")
    project.write({"docs/index.rst": None})
    # There is nobody who could have written the entries.
    built = project.build(kwindex_add_toctree_entry=False)
    assert built.warnings == ""
    assert built.env.toctree_includes == {"index": ["doc", "keywords", "sub"]}
    for page in ("index", "pkg/mod.py_docs"):
        assert (
            "Root folder documentation Keywords A to Z Subtree keywords"
            in built.body(page)
        )
    built.check_links()
    again = project.build(kwindex_add_toctree_entry=False)
    assert again.read == again.written == set()
    book = project.build("singlehtml", kwindex_add_toctree_entry=False).text("index")
    assert book.count("<h1>") == len(built.env.all_docs)


CONFIG_ERRORS = [
    ({"kwindex_root": "../nowhere"}, "kwindex_root: '../nowhere' is not a folder"),
    ({"kwindex_root": "conf.py"}, "kwindex_root: 'conf.py' is not a folder"),
    ({"kwindex_output": "../x"}, "kwindex_output: '../x' is not a relative path"),
    ({"kwindex_output": "/x"}, "kwindex_output: '/x' is not a relative path"),
    ({"kwindex_exclude": ["!"]}, "not a valid .gitignore pattern: '!'"),
    ({"kwindex_include": ["a", "!"]}, "not a valid .gitignore pattern: '!'"),
]


@pytest.mark.parametrize(("settings", "message"), CONFIG_ERRORS)
def test_wrong_configuration_is_said_clearly(
    make_project: Make, settings: dict[str, object], message: str
) -> None:
    project = make_project(PACKAGE, **settings)
    with pytest.raises(ConfigError, match="kwindex_") as error:
        project.build()
    assert message in str(error.value)


def test_nothing_is_scanned_for_roles_alone(make_project: Make) -> None:
    # A scan would warn that there is nothing.
    project = make_project(PACKAGE, kwindex_generate=False, kwindex_exclude=["*"])
    built = project.build()
    assert built.warnings == ""
    assert built.env.all_docs.keys() == {"index"}
    assert not (project.doctrees / "kwindex.sqlite").exists()
    assert not (project.doctrees / documents.STUBS).exists()


def paths(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*")}


def test_pages_go_when_they_are_not_generated_any_more(make_project: Make) -> None:
    project = make_project(PACKAGE)
    project.build()
    built = project.build(kwindex_generate=False)
    assert built.removed == PAGES
    assert built.env.all_docs.keys() == {"index"}
    assert not Path(built.outdir, "code").exists()
    assert "code/index" not in built.text("index")
    built.check_links()
    never = make_project(PACKAGE, kwindex_generate=False).build()
    assert paths(built.outdir) == paths(never.outdir)
    again = project.build()
    has_all_pages(again)


MIXED: dict[str, str | bytes | None] = {
    "README.md": "# Title\n\nFirst paragraph. More.\n\n## Install\n\ntext\n",
    "notes.rst": "Notes\n=====\n\nA note.\n\nPart\n----\n\ntext\n",
    "Makefile": "all:\n\techo all\n",
    "data.bin": bytes(range(256)),
    "one.py": "A = 1\n",
    "empty.py": "",
    "empty": b"",
    "null.py": b"x = 1\0\n",
    "latin.py": "# caf\xe9\nx = 1\n".encode("latin-1"),
    "odd name & more.py": "def odd():\n    pass\n",
    "ünï/cödé.py": "def f():\n    pass\n",
    "bad.py": "x = 1\n\ndef broken(:\n    pass\n",
}


@pytest.fixture(scope="module")
def mixed(make_shared: Make) -> Build:
    return make_shared(MIXED).build()


#: Files that have no page: nothing in them is to be read.
ROWS = {"data.bin", "empty.py", "empty"}
#: Files that define and import nothing, as far as is known.
NAMELESS = {"README.md", "notes.rst", "null.py", "latin.py", "bad.py"}


def test_every_file_has_its_pages_or_its_row(mixed: Build) -> None:
    pages = {f"code/{path}_docs" for path in MIXED.keys() - ROWS}
    pages |= {f"code/{path}_kw" for path in MIXED.keys() - ROWS - NAMELESS}
    has_all_pages(mixed, pages)
    made = mixed.env.all_docs.keys()
    assert pages == {name for name in made if name.endswith(("_docs", "_kw"))}
    index = mixed.text("code/index")
    assert [name for name in ROWS if f'id="row-{name}"' not in index] == []
    mixed.check_links()


def test_text_files_show_their_headings_and_binary_files_no_content(
    mixed: Build,
) -> None:
    assert 'href="#text-L5">Install</a>' in mixed.text("code/README.md_docs")
    assert 'href="#text-L6">Part</a>' in mixed.text("code/notes.rst_docs")
    assert "First paragraph." in mixed.body("code/index")
    assert "data.bin Binary 256 bytes binary file" in mixed.body("code/index")
    assert "echo all" in mixed.body("code/Makefile_docs")
    assert "odd" in mixed.body("code/odd name & more.py_kw")


def test_file_with_a_syntax_error_gets_one_warning_and_its_pages(
    mixed: Build,
) -> None:
    lines = [line for line in mixed.warnings.splitlines() if "bad.py" in line]
    assert len(lines) == 1
    assert lines[0].startswith("bad.py:3: WARNING: ")
    assert lines[0].endswith("[kwindex.syntax]")
    page = mixed.body("code/bad.py_docs")
    assert "The file could not be analysed" in page
    assert "(line 3)" in page
    assert "def broken(:" in page
    others = [one for one in mixed.warnings.splitlines() if "bad.py" not in one]
    assert all("[kwindex.syntax]" in line for line in others)
    assert {line.partition(":")[0] for line in others} <= {"null.py", "latin.py"}


def test_data_of_tests_that_is_broken_ends_no_build(make_project: Make) -> None:
    broken = "x = 1\ndef broken(:\n"
    data = ["tests/data/bad.py", "lib/pkg/test/inputs/bad.py", "tests/helper.py"]
    data.append("{{cookiecutter.name}}/bad.py")
    tests = ["tests/test_bad.py", "lib/pkg/test/conftest.py", "lib/latest/bad.py"]
    built = make_project(dict.fromkeys((*data, *tests), broken)).build()
    warned = {line.partition(":")[0] for line in built.warnings.splitlines()}
    assert warned == set(tests)
    for path in data:
        assert f"kwindex: {path}:2: invalid syntax" in built.status
        assert "The file could not be analysed" in built.body(f"code/{path}_docs")


def test_warning_of_a_syntax_error_can_be_suppressed(make_project: Make) -> None:
    project = make_project(
        {"bad.py": "def broken(:\n"}, suppress_warnings=["kwindex.syntax"]
    )
    built = project.build()
    assert built.warnings == ""
    has_all_pages(built, {"code/bad.py_docs"})


def test_empty_tree_is_a_warning(make_project: Make) -> None:
    project = make_project({}, kwindex_exclude=["*"])
    built = project.build()
    assert "no files to document in the folder 'repo'" in built.warnings
    assert built.warnings.count("WARNING") == 1
    built.check_links()


PRIVATE = {
    "m.py": (
        "def shown():\n    pass\n\n\n"
        "def _hidden():\n    pass\n\n\n"
        "class Box:\n    def __init__(self):\n        pass\n\n"
        "    def _inner(self):\n        pass\n"
    ),
    "user.py": "from m import _hidden, shown\n",
}


def test_private_definitions_are_shown_or_not(make_project: Make) -> None:
    project = make_project(PRIVATE)
    assert "_hidden" in project.build().body("code/m.py_kw")
    built = project.build(kwindex_private=False)
    assert built.warnings == ""
    for page in ("code/m.py_kw", "code/sub", "code/keywords"):
        assert "_hidden" not in built.body(page)
        assert "_inner" not in built.body(page)
        assert "Box.__init__" in built.body(page)
    assert "index" not in built.read
    names = {row[1] for row in built.env.get_domain("kw").get_objects()}
    assert names >= {"shown", "Box", "Box.__init__"}
    assert not names & {"_hidden", "Box._inner"}
    built.check_links()
    again = project.build()
    assert "_hidden" in again.body("code/m.py_kw")


def test_handler_decides_which_definitions_are_shown(make_project: Make) -> None:
    asked = []

    def skip(app: Sphinx, path: str, definition, default: bool) -> bool | None:  # type: ignore[no-untyped-def]
        asked.append((path, definition.kind, definition.qualname, default))
        if definition.qualname == "shown":
            return True
        return False if definition.qualname == "_hidden" else None

    def setup(app: Sphinx) -> None:
        app.connect("kwindex-skip-definition", skip)

    project = make_project(PRIVATE, kwindex_private=False)
    project.build()
    built = project.build(setup=setup)
    assert ("m.py", "function", "shown", False) in asked
    assert ("m.py", "method", "Box._inner", True) in asked
    page = built.body("code/m.py_kw")
    assert "shown line" not in page
    assert "_hidden" in page
    assert "_inner" not in page
    assert 'id="def-shown"' not in built.text("code/m.py_docs")
    built.check_links()
    assert not project.build(setup=setup).read
    without = project.build()
    assert "shown line" in without.body("code/m.py_kw")


@pytest.mark.parametrize("doctrees", ["docs/_build/.doctrees", "docs/_build/doctrees"])
def test_output_and_doctrees_below_the_source_directory(
    make_project: Make, doctrees: str
) -> None:
    # Nothing is excluded, as in a "conf.py" of one line.
    project = make_project({"a.py": "x = 1\n", "docs/odd.kwindex": "no stub\n"})
    where = {
        "outdir": project.repo / "docs/_build/html",
        "doctrees": project.repo / doctrees,
    }
    first = project.build(**where)
    assert first.warnings == ""
    again = project.build(**where)
    assert again.warnings == ""
    assert again.read == again.written == set()
    assert {name for name in again.env.all_docs if "_build" in name} == set()
    project.configure(kwindex_generate=False)
    off = project.build(**where)
    assert off.warnings == ""
    assert set(off.env.all_docs) == {"index"}


def test_what_is_hidden_hides_what_is_in_it(make_project: Make) -> None:
    project = make_project(
        {
            "a.py": (
                "class Gone:\n    attr = 1\n    def m(self): pass\n\n"
                "def outer():\n    def inner(): pass\n\n"
                "class Goner:\n    pass\n"
            )
        }
    )

    def skip(app, path, definition, default):
        return definition.qualname in {"Gone", "outer"} or None

    built = project.build(
        setup=lambda app: app.connect("kwindex-skip-definition", skip)
    )
    body = built.body("code/a.py_kw")
    assert "Goner" in body
    assert not [name for name in ("Gone.m", "attr", "inner", "outer") if name in body]


def test_catalogues_have_no_titles_of_generated_pages(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n"})
    built = project.build("gettext", gettext_compact=False)
    text = "".join(path.read_text("utf-8") for path in built.outdir.rglob("*.pot"))
    assert "Welcome" in text
    assert "a.py" not in text


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_names_that_uris_have_to_quote(make_project: Make, builder: str) -> None:
    files = {"od#d/what?.py": "x = 1\n", "100%.py": "def f(): pass\n"}
    files |= {"a b.py": "y = 1\n", "c d#.py": ""}
    project = make_project(files, {"index.rst": "M\n=\n\n:kw:func:`f`\n"})
    built = project.build(builder)
    assert built.warnings == ""
    if builder != "singlehtml":
        built.check_links()


def test_equations_in_docstrings_get_mathjax(make_project: Make) -> None:
    project = make_project(
        {"a.py": '"""Say :math:`x^2`."""\n', "b.py": '"""Say x."""\n\nA = 1\n'},
        extensions=["sphinx.ext.mathjax", "sphinxcontrib_kwindex"],
    )
    built = project.build()
    assert "mathjax@" in built.text("code/a.py_docs").lower()
    assert "mathjax@" not in built.text("code/b.py_docs").lower()


def test_who_imports_what_could_not_be_parsed(make_project: Make) -> None:
    """The others are known, whatever the file says itself."""
    files = {
        "pkg/__init__.py": "from pkg import broken\n",
        "pkg/broken.py": "def one(:\n",
        "pkg/other.py": "from pkg import broken\n",
        "pkg/third.py": "from pkg import other\n",
    }
    built = make_project(files).build()
    body = built.body("code/pkg/broken.py_docs")
    assert "Imported by (2 files)" in body
    assert "It imports nothing" not in body
    built.check_links()


def test_what_one_line_defines_twice(make_project: Make) -> None:
    files = {"a.js": "var a = 1, a = 2; function f(){} function f(){}\n"}
    make_project(files).build().check_links()
