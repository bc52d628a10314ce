"""The headings and the first paragraph of Markdown and reStructuredText.

Markdown is parsed into blocks, since only a parser knows which ``#`` is in a
fence. For reStructuredText a scanner over lines does: titles and their adornments
stand at the left margin, while literal blocks, the content of directives and of
comments are indented.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from ..facts import Heading
from .markdown_tables import limit_tables
from .sentence import PROSE_LIMIT, plain


class Outline(NamedTuple):
    """What a document shows of itself."""

    headings: tuple[Heading, ...] = ()
    paragraph: str = ""
    """The first paragraph of text, its markup and line ends included."""
    line: int = 0
    """The line on which it begins, 0 without one."""


# Badges, HTML, MyST's targets and comments.
_NO_MARKDOWN_TEXT: Final = re.compile(
    r"\[!\[[^\]]*\]\([^)]*\)\]\([^)]*\)|!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"
    r"|\[!\[[^\]]*\]\[[^\]]*\]\]\[[^\]]*\]|</?[A-Za-z][^<>]*>|\A\([\w:. -]+\)=\Z"
    r"|^%.*$|<!--.*?-->",
    re.MULTILINE | re.DOTALL,
)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    # Blocks only: what is inside a paragraph is left to `plain`.
    return limit_tables(
        MarkdownIt("commonmark")
        .enable("table")
        .use(front_matter_plugin)
        .disable("inline")
    )


def markdown_outline(text: str) -> Outline:
    """Return the headings and the first paragraph of Markdown *text*.

    Front matter, and what stands in quotations and lists, is left out.
    """
    headings: list[Heading] = []
    paragraph, line = "", 0
    tokens = _markdown().parse(text)
    for token, content in pairwise(tokens):
        if token.level or not token.map:
            continue
        if token.type == "heading_open":
            title = plain(_text(content.content))
            headings.append(Heading(title, token.map[0] + 1, int(token.tag[1:])))
        elif token.type == "paragraph_open" and not paragraph:
            paragraph = _text(content.content).strip()
            line = token.map[0] + 1 if paragraph else 0
    return Outline(tuple(headings), paragraph, line)


def _text(content: str) -> str:
    """Return what is text in a paragraph; all of one that is too long to tell."""
    if len(content) > PROSE_LIMIT:
        return content
    return _NO_MARKDOWN_TEXT.sub("", content)


_ADORNMENT: Final = re.compile(r"([!-/:-@\[-`{-~])\1+")
# Directives, comments, fields, options; lists, line blocks, tables, doctests.
_NO_REST_TEXT: Final = re.compile(
    r"\.\.(?:\s|$)|__ |:[^:`\s][^:`]*:(?:\s|$)|[-*+•]\s|\(?(?:\d+|#|[a-zA-Z])[.)]\s"
    r"|\||\+[-=]|>>>|-{1,2}\w|={2,} ="
)


def rest_outline(text: str) -> Outline:
    """Return the headings and the first paragraph of reStructuredText.

    The level of a heading is the place of its adornment among those met before
    (Docutils, *reStructuredText Markup Specification*, Sections).
    """
    lines = [line.rstrip() for line in text.expandtabs(8).split("\n")]
    lines += ["", ""]
    headings: list[Heading] = []
    styles: list[tuple[str, bool]] = []
    paragraph, start = "", 0
    number = 0
    fresh = True
    while number < len(lines) - 2:
        line = lines[number]
        title = _rest_title(lines, number) if fresh else None
        if title is not None:
            name, style, height = title
            if style not in styles:
                styles.append(style)
            at = number + 2 if style[1] else number + 1
            headings.append(Heading(plain(name), at, styles.index(style) + 1))
            number += height
            continue
        if fresh and not paragraph and _is_rest_text(line):
            end = number
            while lines[end]:
                end += 1
            candidate = "\n".join(lines[number:end])
            if plain(candidate):
                # A literal block that follows is not part of the text.
                paragraph = candidate
                if candidate.endswith("::"):
                    paragraph = f"{candidate[:-2].rstrip()}:"
                start = number + 1
        # A title stands behind a blank line, or behind what is not text.
        fresh = not line or line[0] == " " or line.startswith("..")
        number += 1
    return Outline(tuple(headings), paragraph, start)


def _rest_title(
    lines: list[str], number: int
) -> tuple[str, tuple[str, bool], int] | None:
    """Return a title, its style and the lines that it takes, if one begins here."""
    first, second, third = lines[number : number + 3]
    if not first:
        return None
    if _ADORNMENT.fullmatch(first):
        if (
            second.strip()
            and third == first
            and (len(first) >= len(second.strip()) or len(first) >= 4)
            and not _ADORNMENT.fullmatch(second)
        ):
            return second.strip(), (first[0], True), 3
        if not _ADORNMENT.fullmatch(second) or len(first) >= 4:
            return None
    if (
        first[0] != " "
        and _ADORNMENT.fullmatch(second)
        and (len(second) >= len(first) or len(second) >= 4)
        and not first.startswith(".. ")
    ):
        return first, (second[0], False), 2
    return None


def _is_rest_text(line: str) -> bool:
    return bool(
        line
        and line[0] != " "
        and not _NO_REST_TEXT.match(line)
        and not _ADORNMENT.fullmatch(line)
    )
