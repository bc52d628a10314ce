"""What themes show around a generated page."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import Build, Project, assert_same
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import TocTree

Make = Callable[..., Project]

THEMES = ["alabaster", "furo", "sphinx_rtd_theme", "pydata_sphinx_theme"]
LINK = "https://github.com/me/it/blob/main/{path}#L{line}"
FILES = {
    "README.md": "# It\n",
    "pkg/__init__.py": "P = 1\n",
    "pkg/a.py": "def a():\n    pass\n",
    "pkg/b.py": "def b():\n    pass\n",
    "pkg/deep/c.py": "def c():\n    pass\n",
    "pkg/deep/&lt;d.py": "def d():\n    pass\n",
}
DOCS = {
    "index.rst": (
        "Manual\n======\n\n.. toctree::\n   :maxdepth: 2\n\n   guide/index\n   about\n"
    ),
    "guide/index.rst": "Guide\n=====\n\n.. toctree::\n\n   one\n   two/index\n",
    "guide/one.rst": "One\n===\n\nPart\n----\n",
    "guide/two/index.rst": "Two\n===\n\n.. toctree::\n\n   three\n",
    "guide/two/three.rst": "Three\n=====\n",
    "about.rst": "About\n=====\n",
}

OPTIONS: dict[str, dict[str, Any]] = {
    "alabaster": {},
    "furo": {
        "html_theme_options": {
            "source_repository": "https://github.com/me/it/",
            "source_branch": "main",
            "source_directory": "docs/",
        }
    },
    "sphinx_rtd_theme": {
        "html_context": {
            "display_github": True,
            "github_user": "me",
            "github_repo": "it",
            "github_version": "main",
            "conf_py_path": "/docs/",
        }
    },
    "pydata_sphinx_theme": {
        "html_theme_options": {"use_edit_page_button": True},
        "html_context": {
            "github_user": "me",
            "github_repo": "it",
            "github_version": "main",
            "doc_path": "docs",
        },
    },
}
Contexts = dict[str, dict[str, Any]]


def watch(contexts: Contexts) -> Callable[[Sphinx], object]:
    """Return a set-up that keeps what templates get."""

    def keep(_app: Sphinx, name: str, _t: str, context: Any, _tree: object) -> None:
        contexts[name] = dict(context)

    return lambda app: app.connect("html-page-context", keep, priority=10_000)


@pytest.fixture(scope="module", params=THEMES)
def themed(request: pytest.FixtureRequest, make_shared: Make) -> tuple[Build, Contexts]:
    theme = request.param
    if theme != "alabaster":
        pytest.importorskip(theme)
    project = make_shared(
        FILES, DOCS, html_theme=theme, kwindex_source_link=LINK, **OPTIONS[theme]
    )
    contexts: Contexts = {}
    return project.build(setup=watch(contexts)), contexts


Themed = tuple[Build, Contexts]


def test_theme_builds_without_a_word(themed: Themed) -> None:
    built, _ = themed
    assert built.warnings == ""
    built.check_links()


def test_parents_lead_from_the_root_to_the_folder(themed: Themed) -> None:
    _, contexts = themed
    parents = contexts["code/pkg/deep/c.py_docs"]["parents"]
    assert [(one["title"], one["link"]) for one in parents][-3:] == [
        ("Code map", "../../index.html"),
        ("pkg", "../index.html"),
        ("deep", "index.html"),
    ]
    assert [one["title"] for one in contexts["code/pkg/deep/index"]["parents"]][
        -2:
    ] == [
        "Code map",
        "pkg",
    ]
    assert [one["title"] for one in contexts["code/keywords"]["parents"]][-1:] == [
        "Code map"
    ]


def test_folders_without_pages_are_in_the_names_of_parents(make_project: Make) -> None:
    files = {"cmd/it/a/b.py": "x = 1\n", "cmd/it/c.py": "y = 1\n", "d.py": "z = 1\n"}
    contexts: Contexts = {}
    make_project(files).build(setup=watch(contexts))
    parents = contexts["code/cmd/it/a/b.py_docs"]["parents"]
    assert [one["title"] for one in parents][-3:] == ["Code map", "cmd/it", "a"]


@pytest.mark.parametrize("theme", THEMES)
def test_start_page_that_is_the_root_document_is_no_parent(
    make_project: Make, theme: str
) -> None:
    pytest.importorskip(theme)
    project = make_project(FILES, html_theme=theme, kwindex_output="")
    project.write({"docs/index.rst": None})
    contexts: Contexts = {}
    built = project.build(setup=watch(contexts), kwindex_add_toctree_entry=False)
    titles = {name: contexts[name].get("parents") for name in contexts}
    # To it themes have a way of their own, as to the root document of any manual.
    assert titles["README.md_docs"] == titles["pkg/index"] == []
    assert [one["title"] for one in titles["pkg/deep/c.py_docs"]] == ["pkg", "deep"]
    for name in ("README.md_docs", "pkg/index", "pkg/deep/c.py_docs"):
        own = built.text(name).count('<nav class="kw-breadcrumbs"')
        assert own == int(theme in {"alabaster", "furo"})


def test_breadcrumbs_are_shown_once(themed: Themed) -> None:
    built, _ = themed
    text = built.text("code/pkg/deep/c.py_docs")
    theme = built.app.config.html_theme
    own = text.count("kw-breadcrumbs")
    if theme in {"sphinx_rtd_theme", "pydata_sphinx_theme"}:
        assert own == 0
        assert len(re.findall(r'aria-label="[Bb]readcrumb|Page navigation"', text)) >= 1
        start = text.index("readcrumb")
        assert 'href="../index.html"' in text[start : start + 2500]
        # The path is told by what stands before it.
        assert "<span hidden>Documentation: pkg/deep/</span>c.py<" in text
        keywords = built.text("code/pkg/deep/c.py_kw")
        assert "Keyword Index: <span hidden>pkg/deep/</span>c.py<" in keywords
        escaped = built.text("code/pkg/deep/&lt;d.py_docs")
        assert "pkg/deep/</span>&amp;lt;d.py<" in escaped
        assert "<title>Documentation: pkg/deep/c.py &#8212;" in text or (
            "<title>Documentation: pkg/deep/c.py &mdash;" in text
        )
    else:
        assert own == 1
        nav = (
            r'<nav class="kw-breadcrumbs" aria-label="Breadcrumbs"><p>.*?</p>\s*</nav>'
        )
        found = re.search(nav, text, re.DOTALL)
        assert found
        assert 'href="../index.html"' in found[0]


@pytest.mark.parametrize(("parent", "own"), [("classic", 0), ("alabaster", 1)])
def test_breadcrumbs_are_shown_once_by_a_theme_that_nobody_knows(
    make_project: Make, parent: str, own: int
) -> None:
    theme = f'[theme]\ninherit = "{parent}"\nsidebars = []\n'
    docs = DOCS | {"_themes/unheard_of/theme.toml": theme}
    conf = {"html_theme": "unheard_of", "html_theme_path": ["_themes"]}
    built = make_project(FILES, docs, **conf, kwindex_palette=False).build()
    text = built.text("code/pkg/deep/c.py_docs")
    assert text.count("kw-breadcrumbs") == own
    assert 'href="../index.html"' in text
    assert "\2" not in text
    # It has room for code and outline as the theme that it inherits from.
    sheet = built.text("_static/kwindex.css")
    assert ("/* alabaster */" in sheet) == (parent == "alabaster")


@pytest.mark.parametrize(("theme", "own"), [("classic", 0), ("alabaster", 1)])
def test_body_stays_as_it_is_with_breadcrumbs_and_without(
    make_project: Make, theme: str, own: int
) -> None:
    name = "a_name_that_may_break_in_a_bar.md"
    files = FILES | {f"pkg/{name}": f"# A\n\nDocumentation: pkg/{name}\n"}
    built = make_project(files, DOCS, html_theme=theme).build()
    text = built.text(f"code/pkg/{name}_docs")
    assert text.count('<nav class="kw-breadcrumbs"') == own
    assert f"<p>Documentation: pkg/{name}</p>" in text


@pytest.mark.parametrize(("first", "own"), [(0, 0), (1, 1)])
def test_breadcrumbs_are_shown_once_where_a_handler_makes_those_of_the_theme(
    make_project: Make, first: int, own: int
) -> None:
    template = (
        '{% extends "!layout.html" %}{% block relbar1 %}<nav class="th-breadcrumbs">'
        "{% for title, link in crumbs %}"
        '<a href="{{ link }}">{{ title }}</a>'
        "{% endfor %}</nav>{% endblock %}"
    )
    handler = f"""
def crumbs(app, pagename, templatename, context, doctree):
    parents = context.get("parents", ())[{first}:]
    context["crumbs"] = [(one["title"], one["link"]) for one in parents]

def setup(app):
    app.connect("html-page-context", crumbs, priority=900)
"""
    docs = DOCS | {"_templates/layout.html": template}
    conf = {"html_theme": "basic", "templates_path": ["_templates"]}
    project = make_project(FILES, docs, **conf)
    with (project.docs / "conf.py").open("a", encoding="utf-8") as file:
        file.write(handler)
    text = project.build().text("code/pkg/deep/c.py_docs")
    assert text.count('<nav class="kw-breadcrumbs"') == own


def test_breadcrumbs_stay_where_a_theme_shows_the_last_parent_alone(
    make_project: Make,
) -> None:
    template = (
        '{% extends "!layout.html" %}{% block relbar1 %}'
        "{% for one in parents[-1:] %}{{ one.title }}{% endfor %}{% endblock %}"
    )
    docs = DOCS | {"_templates/layout.html": template}
    conf = {"html_theme": "basic", "templates_path": ["_templates"]}
    built = make_project(FILES, docs, **conf, kwindex_palette=False).build()
    assert built.text("code/pkg/deep/c.py_docs").count("kw-breadcrumbs") == 1
    # There it is all of them.
    assert built.text("code/pkg/index").count("kw-breadcrumbs") == 0


def test_theme_is_known_by_the_name_that_it_is_given(make_project: Make) -> None:
    docs = DOCS | {"in_a_folder/theme.toml": '[theme]\ninherit = "basic"\n'}
    project = make_project(FILES, docs, html_theme="shibuya")
    with Path(project.repo, "docs/conf.py").open("a", encoding="utf-8") as conf:
        conf.write(
            "def setup(app):\n"
            "    app.add_html_theme('shibuya', app.confdir / 'in_a_folder')\n"
        )
    sheet = project.build().text("_static/kwindex.css")
    assert "/* shibuya */" in sheet


def test_previous_and_next_are_of_the_same_kind(themed: Themed) -> None:
    built, contexts = themed
    first = contexts["code/README.md_docs"]
    assert first["prev"] is None
    seen = []
    name = "code/README.md_docs"
    while name:
        seen.append(name)
        after = contexts[name]["next"]
        if after is None:
            break
        here = built.app.builder.get_target_uri(name)
        found = [
            other
            for other in contexts
            if built.app.builder.get_relative_uri(name, other) == after["link"]
        ]
        assert len(found) == 1, here
        assert contexts[found[0]]["prev"]["link"] == (
            built.app.builder.get_relative_uri(found[0], name)
        )
        (name,) = found
    assert seen == [
        f"code/{path}_docs"
        for path in (
            "README.md",
            "pkg/__init__.py",
            "pkg/a.py",
            "pkg/b.py",
            "pkg/deep/&lt;d.py",
            "pkg/deep/c.py",
        )
    ]
    title = contexts["code/pkg/a.py_docs"]["next"]["title"]
    assert title == "Documentation: pkg/b.py"
    assert "&lt;wbr" not in built.text("code/pkg/a.py_docs")
    assert "&amp;lt;d" in contexts["code/pkg/b.py_docs"]["next"]["title"]
    assert "&lt;d" not in re.sub(
        'href="[^"]*"', "", built.text("code/pkg/b.py_docs").replace("&amp;lt;d", "")
    )


def test_local_contents_lead_to_the_sections(themed: Themed) -> None:
    built, contexts = themed
    context = contexts["code/pkg/a.py_docs"]
    assert context["display_toc"]
    text = built.text("code/pkg/a.py_docs")
    anchors = re.findall(r'href="#([^"]+)"', context["toc"])
    assert "original-source" in anchors
    for anchor in anchors:
        assert f'id="{anchor}"' in text
    # The others have none (alabaster) or show those of pages in a toctree only.
    theme = built.app.config.html_theme
    shown = 2 if theme in {"furo", "pydata_sphinx_theme"} else 1
    assert text.count('href="#original-source"') == shown


def test_edit_links_lead_to_the_original_file(themed: Themed) -> None:
    built, contexts = themed
    theme = built.app.config.html_theme
    page = built.text("code/pkg/a.py_docs")
    assert ".kwindex" not in page
    assert "docs/code/" not in page
    view = "https://github.com/me/it/blob/main/pkg/a.py"
    edit = "https://github.com/me/it/edit/main/pkg/a.py"
    links = set(re.findall(r'href="(https://github.com/me/it/[^"#]*)', page))
    assert view in links
    expected = {"furo": edit, "pydata_sphinx_theme": edit}.get(theme, view)
    assert expected in links
    if theme != "alabaster":
        # In the theme's own place too, not in the page alone.
        article = re.sub(r"(?s)<(section|article)\b.*</\1>", "", page)
        outside = (
            re.findall(r'href="(https://github.com/me/it/[^"#]*)', article) or links
        )
        assert expected in outside
    # A folder has no file to be edited, and a hand-written page keeps its own link.
    folder = built.text("code/pkg/index")
    assert "/edit/" not in folder
    assert ".kwindex" not in folder
    about = contexts["about"]
    assert about.get("display_github", True)
    assert "github_url" not in (about["meta"] or {})
    if theme in {"furo", "pydata_sphinx_theme"}:
        assert "main/docs/about.rst" in built.text("about")


def test_edit_link_is_left_out_without_a_place_to_link_to(make_project: Make) -> None:
    pytest.importorskip("furo")
    project = make_project({"a.py": "x = 1\n"}, html_theme="furo")
    page = project.build().text("code/a.py_docs")
    assert ".kwindex" not in page
    assert 'title="Edit this page"' not in page


def test_links_that_templates_put_together_lead_to_the_file(make_project: Make) -> None:
    """Many themes write an address, the document's name and its suffix."""
    address = "https://github.com/me/it/{}/main/docs/{{{{ pagename }}}}{}"
    links = "".join(
        f'<a class="{way}"\n href="{address.format(way, suffix)}">It</a>\n'
        for way, suffix in {
            "blob": "{{ page_source_suffix }}",
            "edit": ".rst",
            "raw": "{{ page_source_suffix }}?plain=true",
        }.items()
    )
    template = (
        '{% extends "!layout.html" %}{% block footer %}{{ super() }}'
        + links
        # So does Python's own manual.
        + '{% if sourcename %}<a class="source" href="https://github.com/me/it/blob/main/'
        + """docs/{{ sourcename|replace('.rst.txt', '.rst') }}">It</a>{% endif %}"""
        + f'<i data-source="{address.format("blob", "")}"></i>'
        + "{% endblock %}"
    )
    own = "https://github.com/a/b/tree/x/code/a.py_docs"
    project = make_project(
        {"a.py": f'def f():\n    """See `it <{own}>`__."""\n'},
        {"_templates/layout.html": template},
        templates_path=["_templates"],
        kwindex_source_link="https://github.com/me/it/blob/main/{path}",
    )
    built = project.build()

    def found(docname: str) -> dict[str, str]:
        return dict(
            re.findall(
                r'<a class="(blob|edit|raw|source)"\s+(.*?)>', built.text(docname)
            )
        )

    file = "https://github.com/me/it/{}/main/a.py"
    assert found("code/a.py_docs") == {
        "blob": f'href="{file.format("blob")}"',
        "edit": f'href="{file.format("edit")}"',
        "raw": f'href="{file.format("blob")}"',
        "source": f'href="{file.format("blob")}"',
    }
    assert f'data-source="{file.format("blob")}"' in built.text("code/a.py_docs")
    # A folder has no file to be edited.
    assert found("code/index") == dict.fromkeys(("blob", "edit", "raw"), "hidden")
    assert '<i data-source="">' in built.text("code/index")
    assert f'href="{own}"' in built.text("code/a.py_docs")
    # A hand-written page keeps its own.
    assert "/docs/index.rst" in found("index")["blob"]
    assert "/docs/index.rst" in found("index")["source"]


def test_templates_that_ask_for_the_sections_are_told_them(make_project: Make) -> None:
    """zzzeeksphinx, the theme of SQLAlchemy's manual, asks while it renders."""
    template = (
        '{% extends "!layout.html" %}{% block footer %}'
        "<i>{{ asked()|join(';') }}</i>{% endblock %}"
    )

    def add(app: Sphinx, name: str, _t: str, context: Any, _tree: object) -> None:
        def asked() -> list[str]:
            toc = TocTree(app.env).get_toc_for(name, app.builder)
            return toc.astext().split("\n\n")

        context["asked"] = asked

    project = make_project(
        {"a.py": "def f():\n    return 1\n"},
        {"_templates/layout.html": template},
        templates_path=["_templates"],
    )
    built = project.build(setup=lambda app: app.connect("html-page-context", add))

    def found(docname: str) -> list[str]:
        asked = re.search("<i>(.*?)</i>", built.text(docname), re.DOTALL)
        assert asked
        return asked[1].split(";")

    assert "Detailed Analysis" in found("code/a.py_docs")
    assert "Detailed Analysis" not in found("code/a.py_kw")


def test_manual_keeps_its_own_navigation(themed: Themed) -> None:
    _, contexts = themed
    about = contexts["about"]
    assert about["prev"]["title"] == "Three"
    assert about["next"]["title"] == "Code map"
    start = contexts["code/index"]
    assert start["prev"]["title"] == "About"
    assert [one["title"] for one in contexts["guide/two/three"]["parents"]] == [
        "Guide",
        "Two",
    ]


def test_memoised_toctree_is_the_unmemoised_one(themed: Themed) -> None:
    built, _ = themed
    plain = built.project.build(
        outdir=built.project.base / "plain",
        doctrees=built.project.base / "fresh",
        kwindex_fast_lane=False,
    )
    # What pydata_sphinx_theme has put into the configuration has an address.
    assert_same(built.outdir, plain.outdir, but=(".buildinfo",))


def rendered_toctrees(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the pages for which Sphinx renders the table of contents, as it does."""
    rendered = []
    original = StandaloneHTMLBuilder._get_local_toctree

    def count(self: Any, docname: str, *arguments: Any, **options: Any) -> str:
        rendered.append(docname)
        return original(self, docname, *arguments, **options)

    monkeypatch.setattr(StandaloneHTMLBuilder, "_get_local_toctree", count)
    return rendered


def test_toctree_is_rendered_for_few_of_the_pages(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = rendered_toctrees(monkeypatch)
    files = {f"pkg/m{number}.py": "x = 1\n" for number in range(20)}
    built = make_project(files, DOCS).build()
    mine = [name for name in rendered if name.startswith("code/pkg/")]
    assert len(built.written) > 40
    assert len(mine) <= 2


#: A manual with what a table of contents can have: captions, numbers, a page that
#: stands in it twice, one that stands nowhere, other sites, special characters.
MANUAL = {
    "index.rst": (
        "Manual\n======\n\n.. toctree::\n   :caption: First\n   :numbered:\n\n"
        "   a/index\n   Else <https://example.org/?a=1&b=2>\n\n"
        ".. toctree::\n   :caption: Then\n   :hidden:\n\n   b/index\n   genindex\n"
    ),
    "a/index.rst": (
        "A & <b>\n=======\n\n.. toctree::\n\n   one\n   two\n   deep/three\n\n"
        "Part\n----\n"
    ),
    "a/one.rst": "One\n===\n\nPart\n----\n\nOther\n-----\n",
    "a/two.rst": ":tocdepth: 1\n\nTwo\n===\n\nPart\n----\n",
    "a/deep/three.rst": "Three\n=====\n\n.. toctree::\n\n   it's (four)\n",
    "a/deep/it's (four).rst": "Four\n====\n",
    "b/index.rst": "B\n=\n\n.. toctree::\n   :glob:\n\n   *\n   /a/one\n   self\n",
    "b/five.rst": "Five\n====\n",
    "b/six.rst": "Six\n===\n\n.. only:: html\n\n   Part\n   ----\n",
    "alone.rst": ":orphan:\n\nAlone\n=====\n",
}


@pytest.mark.parametrize(
    ("builder", "theme"), [("html", "furo"), ("dirhtml", "pydata_sphinx_theme")]
)
def test_handwritten_pages_have_the_toctree_that_sphinx_makes(
    make_project: Make, theme: str, builder: str
) -> None:
    pytest.importorskip(theme)
    manual = MANUAL
    if theme == "pydata_sphinx_theme":
        # Release 0.20 ends every build whose root page has "genindex" in a toctree.
        root = MANUAL["index.rst"].replace("   genindex\n", "")
        manual = {**MANUAL, "index.rst": root}
    project = make_project(FILES, manual, html_theme=theme)
    ours = project.build(builder, suppress_warnings=["toc"])
    plain = project.build(
        builder,
        kwindex_fast_lane=False,
        outdir=project.base / "plain",
        doctrees=project.base / "fresh",
        suppress_warnings=["toc"],
    )
    assert_same(ours.outdir, plain.outdir, but=(".buildinfo",))


def test_pages_do_not_grow_with_the_tree(make_project: Make) -> None:
    small = make_project({"pkg/m0.py": "x = 1\n", "pkg/m1.py": "x = 1\n"}).build()
    files = {f"pkg/m{number}.py": "x = 1\n" for number in range(30)}
    large = make_project(files).build()
    one = len(small.text("code/pkg/m0.py_docs"))
    assert len(large.text("code/pkg/m0.py_docs")) < one + 1500


CODE = """\
::

    plain

.. code-block:: python
   :linenos:
   :emphasize-lines: 2

   first = 1
   second = 2

.. code-block:: python
   :linenos:

   third = 3
"""


@pytest.mark.parametrize(
    ("builder", "theme"),
    [
        *(("html", "alabaster"), ("dirhtml", "furo")),
        *(("singlehtml", "alabaster"), ("singlehtml", "furo")),
        # These have one of their own, or none.
        *itertools.product(["htmlhelp", "pickle"], ["alabaster"]),
    ],
)
def test_frames_are_those_that_sphinx_makes(
    make_project: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    builder: str,
    theme: str,
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    files = FILES | {"pkg/it's & @me.py": "M = 1\n", "_static/x.py": "X = 1\n"}
    files["pkg/code.py"] = f'"""Code.\n\n{CODE}"""\n'
    docs = DOCS | {"about.rst": f"About\n=====\n\n{CODE}"}
    conf = {"html_theme": theme, "kwindex_books": builder == "htmlhelp"}
    project = make_project(files, docs=docs, **conf)
    ours = project.build(builder, setup=add_assets)
    ours.outdir.rename(tmp_path / "ours")
    shutil.rmtree(project.doctrees)
    sphinxs = project.build(builder, setup=add_assets, kwindex_fast_lane=False)
    assert_same(tmp_path / "ours", sphinxs.outdir)


def add_assets(app: Sphinx) -> None:
    """Give some pages a script of their own, and all one that is not a file."""
    app.add_js_file(None, body="let all;", priority=1)

    def html_page_context(
        app: Sphinx, pagename: str, name: str, context: dict[str, Any], doctree: object
    ) -> None:
        if "deep" in pagename:
            app.add_js_file(None, body=f"let page = {pagename!r};")

    app.connect("html-page-context", html_page_context)


def test_style_sheets_of_themes_find_generated_pages(make_project: Make) -> None:
    built = make_project(FILES, DOCS).build()
    marks = {
        docname: re.findall(
            '<meta name="kwindex" content="(.*?)" />', built.text(docname)
        )
        for docname in ("code/pkg/a.py_docs", "code/index", "about")
    }
    assert list(marks.values()) == [["page side"], ["page"], []]
