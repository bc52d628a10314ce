"""Highlights source listings, with the class names of Pygments' style sheets.

Python is parsed by tree-sitter, which takes a fraction of the time that Pygments
takes; all other languages, and Python that tree-sitter finds an error in, are
Pygments'. Both give ranges with a class each, and what is in no range has none: the
text of a listing is the file's text, whatever the parser makes of it. Elements
are what makes a listing heavy: dots, which stand before every attribute, are none, and
neighbours of one class are one.
"""

from __future__ import annotations

import html
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

import tree_sitter_python
from pygments.lexer import Lexer, words
from pygments.lexers import get_lexer_by_name
from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from ...pages.nodes import LinkTarget, SourceLink
from .line_breaks import escaped

#: Where a piece begins and ends, in characters, and its class. It has no line end.
Range: TypeAlias = tuple[int, int, str]
#: Where a link begins and ends, its start tag, and what stands for it where it does not
#: fit: others lead to its id.
Anchor: TypeAlias = tuple[int, int, str, str]

NOWHERE: Final[Anchor] = (sys.maxsize, sys.maxsize, "", "")
#: The aliases that the scan has for Python and for its stubs.
PYTHON: Final = frozenset({"python", "python3", "py", "py3", "pyi"})


def highlight(text: str, language: str, links: Sequence[SourceLink] = ()) -> list[str]:
    """Return the lines of a text as HTML, each with its line end.

    The text content of the lines together is *text*.

    :param language: the alias of a Pygments lexer.
    :param links: identifiers in the order of the text.
    """
    if not text:
        return []
    ranges = _python_ranges(text) if language in PYTHON else None
    if ranges is None:
        ranges = _pygments_ranges(text, language)
    anchors = _anchors(text, links)
    # Characters that HTML escapes are others until the markup stands around them, so
    # that the offsets hold and nothing is escaped piece by piece.
    used = text + "".join({anchor[2] for anchor in anchors})
    unused = (char for char in map(chr, range(128, sys.maxunicode)) if char not in used)
    escapes = [(char, next(unused)) for char in "&<>" if char in text]
    for char, stand_in in escapes:
        text = text.replace(char, stand_in)
    markup = "".join(_marked(text, ranges, anchors))
    for char, stand_in in escapes:
        markup = markup.replace(stand_in, html.escape(char))
    lines = [line + "\n" for line in markup.split("\n")]
    # Behind the last line end there is no line.
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _anchors(text: str, links: Sequence[SourceLink]) -> list[Anchor]:
    """Return the links that stand in a line, by their offsets."""
    if not links:
        return []
    ends = list(accumulate(len(line) + 1 for line in text.split("\n")))
    starts = [0, *ends]
    tags: dict[LinkTarget, tuple[str, str]] = {}
    anchors = []
    for line, column, length, target in links:
        if line > len(ends):
            continue
        start = starts[line - 1] + column
        end = start + length
        if end >= ends[line - 1]:
            continue
        if target not in tags:
            tags[target] = _start_tags(target)
        anchors.append((start, end, *tags[target]))
    return anchors


def _start_tags(target: LinkTarget) -> tuple[str, str]:
    """Return the start tag of a link, and an element with its id, if it has one."""
    uri, title, css, anchor, last = map(escaped, target)
    tag = f'<a class="{css}"' if css else "<a"
    spare = ""
    if anchor:
        tag += f' id="{anchor}"'
        spare = f"{tag}></a>"
    if uri:
        tag += f' href="{uri}"'
    if title:
        tag += f' title="{title}"'
    if last:
        tag += f' data-to="{last}"'
    return f"{tag}>", spare


def _joined(text: str, ranges: Iterable[Range]) -> Iterator[Range]:
    """Yield ranges, of those that overlap the first.

    Neighbours of one class, with a blank between them or nothing, are one.
    """
    first, done, last = 0, 0, ""
    for start, end, css in ranges:
        if start < done:
            continue
        if css == last and text[done:start] in ("", " "):
            done = end
            continue
        if last:
            yield first, done, last
        first, done, last = start, end, css
    if last:
        yield first, done, last


def _marked(text: str, ranges: Iterable[Range], anchors: Iterable[Anchor]) -> list[str]:
    """Return the pieces of a text with markup, in one pass over both.

    A link has to be in one range or between two: otherwise no link rather than a wrong
    link.
    """
    pieces: list[str] = []
    put = pieces.append
    following = iter(anchors)
    at, behind, tag, spare = next(following, NOWHERE)
    done = 0

    def put_links(until: int) -> None:
        nonlocal at, behind, tag, spare, done
        while at < until:
            if at < done or until < behind:
                put(text[done:at] + spare)
                done = max(done, at)
            else:
                put(f"{text[done:at]}{tag}{text[at:behind]}</a>")
                done = behind
            at, behind, tag, spare = next(following, NOWHERE)

    for start, end, css in _joined(text, ranges):
        if at < start:
            put_links(start)
        if end <= at:
            put(f'{text[done:start]}<span class="{css}">{text[start:end]}</span>')
        else:
            put(f'{text[done:start]}<span class="{css}">')
            done = start
            put_links(end)
            put(f"{text[done:end]}</span>")
        done = end
    put_links(len(text) + 1)
    put(text[done:])
    return pieces


# Pygments

#: Characters of a text, and of a line, with which it has no colours: a lexer may need
#: the square of that.
LONGEST_TEXT: Final = 2_000_000
LONGEST_LINE: Final = 10_000
#: Seconds after which a text has none either: blank lines are enough for some lexers.
LEXING_TIME: Final = 10.0
#: The number of tokens that are taken between two looks at the clock.
TOKENS: Final = 100


@lru_cache(32)
def _lexer(language: str) -> Lexer:
    options = {"stripnl": False, "stripall": False, "ensurenl": False, "tabsize": 0}
    try:
        return get_lexer_by_name(language, **options)
    except ClassNotFound:
        return get_lexer_by_name("text", **options)


def _pygments_ranges(text: str, language: str) -> list[Range]:
    """Return what Pygments finds in a text, nothing where it fails."""
    ranges: list[Range] = []
    at = 0
    if len(text) > LONGEST_TEXT or max(map(len, text.split("\n"))) > LONGEST_LINE:
        return []
    deadline = time.process_time() + LEXING_TIME
    try:
        for number, (kind, value) in enumerate(_lexer(language).get_tokens(text)):
            if not number % TOKENS and time.process_time() > deadline:
                return []
            behind = at + len(value)
            if css := _css_class(kind):
                _add(ranges, text, at, behind, css)
            at = behind
    except Exception:
        # Lexers are written for correct code; this is whatever stands in a file.
        return []
    # A lexer that changes the text would shift the lines.
    return ranges if at == len(text) else []


def _add(ranges: list[Range], text: str, start: int, end: int, css: str) -> None:
    """Add a piece, line by line."""
    while (behind := text.find("\n", start, end)) >= 0:
        if start < behind:
            ranges.append((start, behind, css))
        start = behind + 1
    if start < end:
        ranges.append((start, end, css))


@cache
def _css_class(kind: _TokenType) -> str:
    """Return the class that Pygments' style sheets have for a token type."""
    at: _TokenType | None = kind
    while at is not None and at not in STANDARD_TYPES:
        at = at.parent
    css = STANDARD_TYPES.get(at, "") if at is not None else ""
    return "" if css in {"w", "n", "p"} else css


# tree-sitter

#: Captures have the class for their name; those with another name are looked at. Of
#: two that are equal the class that comes first in the alphabet holds. No pattern is
#: about a node in which there can be many like it: each would wait for its end.
QUERY: Final = """
(identifier) @name
(string) @string
(comment) @comment
(integer) @integer
(float) @mf
(ellipsis) @o
[(true) (false) (none)] @kc
["and" "in" "is" "not" "or"] @ow
["assert" "async" "await" "break" "case" "continue" "def" "class" "del" "elif" "else"
 "except" "finally" "for" "global" "if" "lambda" "match" "nonlocal" "pass" "raise"
 "return" "try" "type" "while" "with" "yield" "as" "_"] @k
"import" @kn
"from" @from
["-" "-=" "!=" "*" "**" "**=" "*=" "/" "//" "//=" "/=" "&" "&=" "%" "%=" "^" "^=" "+"
 "->" "+=" "<" "<<" "<<=" "<=" "<>" "=" ":=" "==" ">" ">=" ">>" ">>=" "|" "|=" "~"
 "@="] @o
"@" @at
(function_definition name: (identifier) @function)
(class_definition name: (identifier) @nc)
(import_statement "," @o)
(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (dotted_name) @module))
(import_statement name: (aliased_import alias: (identifier) @nn))
(import_from_statement module_name: (dotted_name) @module)
(import_prefix "." @nn)
(relative_import (dotted_name) @module)
(future_import_statement "__future__" @nn)
"""

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
    classes = {"self": "bp", "cls": "bp", "Ellipsis": "bp", "NotImplemented": "bp"}
    for state in ("builtins", "magicfuncs", "magicvars"):
        for rule in PythonLexer.tokens[state]:
            if isinstance(rule[0], words):
                classes |= dict.fromkeys(rule[0].words, _css_class(rule[1]))
    return classes


@cache
def _parsing() -> tuple[Parser, Query]:
    language = Language(tree_sitter_python.language())
    return Parser(language), Query(language, QUERY)


def _python_ranges(text: str) -> list[Range] | None:
    """Return what tree-sitter finds in Python, ``None`` where that is no Python."""
    if text.count("\n") > MANY and any(
        match[0].count("\n") > MANY for match in COMMENTS.finditer(text)
    ):
        return None
    data = text
    if not data.isascii():
        data = NOT_ASCII.sub("Q", data)
    if "\\N{" in data:
        data = CHARACTER.sub(lambda match: "Q" * len(match[0]), data)
    try:
        parser, query = _parsing()
        root = parser.parse(data.encode("ascii")).root_node
        if root.has_error:
            return None
        captures = QueryCursor(query).captures(root)
        return _python_pieces(text, captures)
    except Exception:
        # A version that names its nodes otherwise; Pygments is there.
        return None


def _python_pieces(text: str, captures: dict[str, list[Node]]) -> list[Range]:
    """Return the captures as pieces, in order."""
    take = captures.pop
    ranges: list[Range] = []
    classes = _known_names()
    named: set[int] = set()
    for node in take("function", ()):
        start, end = node.byte_range
        named.add(start)
        # "__init__" is a name with a class of its own.
        css = "fm" if classes.get(text[start:end]) == "fm" else "nf"
        ranges.append((start, end, css))
    for node in take("module", ()):
        start, end = node.byte_range
        named.add(start)
        _add(ranges, text, start, end, "nn")
    for css in ("nc", "nn"):
        named.update(node.start_byte for node in captures.get(css, ()))
    for node in take("name", ()):
        start, end = node.byte_range
        css = classes.get(text[start:end], "")
        if not css or start in named:
            continue
        # Names of methods and attributes have their class wherever they stand.
        if css in ("fm", "vm") or text[start - 1 : start] != ".":
            ranges.append((start, end, css))
    for node in take("at", ()):
        start, end = node.byte_range
        if _begins_line(text, start) and (match := DECORATOR.match(text, start)):
            ranges.append((start, match.end(), "nd"))
        else:
            ranges.append((start, end, "o"))
    for node in take("from", ()):
        start, end = node.byte_range
        delegates = text[max(start - SPACE, 0) : start].rstrip().endswith("yield")
        ranges.append((start, end, "k" if delegates else "kn"))
    for node in take("comment", ()):
        start, end = node.byte_range
        shebang = not start and text.startswith("#!")
        ranges.append((start, end, "ch" if shebang else "c1"))
    for node in take("integer", ()):
        start, end = node.byte_range
        css = {"x": "mh", "o": "mo", "b": "mb"}.get(
            text[start + 1 : start + 2].lower(), "mi"
        )
        ranges.append((start, end, css))
    for node in take("string", ()):
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
        _add(ranges, text, quote, end, "sd")
        return
    if "f" in prefix or "t" in prefix:
        _add_formatted(ranges, text, node, quote, css, _inside(prefix, quotes))
        return
    body = text[quote:end]
    if "\\" in body or "%" in body or "{" in body:
        _add_text(ranges, text, quote, end, css, _inside(prefix, quotes))
    else:
        _add(ranges, text, quote, end, css)


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
        _add(ranges, text, start, match.start(), css)
        start = match.end()
        _add(ranges, text, match.start(), start, kinds[match.lastindex or 0])
    _add(ranges, text, start, end, css)


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
