"""Files in Markdown and reStructuredText are shown as they are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from projects import Build, Project, make_project

MARKDOWN = """\
---
layout: page
---
# The *tool*

<p align="center"><img alt="A logo" src="logo.png"></p>
<!-- not <b>for</b>
readers -->

![A
`big` picture](a.png) It costs $HOME. See [use](#how-to-use),
[the code](src/a.py), [its line](src/a.py#L2),
[a section](texts/guide.rst), [tests](tests), [nothing](gone.md), [out][site],
[bad](javascript:alert(1)), [worse](//evil.example/a), [odd](http://[1).

[site]: https://example.org/

## How to use

```python
import a
```

| one | two |
|-----|-----|
| 1   | `2` |
"""
RESTRUCTUREDTEXT = """\
Guide
=====

.. contents::

Read `the tool <../README.md#how-to-use>`_ first. |name| is *it*.

.. |name| replace:: The name
.. raw:: html

   <script>alert(1)</script>

Returns
-------

As one would think::

    run
"""
FILES = {
    "README.md": MARKDOWN,
    "texts/guide.rst": RESTRUCTUREDTEXT,
    "texts/manual.rst": "Manual\n======\n\n.. toctree::\n\n   guide\n",
    "src/a.py": "x = 1\ny = 2\n",
    "tests/test_a.py": "def test_a(): ...\n",
    "tests/README.md": (
        "# Tests\n\n[![badge](b.png)](ci.html) | [docs](https://example.org)\n\n"
        '![Screen](c.png)\n\n<p align="center">\n<img src="d.png" alt="Logo">\n</p>\n\n'
        "They test *it*.\n\n- [a](../src/a.py)\n\n## Run\n\nThere are many more.\n"
    ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return make_project(tmp_path_factory.mktemp("texts"), FILES)


@pytest.fixture(scope="module")
def built(project: Project) -> Build:
    return project.build()


def prose(built: Build, path: str) -> str:
    """Return what stands before the source of a file."""
    page = built.text(f"code/{path}_docs")
    before, source, _ = page.partition("<summary>Source</summary>")
    assert source
    return before[before.index('class="kw-cell') :]


def test_markdown_is_rendered_before_its_source(built: Build) -> None:
    text = prose(built, "README.md")
    assert '<p class="kw-h1 rubric" id="text-L4">The <em>tool</em></p>' in text
    assert '<p class="kw-h2 rubric" id="text-L18">How to use</p>' in text
    assert '<p><span class="kw-image">A logo</span></p>' in text
    assert '<span class="kw-image">A\nbig picture</span> It costs $HOME.' in text
    assert "not for" not in text
    assert "readers" not in text
    assert "layout" not in text
    assert '<span class="kn">import</span>' in text
    assert "<td><p>1</p></td>" in text
    page = built.text("code/README.md_docs")
    assert page.count('id="L18"') == 1
    assert "High-Level Overview" not in page
    assert "Summary" not in text


def test_links_lead_to_pages_of_the_tree(built: Build) -> None:
    text = prose(built, "README.md")
    links = {name: uri for uri, name in re.findall(r'href="([^"]*)">([^<]*)</a>', text)}
    assert links == {
        "use": "#text-L18",
        "the code": "src/a.py_docs.html",
        "its line": "src/a.py_docs.html#L2",
        "a section": "texts/guide.rst_docs.html",
        "tests": "tests/index.html",
        "out": "https://example.org/",
        "odd": "http://%5B1",
    }
    assert "nothing" in text
    built.check_links()


def test_restructuredtext_is_rendered_but_not_what_only_sphinx_knows(
    built: Build,
) -> None:
    text = prose(built, "texts/guide.rst")
    assert '<a class="reference internal" href="../README.md_docs.html#L18">' in text
    assert "The name is <em>it</em>" in text
    assert '<p class="kw-h2 rubric" id="text-L13">Returns</p>' in text
    assert '<span class="n">run</span>' in text
    assert "<script" not in text
    manual = built.text("code/texts/manual.rst_docs")
    assert "kw-cell" not in manual
    assert "<summary>Source</summary>" not in manual
    assert "High-Level Overview" in manual


def test_a_folder_shows_how_its_readme_opens(built: Build) -> None:
    page = built.text("code/tests/index")
    (text,) = re.findall(r'(?s)<div class="kw-cell[^"]*">(.*?)</div>', page)
    assert "<p>They test <em>it</em>.</p>" in text
    assert 'href="../src/a.py_docs.html">a</a>' in text
    for other in ("badge", "docs</a>", "Screen", "Logo", "Tests", "Run", "many more"):
        assert other not in text
    whole = prose(built, "tests/README.md")
    assert '<p><span class="kw-image">Screen</span></p>' in whole
    assert '<p><span class="kw-image">Logo</span></p>' in whole
    body = " ".join(built.body("code/tests/index").split())
    assert "They test it. a From README.md." in body.replace("tests/README", "README")
    start = built.text("code/index")
    assert "a section" in start
    assert 'href="README.md_docs.html#L18">use</a>' in start
    assert "How to use" not in start
    assert "what the project says about itself" not in start
    built.check_links()


GITHUB = """\
# Tool

> [!IMPORTANT]
> This is for *version* 3.

<p align="center">
  It bumps versions, see
  <a class="x" href="https://example.org/a?b=1&amp;c">the <b>manual</b></a> and
  <a href='src/a.py'>code</a>. <a name="top"></a><a href="javascript:alert(1)">Bad</a>
</p>

<p><a href="https://example.org/nav">Read on</a></p>

Visit https://example.org/a_b(c_d), (https://example.org/e). Not `https://f.org`, nor
[at https://g.org](https://h.org), <a href="https://i.org">*in* https://j.org</a>.
It is http:// and https://k.org:8000/~x/?q=*.

> [!NOTE] is no alert here

> [!TIP]

Does that look good?

## More
"""


def test_markdown_is_read_as_on_github(tmp_path: Path) -> None:
    files = {"README.md": GITHUB, "src/a.py": "x = 1\n"}
    built = make_project(tmp_path, files).build()
    text = prose(built, "README.md")
    assert re.search(
        r'<div class="admonition important[^>]*>\s*<p class="[^>]*>Important</p>'
        r"\s*<p>This is for <em>version</em> 3.</p>",
        text,
    )
    links = re.findall(r'href="([^"]*)">(.*?)</a>', text)
    assert links == [
        ("https://example.org/a?b=1&amp;c", "the manual"),
        ("src/a.py_docs.html", "code"),
        ("https://example.org/nav", "Read on"),
        ("https://example.org/a_b(c_d)", "https://example.org/a_b(c_d)"),
        ("https://example.org/e", "https://example.org/e"),
        ("https://h.org", "at https://g.org"),
        ("https://i.org", "<em>in</em> https://j.org"),
        ("https://k.org:8000/~x/?q=", "https://k.org:8000/~x/?q="),
    ]
    assert "</a>. Bad</p>" in text
    assert "<p>It bumps versions" in text
    assert "<p>[!NOTE] is no alert here</p>" in text
    assert "[!TIP]" in text
    start = built.body("code/index")
    assert "It bumps versions" in start
    assert "Read on" not in start
    assert "look good" not in start
    built.check_links()


def test_an_opening_does_not_end_with_what_it_leaves_out(tmp_path: Path) -> None:
    said = "It stores *jobs*. " * 70
    files = {
        "README.rst": f"Jobs\n====\n\n{said}\n\nThe stores are:\n\n"
        + "".join(f"* Store {number} of the stores\n" for number in range(9)),
        "short/README.md": "They are:\n\n# Parts\n",
        "short/a.py": "x = 1\n",
    }
    built = make_project(tmp_path, files).build()
    assert "It stores" in built.body("code/index")
    assert "The stores are" not in built.body("code/index")
    assert "They are:" in built.body("code/short/index")


def test_a_folder_shows_the_edited_readme(project: Project, tmp_path: Path) -> None:
    copy = make_project(tmp_path, FILES)
    copy.build()
    text = str(FILES["tests/README.md"]).replace("*it*", "**it**")
    copy.write({"tests/README.md": text})
    again = copy.build()
    assert "They test <strong>it</strong>." in again.text("code/tests/index")
    assert {"code/tests/index", "code/tests/README.md_docs"} <= again.written
    assert "code/src/a.py_docs" not in again.written


def test_the_outline_leads_to_what_is_rendered(built: Build) -> None:
    page = built.text("code/README.md_docs")
    (outline,) = re.findall(r'(?s)<ul class="kw-outline">.*?</nav>', page)
    assert re.findall(r'href="([^"]*)"', outline) == ["#text-L4", "#text-L18"]


def test_other_formats_have_the_source(project: Project) -> None:
    text = project.build("markdown").text("code/README.md_docs.md")
    assert "## How to use\n" in text
    assert "layout: page" in text
    assert "High-Level Overview" in text


def test_other_formats_show_how_a_readme_opens(project: Project) -> None:
    text = project.build("markdown").text("code/tests/index.md")
    told = " ".join(text.partition("They test")[2].split())
    assert told.startswith("*it*. - [a](../src/a.py_docs.md) From [")
    twin = project.build(kwindex_markdown=True).text("code/tests/index.md")
    assert "- [a](../src/a.py_docs.md)" in twin
    assert "They test *it*." in project.build("text").text("code/tests/index.txt")


def test_hand_written_pages_have_the_source(tmp_path: Path) -> None:
    shown = "Host\n====\n\n.. kwfile:: README.md\n   :sections: original-source\n"
    built = make_project(tmp_path, FILES, docs={"shown.rst": shown}).build()
    page = built.text("shown")
    assert "Source</summary>" not in page
    assert "## How to use" in built.body("shown")
    built.check_links()


def test_it_needs_no_other_section(tmp_path: Path) -> None:
    project = make_project(tmp_path, FILES, kwindex_sections=["original-source"])
    assert "How to use" in prose(project.build(), "README.md")


def test_without_its_text_a_page_says_what_it_has(tmp_path: Path) -> None:
    sections = ["file-purpose", "high-level-overview"]
    project = make_project(tmp_path, FILES, kwindex_sections=sections)
    built = project.build()
    body = built.body("code/README.md_docs")
    assert "kw-cell" not in built.text("code/README.md_docs")
    assert "High-Level Overview" in body
    assert "How to use" in body
    assert "Summary" in body
    built.check_links()


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\n" + "word " * 30_000,
        "# Title\n\n" + "> " * 100 + "deep\n",
        "# Title\n\n" + "[a" * 5_000 + "\n",
    ],
)
def test_what_cannot_be_parsed_in_time_has_its_source(
    tmp_path: Path, text: str
) -> None:
    built = make_project(tmp_path, {"a.md": text}).build()
    page = built.text("code/a.md_docs")
    assert "Source</summary>" not in page
    assert "Title" in built.listing("a.md")
    assert not built.warnings


def test_an_edit_shows_what_a_clean_build_shows(project: Project) -> None:
    changed = MARKDOWN.replace("How to use", "Usage").replace("#how-to-use", "#usage")
    project.write({"README.md": changed, "src/a.py": None})
    page = project.build().text("code/README.md_docs")
    assert 'id="text-L18">Usage</p>' in page
    assert '<a class="reference internal" href="#text-L18">use</a>' in page
    assert "the code" in page
    assert "src/a.py_docs" not in page.partition("<summary>Source")[0]
    fresh = project.build(fresh=True).text("code/README.md_docs")
    assert fresh == page


@pytest.mark.parametrize(
    ("description", "shown"),
    [
        ("Tool that sorts all photos by colour, offline", False),
        ("Tool for people who sort photos by colour often", True),
        ("Sorts photos", True),
    ],
)
def test_a_description_that_the_readme_repeats_is_left_out(
    tmp_path: Path, description: str, shown: bool
) -> None:
    files = {
        "pyproject.toml": f'[project]\nname = "x"\ndescription = "{description}"\n',
        "README.md": "# X\n\nA tool that **sorts** all of your photos by colour.\n",
        "x.py": "",
    }
    start = make_project(tmp_path, files).build().text("code/index")
    assert "your photos by colour." in start
    assert (f"<p>{description}" in start) is shown
