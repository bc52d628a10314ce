"""Highlights source listings, with the class names of Pygments' style sheets.

Python is parsed by tree-sitter, and C has a lexer of its own, since Pygments takes
several times as long; all other languages, and Python that tree-sitter finds an error
in, are Pygments'. All give ranges with a class each, and what is in no range has none:
the text of a listing is the file's text, whatever is made of it. Elements are what
makes a listing heavy: operators are none, and neighbours of one class are one.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Final, TypeAlias

from ....pages.nodes import LinkTarget, SourceLink
from ..escaping import escaped
from .c_tokens import C_FAMILY, c_ranges
from .python import PYTHON, python_ranges
from .ranges import Range
from .with_pygments import pygments_ranges

#: Where a link begins and ends, its start tag, and what stands for it where it does not
#: fit: others lead to its id.
Anchor: TypeAlias = tuple[int, int, str, str]

NOWHERE: Final[Anchor] = (sys.maxsize, sys.maxsize, "", "")


def highlight(
    text: str, language: str, links: Sequence[SourceLink] = (), *, correct: bool = True
) -> list[str]:
    """Return the lines of a text as HTML, each with its line end.

    The text content of the lines together is *text*.

    :param language: the alias of a Pygments lexer.
    :param links: identifiers in the order of the text.
    :param correct: false for what is known to be no source of its language.
    """
    if not text:
        return []
    ranges = _ranges(text, language, correct=correct)
    anchors = _anchors(text, links)
    # Characters that HTML escapes are others until the markup stands around them, so
    # that the offsets hold and nothing is escaped piece by piece.
    used = text + "".join({anchor[2] for anchor in anchors})
    unused = (char for char in map(chr, range(128, sys.maxunicode)) if char not in used)
    escapes = [(char, next(unused)) for char in "&<>" if char in text]
    for char, stand_in in escapes:
        text = text.replace(char, stand_in)
    markup = "".join(_marked(text, ranges, anchors))
    for char, stand_in in escapes:
        markup = markup.replace(stand_in, html.escape(char))
    lines = [line + "\n" for line in markup.split("\n")]
    # Behind the last line end there is no line.
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _ranges(text: str, language: str, *, correct: bool) -> list[Range]:
    """Return where a text has which class, in order."""
    if language in C_FAMILY:
        return c_ranges(text, language)
    ranges = python_ranges(text) if correct and language in PYTHON else None
    return pygments_ranges(text, language) if ranges is None else ranges


def _anchors(text: str, links: Sequence[SourceLink]) -> list[Anchor]:
    """Return the links that stand in a line, by their offsets."""
    if not links:
        return []
    ends = list(accumulate(len(line) + 1 for line in text.split("\n")))
    starts = [0, *ends]
    start_tags = cache(_start_tags)
    anchors = []
    for line, column, length, target in links:
        if line > len(ends):
            continue
        start = starts[line - 1] + column
        end = start + length
        if end >= ends[line - 1]:
            continue
        anchors.append((start, end, *start_tags(target)))
    return anchors


def _start_tags(target: LinkTarget) -> tuple[str, str]:
    """Return the start tag of a link, and an element with its id, if it has one."""
    tag = f'<a class="{target.css}"' if target.css else "<a"
    spare = ""
    if target.anchor:
        # What has the second attribute is no line, which other elements with ids are.
        tag += f' id="{escaped(target.anchor)}" data-to="{target.last}"'
        spare = f"{tag}></a>"
    if target.uri:
        tag += f' href="{escaped(target.uri)}"'
    if target.title:
        tag += f' title="{escaped(target.title)}"'
    return f"{tag}>", spare


def _with_class(tag: str, css: str) -> str:
    """Return the start tag of a link with one more class."""
    rest = tag.removeprefix('<a class="')
    return f'<a class="{css} {rest}' if rest != tag else f'<a class="{css}"{tag[2:]}'


def _joined(text: str, ranges: Iterable[Range]) -> Iterator[Range]:
    """Yield ranges, of those that overlap the first.

    Neighbours of one class, with a blank between them or nothing, are one.
    """
    first, done, last = 0, 0, ""
    for start, end, css in ranges:
        if start < done:
            continue
        if css == last and text[done:start] in ("", " "):
            done = end
            continue
        if last:
            yield first, done, last
        first, done, last = start, end, css
    if last:
        yield first, done, last


def _marked(text: str, ranges: Iterable[Range], anchors: Iterable[Anchor]) -> list[str]:
    """Return the pieces of a text with markup, in one pass over both.

    A link has to be in one range or between two: otherwise no link rather than a wrong
    link.
    """
    pieces: list[str] = []
    put = pieces.append
    following = iter(anchors)
    at, behind, tag, spare = next(following, NOWHERE)
    done = 0

    def put_links(until: int) -> None:
        nonlocal at, behind, tag, spare, done
        while at < until:
            if at < done or until < behind:
                put(text[done:at] + spare)
                done = max(done, at)
            else:
                put(f"{text[done:at]}{tag}{text[at:behind]}</a>")
                done = behind
            at, behind, tag, spare = next(following, NOWHERE)

    for start, end, css in _joined(text, ranges):
        if at < start:
            put_links(start)
        if end <= at:
            put(f'{text[done:start]}<span class="{css}">{text[start:end]}</span>')
        elif (at, behind) == (start, end):
            # The link is the piece.
            put(f"{text[done:start]}{_with_class(tag, css)}{text[at:behind]}</a>")
            at, behind, tag, spare = next(following, NOWHERE)
        else:
            put(f'{text[done:start]}<span class="{css}">')
            done = start
            put_links(end)
            put(f"{text[done:end]}</span>")
        done = end
    put_links(len(text) + 1)
    put(text[done:])
    return pieces
