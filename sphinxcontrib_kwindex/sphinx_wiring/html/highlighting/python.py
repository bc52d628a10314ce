"""Tokens of Python by tree-sitter."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import tree_sitter_python
from pygments.lexer import words
from pygments.lexers.python import PythonLexer
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

from ....analysis.grammars.bounded_parsing import parse_until
from .ranges import Range, add
from .with_pygments import css_class

#: The aliases that the scan has for Python and for its stubs.
PYTHON: Final = frozenset({"python", "python3", "py", "py3", "pyi"})
#: Seconds after which a text is left to Pygments: 60 kB of ``+ = `` take minutes.
PARSING_TIME: Final = 5.0
#: Bytes that take less than half a second, whatever they are.
AT_ONCE: Final = 1000
DECORATOR: Final = re.compile(r"@\w+")
PREFIX: Final = re.compile(r"[A-Za-z]*")
#: More space than that is not looked over.
SPACE: Final = 1000
#: Prefixes of docstrings.
DOCUMENTING: Final = frozenset({"", "r", "u", "b", "ur", "br", "rb"})
#: What tree-sitter reads as letters: what is not ASCII, so that its offsets, in bytes,
#: are those of the text, and names of characters: behind each it looks for the end of
#: all. No keyword has a Q, and a name stays a name.
NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")
CHARACTER: Final = re.compile(r"\\N\{(?:[^{}\n]{0,100}\})?")
#: What makes an import lazy (:pep:`810`), which the grammar does not know, and a
#: statement of that size that it does.
LAZY: Final = re.compile(r"(?m)^([ \t]*+)lazy[ \t](?=[ \t]*(?:import|from)\b)")
STATEMENT: Final = r"\1None;"
#: Lines of comments in a row: behind each it looks for the end of all, too.
COMMENTS: Final = re.compile(r"(?m)^(?:[ \t\f]*+(?:#.*+)?\n)++")
MANY: Final = 1000

#: ``%s`` and ``{}`` in a string, as Pygments has them; without ways to match twice,
#: and bounded, for a hostile line.
_FIELDS: Final = (
    r"%(?:\(\w++\))?[-#0 +]*+(?:[0-9]++|\*)?(?:\.(?:[0-9]++|\*))?[hlL]?"
    r"[E-GXc-giorsaux%]"
    r"|\{(?:\w++(?:\.\w++|\[[^\]]{1,100}\])*+)?(?:![sra])?"
    r"(?::(?:.?[<>=^])?[-+ ]?#?0?(?:\d++)?,?(?:\.\d++)?[E-GXb-gnosx%]?)?\}"
)
_BYTES: Final = r"""\\(?:[\\abfnrtv"'\n]|x[a-fA-F0-9]{2}|[0-7]{1,3})"""
_TEXT: Final = (
    rf"{_BYTES}|\\(?:N\{{[^}}\n]{{1,100}}\}}|u[a-fA-F0-9]{{4}}|U[a-fA-F0-9]{{8}})"
)
_NONE: Final = r"(?!)"


@cache
def _inside(prefix: str, quotes: str) -> re.Pattern[str]:
    """Return what finds the escapes, as the first group, and the fields."""
    escapes = _BYTES if "b" in prefix else _TEXT
    if "r" in prefix:
        escapes = _NONE if len(quotes) > 1 else rf"\\[\\\n{quotes}]"
    if "f" in prefix or "t" in prefix:
        return re.compile(rf"({escapes}|\{{\{{|\}}\}})")
    return re.compile(rf"({escapes})|({_FIELDS})|\{{\{{")


@cache
def _known_names() -> dict[str, str]:
    """Return the classes of the names that have a class wherever they stand."""
    classes: dict[str, str] = {}
    for state in ("builtins", "magicfuncs", "magicvars"):
        for rule in PythonLexer.tokens[state]:
            if isinstance(rule[0], words):
                classes |= dict.fromkeys(rule[0].words, css_class(rule[1]))
    return classes


@cache
def _parsing() -> tuple[Parser, Query]:
    language = Language(tree_sitter_python.language())
    query = Path(__file__).with_suffix(".scm").read_text("utf-8")
    return Parser(language), Query(language, query)


def python_ranges(text: str, seconds: float = PARSING_TIME) -> list[Range] | None:
    """Return what tree-sitter finds in Python, ``None`` where that is no Python.

    :param seconds: of processor time that it may take; ``None`` where it takes more.
    """
    if text.count("\n") > MANY and any(
        match[0].count("\n") > MANY for match in COMMENTS.finditer(text)
    ):
        return None
    data = text
    if not data.isascii():
        data = NOT_ASCII.sub("Q", data)
    if "\\N{" in data:
        data = CHARACTER.sub(lambda match: "Q" * len(match[0]), data)
    lazy = {match.end(1) for match in LAZY.finditer(data)} if "lazy" in data else ()
    if lazy:
        data = LAZY.sub(STATEMENT, data)
    try:
        parser, query = _parsing()
        root = _parse(parser, data.encode("ascii"), seconds).root_node
        if root.has_error:
            return None
        captures = QueryCursor(query).captures(root)
        pieces = _pieces(text, captures)
    except Exception:
        # A grammar that names its nodes otherwise, or too hard a text.
        return None
    if lazy:
        pieces = [
            (at, end, "kn" if at in lazy and end == at + len("lazy") else css)
            for at, end, css in pieces
        ]
    return pieces


def _parse(parser: Parser, data: bytes, seconds: float) -> Tree:
    """Return the syntax tree of a text.

    :raises ValueError: if that takes too long.
    """
    if len(data) <= AT_ONCE:
        return parser.parse(data)
    deadline = time.process_time() + seconds
    soonest = time.monotonic() + seconds

    def too_long(*_: object) -> bool:
        # It is asked often, and the time of day is had without asking the system.
        return time.monotonic() > soonest and time.process_time() > deadline

    return parse_until(parser, data, too_long)


def _pieces(text: str, captures: dict[str, list[Node]]) -> list[Range]:
    """Return the captures as pieces, in order."""
    ranges: list[Range] = []
    classes = _known_names()
    named: set[int] = set()

    def taken(name: str) -> Iterator[tuple[int, int]]:
        return (node.byte_range for node in captures.pop(name, ()))

    for start, end in taken("function"):
        named.add(start)
        # "__init__" is a name with a class of its own.
        css = "fm" if classes.get(text[start:end]) == "fm" else "nf"
        ranges.append((start, end, css))
    for start, end in taken("module"):
        named.add(start)
        add(ranges, text, start, end, "nn")
    for css in ("nc", "nn"):
        named.update(node.start_byte for node in captures.get(css, ()))
    for start, end in taken("name"):
        css = classes.get(text[start:end], "")
        if not css or start in named:
            continue
        # Names of methods and attributes have their class wherever they stand.
        if css in ("fm", "vm") or text[start - 1 : start] != ".":
            ranges.append((start, end, css))
    for start, _ in taken("at"):
        if _begins_line(text, start) and (match := DECORATOR.match(text, start)):
            ranges.append((start, match.end(), "nd"))
    for start, end in taken("from"):
        delegates = text[max(start - SPACE, 0) : start].rstrip().endswith("yield")
        ranges.append((start, end, "k" if delegates else "kn"))
    for start, end in taken("comment"):
        shebang = not start and text.startswith("#!")
        ranges.append((start, end, "ch" if shebang else "c1"))
    for start, end in taken("integer"):
        css = {"x": "mh", "o": "mo", "b": "mb"}.get(
            text[start + 1 : start + 2].lower(), "mi"
        )
        ranges.append((start, end, css))
    for node in captures.pop("string", ()):
        _add_string(ranges, text, node)
    while captures:
        css, nodes = captures.popitem()
        ranges += [(*node.byte_range, css) for node in nodes]
    ranges.sort()
    return ranges


def _begins_line(text: str, at: int) -> bool:
    before = text[max(at - SPACE, 0) : at].rstrip(" \t\f")
    return before.endswith("\n") or (not before and at <= SPACE)


def _add_string(ranges: list[Range], text: str, node: Node) -> None:
    """Add a string: prefix, text, escapes, and fields for values."""
    start, end = node.byte_range
    quote = start
    prefix = ""
    if text[start] not in "\"'":
        match = PREFIX.match(text, start, end)
        assert match is not None
        quote, prefix = match.end(), match[0].lower()
        ranges.append((start, quote, "sa"))
    css = "s2" if text.startswith('"', quote) else "s1"
    quotes = text[quote : quote + 3]
    if quotes not in ('"""', "'''"):
        quotes = quotes[0]
    elif prefix in DOCUMENTING and _begins_line(text, start):
        add(ranges, text, quote, end, "sd")
        return
    if "f" in prefix or "t" in prefix:
        _add_formatted(ranges, text, node, quote, css, _inside(prefix, quotes))
        return
    body = text[quote:end]
    if "\\" in body or "%" in body or "{" in body:
        _add_text(ranges, text, quote, end, css, _inside(prefix, quotes))
    else:
        add(ranges, text, quote, end, css)


def _add_text(
    ranges: list[Range],
    text: str,
    start: int,
    end: int,
    css: str,
    pattern: re.Pattern[str],
) -> None:
    """Add a part of a string, its escapes and fields apart."""
    kinds = (css, "se", "si")
    for match in pattern.finditer(text, start, end):
        add(ranges, text, start, match.start(), css)
        start = match.end()
        add(ranges, text, match.start(), start, kinds[match.lastindex or 0])
    add(ranges, text, start, end, css)


def _add_formatted(
    ranges: list[Range],
    text: str,
    node: Node,
    quote: int,
    css: str,
    pattern: re.Pattern[str],
) -> None:
    """Add a string with expressions in it, what is in them left out."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        whole = node.type in ("string", "format_specifier")
        at = node.start_byte
        for child in node.children:
            start, end = child.byte_range
            if whole and at < start:
                _add_text(ranges, text, at, start, css, pattern)
            at = end
            kind = child.type
            if kind == "string_start":
                ranges.append((quote, end, css))
            elif kind == "string_content":
                _add_text(ranges, text, start, end, css, pattern)
            elif kind == "string_end":
                ranges.append((start, end, css))
            elif kind in ("interpolation", "format_expression", "format_specifier"):
                waiting.append(child)
            elif kind in ("{", "}", ":", "type_conversion"):
                ranges.append((start, end, "si"))
        if whole and at < node.end_byte:
            _add_text(ranges, text, at, node.end_byte, css, pattern)
