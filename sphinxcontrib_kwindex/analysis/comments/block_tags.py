"""Block and inline tags, as JSDoc, TSDoc and Javadoc have them.

A block tag, ``@param``, begins a line and goes on to the next one. An inline tag,
``{@link X}``, may hold braces in pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...model.named_tuple import NamedTuple
from .markdown import segments
from .parts import Passage

_TAG: Final = re.compile(r"\s*@(?P<name>[A-Za-z][\w:.-]*)(?=[\s{]|\Z)(?P<rest>.*)\Z")
_BRACE: Final = re.compile(r"[{}]")
_INLINE: Final = re.compile(r"\{@(?P<name>[A-Za-z]\w{0,40})(?=[\s}])")


class InlineTag(NamedTuple):
    """An inline tag in a text."""

    name: str
    content: str
    """As written, white space around it included."""
    start: int
    end: int


def inline_tags(text: str) -> Iterator[InlineTag]:
    """Yield the inline tags of a text that are closed, outermost only."""
    if "{@" not in text:
        return
    ends = _closing_braces(text)
    at = 0
    for tag in _INLINE.finditer(text):
        end = ends.get(tag.start())
        if end is not None and tag.start() >= at:
            at = end + 1
            yield InlineTag(tag["name"], text[tag.end() : end], tag.start(), at)


def _closing_braces(text: str) -> dict[int, int]:
    """Return for each brace that is closed where that is."""
    opened: list[int] = []
    ends = {}
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            ends[opened.pop()] = brace.start()
    return ends


def tagged_sections(text: str) -> Iterator[Passage]:
    """Yield the text before all block tags, then a section for each of them."""
    spans = [
        (tag.start, tag.end)
        for tag in inline_tags(text)
        if "\n" in text[tag.start : tag.end]
    ]
    lines: list[str] = []
    command = ""
    at = 0
    for segment in segments(text.split("\n")):
        for line in segment.lines:
            while spans and spans[0][1] <= at:
                del spans[0]
            is_inside = bool(spans) and spans[0][0] < at
            at += len(line) + 1
            tag = None
            if segment.info is None and not is_inside and "@" in line:
                tag = _TAG.match(line)
            if tag is None:
                lines.append(line)
                continue
            yield Passage(command, lines)
            command, lines = tag["name"], [tag["rest"].lstrip()]
    yield Passage(command, lines)


def leading_type(text: str) -> tuple[str, str]:
    """Part ``{type}`` from the text behind it."""
    text = text.lstrip()
    if not text.startswith("{") or text.startswith("{@"):
        return "", text
    end = _closing_braces(text).get(0)
    if end is None:
        return "", text
    return text[1:end].strip(), text[end + 1 :].lstrip()
