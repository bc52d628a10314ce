"""The text of a comment: what stands between its marks, without its indentation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

#: How many texts are remembered: what is written in comments is often written again.
KEPT: Final = 2_000
_BLOCK_OPENS: Final = re.compile(r"/\*+!?<?")
_BLOCK_CLOSES: Final = re.compile(r"\**\*/\Z")
_STAR: Final = re.compile(r"[ \t]*\*(?:\*(?!\S))?")
#: A line by which the others begin with an asterisk or two: no emphasis.
_STARRED: Final = re.compile(r"[ \t]*\*(?:\*?\s|[@\\]|[^*]*\Z|\*\Z)")
_LINE_MARK: Final = re.compile(r"[ \t]*(?://+!?<?|\#+[!:]?|--+|;+|%+)")
#: A line that frames: nothing but a few of its characters, over and over.
_FRAME: Final = re.compile(r"[ \t]*(?:[-=*#~_/+]{3,}|//[-=*#~_ +]*//)[ \t]*\Z")


def comment_text(raw: str | Iterable[str]) -> str:
    """Return the text of a comment, or of comments that are read as one.

    Marks, the asterisks that lines begin with, frames above and below and the common
    indentation go; indentation beyond that stays, tabs as spaces (multiples of 8).

    :param raw: comments as in the source, each ``/* … */``, a line behind ``//`` or
        ``#``, or several of these with their line ends.
    """
    return _text_of((raw,) if isinstance(raw, str) else tuple(raw))


@lru_cache(KEPT)
def _text_of(comments: tuple[str, ...]) -> str:
    texts: list[str] = []
    run: list[str] = []
    for comment in comments:
        text = comment.strip()
        if text.startswith("=begin"):
            # Of Ruby.
            text = text.removeprefix("=begin").removesuffix("=end")
        if text.startswith("/*"):
            # A block goes on in a paragraph of its own.
            texts += [*_dedented(run), ""] if run else []
            run = []
            texts += _block(text)
        else:
            run += [_without_mark(line) for line in text.split("\n")]
    return _framed_out([*texts, *_dedented(run)])


def _without_mark(line: str) -> str:
    line = line.strip()
    mark = _LINE_MARK.match(line)
    if mark is None:
        return line
    # A tab goes on to where it would in the source.
    return line.expandtabs()[mark.end() :]


def _block(text: str) -> list[str]:
    """Return the lines of one ``/* … */``."""
    opening = _BLOCK_OPENS.match(text)
    assert opening is not None
    inside = text[opening.end() :]
    closing = _BLOCK_CLOSES.search(inside)
    # What follows "/*" may be all asterisks: "/**/".
    inside = inside[: closing.start()] if closing else inside.removesuffix("/")
    first, *lines = inside.expandtabs().split("\n")
    column = next((line for line in lines if line.strip()), "")
    if _STARRED.match(column):
        lines = [_STAR.sub("", line, count=1) for line in lines]
    return [first.strip(), *_dedented(lines)]


def _dedented(lines: list[str]) -> list[str]:
    """Return lines without the indentation that they share, and that at their ends."""
    lines = [line.rstrip() for line in lines]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[margin:] for line in lines] if margin else lines


def _framed_out(lines: list[str]) -> str:
    """Return lines as text, without blank lines and frames at its ends."""
    start, end = 0, len(lines)
    framed = False
    while start < end and (not lines[start] or _FRAME.match(lines[start])):
        framed = framed or bool(lines[start])
        start += 1
    # A rule below text is a frame if there is one above; else it underlines the text.
    while start < end and (
        not lines[end - 1] or (framed and _FRAME.match(lines[end - 1]))
    ):
        end -= 1
    return "\n".join(lines[start:end])
