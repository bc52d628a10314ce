"""Themes and extensions that ask of a generated page what only the user's have."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from docutils.transforms import Transform
from projects import Build, Project, inventory
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ExtensionError
from sphinx.writers.html5 import HTML5Translator

Make = Callable[..., Project]
FILES = {"pkg/a.py": '"""A."""\n\n\ndef a():\n    pass\n'}


def failing(app: Sphinx, *_: object) -> None:
    """Do what extensions do that count on a hand-written document."""
    if app.env.docname.startswith("code/"):
        raise KeyError(app.env.docname)


class Failing(Transform):
    """A transform of another extension."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Fail, as one may that does not expect our nodes."""
        raise RuntimeError("no such node")


def break_all(app: Sphinx) -> None:
    """Connect what fails at each event about a document."""

    def page(app: Sphinx, name: str, *_: object) -> None:
        if name.startswith("code/"):
            raise KeyError(name)

    def resolved(app: Sphinx, doctree: object, name: str) -> None:
        page(app, name)

    app.connect("doctree-read", failing)
    app.connect("doctree-resolved", resolved)
    app.connect("html-page-context", page)


def test_what_others_raise_on_our_pages_is_one_warning(make_project: Make) -> None:
    built = make_project(FILES).build(setup=break_all)
    lines = built.warnings.splitlines()
    assert len(lines) == 3
    for event in ("doctree-read", "doctree-resolved", "html-page-context"):
        (line,) = [one for one in lines if f"({event})" in one]
        assert line.startswith("WARNING: test_guarded_handlers")
        assert "raised KeyError on a generated page: 'code/" in line
        assert line.endswith("[kwindex.theme]")
    assert "Keyword Index" in built.text("code/pkg/a.py_kw")


CONF = """
from docutils.transforms import Transform

class Mine(Transform):
    default_priority = 500

    def apply(self, **_):
        if self.document.settings.env.docname != "index":
            raise ValueError("no such node")

def page(app, name, *_):
    if name.startswith("code/"):
        raise KeyError(name)

def setup(app):
    app.add_transform(Mine)
    app.connect("html-page-context", page)
"""


def test_what_conf_py_raises_on_our_pages_is_said_to_be_of_conf_py(
    make_project: Make,
) -> None:
    project = make_project(FILES)
    with (project.docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(CONF)
    warnings = project.build().warnings
    assert warnings.count("WARNING") == 2
    assert "conf.py (html-page-context) raised KeyError" in warnings
    assert "conf.py (Mine) raised ValueError" in warnings


def test_a_source_that_is_not_below_the_manual_is_no_news(make_project: Make) -> None:
    """As in openstackdocstheme, which asks git when a source was changed."""
    seen = []

    def connect(app: Sphinx) -> None:
        def page(app: Sphinx, name: str, *_: object) -> None:
            path = Path(app.env.doc2path(name))
            seen.append(path.relative_to(app.srcdir))

        app.connect("html-page-context", page)

    assert make_project(FILES).build(setup=connect).warnings == ""
    assert Path("index.rst") in seen


def test_what_others_raise_elsewhere_is_raised(make_project: Make) -> None:
    def connect(app: Sphinx) -> None:
        def fail(app: Sphinx, name: str, *_: object) -> None:
            if name == "index":
                raise KeyError(name)

        app.connect("html-page-context", fail)

    with pytest.raises(ExtensionError):
        make_project(FILES).build(setup=connect)


def test_transforms_of_others_are_guarded(make_project: Make) -> None:
    docs = {"index.rst": "Manual\n======\n"}

    def add(app: Sphinx) -> None:
        class Ours(Failing):
            def apply(self, **_: Any) -> None:
                if self.document.settings.env.docname != "index":
                    super().apply()

        app.add_transform(Ours)

    built = make_project(FILES, docs).build(setup=add)
    (line,) = built.warnings.splitlines()
    assert "raised RuntimeError on a generated page: no such node" in line
    assert "kw-source" in built.text("code/pkg/a.py_docs")


@pytest.fixture
def asked(make_project: Make) -> Callable[..., dict[str, Any]]:
    """Return what an extension is told at some point of a build."""

    def ask(event: str, question: Callable[..., Any]) -> dict[str, Any]:
        answers: dict[str, Any] = {}

        def note(app: Sphinx, *args: Any) -> None:
            answers[app.env.docname] = question(app, *args)

        make_project(FILES).build(setup=lambda app: app.connect(event, note))
        return answers

    return ask


def test_sources_lie_below_the_source_directory(
    asked: Callable[..., dict[str, Any]],
) -> None:
    answers = asked(
        "doctree-read",
        lambda app, tree: Path(tree["source"]).relative_to(app.srcdir).as_posix(),
    )
    assert answers["code/pkg/a.py_docs"] == "code/pkg/a.py_docs"


def test_paths_lead_to_documents(asked: Callable[..., dict[str, Any]]) -> None:
    """Builders ask for the document of a doctree's source, or of a path they had."""
    answers = asked(
        "doctree-read",
        lambda app, tree: {
            app.env.path2doc(path)
            for path in (
                tree["source"],
                app.env.doc2path(app.env.docname),
                app.env.doc2path(app.env.docname, base=False),
            )
        },
    )
    assert {"index", "code/pkg/a.py_docs"} <= answers.keys()
    assert answers == {docname: {docname} for docname in answers}


def test_documents_are_known_to_others_when_they_are_read(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    seen: list[set[str]] = []

    def opens(app: Sphinx) -> None:
        for docname in app.env.found_docs:
            app.env.doc2path(docname).read_text("utf-8")
        seen.append(set(app.env.found_docs))

    # At the start of the second build, as autosummary does, wherever it stands.
    project.build(setup=lambda app: app.connect("builder-inited", opens, priority=0))
    again = project.build(
        setup=lambda app: app.connect("builder-inited", opens, priority=900)
    )
    assert seen == [{"index"}, {"index"}]
    assert again.read == set()
    assert again.written == set()


def test_no_document_is_listed_twice_to_be_written(make_project: Make) -> None:
    docs = {"index.rst": "Manual\n======\n\n.. py:function:: a.a\n\n:kw:func:`a`\n"}
    names: list[list[str]] = []

    def keep(app: Sphinx) -> None:
        app.connect("env-before-read-docs", lambda _a, _e, found: names.append(found))

    make_project(FILES, docs).build(setup=keep)
    (listed,) = names
    # Sphinx has put into it what was read and what has to be written.
    assert sorted(listed) == sorted(set(listed))
    assert "code/pkg/a.py_docs" in listed


def test_style_sheet_is_where_something_of_ours_is(make_project: Make) -> None:
    docs = {
        "index.rst": "Manual\n======\n\nSee :kw:file:`pkg/a.py`, ``class='kw-x'``.\n",
        "shown.rst": ":orphan:\n\nShown\n=====\n\n.. kwindex:: pkg/a.py\n",
    }
    built: Build = make_project(FILES, docs).build()
    for name in ("shown", "code/index", "code/pkg/a.py_docs"):
        assert built.text(name).count("kwindex.css") == 1
    for name in ("index", "genindex", "search"):
        assert "kwindex" not in built.text(name)


class Slides(StandaloneHTMLBuilder):
    """A builder that copies what each page loads before others ask for more."""

    name = "slides"

    def get_doc_context(self, docname: str, body: str, metatags: str) -> dict[str, Any]:
        made = super().get_doc_context(docname, body, metatags)
        lists = {"css_files": self._css_files, "script_files": self._js_files}
        return made | {name: list(assets) for name, assets in lists.items()}


def test_style_sheet_where_a_builder_copies_what_pages_load(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = SimpleNamespace(setup=lambda app: app.add_builder(Slides))
    monkeypatch.setitem(sys.modules, "slides_builder", module)
    docs = {"shown.rst": ":orphan:\n\nShown\n=====\n\n.. kwindex:: pkg/a.py\n"}
    docs["zz.rst"] = ":orphan:\n\nZ\n=\n"
    extensions = ["slides_builder", "sphinxcontrib_kwindex"]
    built = make_project(FILES, docs, extensions=extensions).build("slides")
    for name in ("shown", "code/index", "code/pkg/a.py_docs"):
        assert built.text(name).count("kwindex.css") == 1
        assert built.text(name).count("kwindex.js") == 1
    for name in ("index", "zz"):  # each behind one of ours
        assert "kwindex" not in built.text(name)


def test_body_of_a_page_may_be_what_a_template_makes_text_of(
    make_project: Make,
) -> None:
    class Soup:
        """As a tree of elements of an HTML parser."""

        def __init__(self, text: str) -> None:
            self.text = text

        def __str__(self) -> str:
            return self.text

    def parse(_: object, page: str, template: str, context: dict[str, Any], *__: Any):
        if "body" in context:
            context["body"] = Soup(context["body"])

    files = {
        **FILES,
        "docs/shown.rst": ":orphan:\n\nShown\n=====\n\n.. kwindex:: pkg/a.py\n",
    }
    plain = make_project(files).build()
    built = make_project(files).build(
        setup=lambda app: app.connect("html-page-context", parse, priority=100)
    )
    assert built.warnings == ""
    for name in ("index", "shown", "code/index", "code/pkg/a.py_docs"):
        assert built.text(name) == plain.text(name)


def test_templates_may_be_told_of_no_parents(make_project: Make) -> None:
    """As by builders that make the context on their own."""

    def forget(_: object, page: str, template: str, context: dict[str, Any], *__: Any):
        context.pop("parents", None)

    built = make_project(FILES).build(
        setup=lambda app: app.connect("html-page-context", forget, priority=1)
    )
    assert built.warnings == ""
    assert 'href="index.html"' in built.text("code/pkg/a.py_docs")


def test_two_patterns_for_sidebars_are_no_warning_of_ours(make_project: Make) -> None:
    docs = {"index.rst": "Manual\n======\n\n.. toctree::\n\n   news/a\n"}
    docs["news/a.rst"] = "A\n=\n"
    patterns = {"c*/**": ["relations.html"], "**/*": ["searchbox.html"]}
    project = make_project(FILES, docs, html_sidebars=patterns)
    built = project.build()
    assert built.warnings == ""
    # The first of two holds, as for pages of the manual; of those Sphinx warns.
    assert "Related Topics" in built.text("code/pkg/a.py_docs")
    project.configure(html_sidebars=patterns | {"n**": []})
    (line,) = project.build().warnings.splitlines()
    assert "page news/a matches two patterns in html_sidebars" in line


def test_format_of_the_search_index_is_what_it_was(make_project: Make) -> None:
    app = make_project(FILES).build().app
    data = {"a": [1]}
    text = app.builder.indexer_format.dumps(data)
    assert app.builder.indexer_format.loads(text) == data


def test_book_theme_says_where_the_repository_is(make_project: Make) -> None:
    options = {
        "repository_url": "https://github.com/me/it",
        "repository_branch": "main",
        "path_to_docs": "docs",
    }
    project = make_project(FILES, html_theme="alabaster")
    project.configure(
        html_theme_options=options, suppress_warnings=["config", "theme", "html"]
    )
    page = project.build().text("code/pkg/a.py_docs")
    assert 'href="https://github.com/me/it/blob/main/pkg/a.py' in page


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "sphinx_rtd_theme"])
def test_themes_on_read_the_docs(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    pytest.importorskip(theme)
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_GIT_CLONE_URL", "https://github.com/me/it.git")
    monkeypatch.setenv("READTHEDOCS_GIT_IDENTIFIER", "main")
    # Themes write into Sphinx's default, which the next build in the process has, too.
    built = make_project(FILES, html_theme=theme, html_context={}).build()
    assert built.warnings == ""
    page = built.text("code/pkg/a.py_docs")
    assert 'href="https://github.com/me/it/blob/main/pkg/a.py' in page
    assert ".kwindex" not in page
    # Nobody has asked for a button.
    assert "Edit on" not in page


def test_visitors_of_others_may_look_around(make_project: Make) -> None:
    """As that of sphinx_immaterial, which looks for annotations behind a listing."""
    files = {**FILES, "pkg/b.py": '"""Call it:\n\n>>> b()\n"""\n'}
    seen = []

    def connect(app: Sphinx) -> None:
        def visit(self: Any, node: nodes.literal_block) -> None:
            seen.append(node.next_node(descend=False, ascend=True))
            HTML5Translator.visit_literal_block(self, node)

        app.add_node(nodes.literal_block, override=True, html=(visit, None))

    built = make_project(files).build(setup=connect)
    assert "Call it:" in built.text("code/pkg/b.py_docs")
    assert seen
    assert all(one is not None for one in seen)


def test_what_our_pages_have_of_their_own_nobody_else_makes(make_project: Make) -> None:
    seen: list[str] = []

    def collect(_app: Sphinx, name: str, *_: object) -> None:
        seen.append(name)

    collect.__module__ = "sphinx_tippy"

    def connect(app: Sphinx) -> None:
        app.connect("html-page-context", collect)

    assert "code/pkg/a.py_docs" in make_project(FILES).build(setup=connect).written
    assert "index" in seen
    assert not [name for name in seen if name.startswith("code/")]


def test_labels_by_title_lead_to_sections_of_the_manual(make_project: Make) -> None:
    """``sphinx.ext.autosectionlabel`` takes the title of each section for a label."""
    index = "Host\n====\n\nSee :ref:`code map`.\n\nCode map\n--------\n"
    built = make_project(
        FILES,
        {"index.rst": index},
        extensions=["sphinx.ext.autosectionlabel", "sphinxcontrib_kwindex"],
    ).build()
    assert built.warnings == ""
    assert 'href="#code-map"' in built.text("index")
    assert set(inventory(built.outdir)["std:label"]) == {
        "code map",
        "genindex",
        "host",
        "modindex",
        "py-modindex",
        "search",
    }


def test_labels_of_all_documents_are_those_of_the_manual(make_project: Make) -> None:
    """nbsphinx makes some of the path of each document."""

    class Label(Transform):
        default_priority = 250

        def apply(self, **_: object) -> None:
            env = self.document.settings.env
            label = f"/{env.docname}.x"
            data = env.domaindata["std"]
            data["labels"][label] = (env.docname, "", "Title")
            data["anonlabels"][label] = (env.docname, "")

    project = make_project(FILES)
    for parallel in (0, 2):
        built = project.build(
            setup=lambda app: app.add_transform(Label), fresh=True, parallel=parallel
        )
        made = [name for name in inventory(built.outdir)["std:label"] if "/" in name]
        assert made == ["/index.x"]
        assert built.warnings == ""
