"""The headings and the first paragraph of AsciiDoc, which is read as Markdown.

Line by line what differs is written as Markdown has it, or left blank: attributes,
what blocks and macros are made of, and comments
(https://docs.asciidoctor.org/asciidoc/latest/syntax-quick-reference/).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..first_sentence import plain
from .headings import Outline, markdown_outline

_TITLE: Final = re.compile(r"(={1,6})[ \t]+(?=\S)")
_ATTRIBUTE: Final = re.compile(r":(!?\w[\w-]*!?):(?:[ \t]+(\S.{0,500}))?$")
#: The first and the last line of what is no paragraph; of tables the first characters.
_BLOCK: Final = re.compile(r"(?:([-.=*_+/])\1{3,}|--|```|[|,:!]={3,})$")
#: Attributes and titles of blocks, macros that are blocks, comments, and a ``+`` alone.
_NO_TEXT: Final = re.compile(
    r"\[.*\][ \t]*$|\.[^\s.]|\w+::\S*\[.*\][ \t]*$|//(?!/)|\+[ \t]*$|<\d+>"
)
#: Characters that a title may be longer than the line below it, or shorter.
_MOST_APART: Final = 2
_NUMBERED: Final = re.compile(r"\.{1,5}(?=[ \t]+\S)")
#: ``link:x[text]``, ``https://x[text]``, ``image:x[]``, ``<<x,text>>``, ``{name}``.
_INLINE: Final = re.compile(
    r"image:[^\s\[\]]{1,500}\[[^\]]{0,500}\]"
    r"|(?:link:|xref:|(?=https?://))(?P<target>[^\s\[\]]{1,500})"
    r"\[(?P<text>[^\]\n]{0,300})\]"
    r"|<<[^<>,\n]{1,200}(?:,(?P<shown>[^<>\n]{1,200}))?>>|\{(?P<name>\w[\w-]{0,50})\}"
)


def asciidoc_outline(text: str) -> Outline:
    """Return the headings and the first paragraph of AsciiDoc, that without markup."""
    lines: list[str] = []
    attributes: dict[str, str] = {}
    inside = ""
    in_header = False
    for line in text.split("\n"):
        line = line.rstrip()
        in_header = bool(line) and (in_header or (line[:2] == "= " and not inside))
        attribute = _ATTRIBUTE.match(line)
        title = _TITLE.match(line)
        if _BLOCK.match(line) and not inside and _is_underline(line, lines):
            line = "" if line[0] == "+" else line
        elif _BLOCK.match(line):
            inside = "" if line == inside else inside or line
            line = ""
        elif inside or _NO_TEXT.match(line):
            line = ""
        elif attribute:
            attributes.setdefault(attribute[1], attribute[2] or "")
            line = ""
        elif title:
            line = f"{'#' * len(title[1])} {_written(line[title.end() :], attributes)}"
        elif in_header:
            # Who wrote it, and when.
            line = ""
        else:
            line = _NUMBERED.sub("1.", _written(line, attributes))
        lines.append(line)
    outline = markdown_outline("\n".join(lines))
    return outline._replace(paragraph=plain(outline.paragraph))


def _is_underline(line: str, above: Sequence[str]) -> bool:
    """Return whether a line makes a title of the one above, which is as long."""
    return bool(
        above
        and above[-1].strip()
        and abs(len(above[-1]) - len(line)) <= _MOST_APART
        and line[0] in "=-+"
    )


def _written(line: str, attributes: dict[str, str]) -> str:
    """Return a line as Markdown has it, with what attributes stand for."""

    def written(match: re.Match[str]) -> str:
        if name := match["name"]:
            return attributes.get(name, match[0])
        if not match["target"]:
            return match["shown"] or ""
        text = match["text"].removesuffix("^").partition(",")[0].strip('"')
        return text or match["target"]

    return _INLINE.sub(written, line)
