"""What text files name: found in the text, looked up in the tree, shown on pages."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.text.markdown_mentions import markdown_mentions
from sphinxcontrib_kwindex.analysis.text.rst_mentions import rst_mentions
from sphinxcontrib_kwindex.links.text_links import heading_lines, resolve_path
from sphinxcontrib_kwindex.model.facts import Heading, Mention
from sphinxcontrib_kwindex.pages.nodes import ListEntry, depths, entries

Make = Callable[..., Project]


def found(text: str, mentions: tuple[Mention, ...]) -> list[tuple[str, str, int]]:
    """Return kind, target and line, after a look at where each is said to stand."""
    lines = text.split("\n")
    for one in mentions:
        there = lines[one.line - 1][one.column : one.column + one.length]
        # What the markup needs is not part of the target.
        assert there in {one.target, ""} or "\\" in there, one
    return [(one.kind, one.target, one.line) for one in mentions if one.length]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a [b](x.md#L10) c", [("link", "x.md#L10", 1)]),
        ("![i](y.png 't')", [("image", "y.png", 1)]),
        ("[q](<a b.md>)", [("link", "a b.md", 1)]),
        ("[![n](in.png)](out.md)", [("image", "in.png", 1), ("link", "out.md", 1)]),
        ("# T [h](h.md) #", [("link", "h.md", 1)]),
        ("* [a](a.md)\n  * > [b](b.md)", [("link", "a.md", 1), ("link", "b.md", 2)]),
        ("a\n   [b](\nc.md)", [("link", "c.md", 3)]),
        ("[r]: z.md 'title'\n\n[a][r](no.md)", [("link", "z.md", 1)]),
        ("- [r]: <z.md>", [("link", "z.md", 1)]),
        ("|a|b|\n|-|-|\n|[c](c)|[c](c)|", [("link", "c", 3), ("link", "c", 3)]),
        ("<p>\n<a href='a.md'><img src=\"b.png\"></p>",
         [("link", "a.md", 2), ("image", "b.png", 2)]),
        ("x <img src='b.png'>", [("image", "b.png", 1)]),
        ("```{include} a.md\n:start-line: 1\n```", [("include", "a.md", 1)]),
        ("```{literalinclude} ../a.py\n```", [("include", "../a.py", 1)]),
        (":::{image} a.png\n:::", [("image", "a.png", 1)]),
        ("````{note}\n```{figure} a.png\nsee [b](b)\n```\n````",
         [("image", "a.png", 2), ("link", "b", 3)]),
        ("> ```{note}\n> see [b](b)\n> ```", [("link", "b", 2)]),
        ("```{toctree}\n:glob:\n\na\nT <b/c>\nself\nd*\n```",
         [("document", "a", 4), ("document", "b/c", 5)]),
        ("{doc}`T <b>` {download}`c`", [("document", "b", 1), ("download", "c", 1)]),
        ("[own](#part)", [("link", "#part", 1)]),
    ],
)  # fmt: skip
def test_markdown(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert found(text, markdown_mentions(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[a](https://x.y/a.md) <https://x.y> [m](mailto:a@b.c) [d](//x.y/z)",
        "`[a](a.md)`",
        "    [a](a.md)",
        "```\n[a](a.md)\n```",
        "```python\n[a](a.md)\n```",
        "```{code-block} md\n[a](a.md)\n```",
        "<!-- [a](a.md) <a href='a.md'> -->",
        "x <!-- <a href='a.md'> --> y",
        "<pre>\n<a href='a.md'></pre>",
        "---\na: [a](a.md)\n---",
        "[^1]: note",
        "[a] (a.md)",
        r"\[a](a.md)",
        "[a]({{ site.url }}/a.md) [b](<{% link b.md %}>)",
        "[a]()",
    ],
)
def test_no_mention_in_markdown(text: str) -> None:
    assert markdown_mentions(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".. include:: a.rst", [("include", "a.rst", 1)]),
        ("  .. literalinclude:: /a.py\n     :lines: 1", [("include", "/a.py", 1)]),
        (".. |s| image:: a.png", [("image", "a.png", 1)]),
        ("* - .. image:: a.png", [("image", "a.png", 1)]),
        (".. figure:: a.png\n   :alt: b\n\n   See :doc:`c`.",
         [("image", "a.png", 1), ("document", "c", 4)]),
        (".. toctree::\n   :maxdepth: 1\n\n   a\n   T <b>\n   https://x.y\n\nc",
         [("document", "a", 4), ("document", "b", 5)]),
        ("`t <a.py>`_ `u\nv <b.py>`__", [("link", "a.py", 1), ("link", "b.py", 2)]),
        (":doc:`T\nt</b>`", [("document", "/b", 2)]),
        (".. _n: a.py\n.. _`m n`: b.py\n__ c.py",
         [("link", "a.py", 1), ("link", "b.py", 2), ("link", "c.py", 3)]),
        (":download:`a.zip` :doc:`T </b>`",
         [("download", "a.zip", 1), ("document", "/b", 1)]),
        ("- a::\n\n      :doc:`no`\n\n  :doc:`b`", [("document", "b", 5)]),
        (".. note:: :doc:`a`\n\n   :doc:`b`",
         [("document", "a", 1), ("document", "b", 3)]),
        (".. py:function:: f()\n   :no-index:\n\n   :doc:`a`", [("document", "a", 4)]),
        (".. [1] :doc:`a`", [("document", "a", 1)]),
        ("..\n\n   :doc:`a`", [("document", "a", 3)]),
    ],
)  # fmt: skip
def test_restructuredtext(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert found(text, rst_mentions(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        ".. comment :doc:`a`\n\n   :doc:`b`",
        "..\n   :doc:`b`",
        "Text::\n\n   :doc:`a`\n\n   :doc:`b`",
        "::\n\n> :doc:`a`\n> :doc:`b`",
        ".. code-block:: rst\n\n   .. image:: a.png",
        ".. unknown::\n\n   :doc:`a`",
        "``:doc:`a` ``",
        ">>> ':doc:`a`'",
        ":ref:`t <a>` :py:mod:`a` `a`_ `t <a_>`_ `t <https://x.y>`_",
        ".. include:: <isonum.txt>",
        ".. _a: b_",
        ".. _a: https://x.y\n.. _b:",
        ".. image:: https://x.y/a.png",
        r"\`t <a>`_",
        ":doc:`!a`",
    ],
)
def test_no_mention_in_restructuredtext(text: str) -> None:
    assert rst_mentions(text) == ()


def test_targets_over_several_lines_have_no_place() -> None:
    (one,) = rst_mentions("`t <a/\nb.py>`_")
    assert (one.target, one.length) == ("a/b.py", 0)
    (one,) = markdown_mentions("[r]:\n   b.md")
    assert (one.target, one.length) == ("b.md", 0)


def test_no_content_stops_or_breaks_the_reading() -> None:
    pieces = "[ ] ( ) < > ` `` ``` { } doc include :: : .. \n \n\n a.md # _ \\ ! - * | "
    words = [*pieces.split(" "), " ", "   ", "\t", ".. toctree::\n\n  a", "<img src='"]
    words += ["```{note}\n", "[a](", "[a]: ", "![", "<!--", "\0", "\u2028", "é"]
    choose = random.Random(1)
    for _ in range(1500):
        text = "".join(choose.choices(words, k=choose.randrange(60)))
        found(text, markdown_mentions(text))
        found(text, rst_mentions(text))
    began = time.monotonic()
    for piece in words:
        for text in (piece * 5000, f"x [a](b) `{piece * 5000}"):
            markdown_mentions(text)
            rst_mentions(text)
    assert time.monotonic() - began < 60
    assert analyse("a.md", bytes(range(1, 256)) * 20).problem is None


def test_lines_of_headings() -> None:
    headings = tuple(
        Heading(text, line, 1)
        for line, text in enumerate(["What's `new`?", "A - B", "Use", "Use", "Été"], 1)
    )
    assert heading_lines(headings) == {
        "whats-new": 1,
        "a---b": 2,
        "use": 3,
        "use-1": 4,
        "été": 5,
    }
    assert heading_lines(headings, docutils_ids=True)["what-s-new"] == 1


@pytest.mark.parametrize(
    ("path", "target", "expected"),
    [
        ("a/b.md", "c.md", "a/c.md"),
        ("a/b.md", "../c.md", "c.md"),
        ("a/b.md", "..", ""),
        ("a/b.md", ".", "a"),
        ("a/b.md", "../../c.md", None),
        ("a/b.md", "x/../../../a/b.md", None),
        ("b.md", "a//c/", "a/c"),
    ],
)
def test_resolved_paths(path: str, target: str, expected: str | None) -> None:
    assert resolve_path(path, target) == expected


TREE = {
    "README.md": (
        "# Top\n\nSee [a](man/a.md#second-part), [code](src/x.py#L2),"
        " [l](src/x.py#L99),"
        " [dir](src/), [sp](a%20b.md), [q](logo.png?raw=true), [abs](/man/a.md),"
        " [own](#top), [case](MAN/a.md), [up](../README.md), [gone](man/gone.md),"
        " [page](man/gone.html), [far](nowhere/gone.md), [self](README.md),"
        " [d](man/a), [conf](tool.toml)\n"
    ),
    "a b.md": "x\n",
    "logo.png": b"\0\1",
    "src/x.py": "x = 1\ny = 2\n",
    "tool.toml": "[a]\n",
    "man/conf.py": "A = 1\n",
    "man/a.md": "# A\n\n## Second part\n\n[idx](index)\n",
    "man/guide/intro.rst": (
        "Intro\n=====\n\n.. include:: /part.inc\n\n:doc:`/a` :doc:`more`"
        " :doc:`../none`\n\n.. image:: missing.png\n"
    ),
    "man/guide/more.txt": "x\n",
    "man/part.inc": "x\n",
    "man/index.rst": "T\n=\n\n.. toctree::\n\n   guide/intro\n   api/made\n",
}


def test_pointers(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", TREE)
    rows = code.store.select("SELECT path, target, fragment, line FROM pointer")
    assert sorted(rows) == [
        ("README.md", "README.md", "", 0),
        ("README.md", "README.md", "top", 1),
        ("README.md", "a b.md", "", 0),
        ("README.md", "logo.png", "", 0),
        ("README.md", "man/a.md", "", 0),
        ("README.md", "man/a.md", "second-part", 3),
        ("README.md", "src", "", 0),
        ("README.md", "src/x.py", "L2", 2),
        ("README.md", "src/x.py", "L99", 0),
        ("README.md", "tool.toml", "", 0),
        ("man/a.md", "man/index.rst", "", 0),
        ("man/guide/intro.rst", "man/a.md", "", 0),
        ("man/guide/intro.rst", "man/guide/more.txt", "", 0),
        ("man/guide/intro.rst", "man/part.inc", "", 0),
        ("man/index.rst", "man/guide/intro.rst", "", 0),
    ]


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(TREE).build()
    assert build.warnings == ""
    build.check_links()
    return build


def links(build: Build, docname: str) -> dict[str, str]:
    """Return the address of each link in the listing of a page, by its text."""
    _, _, markup = build.text(docname).partition('class="kw-source')
    markup, _, _ = markup.partition("</pre>")
    return {
        re.sub("<[^>]*>", "", text): uri
        for uri, text in re.findall(
            r'<a (?:class="[^"]*" )?(?:id="L\d+" )?href="([^"]*)">(.*?)</a>', markup
        )
    }


def dependencies(build: Build, docname: str) -> str:
    body = build.body(docname)
    return body.rpartition("Dependencies")[2].partition("Related Files")[0]


def test_targets_are_links_in_the_listing(built: Build) -> None:
    assert links(built, "code/README.md_docs") == {
        "man/a.md#second-part": "man/a.md_docs.html#L3",
        "src/x.py#L2": "src/x.py_docs.html#L2",
        "src/x.py#L99": "src/x.py_docs.html",
        "src/": "src/index.html",
        "a%20b.md": "a%20b.md_docs.html",
        "logo.png?raw=true": "index.html#row-logo.png",
        "tool.toml": "tool.toml_docs.html",
        "/man/a.md": "man/a.md_docs.html",
        "#top": "#L1",
    }
    assert set(links(built, "code/man/guide/intro.rst_docs")) == {
        "/part.inc",
        "/a",
        "more",
    }


def test_section_of_a_text_file(built: Build) -> None:
    text = dependencies(built, "code/README.md_docs")
    assert "Links (6) man/a.md line 3 src/x.py line 3 src line 3 a b.md" in text
    assert "Not in the source tree (1) man/gone.md line 3" in text
    assert "gone.html" not in text
    text = dependencies(built, "code/man/guide/intro.rst_docs")
    assert "Includes (1) man/part.inc line 4" in text
    assert "Documents (2) man/a.md line 6 man/guide/more.txt line 6" in text
    assert "Not in the source tree (1) man/guide/missing.png line 8" in text
    assert "Mentioned in (1 file) man/index.rst" in text
    # What a program may have made is not said to be missing.
    assert "Not in the source tree" not in dependencies(
        built, "code/man/index.rst_docs"
    )


def test_code_that_autodoc_documents(make_project: Make) -> None:
    built = make_project(
        {
            "src/pkg/__init__.py": "",
            "src/pkg/a.py": "class A:\n    pass\n",
            "src/pkg/b.py": "def f():\n    pass\n",
            "man/a.rst": "A\n=\n\n.. automodule:: pkg.a\n   :members:\n",
            "man/b.rst": "B\n=\n\n.. py:autofunction:: pkg.b.f(x)\n\n"
            ".. automodule:: pkg.b.f\n\n.. autoclass:: other.C\n\n.. autoclass:: A\n",
        }
    ).build()
    assert "code in (1) src/pkg/b.py line 4" in built.body("code/man/b.rst_docs")
    assert "Mentioned in (1 file) man/a.rst" in built.body("code/src/pkg/a.py_docs")
    listing = built.listing("man/a.rst")
    assert '.py_docs.html">pkg.a</a>' in listing


def test_section_of_other_files(built: Build) -> None:
    text = dependencies(built, "code/src/x.py_docs")
    assert "Mentioned in (1 file) README.md" in built.body("code/src/x.py_docs")
    assert "Mentioned in (1 file) README.md" in dependencies(
        built, "code/tool.toml_docs"
    )
    assert "Mentioned in" not in built.body("code/man/conf.py_docs")
    text = dependencies(built, "code/a b.md_docs")
    assert "Mentioned in (1 file) README.md" in text


def test_a_change_elsewhere_reads_what_shows_it(make_project: Make) -> None:
    project = make_project(TREE)
    project.build()
    # A heading moves: who points at it, and no other.
    project.write({"man/a.md": "# A\n\nText.\n\n## Second part\n\n[idx](index)\n"})
    again = project.build()
    assert "code/README.md_docs" in again.read
    assert "code/man/guide/intro.rst_docs" not in again.read
    assert "code/src/x.py_docs" not in again.read
    # A file comes that was missed, and one is named no more.
    project.write({"man/gone.md": "x\n"})
    again = project.build()
    assert "code/README.md_docs" in again.read
    assert "code/src/x.py_docs" not in again.read
    project.write({"README.md": "# Top\n"})
    again = project.build()
    named = {"src/x.py", "a b.md", "tool.toml", "man/a.md", "man/gone.md"}
    assert {f"code/{one}_docs" for one in named} <= again.read
    assert "code/man/guide/more.txt_docs" not in again.read
    fresh = project.copy(project.base / "clean").build()
    assert_same(again.outdir, fresh.outdir)


def test_long_lists_fold(make_project: Make) -> None:
    users = {f"u{number:02}/a.py": "import core\n" for number in range(20)}
    headings = "".join(f"{'=' * (1 + n % 3)} Part {n}\n\n" for n in range(20))
    project = make_project({**users, "core.py": "x = 1\n", "r.adoc": headings})
    build = project.build()
    markup = build.text("code/core.py_docs")
    assert markup.count("<summary>5 more</summary>") == 1
    before, _, behind = markup.partition("<summary>5 more")
    assert "u14/a.py" in before.partition("Imported by")[2]
    assert "u15/a.py" in behind
    markup = build.text("code/r.adoc_docs")
    assert "<summary>5 more</summary>" in markup
    assert markup.count("<ul") == markup.count("</ul>")
    assert len(re.findall(r"<li\b", markup)) == markup.count("</li>")
    text = project.build("text").text("code/core.py_docs.txt")
    assert "u19/a.py" in text
    behind = text.partition("Imported by (20 files)")[2]
    assert "more" not in behind.partition("Code Patterns")[0]


def test_many_files_of_one_folder_share_a_line(make_project: Make) -> None:
    names = [f"u{number:02}.py" for number in range(16)]
    users = {f"users/{name}": "import core\n" for name in names}
    others = dict.fromkeys(("top.py", "far/a.py"), "import core\n")
    project = make_project({**users, **others, "core.py": "x = 1\n"})
    build = project.build()
    body = build.body("code/core.py_docs")
    listed = f"top.py far/a.py users/ 16 files {', '.join(names)}"
    assert f"Imported by (18 files) {listed}" in " ".join(body.split())
    assert '<a href="users/u03.py_docs.html">u03.py</a>' in build.text(
        "code/core.py_docs"
    )
    build.check_links()


def test_nested_entries() -> None:
    items = [
        ListEntry(name, level=level)
        for name, level in zip("abcdef", (2, 4, 4, 3, 1, 2), strict=True)
    ]
    assert list(depths(items)) == [0, 1, 1, 1, 0, 1]
    plain = entries(items).plain()
    assert [len(item.children) for item in plain.children] == [2, 2]
    assert [item.astext() for item in plain[0][1].children] == ["b", "c", "d"]


def test_of_a_language_that_is_not_analysed_mentions_alone_are_said_to_be_missing(
    make_project: Make,
) -> None:
    text = "object A { def f(): Int = 1 }\n" * 40
    built = make_project({"a.scala": text, "b.md": "# B\n\nSays it.\n" * 20}).build()
    said = built.body("code/a.scala_docs")
    assert "No mentions found" in said
    assert "No dependencies found" not in said
    assert "No dependencies found" in built.body("code/b.md_docs")
