"""The places in Markdown that name other files.

The text is parsed, and the parser's own rules for links say where their targets stand.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, backtick, html_inline, image, link
from markdown_it.token import Token

from ...model.facts import Mention
from ..decoding import line_starts
from .markdown_tables import block_parser
from .mention_targets import (
    TEXT_DIRECTIVES,
    Span,
    Target,
    mention,
    named_by_directive,
    role_target,
)

#: A text longer than this is not looked through: it was not written by hand, and a
#: parser may need the square of its length.
TEXT_LIMIT: Final = 20_000
#: The depth to which directives in directives are followed.
_DEPTH_LIMIT: Final = 8


def markdown_mentions(text: str) -> tuple[Mention, ...]:
    """Return what Markdown *text* names, MyST's directives included."""
    lines = text.split("\n")
    reader = _MarkdownReader(lines)
    reader.read(text, range(len(lines)))
    return tuple(sorted(reader.mentions, key=attrgetter("line", "column")))


_NOTES: Final = "kwindex"
_ROLE: Final = re.compile(r"\{(doc|download)\}\Z")
_TAG: Final = re.compile(
    r"<(?:a|img)\s[^<>]*?\b(href|src)\s{0,9}=\s{0,9}(?:\"([^\"<>]*)\"|'([^'<>]*)')",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"<!--(?:(?!-->).)*(?:-->)?", re.DOTALL)
_DIRECTIVE: Final = re.compile(r"\{([\w:.+-]+)\}[ \t]*(.*)")
_DEFINITION: Final = re.compile(r"\[(?:[^\[\]\\]|\\.){1,999}\]:\s*(<[^<>]*>|\S+)")


def _noting(
    rule: Callable[[StateInline, bool], bool],
    target_of: Callable[[StateInline, int], Target | None],
) -> Callable[[StateInline, bool], bool]:
    """Return a rule of the parser that also notes the target of what it matches."""

    def noting(state: StateInline, silent: bool) -> bool:
        start, notes = state.pos, state.env.get(_NOTES)
        if silent or notes is None:
            return rule(state, silent)
        # The label of an image is parsed in a state of its own; links in it are none.
        state.env[_NOTES] = notes if rule is not image else None
        matched = rule(state, silent)
        state.env[_NOTES] = notes
        if matched and (target := target_of(state, start)):
            notes.append(target)
        return matched

    return noting


def _in_brackets(state: StateInline, start: int, *, is_link: bool) -> Target | None:
    """Return the target of a link, or of an image, that is not a reference."""
    end, source, kind = state.pos, state.src, "link" if is_link else "image"
    state.pos = start
    label = state.md.helpers.parseLinkLabel(state, start + (not is_link), is_link)
    state.pos = end
    if end <= label + 1 or source[label + 1] != "(":
        return None
    at = label + 2
    while source[at] in " \t\n":
        at += 1
    target = state.md.helpers.parseLinkDestination(source, at, len(source))
    if not target.ok:
        return None
    if source[at] == "<":
        return Target(target.str, at + 1, target.pos - 1, kind)
    return Target(target.str, at, target.pos, kind)


def _of_code(state: StateInline, start: int) -> Target | None:
    """Return the target of a role of MyST."""
    role = _ROLE.search(state.src[max(0, start - 12) : start])
    if role is None:
        return None
    inner = state.src[start : state.pos].strip("`")
    at = start + state.src[start : state.pos].index(inner) if inner else start
    return role_target(role[1], inner, at)


def _of_tag(state: StateInline, start: int) -> Target | None:
    return next(_tags(state.src[start : state.pos], start), None)


def _tags(source: str, at: int = 0) -> Iterator[Target]:
    """Yield the targets of HTML tags; comments have none."""
    source = _COMMENT.sub(lambda match: " " * len(match[0]), source)
    for tag in _TAG.finditer(source):
        group = 2 if tag[2] is not None else 3
        kind = "image" if tag[1].lower() == "src" else "link"
        start, end = tag.span(group)
        yield Target(tag[group], at + start, at + end, kind)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    parser = block_parser(inline_definitions=True).disable(["emphasis", "entity"])
    parser.inline.ruler.at("link", _noting(link, partial(_in_brackets, is_link=True)))
    parser.inline.ruler.at(
        "image", _noting(image, partial(_in_brackets, is_link=False))
    )
    parser.inline.ruler.at("backticks", _noting(backtick, _of_code))
    parser.inline.ruler.at("html_inline", _noting(html_inline, _of_tag))
    # Blocks first: what is in a paragraph is looked at one by one.
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _may_name(text: str) -> bool:
    """Return whether it is worth to parse the text of a paragraph."""
    return len(text) <= TEXT_LIMIT and ("](" in text or "<" in text or "}`" in text)


class _MarkdownReader:
    """Collects the mentions of a text and of the texts in it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.mentions: list[Mention] = []
        #: How far each line was looked through: the cells of a table share a line.
        self._behind: dict[int, int] = {}

    def read(self, text: str, numbers: Sequence[int], depth: int = 0) -> None:
        """Read a text.

        :param numbers: the indexes of its lines in the file.
        """
        parser = _markdown()
        env: dict[str, Any] = {}
        for token in parser.parse(text, env):
            if not token.map or token.map[0] >= len(numbers):
                continue
            at = numbers[token.map[0] :]
            if token.type == "inline":
                notes: list[Target] = []
                if _may_name(token.content):
                    # References give no mentions: their definitions do.
                    inner = env | {_NOTES: notes}
                    parser.inline.parse(token.content, parser, inner, [])
                self._add(token.content, at, notes)
            elif token.type == "html_block":
                if not re.match(r"\s*<(?:script|style|pre|textarea)\b", token.content):
                    self._add(token.content, at, _tags(token.content))
            elif token.type == "definition":
                self._add_definition(token, at)
            elif token.type in {"fence", "colon_fence"}:
                directive = _DIRECTIVE.fullmatch(token.info.strip())
                if directive and depth < _DEPTH_LIMIT:
                    self._read_directive(directive, token.content, at, depth)
                elif token.type == "colon_fence" and depth < _DEPTH_LIMIT:
                    self.read(token.content, at[1:], depth + 1)

    def _add(
        self, content: str, numbers: Sequence[int], notes: Iterable[Target]
    ) -> None:
        """Add the mentions in a part of the file, with their places in it."""
        parts = content.split("\n")
        starts = line_starts(content)
        columns: dict[int, int] = {}
        for note in notes:
            before = bisect_right(starts, note.start) - 1
            if before >= len(numbers):
                continue
            number = numbers[before]
            if before not in columns:
                columns[before] = self._column(number, parts[before].strip())
            part = parts[before]
            inside = note.start - starts[before]
            inside -= len(part) - len(part.lstrip())
            column = columns[before] + inside
            raw = content[note.start : note.end]
            place = Span(number + 1)
            is_there = columns[before] >= 0 and self.lines[number].startswith(
                raw, column
            )
            if raw and is_there:
                place = Span(number + 1, column, len(raw))
            self.mentions.extend(mention(note.target, place, note.kind))
        if len(parts) == 1 and numbers and 0 not in columns and content:
            self._column(numbers[0], content.strip())

    def _column(self, number: int, part: str) -> int:
        """Return where a part of a line begins, -1 where that is not known."""
        line = self.lines[number]
        column = line.find(part, self._behind.get(number, 0))
        if column >= 0:
            self._behind[number] = column + len(part)
        return column

    def _add_definition(self, token: Token, numbers: Sequence[int]) -> None:
        """Add the target of ``[label]: target``."""
        if token.meta["label"].startswith("^"):
            # A footnote.
            return
        line = self.lines[numbers[0]]
        match = _DEFINITION.search(line)
        raw = match[1] if match else ""
        inner = raw.removeprefix("<").removesuffix(">") if raw[:1] == "<" else raw
        target, place = token.meta["url"], Span(numbers[0] + 1)
        if match and _markdown().normalizeLink(inner) == target:
            column = match.start(1) + (raw[0] == "<")
            target, place = inner, place._replace(column=column, length=len(inner))
        self.mentions.extend(mention(target, place, "link"))

    def _read_directive(
        self, directive: re.Match[str], content: str, numbers: Sequence[int], depth: int
    ) -> None:
        """Read a directive of MyST.

        :param numbers: the indexes of the lines from its head on.
        """
        name, argument = directive[1], directive[2].strip()
        lines = content.split("\n")
        for target, below, kind in named_by_directive(name, argument, lines):
            if below < len(numbers):
                self._add_whole(target, numbers[below], kind)
        if name in TEXT_DIRECTIVES:
            self.read(content, numbers[1:], depth + 1)

    def _add_whole(self, target: str, number: int, kind: str) -> None:
        """Add a target that stands once in a line."""
        place, column = Span(number + 1), self.lines[number].rfind(target)
        if column >= 0 and target:
            place = place._replace(column=column, length=len(target))
        self.mentions.extend(mention(target, place, kind))
