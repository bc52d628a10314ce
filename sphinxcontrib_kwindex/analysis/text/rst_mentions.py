"""The places in reStructuredText that name other files.

It is read line by line: what is not text for sure (literal blocks, comments, the
content of unknown directives) names nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ...model.facts import Mention
from ..decoding import line_starts
from .mention_targets import (
    OPTION,
    PATH_DIRECTIVES,
    TEXT_DIRECTIVES,
    Span,
    Target,
    mention,
    named_by_directive,
    role_target,
)

_BULLETS: Final = re.compile(r"\s*(?:(?:[-*+•]|\(?(?:\d{1,4}|#|[A-Za-z])[.)])[ \t]+)*")
_EXPLICIT: Final = re.compile(r"\.\.(?:[ \t]+|$)")
_DIRECTIVE: Final = re.compile(
    r"\.\.[ \t]+(?:\|[^|]{1,200}\|[ \t]+)?([A-Za-z][\w:.+-]*)[ \t]?::(?:[ \t]+|$)"
)
_TARGET: Final = re.compile(
    r"(?:\.\.[ \t]+(?:_(?:`[^`]{1,200}`|(?:[^:\\`]|\\.){1,200}):|__:)|__)[ \t]+(\S.*)"
)
_FOOTNOTE: Final = re.compile(r"\.\.[ \t]+\[[^\]]{1,100}\](?:[ \t]|$)")
_INLINE: Final = re.compile(
    r"\\.|``(?:[^`]|`(?!`))+``|`(?!\s)(?P<inner>[^`]+)(?<!\s)`(?P<end>_{0,2})",
    re.DOTALL,
)
_ROLE: Final = re.compile(r":(doc|download):\Z")
_ANY_ROLE: Final = re.compile(r":[\w:.+-]+:\Z")
_PHRASE: Final = re.compile(r"(?s)(?:.*\s)?<([^<>]+)>\Z")


def rst_mentions(text: str) -> tuple[Mention, ...]:
    """Return what reStructuredText names."""
    return tuple(_RstReader(text.split("\n")).read())


def _indent(line: str) -> int:
    """Return how far a line is indented, with tabs as docutils counts them."""
    return len(line[: len(line) - len(line.lstrip())].expandtabs(8))


class _RstReader:
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
        if directive := _DIRECTIVE.match(line, start):
            yield from self._directive(directive, base)
        elif target := _TARGET.match(line, start):
            written = target[1].rstrip()
            number = self.at + 1
            self.at += 1
            # One that goes on in the next line is not looked at, nor another name.
            if not self._block(base) and not written.endswith("_"):
                written = written.removeprefix("<").removesuffix(">")
                column = line.index(written, target.start(1))
                place = Span(number, column, len(written))
                yield from mention(written, place, "link")
        elif _FOOTNOTE.match(line, start):
            yield from self._paragraph(start)
        else:
            self.at += 1
            # Two dots alone, and a blank line, comment nothing out.
            below = self.lines[self.at : self.at + 1]
            if line[start:].strip() != ".." or any(map(str.strip, below)):
                self._block(base)

    def _directive(self, directive: re.Match[str], base: int) -> Iterator[Mention]:
        line, number = self.lines[self.at], self.at + 1
        name = directive[1].rpartition(":")[2]
        argument = line[directive.end() :].strip()
        is_text = name in TEXT_DIRECTIVES
        body: list[str] = []
        if not is_text:
            self.at += 1
            body = self._block(base)
        for target, below, kind in named_by_directive(name, argument, body):
            column = self.lines[number - 1 + below].rfind(target)
            place = Span(number + below, column, len(target))
            yield from mention(target, place, kind)
        if is_text:
            # Its options name nothing, its content is text like any other.
            if argument and name not in PATH_DIRECTIVES:
                yield from self._paragraph(directive.end())
            else:
                self.at += 1
            self._pass_over(OPTION.match)

    def _pass_over(self, fits: Callable[[str], object]) -> None:
        """Pass over all lines that fit."""
        while self.at < len(self.lines) and fits(self.lines[self.at]):
            self.at += 1

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
        """Read lines up to a blank line, and pass over a literal block behind them.

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
        self._pass_over(lambda line: not line.strip())
        if self._block(base) or self.at >= len(self.lines):
            return
        # One whose lines all begin with the same character needs no indentation.
        quote = self.lines[self.at].lstrip()[0]
        if not quote.isalnum() and not _EXPLICIT.match(self.lines[self.at].lstrip()):
            self._pass_over(lambda line: line.lstrip().startswith(quote))


def _inline(text: str, line: int) -> Iterator[Mention]:
    """Yield the mentions in a paragraph.

    :param line: the number of its first line.
    """
    if "`" not in text:
        return
    starts = line_starts(text)
    for match in _INLINE.finditer(text):
        inner = match["inner"]
        if inner is None:
            continue
        before = text[max(0, match.start() - 40) : match.start()]
        reference = None
        if role := _ROLE.search(before):
            reference = role_target(role[1], inner, match.start("inner"))
        elif match["end"] and not _ANY_ROLE.search(before):
            phrase = _PHRASE.match(inner)
            if phrase and not phrase[1].endswith("_"):
                at = match.start("inner")
                reference = Target(
                    phrase[1], at + phrase.start(1), at + phrase.end(1), "link"
                )
        if reference is None:
            continue
        above = bisect_right(starts, reference.start) - 1
        number = line + above
        column = reference.start - starts[above]
        target, place = reference.target, Span(number, column, len(reference.target))
        if "\n" in target:
            target, place = "".join(target.split()), Span(number)
        yield from mention(target, place, reference.kind)
