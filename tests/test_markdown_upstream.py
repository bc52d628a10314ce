"""What sphinx-markdown-builder falls short of, one test for each defect.

Every test builds one page twice: with our translator, which must be right, and with
the original one, which must be wrong. Where the second half fails the defect has been
mended upstream, and our method for it can go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from sphinx.testing.util import SphinxTestApp

TITLE = "Title\n=====\n\n"


@dataclass
class Both:
    """What our translator and the original one make of a page."""

    ours: str
    theirs: str

    def check(self, right: Callable[[str], bool]) -> None:
        assert right(self.ours), self.ours
        assert not right(self.theirs), "upstream has mended it: remove our method"


@pytest.fixture
def both(tmp_path: Path) -> Callable[[str], Both]:
    """Build a page with both translators."""

    def build(text: str, *, other: str = "") -> Both:
        made = []
        for name in ("sphinxcontrib_kwindex", "sphinx_markdown_builder"):
            source = tmp_path / name
            source.mkdir()
            conf = [f"extensions = [{name!r}]", "kwindex_generate = False"]
            (source / "conf.py").write_text("\n".join(conf))
            (source / "index.rst").write_text(TITLE + text)
            if other:
                (source / "other page.rst").write_text(other)
            (source / "pi.png").write_bytes(b"\x89PNG\r\n\x1a\n")
            app = SphinxTestApp("markdown", source, freshenv=True)
            try:
                app.build()
            finally:
                app.cleanup()
            made.append((Path(app.outdir) / "index.md").read_text("utf-8"))
        return Both(*made)

    return build


Build = Callable[..., Both]


def parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def tokens(text: str, kind: str) -> list[Token]:
    """Return the tokens of a kind, also those within a line."""
    found = []
    for token in parsed(text):
        found += [one for one in (token, *(token.children or ())) if one.type == kind]
    return found


def contents(text: str, kind: str) -> list[str]:
    return [token.content for token in tokens(text, kind)]


def links(text: str) -> list[str]:
    return [str(token.attrs["href"]) for token in tokens(text, "link_open")]


def raw(text: str) -> list[str]:
    return contents(text, "html_block") + contents(text, "html_inline")


def cells(text: str) -> list[list[str]]:
    """Return the cells of all tables, row by row."""
    rows: list[list[str]] = []
    for token in parsed(text):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows:
            rows[-1].append(token.content)
        elif token.type == "table_close":
            rows.append([])
    return [row for row in rows if row]


TABLE = """\
.. list-table::
   :header-rows: 1

   * - a
     - b
   * - {one}
     - {two}

"""


def test_bars_in_cells_do_not_end_them(both: Build) -> None:
    text = both(TABLE.format(one="``x|y``", two="p | q"))
    text.check(lambda made: cells(made)[1] == ["`x|y`", "p | q"])


def test_a_listing_behind_a_table_is_not_in_it(both: Build) -> None:
    text = both(TABLE.format(one="x", two="y") + "::\n\n   code\n")
    # Some parsers take the fence for a row, and GitHub knows no language "default".
    text.check(lambda made: "\n\n```python\ncode\n```\n" in made)


def test_a_fence_is_longer_than_those_inside(both: Build) -> None:
    text = both("::\n\n   ```python\n   x\n   ```\n")
    text.check(lambda made: contents(made, "fence") == ["```python\nx\n```\n"])


def test_backticks_in_code_do_not_end_it(both: Build) -> None:
    text = both("See ``a`b`` there.\n")
    text.check(lambda made: contents(made, "code_inline") == ["a`b"])


def test_signatures_have_the_anchors_that_links_lead_to(both: Build) -> None:
    text = both(".. py:function:: go()\n\nSee :py:func:`go`.\n")
    text.check(lambda made: links(made) == ["#go"] and '<a id="go"></a>' in made)


def test_sections_have_the_anchors_that_links_lead_to(both: Build) -> None:
    text = both("See :ref:`x <here>`.\n\n.. _here:\n\nA & B\n-----\n\nText.\n")
    text.check(lambda made: '<a id="a-b"></a>' in made)


def test_named_figures_and_listings_have_anchors(both: Build) -> None:
    listing = ".. code-block:: python\n   :name: there\n   :caption: It\n\n   x\n"
    text = both(f"See :ref:`there`.\n\n{listing}")
    text.check(lambda made: links(made) == ["#there"] and 'id="there"' in made)


def test_markup_in_texts_is_text(both: Build) -> None:
    text = both("A <b>bold</b> word, $5 and $6, a [link](x), 2\n# 3\n")
    text.check(
        lambda made: not raw(made) and not links(made) and r"\$5 and \$6" in made
    )


def test_scripts_are_no_links(both: Build) -> None:
    text = both("`go <javascript:alert(1)>`__ there\n")
    text.check(lambda made: "javascript:" not in made and "go there" in made)


def test_spaces_and_brackets_do_not_end_a_link(both: Build) -> None:
    text = both("See :doc:`other page`.\n", other="Other (page)\n============\n")
    text.check(lambda made: links(made) == ["other%20page.md"])


def test_admonitions_are_alerts(both: Build) -> None:
    text = both(".. warning::\n\n   Be careful.\n\n   Very.\n\nAfter.\n")

    def right(made: str) -> bool:
        return "> [!WARNING]\n> Be careful.\n>\n> Very.\n\nAfter." in made

    text.check(right)


def test_a_listing_in_a_quote_goes_on_behind_its_empty_lines(both: Build) -> None:
    text = both("Before.\n\n   Quoted::\n\n      a\n\n      b\n")
    text.check(lambda made: contents(made, "fence") == ["a\n\nb\n"])


def test_definition_lists_are_lists(both: Build) -> None:
    text = both("term\n   What it is.\n\nother\n   Else.\n")
    text.check(lambda made: len(tokens(made, "list_item_open")) == 2)


def test_numbered_lists_begin_where_they_begin(both: Build) -> None:
    text = both("3. three\n4. four\n")
    text.check(
        lambda made: (
            [t.attrs.get("start") for t in tokens(made, "ordered_list_open")] == [3]
        )
    )


def test_cells_over_several_columns_and_rows_count_as_such(both: Build) -> None:
    grid = (
        "+---+---+---+\n| a | b | c |\n+===+===+===+\n| wide  | 1 |\n+---+---+---+\n"
        "| h | 2 | 3 |\n|   +---+---+\n|   | 4 | 5 |\n+---+---+---+\n"
    )
    text = both(grid)
    text.check(
        lambda made: (
            cells(made)[1:] == [["wide", "", "1"], ["h", "2", "3"], ["", "4", "5"]]
        )
    )


def test_paragraphs_in_a_cell_need_no_html(both: Build) -> None:
    text = both("+-----+\n| h   |\n+=====+\n| one |\n|     |\n| two |\n+-----+\n")
    text.check(lambda made: not raw(made) and cells(made) == [["h"], ["one two"]])


def test_a_table_without_a_head_has_an_empty_one(both: Build) -> None:
    text = both("===  ===\na    b\nc    d\n===  ===\n")
    text.check(lambda made: cells(made) == [["", ""], ["a", "b"], ["c", "d"]])


def test_footnotes_are_those_of_github(both: Build) -> None:
    text = both("See [1]_.\n\n.. [1] The *note*.\n")
    text.check(lambda made: "[^1]" in made and "[^1]: The *note*." in made)


def test_line_blocks_need_no_html(both: Build) -> None:
    text = both("| one\n| two\n\nAfter.\n")
    text.check(lambda made: not raw(made) and "one\\\ntwo\n\nAfter" in made)


def test_comments_stay_with_their_author(both: Build) -> None:
    text = both(".. secret\n\nText.\n")
    text.check(lambda made: "secret" not in made)


def test_small_text_needs_no_html(both: Build) -> None:
    text = both("H\\ :sub:`2`\\ O\n")
    text.check(lambda made: not raw(made) and "H2O" in made)


def test_formulas_stand_apart(both: Build) -> None:
    text = both("Text\n\n.. math:: a_1 < b\n\nAfter.\n")
    text.check(lambda made: "Text\n\n```math\na_1 < b\n```\n\nAfter." in made)


def test_headings_end_at_the_sixth_level(both: Build) -> None:
    marks = "-~^\"'+"
    deep = "".join(f"L{number}\n{mark * 5}\n\n" for number, mark in enumerate(marks))
    text = both(deep)
    text.check(lambda made: "####### " not in made and "###### L5" in made)


def test_pictures_are_there(both: Build, tmp_path: Path) -> None:
    text = both(".. figure:: pi.png\n   :alt: A [picture]\n\n   Its *caption*.\n")
    (image,) = tokens(text.ours, "image")
    assert image.content == r"A \[picture\]"
    assert "caption" in text.ours
    out = Path("_build", "markdown", str(image.attrs["src"]))
    assert (tmp_path / "sphinxcontrib_kwindex" / out).is_file()
    # Upstream refers to the picture in the source directory and copies nothing.
    assert not list((tmp_path / "sphinx_markdown_builder" / "_build").rglob("pi.png"))
