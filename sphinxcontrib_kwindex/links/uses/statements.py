"""The statements of a file as other pages quote them."""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from ...model.named_tuple import NamedTuple

#: How many characters of a statement are quoted on one line.
WIDTH: Final = 120
#: How many lines of a statement an example has at most, and how many characters each.
LINES: Final = 5
LINE_WIDTH: Final = 100
#: How much of a text around a name is looked at: lines before and behind that of the
#: name, and characters of a line.
_NEAR: Final = 6
_LONGEST: Final = 2_000

#: What a line has that is not quoted as it stands.
_ODD: Final = re.compile(r"[\s(\[{]\s|\s(?:[#)\]}]|//)|[^\S ]")
#: How a comment begins in Python, and in other languages.
_COMMENTS: Final = r"\#", r"(?:\#\s|//)"
#: What is quoted as it stands, is left out, or becomes a blank. A string may not end in
#: the lines that are looked at: there is one way to match each of its characters.
_IN_PYTHON, _ELSEWHERE = (
    re.compile(
        r'(?P<string>"""(?:\\.|(?!""")[^\\])*+"""'
        r"|'''(?:\\.|(?!''')[^\\])*+'''"
        r'|"(?:\\.|[^"\\\n])*"'
        r"|'(?:\\.|[^'\\\n])*')"
        rf"|(?P<comment>\s+{comment}[^\n]*)"
        rf"|(?P<open>[(\[{{])(?:\s+{comment}[^\n]*+)*+\s*"
        r"|\s+(?P<close>[)\]}])"
        r"|\s+",
        re.DOTALL,
    )
    for comment in _COMMENTS
)
#: What the body of a function begins with that is an argument, and no value.
_BODY: Final = re.compile(r"[^\s(\[{,=:]\s*\{\s*(?://[^\n]*)?$")
#: A part of a word at the end, and at the beginning.
_LAST_PART: Final = re.compile(r"(?<=\W)\w{1,30}$")
_FIRST_PART: Final = re.compile(r"^\w{1,30}(?=\W)")
#: What may have brackets that close nothing.
_NO_CODE: Final = re.compile(r"""\"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\s])*'|//.*""")
_STRING: Final = re.compile(r"""\"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""")
#: An element of JSX.
_ELEMENT: Final = re.compile(r"\s*<[A-Z][\w.]*(?:\s*$|\s*/?>(?!::)|\s+(?:\{|[\w-]+=))")
_BREAK: Final = re.compile(r"\s*\n\s*")
#: Of a docstring.
_LONG_STRING: Final = re.compile("\"{3}|'{3}")
#: Where the name begins; in no source that can be read.
_MARK: Final = "\0"


class Statement(NamedTuple):
    """Lines, counted from 1."""

    first: int
    last: int


class Statements:
    """The statements of a file.

    :param lines: of its text.
    :param spans: first and last line of the statements that take several; ``None``
        where that is not known: what a line opens the next ones close.
    """

    def __init__(
        self, lines: Sequence[str], spans: Sequence[tuple[int, int]] | None
    ) -> None:
        self._lines = lines
        self._piece = _ELSEWHERE if spans is None else _IN_PYTHON
        self._open_ended = spans is None
        self._spans = spans = spans or ()
        self._firsts = [first for first, _ in spans]

    def at(self, line: int) -> Statement:
        """Return the statement that a line belongs to."""
        number = bisect_right(self._firsts, line) - 1
        if number >= 0 and line <= self._spans[number][1]:
            return Statement(*self._spans[number])
        return Statement(line, self._closing(line) if self._open_ended else line)

    def _closing(self, line: int) -> int:
        """Return the line near another that closes what that opens."""
        is_open = 0
        lines = self._lines[line - 1 : line + _NEAR]
        if lines and _ELEMENT.match(lines[0]):
            for number, text in enumerate(lines, line):
                if text.rstrip().endswith(">") and not text.rstrip().endswith("=>"):
                    return number
        for number, text in enumerate(lines, line):
            code = _NO_CODE.sub("", text[:_LONGEST])
            is_open += sum(map(code.count, "([")) - sum(map(code.count, ")]"))
            if is_open <= 0:
                return number
        return max(line, line + len(lines) - 1)

    def quote(self, line: int, column: int) -> str:
        """Return the statement at a place on one line, cut around the place."""
        statement = self.at(line)
        first = max(statement.first, line - _NEAR)
        last = min(statement.last, line + _NEAR)
        lines = list(self._lines[first - 1 : last])
        if line - first >= len(lines):
            return ""
        there = lines[line - first]
        if (
            self._open_ended
            and last - line > 2
            and _BODY.search(there[:_LONGEST], column)
        ):
            # On one line its statements would run together.
            del lines[line - first + 1 :]
        if first == last and len(there) <= WIDTH and not _ODD.search(there.strip()):
            return there.strip()
        # A line may be as long as the file.
        start = max(column - _LONGEST, 0)
        there = f"{there[start:column]}{_MARK}{there[column : column + _LONGEST]}"
        lines = [text[:_LONGEST] for text in lines]
        lines[line - first] = there
        text = self._piece.sub(_quoted, "\n".join(lines)).strip()
        before, _, behind = text.partition(_MARK)
        left_out = first > statement.first or start > 0
        return _cut(before, behind, before_is_cut=left_out)

    def example(self, line: int) -> str:
        """Return the statement at a line as it stands, with the lines beside it.

        Of a long one the first lines from the line on.
        """
        first, last = statement = self.at(line)
        if last - first >= LINES:
            first, last = line, min(last, line + LINES - 1)
        lines = list(self._lines[first - 1 : last])
        if not lines:
            return ""
        if self._belongs(first - 1, statement):
            lines.insert(0, self._lines[first - 2])
        if self._belongs(last + 1, statement):
            lines.append(self._lines[last])
        shown = textwrap.dedent("\n".join(text[:_LONGEST] for text in lines))
        more = ["…"] if last < statement.last else []
        return "\n".join([*map(_shortened, shown.split("\n")), *more])

    def _belongs(self, line: int, statement: Statement) -> bool:
        """Tell whether a line is a whole statement of the same block."""
        if not 0 < line <= len(self._lines) or self.at(line) != (line, line):
            return False
        text, other = self._lines[line - 1], self._lines[statement.first - 1]
        if _indent(text) != _indent(other):
            return False
        # A comment is about what follows, and so is what begins a block.
        text = text.strip()
        follows = line > statement.last
        about_next = follows and (
            text.startswith(("#", "//", "/*")) or text.endswith((":", "{"))
        )
        in_markup = text.startswith("</") or _ELEMENT.match(other)
        is_statement = any(map(str.isalnum, text)) and not in_markup
        return is_statement and not about_next and not _LONG_STRING.search(text)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _shortened(line: str) -> str:
    return line.rstrip() if len(line) <= LINE_WIDTH else _beginning(line, LINE_WIDTH)


def _quoted(piece: re.Match[str]) -> str:
    if piece["string"]:
        return _BREAK.sub(" ", piece["string"])
    if piece["comment"]:
        return _MARK if _MARK in piece["comment"] else ""
    return piece["open"] or piece["close"] or " "


def _cut(before: str, behind: str, *, before_is_cut: bool) -> str:
    """Return a text cut around a place in it."""
    room = WIDTH - 1 - min(len(behind), WIDTH // 2)
    is_long = len(before) > room
    if (is_long or before_is_cut) and (
        element := _element(before, behind, is_whole=not before_is_cut)
    ):
        return f"…{element}…"
    if is_long:
        is_word = before[-room - 1].isalnum()
        before, before_is_cut = before[-room:].lstrip(), True
        if is_word:
            before = _FIRST_PART.sub("", before)
    if before_is_cut:
        before = f"…{before}"
    room = WIDTH - len(before)
    return before + (behind if len(behind) <= room else _beginning(behind, room))


def _element(before: str, behind: str, *, is_whole: bool) -> str:
    """Return the largest element with a place in brackets of its own that fits.

    Of a list of calls that is the call.

    :param is_whole: whether the text has the beginning of the statement.
    """
    outer = [-1] * (not is_whole)
    starts = [*outer]
    code = _masked(before)
    if not {'"', "'"}.isdisjoint(code):
        # It is in a string.
        return ""
    for at, mark in enumerate(code):
        if mark in "([{":
            starts.append(at + 1)
        elif mark in ")]}":
            starts = starts[:-1] or [*outer]
        elif mark == "," and starts:
            starts[-1] = at + 1
    # The innermost first; what has no place in it opens and closes.
    ends: list[int] = []
    level = 0
    for at, mark in enumerate(_masked(behind)):
        closes = mark in ")]}"
        level += closes - (mark in "([{")
        if (closes or mark == ",") and level == len(ends) + closes:
            ends.append(at)
    # What holds the place alone would say nothing of it.
    for start, end in reversed([*zip(reversed(starts), ends, strict=False)][1:]):
        element = f"{before[start:]}{behind[:end]}".strip()
        if start >= 0 and len(element) <= WIDTH - 2:
            return element
    return ""


def _masked(text: str) -> str:
    """Return a text with blanks in place of strings."""
    return _STRING.sub(lambda string: " " * len(string[0]), text)


def _beginning(text: str, width: int) -> str:
    """Return what a longer text begins with, in whole words where it has several."""
    cut = text[:width]
    if text[width].isalnum():
        cut = _LAST_PART.sub("", cut)
    return f"{cut.rstrip()}…"
