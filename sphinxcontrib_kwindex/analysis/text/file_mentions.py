"""The places in Markdown and reStructuredText that name other files.

Markdown is parsed, and the parser's own rules for links say where their targets
stand. reStructuredText is read line by line: what is not text for sure (literal
blocks, comments, the content of directives that nobody knows) names nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, backtick, html_inline, image, link
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from ...model.facts import Mention
from ..decoding import line_starts
from .markdown_tables import limit_tables

#: A text longer than this is not looked through: it was not written by hand, and a
#: parser may need the square of its length.
TEXT_LIMIT: Final = 20_000
#: Directives in directives are followed so deep.
_DEPTH_LIMIT: Final = 8

# Schemes (and drives), templates, other hosts.
_NO_PATH: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*:|//|\\\\|.*(?:\{[{%]|[}%]\}|\$\{)"
)
# As Sphinx has it: no blank is needed before the target.
_TITLED: Final = re.compile(r"(?s)[^<].*<([^<>]+)>\Z")

#: Directives with a path as their argument, and what it is for.
_ARGUMENTS: Final = {
    "include": "include",
    "literalinclude": "include",
    "image": "image",
    "figure": "image",
}
#: Directives whose content is text like that around them.
_TEXT: Final = frozenset(
    """
    admonition attention caution danger error hint important note seealso tip todo
    warning versionadded versionchanged versionremoved deprecated topic sidebar rubric
    container compound epigraph highlights pull-quote only ifconfig figure table
    list-table hlist glossary centered rst-class dropdown card grid grid-item
    grid-item-card tab tabs tab-set tab-item margin aside div
    function class method staticmethod classmethod attribute property data exception
    decorator decoratormethod module option program envvar describe object confval
    """.split()  # noqa: SIM905
)


class _Place(NamedTuple):
    """Where a target stands."""

    line: int
    column: int
    length: int


def _mention(target: str, place: _Place, kind: str) -> Iterator[Mention]:
    """Yield what a target is, if it may be a path."""
    if target and target.isprintable() and not _NO_PATH.match(target):
        yield Mention(target, *place, kind)


# Markdown.


def markdown_mentions(text: str) -> tuple[Mention, ...]:
    """Return what Markdown *text* names, MyST's directives included."""
    lines = text.split("\n")
    reader = _MarkdownReader(lines)
    reader.read(text, range(len(lines)))
    return tuple(sorted(reader.found, key=lambda one: (one.line, one.column)))


class _Written(NamedTuple):
    """A target in the text of a paragraph."""

    target: str
    start: int
    end: int
    kind: str


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
    written: Callable[[StateInline, int], _Written | None],
) -> Callable[[StateInline, bool], bool]:
    """Return a rule of the parser that also notes the target of what it found."""

    def noting(state: StateInline, silent: bool) -> bool:
        start, notes = state.pos, state.env.get(_NOTES)
        if silent or notes is None:
            return rule(state, silent)
        # The label of an image is parsed in a state of its own; links in it are none.
        state.env[_NOTES] = notes if rule is not image else None
        found = rule(state, silent)
        state.env[_NOTES] = notes
        if found and (one := written(state, start)):
            notes.append(one)
        return found

    return noting


def _of_link(state: StateInline, start: int) -> _Written | None:
    return _in_brackets(state, start, start, "link")


def _of_image(state: StateInline, start: int) -> _Written | None:
    return _in_brackets(state, start, start + 1, "image")


def _in_brackets(
    state: StateInline, start: int, bracket: int, kind: str
) -> _Written | None:
    """Return the target of a link that is not a reference."""
    end, source = state.pos, state.src
    state.pos = start
    label = state.md.helpers.parseLinkLabel(state, bracket, kind == "link")
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
        return _Written(target.str, at + 1, target.pos - 1, kind)
    return _Written(target.str, at, target.pos, kind)


def _of_code(state: StateInline, start: int) -> _Written | None:
    """Return the target of a role of MyST."""
    role = _ROLE.search(state.src[max(0, start - 12) : start])
    if role is None:
        return None
    inner = state.src[start : state.pos].strip("`")
    at = start + state.src[start : state.pos].index(inner) if inner else start
    return _role_target(role[1], inner, at)


def _role_target(role: str, inner: str, at: int) -> _Written | None:
    """Return the target of ``:doc:`` or ``:download:``.

    :param at: where *inner* begins.
    """
    if inner.startswith("!"):
        return None
    titled = _TITLED.match(inner)
    start, end = titled.span(1) if titled else (0, len(inner))
    kind = "document" if role == "doc" else "download"
    return _Written(inner[start:end], at + start, at + end, kind)


def _of_tag(state: StateInline, start: int) -> _Written | None:
    return next(_tags(state.src[start : state.pos], start), None)


def _tags(source: str, at: int = 0) -> Iterator[_Written]:
    """Yield the targets of HTML tags; comments have none."""
    source = _COMMENT.sub(lambda found: " " * len(found[0]), source)
    for tag in _TAG.finditer(source):
        group = 2 if tag[2] is not None else 3
        kind = "image" if tag[1].lower() == "src" else "link"
        start, end = tag.span(group)
        yield _Written(tag[group], at + start, at + end, kind)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    parser = (
        MarkdownIt("commonmark", {"inline_definitions": True})
        .enable("table")
        .disable(["emphasis", "entity"])
        .use(front_matter_plugin)
        .use(colon_fence_plugin)
    )
    limit_tables(parser)
    parser.inline.ruler.at("link", _noting(link, _of_link))
    parser.inline.ruler.at("image", _noting(image, _of_image))
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
        self.found: list[Mention] = []
        #: How far each line was looked through: the cells of a table share one.
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
                notes: list[_Written] = []
                if _may_name(token.content):
                    # References give nothing here: their definitions do.
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
        self, content: str, numbers: Sequence[int], notes: Iterable[_Written]
    ) -> None:
        """Add what was found in a part of the file, with its place there."""
        parts = content.split("\n")
        starts = line_starts(content)
        columns: dict[int, int] = {}
        for one in notes:
            before = bisect_right(starts, one.start) - 1
            if before >= len(numbers):
                continue
            number = numbers[before]
            if before not in columns:
                columns[before] = self._column(number, parts[before].strip())
            part = parts[before]
            inside = one.start - starts[before]
            inside -= len(part) - len(part.lstrip())
            column = columns[before] + inside
            raw = content[one.start : one.end]
            sure = (
                columns[before] >= 0
                and self.lines[number].startswith(raw, column)
                and raw
            )
            place = _Place(number + 1, *((column, len(raw)) if sure else (0, 0)))
            self.found.extend(_mention(one.target, place, one.kind))
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
        if match and _markdown().normalizeLink(inner) == token.meta["url"]:
            column = match.start(1) + (raw[0] == "<")
            place = _Place(numbers[0] + 1, column, len(inner))
            self.found.extend(_mention(inner, place, "link"))
        else:
            place = _Place(numbers[0] + 1, 0, 0)
            self.found.extend(_mention(token.meta["url"], place, "link"))

    def _read_directive(
        self, directive: re.Match[str], content: str, numbers: Sequence[int], depth: int
    ) -> None:
        """Read a directive of MyST.

        :param numbers: the indexes of the lines from its head on.
        """
        name, argument = directive[1], directive[2].strip()
        head, inside = numbers[0], numbers[1:]
        parts = content.split("\n")
        if kind := _ARGUMENTS.get(name):
            self._add_whole(argument, head, kind)
        if name == "eval-rst":
            columns = [
                self._column(at, part) for at, part in zip(inside, parts, strict=False)
            ]
            for one in rest_mentions(content):
                at = one.line - 1
                if at < len(columns):
                    sure = one.length if columns[at] >= 0 else 0
                    place = _Place(
                        inside[at] + 1, max(columns[at], 0) + one.column, sure
                    )
                    self.found.extend(_mention(one.target, place, one.kind))
        elif name == "toctree":
            for target, at in _entries_of(parts):
                if at < len(inside):
                    self._add_whole(target, inside[at], "document")
        elif name == "csv-table":
            for at, part in enumerate(parts):
                if (option := _FILE.match(part)) and at < len(inside):
                    self._add_whole(option[1], inside[at], "include")
        elif name in _TEXT:
            self.read(content, inside, depth + 1)

    def _add_whole(self, target: str, number: int, kind: str) -> None:
        """Add a target that stands once in a line."""
        line = self.lines[number]
        column = line.rfind(target)
        sure = column >= 0 and target
        place = _Place(number + 1, *((column, len(target)) if sure else (0, 0)))
        if not target.startswith("<"):
            self.found.extend(_mention(target, place, kind))


# reStructuredText.

_BULLETS: Final = re.compile(r"\s*(?:(?:[-*+•]|\(?(?:\d{1,4}|#|[A-Za-z])[.)])[ \t]+)*")
_EXPLICIT: Final = re.compile(r"\.\.(?:[ \t]+|$)")
_REST_DIRECTIVE: Final = re.compile(
    r"\.\.[ \t]+(?:\|[^|]{1,200}\|[ \t]+)?([A-Za-z][\w:.+-]*)[ \t]?::(?:[ \t]+|$)"
)
_REST_TARGET: Final = re.compile(
    r"(?:\.\.[ \t]+(?:_(?:`[^`]{1,200}`|(?:[^:\\`]|\\.){1,200}):|__:)|__)[ \t]+(\S.*)"
)
_NOTE: Final = re.compile(r"\.\.[ \t]+\[[^\]]{1,100}\](?:[ \t]|$)")
_OPTION: Final = re.compile(r"\s*:[\w-]+:(?:\s|$)")
_FILE: Final = re.compile(r"\s*:file:[ \t]+(\S.*?)\s*\Z")
_INLINE: Final = re.compile(
    r"\\.|``(?:[^`]|`(?!`))+``|`(?!\s)(?P<inner>[^`]+)(?<!\s)`(?P<end>_{0,2})",
    re.DOTALL,
)
_REST_ROLE: Final = re.compile(r":(doc|download):\Z")
_ANY_ROLE: Final = re.compile(r":[\w:.+-]+:\Z")
_PHRASE: Final = re.compile(r"(?s)(?:.*\s)?<([^<>]+)>\Z")


def rest_mentions(text: str) -> tuple[Mention, ...]:
    """Return what reStructuredText names."""
    return tuple(_RestReader(text.split("\n")).read())


def _indent(line: str) -> int:
    """Return how far a line is indented, with tabs as docutils counts them."""
    return len(line[: len(line) - len(line.lstrip())].expandtabs(8))


class _RestReader:
    """Walks over the lines of a text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    def read(self) -> Iterator[Mention]:
        """Yield the mentions in the order of the text."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
                continue
            bullets = _BULLETS.match(line)
            start = bullets.end() if bullets else 0
            if _EXPLICIT.match(line, start) or line.startswith("__ ", start):
                yield from self._explicit(start)
            else:
                yield from self._paragraph(start)

    def _explicit(self, start: int) -> Iterator[Mention]:
        """Read a directive, a target or a comment."""
        line = self.lines[self.at]
        base = len(line[:start].expandtabs(8))
        if directive := _REST_DIRECTIVE.match(line, start):
            yield from self._directive(directive, base)
        elif target := _REST_TARGET.match(line, start):
            written = target[1].rstrip()
            number = self.at + 1
            self.at += 1
            # One that goes on in the next line is not looked at, nor another name.
            if not self._block(base) and not written.endswith("_"):
                written = written.removeprefix("<").removesuffix(">")
                column = line.index(written, target.start(1))
                place = _Place(number, column, len(written))
                yield from _mention(written, place, "link")
        elif _NOTE.match(line, start):
            yield from self._paragraph(start)
        else:
            self.at += 1
            # Two dots alone, and a blank line, comment nothing out.
            if line[start:].strip() != ".." or self._next_is_text():
                self._block(base)

    def _next_is_text(self) -> bool:
        return self.at < len(self.lines) and bool(self.lines[self.at].strip())

    def _directive(self, directive: re.Match[str], base: int) -> Iterator[Mention]:
        line, number = self.lines[self.at], self.at + 1
        name = directive[1].rpartition(":")[2]
        argument = line[directive.end() :].strip()
        kind = _ARGUMENTS.get(name)
        if kind and argument:
            column = line.index(argument, directive.end())
            place = _Place(number, column, len(argument))
            if not argument.startswith("<"):
                yield from _mention(argument, place, kind)
        if name in _TEXT:
            # Its options name nothing, its content is text like any other.
            if argument and not kind:
                yield from self._paragraph(directive.end())
            else:
                self.at += 1
            while self.at < len(self.lines) and _OPTION.match(self.lines[self.at]):
                self.at += 1
            return
        self.at += 1
        body = self._block(base)
        if name == "toctree":
            for target, at in _entries_of(body):
                column = body[at].rfind(target)
                place = _Place(number + 1 + at, column, len(target))
                yield from _mention(target, place, "document")
        elif name == "csv-table":
            for at, option in enumerate(takewhile(_OPTION.match, body)):
                if file := _FILE.match(option):
                    place = _Place(number + 1 + at, file.start(1), len(file[1]))
                    yield from _mention(file[1], place, "include")

    def _block(self, base: int) -> list[str]:
        """Pass over all lines that are indented more than *base*, and return them."""
        start = self.at
        end = start
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip():
                if _indent(line) <= base:
                    break
                end = self.at + 1
            self.at += 1
        return list(self.lines[start:end])

    def _paragraph(self, start: int) -> Iterator[Mention]:
        """Read lines up to a blank one, and pass over a literal block behind them.

        :param start: where the text of the first line begins.
        """
        first = self.at
        end = first + 1
        while end < len(self.lines) and self.lines[end].strip():
            line = self.lines[end]
            if _EXPLICIT.match(line, len(line) - len(line.lstrip())):
                break
            end += 1
        self.at = end
        lines = self.lines[first:end]
        if lines[0].startswith(">>>", start):
            return
        yield from _inline("\n".join(lines), first + 1)
        last = lines[-1].rstrip()
        if last.endswith("::"):
            if len(lines) > 1:
                bullets = _BULLETS.match(last)
                start = bullets.end() if bullets else 0
            self._literal(len(last[:start].expandtabs(8)))

    def _literal(self, base: int) -> None:
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1
        if self._block(base) or self.at >= len(self.lines):
            return
        # One whose lines all begin with the same character needs no indentation.
        quote = self.lines[self.at].lstrip()[0]
        if not quote.isalnum() and not _EXPLICIT.match(self.lines[self.at].lstrip()):
            while self.at < len(self.lines) and self.lines[self.at].lstrip().startswith(
                quote
            ):
                self.at += 1


def _inline(text: str, line: int) -> Iterator[Mention]:
    """Yield the mentions in a paragraph.

    :param line: the number of its first line.
    """
    if "`" not in text:
        return
    starts = line_starts(text)
    for found in _INLINE.finditer(text):
        inner = found["inner"]
        if inner is None:
            continue
        before = text[max(0, found.start() - 40) : found.start()]
        one = None
        if role := _REST_ROLE.search(before):
            one = _role_target(role[1], inner, found.start("inner"))
        elif found["end"] and not _ANY_ROLE.search(before):
            phrase = _PHRASE.match(inner)
            if phrase and not phrase[1].endswith("_"):
                at = found.start("inner")
                one = _Written(
                    phrase[1], at + phrase.start(1), at + phrase.end(1), "link"
                )
        if one is None:
            continue
        above = bisect_right(starts, one.start) - 1
        number = line + above
        column = one.start - starts[above]
        if "\n" in one.target:
            place = _Place(number, 0, 0)
            target = "".join(one.target.split())
        else:
            place, target = _Place(number, column, len(one.target)), one.target
        yield from _mention(target, place, one.kind)


def _entries_of(content: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the entries of a ``toctree``, each with the index of its line."""
    globbing = False
    options = True
    fenced = bool(content) and content[0].strip() == "---"
    for number, line in enumerate(content):
        entry = line.strip()
        if fenced:
            # Options as YAML.
            globbing = globbing or entry.startswith("glob")
            fenced = number == 0 or entry != "---"
            continue
        options = options and bool(_OPTION.match(line))
        if options:
            globbing = globbing or entry.startswith(":glob:")
            continue
        if not entry or entry == "self" or entry.startswith(".."):
            continue
        if titled := _TITLED.match(entry):
            entry = titled[1].strip()
        if not (globbing and re.search(r"[*?\[]", entry)):
            yield entry, number
