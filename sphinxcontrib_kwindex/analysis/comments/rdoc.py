"""RDoc: headings, lists, indented code, words between marks; and the tags of YARD.

After "RDoc Markup Reference" and "YARD Tags Overview". Many write code within a line
and links as in Markdown.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Final

from .godoc import as_markdown, blocks
from .markdown import code_span, escaped, literal, segments
from .parts import FIELDS, Part, Passage, kind_of

_HEADING: Final = re.compile(r"={1,6}[ ]+(?=\S)")
#: Tags that others call otherwise.
_KINDS: Final = {"option": "param", "yieldparam": "param", "raise": "throws"}
#: At the margin; what is indented is code, where it is an instance variable.
_TAG: Final = re.compile(r"@(?P<name>[a-z][\w.]{0,40})(?=\s|\[|\Z)(?P<rest>.*)\Z")
#: What is for RDoc; below ``:call-seq:`` is code.
_DIRECTIVE: Final = re.compile(
    r"\s*:(?:call-seq|nodoc|doc|method|singleton-method|attr(?:_(?:reader|writer|accessor))?"
    r"|category|section|include|title|main|markup|(?:start|stop|end)doc|yields?|args?"
    r"|notnew):.*\Z"
)
_TYPE: Final = re.compile(r"\s*\[([^\[\]\n]{1,300}(?:\[[^\[\]\n]{0,99}\])?)\]\s*")
_INLINE: Final = re.compile(
    r"""(?<!\w)\+(?P<word>[\w:.\#@!?=~<>\[\]-]{1,200})\+(?!\w)
      | <(?P<mark>tt|code)>(?P<code>[^<\n]{1,300})</(?P=mark)>
      | `(?P<span>[^`\n]{1,300})`
      | \{(?P<label>[^{}\n]{1,200})\}\[(?P<to>[^\[\]\s]{1,300})\]
      | \[(?P<title>[^\[\]\n]{1,200})\]\((?P<address>[^()\s]{1,300})\)
      | \{(?P<name>[\w:.\#]{1,200}[!?]?)\}
      | (?P<url>\bhttps?://[^\s<>"'`\[\]{}|\\^]{1,300}[^\s<>"'`\[\]{}|\\^.,:;!?)])""",
    re.VERBOSE,
)


def rdoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of Ruby, without its marks."""
    return [part for passage in _passages(text) for part in _read(passage)]


def _passages(text: str) -> Iterator[Passage]:
    """Yield the text before all tags, then what follows each of them.

    What stands between ``--`` and ``++`` is for those who read the source.
    """
    command, hidden = "", False
    lines: list[str] = []
    for line in text.split("\n"):
        if line.rstrip() in {"--", "++"}:
            hidden = line.startswith("--")
        elif tag := _TAG.match(line):
            yield Passage(command, lines)
            command, lines = tag["name"], [tag["rest"].strip()]
        elif not hidden and not _DIRECTIVE.match(line):
            lines.append(line)
    yield Passage(command, lines)


def _read(passage: Passage) -> Iterator[Part]:
    name, text = passage.command, passage.text
    if name == "example":
        title, _, code = text.partition("\n")
        shown = f"{escaped(f'Example: {title}'.rstrip(': '))}:"
        yield Part("text", f"{shown}\n\n{_markdown(code)}" if code else shown)
        return
    if not name:
        if text.strip():
            yield Part("text", _markdown(text))
        return
    first, _, more = text.partition("\n")
    text = f"{first}\n{textwrap.dedent(more)}".rstrip()
    kind = _KINDS.get(name) or kind_of(name)
    if kind == "text" or not (text.strip() or kind in {"deprecated", "returns"}):
        yield Part("text", code_span(f"@{name}"))
        return
    called = ""
    if name == "option":
        _, _, text = text.partition(" ")
    elif kind == "param":
        # The type may be before the name, or behind it.
        before = _TYPE.match(text)
        called, _, rest = text[before.end() if before else 0 :].partition(" ")
        text = f"[{before[1]}] {rest}" if before else rest
    said = ""
    if kind in FIELDS and (type_ := _TYPE.match(text)):
        said, text = type_[1], text[type_.end() :]
    if name == "option":
        called, _, text = text.partition(" ")
    if kind == "throws":
        called, said = said, ""
    shown = code_span(text) if kind == "seealso" else _markdown(text)
    yield Part(kind, shown, called, said)


def _markdown(text: str) -> str:
    written: list[str] = []
    for segment in segments(text.split("\n")):
        if segment.info is not None:
            written.append("\n".join(segment.lines))
            continue
        lines: list[str] = []
        for line in segment.lines:
            is_heading = line.startswith("=") and _HEADING.match(line)
            lines += ["", _HEADING.sub("# ", line), ""] if is_heading else [line]
        for kind, block in blocks(lines, old_headings=False):
            written.append(as_markdown(kind, block, _inline))
    return "\n\n".join(written)


def _inline(text: str) -> str:
    written: list[str] = []
    at = 0
    for match in _INLINE.finditer(text):
        shown = match["word"] or match["code"] or match["span"] or match["name"]
        title = match["label"] or match["title"]
        if shown:
            shown = code_span(shown)
        elif title and "://" in (target := match["to"] or match["address"]):
            shown = f"[{escaped(title)}](<{target}>)"
        else:
            shown = escaped(title) if title else f"<{match['url']}>"
        written += [literal(text[at : match.start()]), shown]
        at = match.end()
    return "".join([*written, literal(text[at:])])
