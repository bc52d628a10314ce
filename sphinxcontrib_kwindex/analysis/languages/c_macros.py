"""Macros of C and C++ that no grammar can know, found in the text of a file.

``class TORCH_API Foo``, ``NPY_NO_EXPORT int f()``, ``FMT_BEGIN_NAMESPACE`` on a line of
its own: a grammar takes the macro for a type, and what follows for something else. What
is found here is blank for the grammar (:attr:`.Grammar.blank`). By custom such names
are in capitals; they are told from types by what follows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_WORD: Final = r"_{0,2}[A-Z][A-Z0-9_]{2,}(?![\w.])"
#: Round brackets, with others in them.
_BRACKETS: Final = r"\((?:[^()]|\((?:[^()]|\([^()]*\)){0,200}\)){0,400}\)"
#: What begins a declaration, at the beginning of a line.
_LEAD: Final = re.compile(
    r"\n[ \t]*"
    r"(?:(?:static|inline|extern(?: \"C\")?|virtual|constexpr|explicit|friend|typedef"
    r"|class|struct|union|enum|template *<[^\n;{}]*>) +)*"
    rf"({_WORD})"
)
_NEXT: Final = re.compile(rf"\s+({_WORD})")
_CLASS: Final = re.compile(r"(?:class|struct|union|enum)\s+$")
_ARGUMENTS: Final = re.compile(rf"[ \t]*{_BRACKETS}")
#: The name of a class that follows, which is defined, or declared (``;``).
_NAMED: Final = re.compile(r"\s+[A-Za-z_][\w:]*\s*(?:final\b|<|:|\{|(;))")
_KEYWORD: Final = (
    r"(?:static|inline|extern|virtual|constexpr|consteval|explicit|friend|typedef|using"
    r"|const|template|class|struct|union|enum|namespace|typename|auto|decltype|void|bool"
    r"|char|int|unsigned|signed|long|short|float|double|public|private|protected)\b"
)
_TYPE: Final = (
    r"(?:::)?[A-Za-z_][\w:]*"
    r"(?:\s*<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>){0,200}>){0,300}>[\w:]*)?"
)
#: The rest of a declaration that needs no type before it.
_DECLARED: Final = re.compile(
    rf"\s+(?:{_KEYWORD}|~|operator\s+[A-Za-z_]|\[\["
    r"|(?P<class>\w+)(?:<[^<>;{}()]*>)?::~?(?P=class)\s*\("
    rf"|{_TYPE}(?:\s+|\s*[*&]+\s*)(?:const\s+|[*&]\s*)*[A-Za-z_~:(])"
)
_CONSTRUCTOR: Final = re.compile(r"\s+(\w+)\s*\(")
_CLASSES: Final = re.compile(r"\b(?:class|struct)\s+(?:[A-Z0-9_]+\s+)?(\w+)")
#: Behind a macro with arguments that is a statement by itself.
_STATEMENT: Final = re.compile(r"[ \t]*(?://[^\n]*)?\n\s*(?=[\w}~#/\[]|$)")
#: A condition among the parameters of a template: ``FMT_ENABLE_IF(…)``.
_CONDITION: Final = re.compile(rf"[,<]\s*({_WORD}\s*{_BRACKETS})(?=\s*>)")


def macros(text: str) -> Iterator[tuple[int, int]]:
    """Yield where macros begin and end that are blank for the grammar."""
    classes: set[str] | None = None
    end = 0
    for found in _LEAD.finditer(text):
        start, stop = found.span(1)
        if start < end:
            continue
        in_class = _CLASS.search(text, found.start(), start)
        while True:
            arguments = _ARGUMENTS.match(text, stop)
            end = arguments.end() if arguments else stop
            if in_class:
                named = _NAMED.match(text, end)
                if named is None or (named[1] and "_" not in text[start + 1 : stop]):
                    break
            elif arguments and not _STATEMENT.match(text, end):
                if not _declares(text, end):
                    break
            elif not arguments and not _DECLARED.match(text, stop):
                constructor = _CONSTRUCTOR.match(text, stop)
                if constructor is None:
                    break
                if classes is None:
                    classes = set(_CLASSES.findall(text))
                if constructor[1] not in classes:
                    break
            yield start, end
            following = _NEXT.match(text, end)
            if following is None:
                break
            start, stop = following.span(1)


def _declares(text: str, end: int) -> bool:
    return bool(_DECLARED.match(text, end))
