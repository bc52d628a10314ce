"""Segments of source: signatures, annotations and values as they are written.

A signature that is put together again from a tree has lost how its author wrote
it: quotes, number bases, parentheses. So signatures, annotations and values are
cut out of the text, and only what makes them long goes: comments, line breaks
with the indentation behind them, the comma that a broken-up list ends with.

That takes a scanner which knows what is inside a string or a bracket; it is a
regular expression. It sees only source that Python has parsed, so it need not say what
is wrong with any; quotes within quotes, as f-strings may have them, come in pairs.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from keyword import iskeyword
from typing import TYPE_CHECKING, Final

from ...first_sentence import limited

if TYPE_CHECKING:
    from astroid import nodes

#: In a line of more characters many places are asked for.
_LONG_LINE: Final = 1_000
_BREAK: Final = r"(?:\#[^\n]*|\\?\n)"
_TOKEN: Final = re.compile(
    rf"""
      (?P<quote>\"\"\"|'''|"|')
    | (?P<gap>(?<![ \t\f])[ \t\f]*{_BREAK}(?:[ \t\f]*{_BREAK})*[ \t\f]*)
    | (?P<open>[(\[{{])
    | (?P<close>[)\]}}])
    | (?P<comma>,)
    | (?P<colon>:)
    """,
    re.VERBOSE,
)
_STRING_END: Final = {
    '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL),
    "'": re.compile(r"[^'\\]*(?:\\.[^'\\]*)*'", re.DOTALL),
    '"""': re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""', re.DOTALL),
    "'''": re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''", re.DOTALL),
}
_LAST_WORD: Final = re.compile(r"(\w+)\s*$")

# ``def name``, with what may stand in between.
_DEFINED_NAME: Final = re.compile(
    r"(?:async(?:\s|\\\n)+)?(?:def|class)(?:\s|\\\n)+[^\s(:\[\\#]+"
)
_KEYWORD: Final = re.compile(r"\s*(?:async|def|class)\b")
# Headers of one line without strings, nested parentheses and the like: nearly all.
_SIMPLE_HEADER: Final = re.compile(
    r"\s*+((?:\([^()#'\"\\\n]*+\))?"
    r"(?:\s*+->\s*+(?!lambda\b)[\w.]+(?:\[[\w., \[\]|]*\])?)?)\s*+:(?!=)"
)


def character_index(line: str, offset: int) -> int:
    """Return which character of a line the byte *offset* in UTF-8 is."""
    if line.isascii():
        return offset
    if len(line) > _LONG_LINE:
        return bisect_left(_starts_of_characters(line), offset)
    return len(line.encode("utf-8", "replace")[:offset].decode("utf-8", "replace"))


@lru_cache(1)
def _starts_of_characters(line: str) -> array[int]:
    """Return at which byte in UTF-8 each character of a line begins, and its end."""
    sizes = (len(character.encode("utf-8", "replace")) for character in line)
    return array("Q", accumulate(sizes, initial=0))


class SourceLines:
    """A source text out of which pieces are cut.

    Lines are counted from 1. Columns are those of :mod:`ast`: bytes of the line
    in UTF-8, counted from 0.
    """

    def __init__(self, text: str) -> None:
        self.lines: Final = text.split("\n")

    def column(self, line: int, offset: int) -> int:
        """Return which character of a line the byte *offset* is."""
        return character_index(self.lines[line - 1], offset)

    def between(self, line: int, offset: int, end_line: int, end_offset: int) -> str:
        """Return the text between two places, line breaks included.

        :param line: of the first place, from 1; *end_line* that of the second.
        :param offset: of the first place in its line, in bytes of UTF-8, from 0, as
            :mod:`ast` has it; *end_offset* that of the second, exclusive.
        """
        start = self.column(line, offset)
        end = self.column(end_line, end_offset)
        if line == end_line:
            return self.lines[line - 1][start:end]
        inner = self.lines[line : end_line - 1]
        return "\n".join(
            [self.lines[line - 1][start:], *inner, self.lines[end_line - 1][:end]]
        )

    def node(self, node: nodes.NodeNG, limit: int = 0) -> str:
        """Return an expression on one line.

        :param limit: cut it so that it has no more characters, 0 for all.
        """
        place = node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
        if None in place:
            return ""
        segment = on_one_line(self.between(*place), limit)
        return limited(segment, limit) if limit else segment

    def after(self, line: int, offset: int) -> str:
        """Return the rest of a line."""
        return self.lines[line - 1][self.column(line, offset) :]

    def header_line(self, node: nodes.ClassDef | nodes.FunctionDef) -> int:
        """Return the line of the keyword ``class``, ``def`` or ``async``."""
        if node.decorators is None:
            return node.lineno or 1
        # astroid has a decorated function begin with its first decorator.
        line: int = node.decorators.nodes[-1].end_lineno + 1
        while line < len(self.lines) and not _KEYWORD.match(self.lines[line - 1]):
            line += 1
        return line

    def signature(self, node: nodes.ClassDef | nodes.FunctionDef, line: int) -> str:
        """Return what stands between the name and the final colon of a header.

        :param line: its :meth:`header_line`.
        """
        offset = node.col_offset or 0
        start = self.column(line, offset)
        source = self.lines[line - 1]
        name = _DEFINED_NAME.match(source, start)
        if name:
            simple = _SIMPLE_HEADER.match(source, name.end())
            if simple:
                return simple[1]
        # The header ends before the first statement or the docstring.
        first = node.doc_node or (node.body[0] if node.body else None)
        if first is None or first.lineno is None:
            return ""
        header = "\n".join([source[start:], *self.lines[line : first.lineno]])
        name = _DEFINED_NAME.match(header)
        if name is None:
            return ""
        # A lambda in the annotation of the result has colons of its own.
        position = name.end()
        returns = getattr(node, "returns", None)
        if returns is not None and returns.end_lineno is not None:
            position = len(
                self.between(line, offset, returns.end_lineno, returns.end_col_offset)
            )
        end = _header_end(header, position, at_end=returns is not None)
        return on_one_line(header[name.end() : end].strip(), after_name=True)


def _header_end(header: str, position: int, at_end: bool) -> int:
    """Return where the colon of a header is.

    :param at_end: whether only closing brackets can come before the colon.
    """
    depth = 0
    for kind, start, _ in tokens(header, position):
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "colon" and (depth == 0 or (at_end and depth < 0)):
            return start
    return len(header)


def on_one_line(source: str, limit: int = 0, *, after_name: bool = False) -> str:
    """Put a piece of source on one line, without its comments.

    What is inside a string stays, but for a line break there, which becomes its
    escape sequence of two characters. Of a text within a parameter's annotation or
    default, such as that of ``Doc`` (:pep:`727`), the first line stays.

    :param limit: stop when this number of characters is there, 0 to go to the end.
    :param after_name: whether an identifier stands before the piece.
    """
    if "\n" not in source:
        return source
    pieces: list[str] = []
    length = 0
    # For each open bracket the commas in it, and whether a single comma makes a tuple.
    brackets: list[list[int]] = []
    position = 0
    for kind, start, end in tokens(source):
        if start > position:
            pieces.append(source[position:start])
        token = source[start:end]
        position = end
        if kind == "gap":
            token = _gap(pieces, brackets, source, end)
        elif kind == "string":
            if "\n" in token:
                token = token.replace("\\\n", "")
                said = after_name and len(brackets) > 1
                token = _first_line(token) if said else token.replace("\n", "\\n")
        elif kind == "open":
            operand = after_name if not pieces else _ends_operand(pieces)
            # A tuple of one item, or an index that is such a tuple.
            makes_tuple = operand if source[start] == "[" else not operand
            makes_tuple = makes_tuple and source[start] != "{"
            brackets.append([0, makes_tuple])
        elif kind == "close":
            if brackets:
                brackets.pop()
        elif kind == "comma" and brackets:
            brackets[-1][0] += 1
        if token:
            pieces.append(token)
            length += len(token)
            if limit and length > limit:
                return "".join(pieces)
    pieces.append(source[position:])
    return "".join(pieces).strip()


def _first_line(string: str) -> str:
    """Return a string of several lines with the first of them that says something."""
    quote = string[: 3 if string[:3] in _STRING_END else 1]
    text = string.removeprefix(quote).removesuffix(quote)
    lines = [line.strip() for line in text.split("\n") if line.strip()] or [""]
    return f"{quote}{lines[0]}{'…' if len(lines) > 1 else ''}{quote}"


def _gap(pieces: list[str], brackets: list[list[int]], source: str, end: int) -> str:
    """Return what a line break becomes; takes back a comma that it was for."""
    before = pieces[-1][-1:] if pieces else ""
    behind = source[end : end + 1]
    if not before or before in "([{" or before.isspace():
        return ""
    if behind and behind in ")]}":
        if before == "," and brackets and brackets[-1] != [1, True]:
            pieces.pop()
        return ""
    if behind == "." and source[end + 1 : end + 2].isidentifier():
        return ""
    return " " if behind else ""


def _ends_operand(pieces: list[str]) -> bool:
    """Tell whether a bracket behind these pieces is a call or an index."""
    # No keyword is longer, and a name may be as long as the file.
    word = _LAST_WORD.search(pieces[-1].rstrip()[-20:])
    if word:
        return not iskeyword(word[1])
    return pieces[-1].rstrip()[-1:] in tuple(")]}\"'")


def tokens(source: str, position: int = 0) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of strings, gaps, brackets, commas and colons.

    The kinds are ``string``, ``open``, ``close``, ``comma``, ``colon``, and ``gap`` for
    line ends with the white space and the comments around them.

    :param position: where to begin.
    """
    while token := _TOKEN.search(source, position):
        start, position = token.span()
        kind = token.lastgroup or ""
        if kind == "quote":
            end = _STRING_END[token[0]].match(source, position)
            position = end.end() if end else len(source)
            kind = "string"
        yield kind, start, position


def is_at(line: str, column: int, name: str) -> bool:
    """Tell whether exactly this identifier is there.

    Before Python 3.12 the places of what is inside an f-string may be wrong, and an
    identifier may be written in another way than it is named (NFKC).
    """
    end = column + len(name)
    return (
        column >= 0
        and line.startswith(name, column)
        and not (column and _in_word(line[column - 1]))
        and not _in_word(line[end : end + 1])
    )


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
