"""Search engines and social networks: what they are told of the generated pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from projects import Project

Make = Callable[..., Project]

FILES = {"a.py": '"""A module."""\n\n\ndef f(): ...\n', "pkg/b.py": "def g(): ...\n"}
DOCS = {
    "index.rst": "Manual\n======\n\n.. toctree::\n\n   code/own\n",
    # Among the pages, and not one of them.
    "code/own.rst": "Own\n===\n\nWritten by hand.\n",
}
BASE = "https://docs.example.org/"
NOINDEX = '<meta name="robots" content="noindex" />'
PAGE = "code/a.py_docs"


def test_pages_are_kept_out_of_search_engines(make_project: Make) -> None:
    built = make_project(FILES, DOCS).build()
    for docname in built.env.all_docs:
        hand_written = docname in {"index", "code/own"}
        assert built.text(docname).count(NOINDEX) == (0 if hand_written else 1)
    assert NOINDEX not in built.text("genindex.html")


@pytest.mark.parametrize("theme", ["furo", "sphinx_rtd_theme", "pydata_sphinx_theme"])
def test_themes_show_the_tag(make_project: Make, theme: str) -> None:
    pytest.importorskip(theme)
    assert NOINDEX in make_project(FILES, html_theme=theme).build().text(PAGE)


def test_themes_without_a_place_for_tags_show_them(make_project: Make) -> None:
    layout = '{% extends "!layout.html" %}{% set metatags = "" %}'
    files = {**FILES, "docs/_templates/layout.html": layout}
    project = make_project(files, kwindex_markdown=True, templates_path=["_templates"])
    built = project.build()
    for tag in (NOINDEX, '<meta name="kwindex"', 'type="text/markdown"'):
        assert built.text(PAGE).partition("</head>")[0].count(tag) == 1
        assert tag not in built.text("index")


def test_another_value(make_project: Make) -> None:
    project = make_project(FILES)
    assert NOINDEX in project.build().text(PAGE)
    built = project.build(kwindex_robots='noarchive, "')
    assert built.read == set()
    assert 'content="noarchive, &quot;"' in built.text(PAGE)
    assert "robots" not in project.build(kwindex_robots="").text(PAGE)


@pytest.mark.parametrize("order", ["before", "behind"])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_sitemap(make_project: Make, builder: str, order: str) -> None:
    pytest.importorskip("sphinx_sitemap")
    extensions = ["sphinxcontrib_kwindex"]
    extensions.insert(order == "behind", "sphinx_sitemap")
    project = make_project(
        FILES,
        DOCS,
        extensions=extensions,
        html_baseurl=BASE,
        sitemap_url_scheme="{link}",
        sitemap_excludes=["search*"],
    )

    def links(**conf: object) -> set[str]:
        built = project.build(builder, fresh=True, **conf)
        found = re.findall(rf"<loc>{BASE}([^<]*)", built.text("sitemap.xml"))
        assert not [link for link in found if link.startswith("search")]
        return {re.sub(r"(\.html|/)$", "", link) for link in found}

    left = links()
    assert "code/own" in left
    assert not [link for link in left if link.startswith("code/") and link[5:] != "own"]
    assert {PAGE, "code/own"} <= links(kwindex_robots="")
    assert PAGE in links(kwindex_robots="index, follow")
    assert PAGE not in links(kwindex_robots="none")


@pytest.mark.parametrize("order", ["before", "behind"])
def test_cards(make_project: Make, order: str) -> None:
    pytest.importorskip("sphinxext.opengraph")
    extensions = ["sphinxcontrib_kwindex"]
    extensions.insert(order == "behind", "sphinxext.opengraph")
    project = make_project(FILES, DOCS, extensions=extensions, ogp_site_url=BASE)
    built = project.build()
    assert "og:title" in built.text("code/own")
    assert "og:title" not in built.text(PAGE)
    assert "twitter:" not in built.text(PAGE)
    assert not list(built.outdir.rglob("summary_*py*.png"))
    asked = project.build(kwindex_robots="")
    assert "og:title" in asked.text(PAGE)
