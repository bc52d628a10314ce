"""Headers by the suffix that C and C++ share: their content tells the language.

The marks of C++ are those of
https://github.com/github-linguist/linguist/blob/main/lib/linguist/heuristics.yml, and
some more. As there, a header without any is one of C.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ...model.facts import Definition, FileFacts
from ...model.kinds import MEMBERS
from ...model.name_rule import NameRule
from .c import IN_HEADERS as C
from .cpp import CPP
from .language import Language

_NO_CODE: Final = re.compile(
    r"""/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)|//[^\n]*|"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?
    |\#[ \t]*+(?:error|warning)\b[^\n]*""",
    re.DOTALL | re.VERBOSE,
)
#: What C does not see, as far as it is not nested.
_FOR_CPP_ONLY: Final = re.compile(
    r"^[ \t]*+\#[ \t]*+if(?:def\b|[ \t]++(?:defined\b)?[ \t]*+\(?)[ \t]*+"
    r"__cplusplus\b.*?"
    r"(?:^[ \t]*+\#[ \t]*+(?:else|elif|endif)|\Z)",
    re.DOTALL | re.MULTILINE,
)


def _marks(*expressions: str) -> tuple[re.Pattern[str], ...]:
    """Return what finds marks of a language; the first tell most files.

    Each begins with a word, or with what is none: a text is searched for that much
    faster than for a condition, or for one of several words.
    """
    words = (re.match(r"\w+", expression) for expression in expressions)
    return tuple(
        re.compile(
            f"{word[0]}(?<!\\w{word[0]})\\b{expression[word.end() :]}"
            if word
            else expression
        )
        for word, expression in zip(words, expressions, strict=True)
    )


_OF_CPP: Final = _marks(
    r"namespace\s*[\w:]*\s*\{",
    r"::(?:(?<=\w::)|(?<=\w\s::))\s*[\w~*]",
    r"template\s*<",
    r"class\s+(?:\w+\s+){0,3}\w+\s*(?:[{;]|:\s*\w)",
    r"struct\s+(?:\w+\s+){0,3}\w+\s*:\s*\w",
    r"enum\s+\w+\s*:\s*\w",
    r"using\s+(?:namespace\b|\w+\s*=|\w+\s*::)",
    *(rf"{word}\s*:(?!:)" for word in ("public", "private", "protected")),
    *(rf"{word}\s+[\w~]" for word in ("virtual", "explicit", "friend", "mutable")),
    r"operator\s*(?:[-+*/%^&|~!=<>]|\(\s*\)|\[\s*\]|\b(?:new|delete|bool)\b)",
    *("constexpr", "noexcept", "nullptr", "decltype", "static_cast"),
    "reinterpret_cast",
    r"const\s+\w+\s*&",
    r"\#[ \t]*+include[ \t]*+<[\w/]+>",
    r"\n\w+<\w[\w:<>, *&]*>[ \t*&]+\w+\s*[(;]",
)
_OF_OBJECTIVE_C: Final = re.compile(
    r"^[ \t]*+(?:@(?:interface|protocol|property|end)\b|\#import\b)", re.MULTILINE
)


def _languages(text: str) -> tuple[Language, Language] | None:
    """Return what a header is written in, and whose grammar reads all of it.

    They differ where C++ alone sees a part. ``None`` for Objective-C.
    """
    code = _NO_CODE.sub(" ", text)
    if ("@" in code or "#import" in code) and _OF_OBJECTIVE_C.search(code):
        return None
    if not _is_cpp(code):
        return C, C
    if "__cplusplus" in code and not _is_cpp(_FOR_CPP_ONLY.sub("", code)):
        return C, CPP
    return CPP, CPP


def _is_cpp(code: str) -> bool:
    return any(mark.search(code) for mark in _OF_CPP)


def _read_header(text: str, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
    """Return the facts of a header, as :attr:`.Language.analyse` does."""
    languages = _languages(text)
    if languages is None:
        return replace(facts, type="Objective-C", language="objective-c")
    language, reader = languages
    facts = replace(facts, type=language.name, language=language.lexer)
    facts = reader.analyse(text, facts, rules)
    return replace(facts, definitions=tuple(map(_for_all, facts.definitions)))


def _for_all(row: Definition) -> Definition:
    """Return a definition without what it says of a file that nobody includes."""
    if "static" not in row.modifiers or row.kind in MEMBERS:
        return row
    modifiers = tuple(word for word in row.modifiers if word != "private")
    return replace(row, modifiers=modifiers)


HEADER: Final = dataclasses.replace(
    CPP,
    name="C/C++ header",
    analyse=_read_header,
    version=f"1, {C.version}, {CPP.version}",
    requires=(*C.requires, *CPP.requires),
    suffixes=(".h",),
    # What begins in a header shows how it is used, and is no program of the tree.
    program=None,
)
