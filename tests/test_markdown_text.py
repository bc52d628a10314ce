"""Texts as Markdown say what they say."""

from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt

from sphinxcontrib_kwindex.sphinx_wiring.markdown.text import (
    anchor,
    code,
    escape,
    escape_text,
    fence,
    link,
    uri,
)

PIECES = [
    *("*", "_", "`", "``", "[", "]", "(", ")", "<", ">", "|", "~", "~~", "$", "&"),
    *("\\", "#", "+", "-", "=", "1.", "12)", "a", "b_c", " ", "  ", "&amp;", "&#60;"),
    *("<b>", "</b>", "<!--", "-->", "![x](y)", "http:", "é", "中", "!", ":", "---"),
]


#: It keeps nothing of a text, and to make one takes longer than to parse a line.
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def rendered(text: str) -> list[tuple[str, str]]:
    """Return type and content of all that is in a text's one paragraph."""
    blocks = PARSER.parse(text)
    assert [one.type for one in blocks] == [
        "paragraph_open",
        "inline",
        "paragraph_close",
    ], text
    return [(one.type, one.content) for one in blocks[1].children or ()]


def any_text(rng: random.Random) -> str:
    return "".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 9))).strip()


@pytest.mark.parametrize("seed", range(20))
def test_any_text_is_itself(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        text = any_text(rng)
        if text:
            found = rendered(escape(text))
            assert {kind for kind, _ in found} == {"text"}, text
            assert "".join(content for _, content in found) == text


@pytest.mark.parametrize("seed", range(20))
def test_any_code_is_itself(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        text = any_text(rng)
        if text:
            assert rendered(f"x {code(text)} y") == [
                ("text", "x "),
                ("code_inline", text),
                ("text", " y"),
            ]


def test_a_space_before_code_stays() -> None:
    assert escape_text("two  \nlines: ") + code("x") == "two\nlines: `x`"


def test_names_stay_readable() -> None:
    assert escape("a_long_name and a.b.c, e.g. 3 - 2") == (
        "a_long_name and a.b.c, e.g. 3 - 2"
    )


@pytest.mark.parametrize("text", ["10.0 kB", "too complex (14 > 10)", "x -> y", "1.5"])
def test_what_is_no_markup_stays(text: str) -> None:
    assert escape(text) == text


def test_lines_that_would_be_blocks_are_text() -> None:
    for text in (
        "# a",
        "- a",
        "+ a",
        "1. a",
        "2) a",
        "> a",
        "a\n> b",
        "3.",
        "a\n===",
        "a\n---",
    ):
        found = rendered(escape(text))
        assert "".join(content or "\n" for _, content in found) == text


@pytest.mark.parametrize("end", ["\n\n", "\r\r", "\r\n \r\n", "\n\t\n", "\u2028", "\v"])
def test_no_line_end_ends_a_text(end: str) -> None:
    text = f"a{end}# b{end}- [c](d)"
    for found in (rendered(escape(text)), rendered(code(text))):
        assert {kind for kind, _ in found} <= {"text", "softbreak", "code_inline"}


@pytest.mark.parametrize("text", ["", "a", "a\n", "```\nx\n```", "~~~~", "`````\n\n"])
def test_a_fence_holds_a_text(text: str) -> None:
    (block,) = MarkdownIt().parse(f"{fence(text, 'python')}\n")
    assert block.type == "fence"
    assert block.info == "python"
    assert block.content.rstrip("\n") == text.rstrip("\n")


def test_a_fence_names_a_language_that_github_knows() -> None:
    assert fence("x", "restructuredtext").startswith("```rst\n")
    assert fence("x", "make").startswith("```makefile\n")
    assert fence("x", "no `language`").startswith("```\n")


def test_a_link_leads_where_it_should() -> None:
    (opening, *_) = rendered(link("x", "a b/(c)_d.md#é"))
    assert opening[0] == "link_open"
    assert link("x", "a b/(c)_d.md") == "[x](a%20b/%28c%29_d.md)"
    assert link("x", "a%20b.md") == "[x](a%20b.md)"


@pytest.mark.parametrize(
    "target", ["javascript:x", " JavaScript:x", "data:text/html,x", "vbscript:x"]
)
def test_no_link_runs_anything(target: str) -> None:
    assert uri(target) == ""
    assert link("x", target) == "x"


def test_an_anchor_cannot_be_left() -> None:
    assert anchor('a"><b>&') == '<a id="a&quot;&gt;&lt;b&gt;&amp;"></a>'
