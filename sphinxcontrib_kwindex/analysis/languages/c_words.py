"""Words of C and C++ that grammars do not know, replaced by such that they do.

Those of CUDA and of Microsoft's compiler, and what stands in definitions of macros.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

#: The pointer among the parameters that has no name: ``T * = nullptr``.
_NAMELESS: Final = re.compile(r"\*(?=\s*=\s*(?:nullptr|NULL)\s*[,)>])")
#: A parameter that is empty by default, and the comma in ``decltype(f(), true)``.
_EMPTY: Final = re.compile(r"=\s*+(\{\})(?=\s*[,)])")
_COMMA: Final = re.compile(
    r"(decltype(?<!\wdecltype)\s*\([^;{}]{1,500}?),"
    r"(?=\s*[\w:]+(?:\(\)|\{\})?\s*\)\s*[;{])"
)
#: Words of CUDA that stand where C++ has ``inline``.
_CUDA: Final = re.compile(
    r"__(?:global|device|host|shared|constant|managed|grid_constant|noinline"
    r"|forceinline)__"
)
#: The same with arguments, also behind ``struct``.
_BOUNDS: Final = re.compile(
    r"__(?:launch_bounds|(?:builtin_)?align)__\s*\((?:[^()]|\([^()]*\)){0,300}\)"
)
#: A conversion to a type by its name, with what stands before it: with two words of
#: which none is ``explicit`` the grammar takes it for a function of another name.
_CAST: Final = re.compile(r"operator\s+[A-Za-z_]")
_BEFORE_CAST: Final = re.compile(
    r"(?:constexpr|consteval|__(?:host|device)__|\[\[[^\[\]\n]{4,}\]\])"
    r"(?=\s+(?:(?:constexpr|consteval|inline|virtual|__\w+__|\[\[[^\[\]\n]+\]\])\s+)*"
    r"operator\s+[A-Za-z_])"
)
#: Words before one that is defined outside of its class: the grammar takes the class
#: for what it returns, and the type for its name.
_OUTSIDE_CAST: Final = re.compile(
    r"\b(?:inline|constexpr|consteval|[A-Z][A-Z0-9_]+)"
    r"(?=\s+(?:(?:inline|constexpr|consteval|[A-Z][A-Z0-9_]+)\s+)*"
    r"[A-Za-z_][\w:]*(?:<[^<>;{}()]{0,200}>)?::\s*operator\s+[A-Za-z_])"
)
#: What follows these words, which is searched for much faster.
_OUTSIDE: Final = re.compile(r"::\s*operator\s+[A-Za-z_]")
#: What stands in a class of Qt before what is public.
_SIGNALS: Final = re.compile(r"^[ \t]*+(?:signals|Q_SIGNALS)(?=:)", re.MULTILINE)
#: Words of Microsoft's compiler.
_OF_MICROSOFT: Final = re.compile(
    r"__(?:declspec\s*\((?:[^()]|\([^()]*\)){0,300}\)"
    r"|(?:std|c|fast|this|vector)call\b|cdecl\b)"
)
#: A question in conditions whose argument is no expression.
_HAS_INCLUDE: Final = re.compile(r"(?<=__has_include)(\s*\(\s*)([<\"][^>\"\n]*[>\"])")
#: Attributes behind a name, which the grammars do not know in an enumeration.
_OF_ENUMERATOR: Final = re.compile(r"(?<=\w)[ \t]*\[\[[^\[\]\n]+\]\](?=\s*[,=}])")
#: Before the value of what is declared where a macro is called:
#: ``EXPECT_THROW([[maybe_unused]] auto a = b(), C)``.
_GIVEN: Final = re.compile(
    r"\((?<=[A-Z]\()(?:\[\[[^\[\]\n]+\]\]|(?:const\s+)?auto\b)[^()\[\]{};,=\n]*=(?!=)"
)
#: The class of whose members a pointer without a name is to one: ``void (A::*)(int)``.
_TO_MEMBER: Final = re.compile(r"\(\s*(?:\w+::)+(?=\*\s*\))")
#: An operator that is called by its name.
_ARROW: Final = re.compile(r"operator->(?<=[\w)\]][.>]operator->)(?=\s*\()")
#: A macro that is a statement without a semicolon, and a condition on which it is all
#: that is done: without an end the grammar takes what follows for a part of it.
_UNENDED: Final = re.compile(
    r"\n([ \t]*[A-Z][A-Z0-9_]{2,}[ \t]*)"
    r"\(((?:[^()]|\((?:[^()]|\([^()]{0,200}+\)){0,200}+\)){0,400}+)\)"
    r"(?=[ \t]*(?://[^\n]*)?\n\s*(?://[^\n]*\n\s*){0,20}[\w}])"
)
_CONDITION: Final = re.compile(
    r"(?:\belse|(?<!#)(?<!# )\b(?:if|for|while)\b[^;{}]*\))\s*\Z"
)
#: Characters before one that are looked at.
_NEAR: Final = 300
#: What is declared ahead in Objective-C, in headers that C++ reads as well.
_AHEAD: Final = re.compile(r"^[ \t]*+@(?=class[ \t]+\w+[ \t]*;)", re.MULTILINE)
#: Words before a friend, behind which alone the grammar knows them.
_BEFORE_FRIEND: Final = re.compile(
    r"\b(?:inline|constexpr)(?=\s+(?:(?:inline|constexpr)\s+)?friend\b)"
)
#: What makes an object of a type in an expression: ``if (typename T::flag())``.
_MADE: Final = re.compile(
    r"typename(?:(?<=[(!]typename)|(?<=[=n] typename))(?=\s+\w[\w:<>]*::\w+[({])"
)
_LAUNCH: Final = re.compile(r"<<<([^;{}]{1,500}?)>>>(?=\s*\()")
#: The definition of a macro, which goes on behind its line ends.
_DEFINITION: Final = re.compile(
    r"#[ \t]*define[ \t]+\w+[^\\\n]*+(?:\\(?:.|\n)[^\\\n]*+)*+", re.DOTALL
)
#: The beginning of a comment, and what may hold the same characters.
_OPENED: Final = re.compile(r"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|/\*")
#: A comment in it with something behind, for the grammars its end.
_COMMENT_IN_MACRO: Final = re.compile(r"/\*(?:[^*]|\*(?!/))*+\*/(?=[ \t]*[^ \t\n])")


def prepare(text: str) -> str:
    """Replace what the grammars do not know by as much that they know."""
    if _CAST.search(text):
        text = _BEFORE_CAST.sub(lambda match: "explicit".ljust(len(match[0])), text)
        if _OUTSIDE.search(text):
            text = _OUTSIDE_CAST.sub(_blanks, text)
    if "class " in text and ("signals:" in text or "Q_SIGNALS:" in text):
        text = _SIGNALS.sub(lambda match: "public".rjust(len(match[0])), text)
    for sign, expression, replacement in _REPLACED:
        if sign in text:
            text = expression.sub(replacement, text)
    if text.rfind("/*") > (closed := text.rfind("*/")):
        # For comments without an end the grammars take very long.
        text = text[: closed + 2] + _OPENED.sub(_unopened, text[closed + 2 :])
    return text.replace("extern template", "       template")


def beginning_with(words: tuple[str, ...], rest: str) -> tuple[re.Pattern[str], ...]:
    """Return what finds each of some words, to search for which is much faster.

    :param rest: the word, ``WORD``, and what follows.
    """
    return tuple(
        re.compile(rest.replace("WORD", rf"{word}(?<!\w{word})")) for word in words
    )


def is_branch(text: str, start: int) -> bool:
    """Return whether what begins at a place is all that is done on a condition."""
    return bool(_CONDITION.search(text[max(start - _NEAR, 0) : start]))


def _definition(match: re.Match[str]) -> str:
    """Return the definition of a macro without comments, which grammars end it at."""
    before = match.string.rfind("\n", 0, match.start()) + 1
    if match.string[before : match.start()].strip():
        # In a text or a comment.
        return match[0]
    text = match[0]
    # For the end of each that has none the pattern looks through all the rest.
    opened = text.find("/*", text.rfind("*/") + 2)
    end = len(text) if opened < 0 else opened + len("/*")
    return _COMMENT_IN_MACRO.sub(_blanks, text[:end]) + text[end:]


def _unopened(match: re.Match[str]) -> str:
    return "  " if match[0] == "/*" else match[0]


def _blanks(match: re.Match[str]) -> str:
    # Without the end of its line a macro would end.
    return re.sub(r"[^\s\\]|\\(?!\n)", " ", match[0])


def _behind_bracket(match: re.Match[str]) -> str:
    return "(" + _blanks(match)[1:]


def _in_braces(match: re.Match[str]) -> str:
    if not is_branch(match.string, match.start()):
        return match[0]
    return f"\n{' ' * len(match[1])}{{{match[2]}}}"


def _inline(match: re.Match[str]) -> str:
    # Before the parameters of a lambda it may not stand.
    before = match.string[: match.start()].rstrip()[-1:]
    return ("" if before in {"]", "="} else "inline").ljust(len(match[0]))


#: By what a text has that has one of them: what is replaced by what, in this order.
_REPLACED: Final[
    tuple[tuple[str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]
] = (
    ("__", _OF_MICROSOFT, _blanks),
    ("__has_", _HAS_INCLUDE, lambda match: match[1] + "1".ljust(len(match[2]))),
    ("__", _BOUNDS, _blanks),
    ("__", _CUDA, _inline),
    ("[[", _OF_ENUMERATOR, _blanks),
    ("<<<", _LAUNCH, r"  (\1)  "),
    ("if", _UNENDED, _in_braces),
    ("typename", _MADE, _blanks),
    ("friend", _BEFORE_FRIEND, _blanks),
    ("auto", _GIVEN, _behind_bracket),
    ("([[", _GIVEN, _behind_bracket),
    ("::*", _TO_MEMBER, _behind_bracket),
    ("@class", _AHEAD, _blanks),
    # Which may be asked of any type, as this can.
    ("typeid", re.compile(r"typeid(?<!\wtypeid)(?=\s*\()"), "sizeof"),
    ("operator->", _ARROW, "operator__"),
    ("*", _NAMELESS, " "),
    ("{}", _EMPTY, lambda match: match[0].replace("{}", "0 ")),
    ("decltype", _COMMA, r"\1+"),
    ("define", _DEFINITION, _definition),
)
