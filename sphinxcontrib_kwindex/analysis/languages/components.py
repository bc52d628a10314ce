"""Files of markup with scripts in them, as one script of as many characters.

All that is no code is blank for the grammar of TypeScript, which reads JavaScript, too,
so that each character stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs

from ...model.facts import FileFacts
from ...model.name_rule import NameRule
from ...model.names import enclosing
from ...model.references import CALL, DEFAULT, Reference, Spec, packed
from ..grammars.grammar import blank
from . import ecmascript
from .language import Language
from .typescript import GRAMMAR, TSX_GRAMMAR, TYPESCRIPT

ATTRIBUTES: Final = (
    r"""(?P<attributes>(?:[^<>"']|"[^"]{0,500}"|'[^']{0,500}'){0,500}+)>"""
)
_SCRIPT: Final = re.compile(rf"^<script\b{ATTRIBUTES}", re.MULTILINE)
_SCRIPT_END: Final = "</script"
_TSX: Final = re.compile(r"""lang=["']?[jt]sx""")
#: What a name is that stands by itself, wherever it is looked for.
_BARE: Final = frozenset({"name", "builtin"})
_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NO_MARKUP: Final = re.compile(
    rf"<(?P<name>script|style)\b{ATTRIBUTES}.*?(?:</(?P=name)|\Z)", re.DOTALL
)
#: What nests within an expression, and texts, in which a brace is none.
_NESTING: Final = re.compile(
    r"""[{}]|"(?:[^"\\\n]|\\.){0,999}+"|'(?:[^'\\\n]|\\.){0,999}+'"""
)

Code = tuple[int, str]
"""Where code begins, and the code."""


def component(
    name: str,
    suffix: str,
    lexer: str,
    script_of: Callable[[str], str],
    *,
    tsx: bool = False,
) -> Language:
    """Return the language of such files.

    :param script_of: returns a file with nothing but code in it, as long as the file.
    :param tsx: whether there may be markup in code everywhere.
    """
    return replace(
        TYPESCRIPT,
        name=name,
        analyse=partial(_analyse, script_of, tsx),
        version=GRAMMAR.version and f"1 {GRAMMAR.version}",
        suffixes=(suffix,),
        lexer=lexer,
    )


def _analyse(
    script_of: Callable[[str], str],
    tsx: bool,
    text: str,
    facts: FileFacts,
    _rules: Sequence[NameRule],
) -> FileFacts:
    is_tsx = tsx or any(
        _TSX.search(match["attributes"]) for match in _SCRIPT.finditer(text)
    )
    grammar = TSX_GRAMMAR if is_tsx else GRAMMAR
    read = ecmascript.analyse(grammar, script_of(text), facts)
    members = {
        row.name: row.qualname
        for row in read.definitions
        if row.kind == "method" and enclosing(row.qualname) == DEFAULT
    }
    return _naming(read, members, _script_lines(text)) if members else read


def _script_lines(text: str) -> set[int]:
    """Return the lines of the scripts of a text."""
    lines: set[int] = set()
    for start, code in scripts_of(text):
        first = text.count("\n", 0, start) + 1
        lines.update(range(first, first + code.count("\n") + 1))
    return lines


def _naming(
    facts: FileFacts, members: Mapping[str, str], scripts: Set[int]
) -> FileFacts:
    """Return facts with what the markup names of the members of a component.

    :param members: their qualified names by their names.
    :param scripts: the lines that are no markup.
    """
    references = facts.references
    specs = {spec: number for number, spec in enumerate(references.specs)}
    places: list[Reference] = []
    for place in references.iterate():
        kind, base, steps, _ = references.specs[place.spec]
        if kind in _BARE and base in members and place.line not in scripts:
            called = steps[-1:] if steps[-1:] == (CALL,) else ()
            member = Spec("def", members[base], called)
            place = place._replace(spec=specs.setdefault(member, len(specs)))
        places.append(place)
    named = structs.replace(references, specs=tuple(specs), positions=packed(places))
    return structs.replace(facts, references=named)


def only_code(text: str, kept: Iterable[Code]) -> str:
    """Return a text that is blank but for some code."""
    parts: list[str] = []
    at = 0
    for start, code in sorted(kept):
        parts += blank(text[at:start]), code
        at = start + len(code)
    return "".join((*parts, blank(text[at:])))


def scripts_of(text: str) -> Iterator[Code]:
    """Yield the scripts of a text."""
    end = 0
    while script := _SCRIPT.search(text, end):
        start, end = script.end(), text.find(_SCRIPT_END, script.end())
        if end < 0:
            break
        yield start, text[start:end]


def statement(text: str, start: int, code: str) -> Code:
    """Return code of a text with what ends statements around it.

    :param start: where it begins; the character before it is no code.
    """
    end = start + len(code)
    # A name may have a line end behind it, which ends a statement, too.
    behind = text[end : end + 1]
    begin, close = "()" if code.lstrip().startswith("{") else ";;"
    return start - 1, begin + code + (behind if behind.isspace() else close)


def words_of(text: str) -> list[str]:
    """Return what may be names in a piece of code."""
    return _WORD.findall(text)


def without_words(code: str, words: Collection[str]) -> str:
    """Return code with a name that nothing has in the place of some.

    :param words: what the markup around declares: nothing of the script.
    """
    return _WORD.sub(
        lambda word: "_" * len(word[0]) if word[0] in words else word[0], code
    )


def without_comments(markup: str) -> str:
    """Return markup with blank comments."""
    return _COMMENT.sub(lambda match: blank(match[0]), markup)


def without_markup(markup: str) -> str:
    """Return markup with blank scripts and styles."""
    return _NO_MARKUP.sub(lambda match: blank(match[0]), markup)


def braces(markup: str) -> Iterator[tuple[int, int]]:
    """Yield where what stands in outermost braces begins and ends."""
    at = 0
    while (start := markup.find("{", at) + 1) > 0:
        depth, at = 1, start
        while depth and (match := _NESTING.search(markup, at)):
            at = match.end()
            depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth:
            return
        yield start, at - 1
