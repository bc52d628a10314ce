"""Markdown, as the dialects of comments are rewritten into it.

Expressions here take no more than a number of characters: from any mark they
may look for an end that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from ...model.named_tuple import NamedTuple

#: Information of a fence whose text is TeX, as GitHub has it.
MATH: Final = "math"

_BACKTICKS: Final = re.compile(r"`+")
#: An entity (``&#64;``) keeps its mark.
_PUNCTUATION: Final = re.compile(r"([#!$%*+<>\[\\\]^_`{|}~-](?<!&#))")
_LINE_START: Final = re.compile(r"^(\s*(?:\d{1,9}(?=[.)])|(?=[=:])))(.)", re.MULTILINE)
_FENCE: Final = re.compile(
    r" {0,12}(?:[-*+] {1,3})?(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)\Z"
)
CODE_SPAN: Final = r"(?<![`\\])(?:`[^`\n]{1,400}`|``[^\n]{1,400}?``)(?!`)"
"""Code within a line, as part of an expression."""


def code_span(text: str) -> str:
    """Return a text as code within a line; nothing for no text."""
    text = " ".join(text.split())
    if not text:
        return ""
    runs = set(map(len, _BACKTICKS.findall(text)))
    marks = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    space = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{marks}{space}{text}{space}{marks}"


def math_span(tex: str) -> str:
    """Return an equation within a line, as GitHub has it."""
    return f"${code_span(tex)}$" if tex.strip() else ""


def fenced(text: str, info: str = "") -> list[str]:
    """Return the lines of a text as a block of code."""
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    marks = "`" * max(3, longest + 1)
    return [f"{marks}{info}", *text.split("\n"), marks]


def escaped(text: str) -> str:
    """Return a text without any meaning of its own in Markdown, entities aside."""
    return _LINE_START.sub(r"\1\\\2", _PUNCTUATION.sub(r"\\\1", text))


def literal(text: str) -> str:
    """Return a text without any meaning of its own in Markdown."""
    return escaped(text).replace("&", "\\&")


def tidied(text: str) -> str:
    """Return Markdown with addresses as links.

    ``__name__`` and ``a[i](x)`` are code that somebody wrote without marks.
    """
    if "://" not in text and "__" not in text and "](" not in text:
        return text
    return _TIDY.sub(_tidy, text)


_TIDY: Final = re.compile(
    rf"""{CODE_SPAN} | ^[ ]{{0,3}}\[[^\]\n]{{1,200}}\]:.* | <[^<>\s]{{1,900}}>
      | \]\([^()\s]{{0,900}}
      | (?<=\w)(?P<subscript>\[)(?=[^\[\]\n]{{0,200}}\]\()
      | (?<![\w"'=/])(?P<address>https?://[^\s<>()\[\]"'`|\\]{{1,900}}(?:\([^\s()<>]{{1,200}}\))?)
      | (?<![\w`*\\])__(?P<name>[A-Za-z]\w{{0,99}}?)__(?!\w)""",
    re.VERBOSE | re.MULTILINE,
)


def _tidy(match: re.Match[str]) -> str:
    if name := match["name"]:
        return f"\\_\\_{escaped(name)}\\_\\_"
    if match["subscript"]:
        return "\\["
    if not match["address"]:
        return match[0]
    address = match["address"].rstrip(".,:;!?*_")
    return f"<{address}>{match['address'][len(address) :]}"


class Segment(NamedTuple):
    """Lines of a text in Markdown that are code, or are not."""

    lines: list[str]
    info: str | None = None
    """The information of their fence, its marks are among the lines; or none."""


def segments(lines: list[str]) -> Iterator[Segment]:
    """Yield the lines of a text, blocks of code between fences apart."""
    start = 0
    fence = info = ""
    for number, line in enumerate(lines):
        match = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if not match:
            continue
        if not fence:
            if _underlines(lines, number, match["info"]):
                continue
            if start < number:
                yield Segment(lines[start:number])
            start, fence, info = number, match["fence"], match["info"].strip()
        elif match["fence"].startswith(fence) and not match["info"].strip():
            yield Segment(lines[start : number + 1], info)
            start, fence = number + 1, ""
    if start < len(lines):
        yield Segment(lines[start:], info if fence else None)


def _underlines(lines: list[str], number: int, info: str) -> bool:
    """Tell whether tildes are the underline of a heading, as in reStructuredText."""
    if info.strip() or "~" not in lines[number] or not number:
        return False
    above = lines[number - 1].strip()
    return bool(above) and abs(len(above) - len(lines[number].strip())) <= 3


def outside_code(text: str, convert: Callable[[str], str]) -> str:
    """Return a text in Markdown with all that is no block of code converted."""
    if "```" not in text and "~~~" not in text:
        return convert(text)
    return "\n".join(
        "\n".join(part.lines)
        if part.info is not None
        else convert("\n".join(part.lines))
        for part in segments(text.split("\n"))
    )
