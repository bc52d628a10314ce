"""The Markdown tree."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from markdown_it import MarkdownIt
from projects import Build, Project, assert_same

Make = Callable[..., Project]

TREE = {
    "README.md": "# It\n\nWhat it is. See [core](pkg/core.py#L3).\n",
    "pkg/__init__.py": '"""A package | with a bar."""\n\nfrom .core import Base\n',
    "pkg/core.py": (
        '"""Says ```` and <b>bold</b>, [x](javascript:y) & <!-- z -->.\n\n'
        "== ==\na  b\n== ==\nc  d|e\n== ==\n\n::\n\n   ```\n   x\n   ```\n"
        '"""\n\n\nclass Base:\n    """A `base_class`."""\n\n'
        "    size: int = 3\n    #: Wide * or * not.\n    width = '`|`'\n\n"
        "    @property\n    def area(self) -> int:\n        return self.size\n\n"
        "    def grow(self, by: int = 1, *, limit: int = 10, step: int = 2, more:"
        " dict[str, list[int]] | None = None) -> None:\n        self.size += by\n\n\n"
        "def _deep() -> None:\n    class Inner:\n        class Most:\n"
        "            def go(self): ...\n"
    ),
    "pkg/use.py": "from pkg import Base\n\n\ndef main() -> None:\n    Base().grow(2)\n",
    "tests/test_core.py": (
        "from pkg.core import Base\n\n\ndef test_it() -> None:\n    Base().grow()\n"
    ),
    "pkg/a (b) [c].py": "x = 1\n",
    "pkg/ä.py": "ü = 1\n",
    **{f"users/f{number:02}/u.py": "import pkg.core\n" for number in range(20)},
}
#: The lines of the class and of its first attribute.
BASE = TREE["pkg/core.py"].split("\n").index("class Base:") + 1
SIZE = BASE + 3


@pytest.fixture(scope="session")
def checker() -> ModuleType:
    """Return the script that checks trees of Markdown."""
    path = Path(__file__).parents[1] / "benchmarks" / "check_markdown.py"
    spec = importlib.util.spec_from_file_location("check_markdown", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["check_markdown"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def check(checker: ModuleType) -> Callable[[Path], None]:
    """Check a folder as a user of the script would."""

    def run(folder: Path) -> None:
        checker.page.cache_clear()
        folder = folder.resolve()
        files = sorted(folder.rglob("*.md"))
        assert files
        assert [one for file in files for one in checker.problems(file, folder)] == []

    return run


Check = Callable[[Path], None]


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    built = make_shared(TREE, kwindex_exclude=["docs/"]).build("markdown")
    assert built.warnings == ""
    return built


def page(built: Build, name: str) -> str:
    return (built.outdir / f"{name}.md").read_text("utf-8")


def test_pages_have_the_names_of_the_predecessor(built: Build) -> None:
    names = {
        path.relative_to(built.outdir / "code").as_posix()
        for path in (built.outdir / "code").rglob("*.md")
    }
    assert {
        *("index.md", "doc.md", "sub.md", "keywords.md"),
        *("pkg/index.md", "pkg/doc.md", "pkg/sub.md"),
        *("pkg/core.py_kw.md", "pkg/core.py_docs.md"),
        "README.md_docs.md",
    } <= names


def test_everything_is_what_github_expects(built: Build, check: Check) -> None:
    check(built.outdir)


def test_a_moved_tree_still_leads_to_itself(
    built: Build, check: Check, tmp_path: Path
) -> None:
    moved = tmp_path / "other folder" / "deep"
    shutil.copytree(built.outdir, moved)
    check(moved)


def test_what_the_checker_finds(checker: ModuleType, tmp_path: Path) -> None:
    wrong = {
        "dead link": "[x](gone.md)\n",
        "dead anchor": "# A\n\n[x](#b)\n",
        "raw HTML": "A <b>x</b>\n",
        "cells": "| a | b |\n| - | - |\n| c | d | e |\n",
        "not closed": "````\nx\n```\n",
        "scheme": "[x](ftp://x)\n",
    }
    for words, text in wrong.items():
        path = tmp_path / "x.md"
        path.write_text(text)
        checker.page.cache_clear()
        found = list(checker.problems(path, tmp_path))
        assert found, text
        assert words in found[0]


def test_the_listing_is_the_file(built: Build) -> None:
    for path, text in TREE.items():
        if not path.endswith(".py"):
            continue
        blocks = MarkdownIt().parse(page(built, f"code/{path}_docs"))
        fences = [one for one in blocks if one.type == "fence"]
        assert fences[0].content == text
        assert fences[0].info == "python"


def test_definitions_are_headings_with_anchors(built: Build) -> None:
    text = page(built, "code/pkg/core.py_docs")
    assert '<a id="def-Base"></a>\n\n### `class Base`\n' in text
    assert '<a id="def-Base.area"></a>\n\n#### `def area(self) -> int`\n' in text
    assert f'- <a id="def-Base.size"></a>`size: int = 3` (line [{SIZE}](#' in text
    # What is too long for a heading stands in a listing.
    assert "#### `def grow`\n\n```python\ndef grow(self, by: int = 1" in text
    assert "\n###### `def go(self)`\n" in text


def test_names_of_one_declaration_have_rows_of_their_own(make_project: Make) -> None:
    files = {"a.c": "static int one, *two, many[2];\n"}
    text = page(make_project(files).build("markdown"), "code/a.c_docs")
    head = "`static int one, *two, many[2];` (line [1]"
    assert f'<a id="def-one"></a>{head}' in text
    assert f'<a id="def-two"></a>`two`: {head}' in text
    assert f'<a id="def-many"></a>`many`: {head}' in text


def test_docstrings_are_text(built: Build) -> None:
    text = page(built, "code/pkg/core.py_docs").partition("## High-Level")[2]
    assert r"\[x\](javascript:y)" in text
    assert r"\<b>bold\</b>" in text
    assert r"| c | d\|e |" in text


def test_long_lists_are_folded(built: Build) -> None:
    text = page(built, "code/pkg/core.py_docs")
    assert "<details><summary>7 more</summary>\n\n- [`users/" in text
    assert text.count("<details>") == text.count("</details>")


def test_names_in_the_summary_of_a_fold_are_text(make_project: Make) -> None:
    classes = "".join(f"template <> struct Vec<t{n}> : Base {{}};\n" for n in range(60))
    source = f"struct Base {{}};\ntemplate <typename T> struct Vec {{}};\n{classes}"
    build = make_project({"vec.hpp": source}).build("markdown")
    summaries = re.findall("<summary>(.*)</summary>", page(build, "code/vec.hpp_docs"))
    assert "Vec&lt;t0&gt;, Vec&lt;t1&gt;, Vec&lt;t2&gt;, …" in summaries


def test_a_list_behind_a_list_is_another_one(built: Build) -> None:
    text = page(built, "code/pkg/doc")
    tokens = MarkdownIt("commonmark").parse(text[text.index("## Important Files") :])
    starts = [
        tokens[at + 3].content
        for at, token in enumerate(tokens)
        if token.type == "bullet_list_open"
    ]
    # Important files, imports and calls between files, what is not used, private and
    # public, and what is nearby.
    assert len(starts) == 6
    assert "core.py" in starts[0]
    assert starts[5].startswith("**Nearby:**")


def test_the_picture_is_a_diagram(built: Build) -> None:
    text = page(built, "code/pkg/use.py_docs")
    found = re.search(r"```mermaid\n(.*?)```", text, re.DOTALL)
    assert found
    assert found[1].splitlines() == [
        "graph LR",
        '  n0["pkg/use.py"]',
        '  n1["pkg/__init__.py"]',
        "  n0 --> n1",
    ]


def test_lines_lead_to_listings_where_no_original_is_known(built: Build) -> None:
    text = page(built, "code/pkg/core.py_docs")
    assert f"\nline [{BASE}](#original-source)\n" in text
    assert "#L" not in text
    # Places in other files are named by the definition around them.
    there = "../tests/test_core.py_docs.md#def-test_it"
    assert f"[`test_it`]({there}) (tests/test_core.py)" in text


def test_lines_lead_to_the_originals_by_their_address(make_project: Make) -> None:
    link = "https://github.com/me/it/blob/main/{path}#L{line}"
    built = make_project(TREE, kwindex_source_link=link).build("markdown")
    text = page(built, "code/pkg/core.py_docs")
    assert f"/it/blob/main/pkg/core.py#L{BASE})" in text


def test_lines_lead_to_the_originals_beside_the_tree(
    make_project: Make, check: Check
) -> None:
    project = make_project(TREE)
    outdir = project.repo / "docs" / "map"
    built = project.build("markdown", outdir=outdir)
    text = page(built, "code/pkg/core.py_docs")
    assert f"line [{BASE}](../../../../pkg/core.py#L{BASE})" in text
    text = page(built, "code/pkg/a (b) [c].py_docs")
    assert "../../../../pkg/a%20%28b%29%20%5Bc%5D.py" in text
    check(outdir)


def test_pages_at_the_top(make_project: Make, check: Check) -> None:
    project = make_project(TREE, kwindex_output="")
    project.write({"docs/index.rst": None})
    built = project.build("markdown")
    assert built.warnings == ""
    assert page(built, "index").count("# Code map\n") == 1
    assert (built.outdir / "pkg/core.py_docs.md").is_file()
    check(built.outdir)


def test_parallel_and_incremental_builds_are_clean_ones(built_project: Make) -> None:
    project = built_project(TREE, builder="markdown")
    two = project.build(
        "markdown",
        parallel=2,
        outdir=project.base / "two",
        doctrees=project.base / "fresh",
    )
    assert_same(project.base / "out/markdown", two.outdir)
    project.write({"pkg/use.py": "from pkg import Base\n\nBase().grow(7)\n"})
    again = project.build("markdown")
    assert "code/pkg/use.py_docs" in again.read
    assert "code/users/f00/u.py_docs" not in again.read
    clean = project.build(
        "markdown", outdir=project.base / "clean", doctrees=project.base / "newer"
    )
    assert_same(again.outdir, clean.outdir)


def test_nothing_is_done_twice(built_project: Make) -> None:
    project = built_project(TREE, builder="markdown")
    again = project.build("markdown")
    assert not again.read
    assert not again.written


def test_html_and_markdown_share_their_doctrees(make_project: Make) -> None:
    project = make_project(TREE)
    html: dict[str, Any] = {"outdir": project.base / "html"}
    project.build("html", **html)
    built = project.build("markdown")
    assert not built.read
    assert "## File Metadata" in page(built, "code/pkg/core.py_docs")


def test_headings_in_a_docstring_are_below_its_definition(make_project: Make) -> None:
    text = "/**\n * A.\n *\n * # Forged\n *\n * ### Deep\n */\nfunction draw() {}\n"
    doc = '"""A.\n\nForged\n======\n\nText.\n"""'
    tree = {
        "a.js": text,
        "b.py": f"class A:\n    {doc}\n    def f(self):\n        {doc}\n",
    }
    built = make_project(tree).build("markdown")
    for name, levels in (("a.js", [4, 4]), ("b.py", [4, 5])):
        text = page(built, f"code/{name}_docs")
        found = re.findall(r"^ *(#+) (?:Forged|Deep)$", text, re.MULTILINE)
        assert list(map(len, found)) == levels


def test_descriptions_in_a_description_are_below_it(make_project: Make) -> None:
    index = """
Manual
======

.. py:class:: Box

   .. rubric:: Notes

   .. py:method:: open()

      .. rubric:: Raises

.. py:function:: far()
"""
    built = make_project(TREE, {"index.rst": index}).build("markdown")
    headings = re.findall(
        r"^(#+) .*?(\w+)(?:\(\))?$", built.text("index.md"), re.MULTILINE
    )
    assert [(len(marks), name) for marks, name in headings] == [
        *((1, "Manual"), (3, "Box"), (4, "Notes"), (4, "open"), (5, "Raises")),
        (3, "far"),
    ]
