"""How the start page gets into the tables of contents, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Build, Project

Make = Callable[..., Project]

FILES = {"pkg/__init__.py": "", "pkg/mod.py": "def go():\n    pass\n"}
TITLE = "Manual\n======\n\n"


def entries(built: Build, docname: str = "index") -> list[str]:
    return built.env.toctree_includes.get(docname, [])


def test_root_document_without_any_toctree_gets_one(make_project: Make) -> None:
    built = make_project(FILES).build()
    assert entries(built) == ["code/index"]
    assert built.text("index").count('href="code/index.html"') >= 1
    assert built.warnings == ""


def test_start_page_enters_the_last_toctree(make_project: Make) -> None:
    index = (
        f"{TITLE}.. toctree::\n   :caption: One\n\n   first\n\n"
        ".. toctree::\n   :caption: Two\n\n   second\n\nEnd.\n"
    )
    pages = {"first.rst": "First\n=====\n", "second.rst": "Second\n======\n"}
    built = make_project(FILES, {"index.rst": index} | pages).build()
    assert built.warnings == ""
    assert entries(built) == ["first", "second", "code/index"]
    page = built.text("index")
    assert page.index('href="second.html"') < page.index('href="code/index.html"')


#: As sphinxext-opengraph does.
QUOTES = """
def quote(app, name, template, context, doctree):
    if doctree:
        text = " ".join(doctree.astext().split())
        context["metatags"] += f'<meta name="description" content="{text}" />'

def setup(app):
    app.connect("html-page-context", quote)
"""


@pytest.mark.parametrize("contents", ["", "Words.\n\n.. toctree::\n\n   first\n"])
def test_entry_is_in_no_description_of_a_page(
    make_project: Make, contents: str
) -> None:
    docs = {"index.rst": f"{TITLE}{contents}", "first.rst": "First\n=====\n"}
    project = make_project(FILES, docs, kwindex_title="The map")
    with (project.docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(QUOTES)
    page = project.build().text("index")
    text = "Manual Words. First" if contents else "Manual"
    assert f'<meta name="description" content="{text}" />' in page
    assert 'href="code/index.html">The map</a>' in page


def test_start_page_enters_no_toctree_of_some_formats_alone(
    make_project: Make,
) -> None:
    index = (
        f"{TITLE}.. toctree::\n\n   first\n\n"
        ".. only:: latex\n\n   .. toctree::\n\n      second\n"
    )
    pages = {"first.rst": "First\n=====\n", "second.rst": "Second\n======\n"}
    page = make_project(FILES, {"index.rst": index} | pages).build().body("index")
    assert page.startswith("Manual¶ First Code map ")
    assert "Second" not in page


@pytest.mark.parametrize("where", ["index", "first"])
def test_author_places_the_start_page(make_project: Make, where: str) -> None:
    listed = {"index": ["code/index", "first"], "first": ["first"]}[where]
    index = f"{TITLE}.. toctree::\n\n" + "".join(f"   {one}\n" for one in listed)
    first = "First\n=====\n\n"
    if where == "first":
        first += ".. toctree::\n\n   /code/index\n"
    built = make_project(
        FILES,
        {"index.rst": index, "first.rst": first},
        kwindex_add_toctree_entry=where == "index",
    ).build()
    assert built.warnings == ""
    assert entries(built, where).count("code/index") == 1
    assert [one for one in entries(built) if one == "code/index"] == (
        ["code/index"] if where == "index" else []
    )


def test_toggling_the_entry_reads_the_root_document_alone(make_project: Make) -> None:
    project = make_project(FILES, {"other.rst": ":orphan:\n\nOther\n=====\n"})
    assert "code/index" in entries(project.build())
    without = project.build(kwindex_add_toctree_entry=False)
    assert without.read == {"index"}
    assert entries(without) == []
    assert 'href="code/index.html"' not in without.text("index")
    again = project.build()
    assert again.read == {"index"}
    assert 'href="code/index.html"' in again.text("index")


#: As sphinx-asdf does, to find its directives.
READS_FIRST = """
def setup(app):
    app.connect("builder-inited", lambda app: app.builder.read_doc("index"))
"""


def test_root_document_that_is_read_before_pages_are_known_keeps_its_entry(
    make_project: Make,
) -> None:
    project = make_project(FILES)
    with (project.docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(READS_FIRST)
    assert entries(project.build()) == ["code/index"]
    built = project.build()
    assert built.read == set()
    # Sphinx adds what is read twice to what it has.
    assert set(entries(built)) == {"code/index"}
    assert built.text("index").count('href="code/index.html"') >= 1
    assert built.warnings == ""
    without = project.build(kwindex_add_toctree_entry=False)
    assert entries(without) == []


def test_metadata_of_the_root_document_stays_as_it_was(make_project: Make) -> None:
    """Templates are given it as ``meta``, and ``json`` writes it."""
    project = make_project(FILES)
    built = project.build()
    assert entries(built) == ["code/index"]
    assert not built.env.metadata.get("index")
    assert project.build().read == set()


def test_entry_is_toggled_without_pages_too(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    without = project.build(kwindex_generate=False)
    assert without.read == {"index"}
    assert entries(without) == []
    assert without.warnings == ""


def test_root_document_may_be_elsewhere(make_project: Make) -> None:
    docs = {"index.rst": ":orphan:\n\nI\n=\n", "contents.rst": "Contents\n========\n"}
    built = make_project(FILES, docs, root_doc="contents").build()
    assert built.warnings == ""
    assert entries(built, "contents") == ["code/index"]
    assert entries(built, "index") == []


def test_start_page_may_be_the_root_document(make_project: Make) -> None:
    # A project without a manual, where "index" is a generated page.
    files = FILES | {"top.py": "TOP = 1\n"}
    project = make_project(
        files, {"index.rst": ""}, html_theme="alabaster", kwindex_output=""
    )
    project.write({"docs/index.rst": None})
    built = project.build()
    assert built.warnings == ""
    assert "Keywords A to Z" in built.body("index")
    assert "pkg/mod.py_docs" not in built.text("index")
    built.check_links()
    assert "Detailed Analysis" in project.build("singlehtml").body("index")


@pytest.mark.parametrize(
    "theme", ["alabaster", "furo", "sphinx_rtd_theme", "pydata_sphinx_theme"]
)
def test_no_page_of_the_manual_names_the_generated_pages(
    make_project: Make, theme: str
) -> None:
    # Themes render the whole tree of contents into every page.
    if theme != "alabaster":
        pytest.importorskip(theme)
    index = f"{TITLE}.. toctree::\n\n   first\n"
    built = make_project(
        FILES, {"index.rst": index, "first.rst": "First\n=====\n"}, html_theme=theme
    ).build()
    assert built.warnings == ""
    for page in ("index", "first", "search", "genindex"):
        text = built.text(page)
        assert "_docs.html" not in text
        assert "_kw.html" not in text
        assert "pkg/index.html" not in text
        assert "code/index.html" in text
    # Nor does a generated page list all others.
    assert "__init__.py_kw" not in built.text("code/keywords")


def test_generated_pages_stand_in_no_toctree_of_the_environment(
    make_project: Make,
) -> None:
    built = make_project(FILES).build()
    assert built.env.toctree_includes.keys() == {"index"}


def test_glob_collects_no_generated_pages(make_project: Make) -> None:
    manual = "M\n=\n\n.. toctree::\n   :glob:\n\n   **\n"
    docs = {"index.rst": manual, "guide.rst": "Guide\n=====\n"}
    project = make_project({"pkg/a.py": "x = 1\n"}, docs, html_theme="alabaster")
    built = project.build()
    text = built.text("index")
    assert text.index('href="guide.html"') < text.index('href="code/index.html"')
    assert "a.py_docs" not in text


def test_glob_of_another_document_collects_no_start_page(make_project: Make) -> None:
    docs = {
        "index.rst": "M\n=\n\n.. toctree::\n   :numbered:\n\n   code/index\n",
        # It takes the place of the start page.
        "code/index.rst": "Code\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
        "code/mine.rst": "Mine\n====\n",
    }
    project = make_project({"pkg/a.py": "x = 1\n"}, docs)
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert "[kwindex.docname]" in built.warnings
    assert built.env.toctree_includes["code/index"] == ["code/mine"]
    assert built.env.toctree_includes["index"] == ["code/index", "code/keywords"]

    # Who places it may do so with a pattern.
    placed = project.build(kwindex_add_toctree_entry=False)
    assert placed.env.toctree_includes["code/index"] == ["code/keywords", "code/mine"]
    assert placed.env.toctree_includes["index"] == ["code/index"]
    again = project.build()
    assert again.env.toctree_includes == built.env.toctree_includes


def test_entry_of_another_page_than_the_start_page_is_called_like_the_map(
    make_project: Make,
) -> None:
    docs = {"code/index.rst": ":orphan:\n\nCode\n====\n"}
    project = make_project({"pkg/a.py": "x = 1\n"}, docs)
    entry = 'href="code/keywords.html">{}</a>'
    assert entry.format("Code map") in project.build().text("index")
    assert entry.format("Ours") in project.build(kwindex_title="Ours").text("index")
    # The document of the project is gone.
    project.write({"docs/code/index.rst": None})
    assert 'href="code/index.html">Code map</a>' in project.build().text("index")


@pytest.mark.parametrize("name", ["code/index", "Our code </code/index>"])
def test_start_page_that_is_named_beside_a_pattern_stays_there(
    make_project: Make, name: str
) -> None:
    manual = f"M\n=\n\n.. toctree::\n   :glob:\n\n   {name}\n   **\n"
    docs = {"index.rst": manual, "guide.rst": "Guide\n=====\n"}
    built = make_project({"pkg/a.py": "x = 1\n"}, docs).build()
    assert built.warnings == ""
    assert built.env.toctree_includes["index"] == ["code/index", "guide"]
