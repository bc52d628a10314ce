"""Headers by the suffix that C and C++ share: their content tells the language.

The marks of C++ are those of
https://github.com/github-linguist/linguist/blob/main/lib/linguist/heuristics.yml, and
some more. As there, a header without any is one of C.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...model.facts import FileFacts
from .c import C
from .cpp import CPP
from .language import Language

if TYPE_CHECKING:
    from ..patterns.detectors import NameRule

_NO_CODE: Final = re.compile(
    r"""/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?
    |^[ \t]*+\#[ \t]*+(?:error|warning)\b[^\n]*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
#: What C does not see, as far as it is not nested.
_FOR_CPP_ONLY: Final = re.compile(
    r"^[ \t]*+\#[ \t]*+if(?:def\b|[ \t]++(?:defined\b)?[ \t]*+\(?)[ \t]*+"
    r"__cplusplus\b.*?"
    r"(?:^[ \t]*+\#[ \t]*+(?:else|elif|endif)|\Z)",
    re.DOTALL | re.MULTILINE,
)
_OF_CPP: Final = re.compile(
    r"""\w\s*::\s*[\w~*]
    | \bstruct\s+(?:\w+\s+){0,3}\w+\s*:\s*\w
    | \bclass\s+(?:\w+\s+){0,3}\w+\s*(?:[{;]|:\s*\w)
    | \b(?:inline\s+)?namespace\b\s*[\w:]*\s*\{
    | \busing\s+(?:namespace\b|\w+\s*=|\w+\s*::)
    | \btemplate\s*<
    | \b(?:public|private|protected)\s*:(?!:)
    | \b(?:virtual|explicit|friend|mutable)\s+[\w~]
    | \boperator\s*(?:[-+*/%^&|~!=<>]|\(\s*\)|\[\s*\]|\b(?:new|delete|bool)\b)
    | \b(?:constexpr|noexcept|nullptr|decltype|static_cast|reinterpret_cast)\b
    | \bconst\s+\w+\s*&
    | ^[ \t]*+\#[ \t]*+include[ \t]*+<(?:c?std\w+|[a-z_]+)>
    """,
    re.VERBOSE | re.MULTILINE,
)
_OF_OBJECTIVE_C: Final = re.compile(
    r"^[ \t]*+(?:@(?:interface|protocol|class|property|end)\b|\#import\b)", re.MULTILINE
)


def _languages(text: str) -> tuple[Language, Language] | None:
    """Return what a header is written in, and whose grammar reads all of it.

    They differ where C++ alone sees a part. ``None`` for Objective-C.
    """
    code = _NO_CODE.sub(" ", text)
    if _OF_OBJECTIVE_C.search(code):
        return None
    if not _OF_CPP.search(code):
        return C, C
    return CPP if _OF_CPP.search(_FOR_CPP_ONLY.sub("", code)) else C, CPP


def _read_header(text: str, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
    """Return the facts of a header, as :attr:`.Language.analyse` does."""
    found = _languages(text)
    if found is None:
        return replace(facts, type="Objective-C", language="objective-c")
    language, reader = found
    facts = replace(facts, type=language.name, language=language.lexer)
    return reader.analyse(text, facts, rules)


HEADER: Final = Language(
    name="C/C++ header",
    analyse=_read_header,
    version=f"1, {C.version}, {CPP.version}",
    requires=(*C.requires, *CPP.requires),
    suffixes=(".h",),
    lexer="cpp",
    import_word="include",
    family="c",
    separator="::",
)
