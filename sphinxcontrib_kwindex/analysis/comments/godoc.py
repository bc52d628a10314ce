"""godoc: paragraphs, headings, lists, indented code, names in brackets.

After "Go Doc Comments" (go.dev/doc/comment). All else is text, as it stands.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Final

from .markdown import code_span, escaped, fenced, literal
from .parts import Part

_HEADING: Final = re.compile(r"#\s+(\S.*)\Z")
_ITEM: Final = re.compile(r"\s*(?:[-*+\u2022]|(?P<number>\d{1,9})[.)])\s+(?=\S)")
_BULLET: Final = re.compile(r"[-*+\u2022]\s+\S")
_DEFINITION: Final = re.compile(r"\[([^\]\n]+)\]:\s+(\w+://\S+|\S+\.\S+)\s*\Z")
_INLINE: Final = re.compile(
    r"""\[(?P<name>\*?(?:[A-Za-z_][\w/.-]{0,99}\.)?[A-Za-z_]\w{0,99}
          (?:\.[A-Za-z_]\w{0,99}){0,2})\](?![\w(\[])
      | \[(?P<title>[^\[\]\n]{1,200})\]
      | (?P<address>\b(?:https?|ftp|mailto)://[^\s<>"'`\[\]{}|\\^]{1,900})""",
    re.VERBOSE,
)
#: A heading as before Go 1.19: a capital, no punctuation.
_OLD_HEADING: Final = re.compile(
    r"[A-Z][^.;:!?+*/=\[\]{}_^\N{DEGREE SIGN}&\xA7~%#@<\">\\]{0,98}\w\Z"
)
_DEPRECATED: Final = "Deprecated: "


def godoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of Go, without its marks."""
    lines = text.split("\n")
    links = {match[1]: match[2] for line in lines if (match := _DEFINITION.match(line))}
    lines = [line for line in lines if not _DEFINITION.match(line)]
    parts: list[Part] = []
    for kind, block in blocks(lines):
        is_note = kind == "paragraph" and block[0].startswith(_DEPRECATED)
        if is_note:
            block[0] = block[0].removeprefix(_DEPRECATED)
        shown = as_markdown(kind, block, lambda line: _inline(line, links))
        if not is_note and parts and parts[-1].kind == "text":
            shown = f"{parts.pop().text}\n\n{shown}"
        parts.append(Part("deprecated" if is_note else "text", shown))
    return parts


def blocks(
    lines: list[str], *, old_headings: bool = True
) -> Iterator[tuple[str, list[str]]]:
    """Yield the blocks with what they are: paragraph, heading, list, code.

    :param old_headings: whether a line alone may be one without a mark.
    """
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        start = at
        is_list = bool(_ITEM.match(lines[at]))
        if lines[at][0] == " " or is_list:
            # Blank lines are within, what is not indented ends it.
            while at < len(lines) and (
                not lines[at].strip()
                or lines[at][0] == " "
                or (is_list and _ITEM.match(lines[at]))
            ):
                at += 1
            block = lines[start:at]
            while not block[-1].strip():
                block.pop()
            yield ("list" if is_list else "code"), block
            continue
        # Many write a list straight below a sentence.
        while (
            at < len(lines)
            and lines[at].strip()
            and lines[at][0] != " "
            and (at == start or not _BULLET.match(lines[at]))
        ):
            at += 1
        block = lines[start:at]
        alone = len(block) == 1
        if alone and _HEADING.match(block[0]):
            yield "heading", [block[0].lstrip("# ")]
        elif (
            old_headings
            and alone
            and start
            and at < len(lines)
            and _is_old_heading(lines, start)
        ):
            yield "heading", block
        else:
            yield "paragraph", block


def _is_old_heading(lines: list[str], at: int) -> bool:
    below = lines[at + 1 : at + 3]
    is_followed = len(below) == 2 and not below[0].strip() and below[1][:1].strip()
    return bool(is_followed and _OLD_HEADING.match(lines[at]))


def as_markdown(kind: str, block: list[str], inline: Callable[[str], str]) -> str:
    """Return a block as Markdown.

    :param inline: does so with what is within a line.
    """
    if kind == "code":
        return "\n".join(fenced(textwrap.dedent("\n".join(block))))
    text = "\n".join(line.strip() for line in block)
    if kind == "heading":
        return f"### {inline(text)}"
    if kind == "paragraph":
        return inline(text)
    items: list[str] = []
    for line in block:
        if item := _ITEM.match(line):
            mark = f"{item['number']}." if item["number"] else "-"
            items.append(f"{mark} {inline(line[item.end() :].strip())}")
        else:
            items.append(f"  {inline(line.strip())}" if line.strip() else "")
    return "\n".join(items)


def _inline(text: str, links: dict[str, str]) -> str:
    written: list[str] = []
    at = 0
    for match in _INLINE.finditer(text):
        end = match.end()
        shown = match[0]
        if address := match["address"]:
            address = address.rstrip(".,:;!?" if "(" in address else ".,:;!?)")
            end = match.start() + len(address)
            shown = f"<{address}>"
        elif (title := match["name"] or match["title"]) in links:
            shown = f"[{escaped(title)}](<{links[title]}>)"
        elif match["name"] and _is_name(text, match):
            shown = code_span(match["name"])
        else:
            shown = escaped(shown)
        written += [literal(text[at : match.start()]), shown]
        at = end
    return "".join([*written, literal(text[at:])])


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Tell whether a word in brackets is a link: punctuation or blanks around it."""
    before = text[match.start() - 1] if match.start() else " "
    name = match["name"].rpartition(".")[2].lstrip("*")
    return not (before.isalnum() or before in "_)]") and (
        name[:1].isupper() or "." in match["name"]
    )
