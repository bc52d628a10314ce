"""Macros of C and C++ that no grammar can know, found in the text of a file.

``class TORCH_API Foo``, ``NPY_NO_EXPORT int f()``, ``FMT_BEGIN_NAMESPACE`` on a line of
its own: a grammar takes the macro for a type, and what follows for something else. What
is found here is blank for the grammar (:attr:`.Grammar.blank`). By custom such names
are in capitals; they are told from types by what follows them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from itertools import chain
from typing import Final

from .c_branches import ENUM, branches, making_enumerators
from .c_tests import SUITE, TEST_TYPES
from .c_words import beginning_with, is_branch

#: Characters before one that are looked at.
_NEAR: Final = 200
_WORD: Final = r"(?:_{0,2}[A-Z][A-Z0-9_]+|PyObject_(?:VAR_)?HEAD)(?![\w.])"
#: Round brackets, with others in them.
_BRACKETS: Final = r"\((?:[^()]|\((?:[^()]|\([^()]{0,200}+\)){0,200}+\)){0,400}+\)"
#: What may stand before the name of a class.
_ATTRIBUTE: Final = (
    r"(?:\[\[[^\[\]\n]*\]\]|alignas\s*\([^()\n]*\)"
    r"|__attribute__\s*\(\((?:[^()\n]|\([^()\n]*\))*\)\))"
)
#: What begins a declaration, at the beginning of a line.
_LEAD: Final = re.compile(
    # Lines that begin with another letter are passed over at once.
    rf"\n[ \t]*+(?=[A-Z_\[acefistuv])(?:(?=\[){_ATTRIBUTE} +)*+"
    r"(?:(?:static|inline|extern(?: \"C\")?|virtual|constexpr|explicit|friend|typedef"
    r"|class|struct|union|enum|template *<(?:[^\n;{}<>]|<[^\n;{}<>]*>)*>) +)*"
    rf"(?:(?=[\[a_]){_ATTRIBUTE} +)*({_WORD})"
)
#: For the end of one that has none all the rest is not looked through.
_COMMENTS: Final = r"(?:\s*+(?://[^\n]*+|/\*(?:[^*]|\*(?!/)){0,400}+\*/)){0,40}+"
_NEXT: Final = re.compile(rf"{_COMMENTS}\s+({_WORD})")
#: Another attribute by a macro, on the same line.
_CALLED: Final = re.compile(rf"[ \t]+{_WORD}{_BRACKETS}")
_CLASS: Final = re.compile(rf"(?:class|struct|union|enum)\s+(?:{_ATTRIBUTE}\s+)*$")
_ARGUMENTS: Final = re.compile(rf"[ \t]*{_BRACKETS}")
#: The name of a class that follows, which is defined, or declared (``;``).
_NAMED: Final = re.compile(
    rf"\s+(?:{_ATTRIBUTE}\s*)*(?!final\b)[A-Za-z_][\w:]*\s*(?:final\b|{_WORD}\s*[:{{]|<|:|\{{|(;))"
)
_KEYWORD: Final = (
    r"(?:static|inline|extern|virtual|constexpr|consteval|explicit|friend|typedef|using"
    r"|const|template|class|struct|union|enum|namespace|typename|auto|decltype|void|bool"
    r"|char|int|unsigned|signed|long|short|float|double|public|private|protected)\b"
)
_TYPE: Final = (
    r"(?:::)?[A-Za-z_][\w:]*"
    r"(?:\s*<(?:[^<>;{}]|<(?:[^<>;{}]|<[^<>;{}]{0,200}>){0,200}>){0,300}>[\w:]*)?"
)
#: The rest of a declaration that needs no type before it: not ``A const *b;``.
_DECLARED: Final = re.compile(
    rf"(?!\s+const\s*(?:[*&]|\w+\s*[;={{\[]))\s+(?:{_KEYWORD}|~"
    r"|\[\[|(?:\w+(?:<[^<>;{}()]*>)?::)*"
    r"(?:operator\s+[A-Za-z_]|(?P<class>\w+)(?:<[^<>;{}()]*>)?::~?(?P=class)\s*\()"
    # The name of a function stands in brackets, or is that of a pointer; brackets
    # behind a name have its parameters.
    rf"|{_TYPE}[\s*&](?:const\s+|[\s*&])*"
    r"(?:[A-Za-z_~:]|\(\s*(?:(?:\w+::)*[*&]|\w+\s*\)\s*\()))"
)
#: Comments behind a macro, and the line of a condition.
_PASSED_OVER: Final = re.compile(
    _COMMENTS + r"(?:[ \t]*\n[ \t]*#[ \t]*if[^\n]*(?<!\\)(?=\n))?"
)
_CONSTRUCTOR: Final = re.compile(r"\s+(\w+)\s*\(")
#: What opens structures that have no other name before their members.
_OPENED: Final = re.compile(rf"\b(?:struct|union)\s+({_WORD})\s*\{{")
_OPENS: Final = re.compile(r"\s*\{")
_WORDS: Final = re.compile(rf"(?<!define )\b{_WORD}")
_CLASSES: Final = beginning_with(("class", "struct"), r"WORD\s+(?:[A-Z0-9_]+\s+)?(\w+)")
#: Behind a macro with arguments that is a statement by itself.
_STATEMENT: Final = re.compile(r"[ \t]*(?://[^\n]*)?\n\s*(?=[\w}~#/\[]|$)")
#: A macro that makes the type of the function below it: ``API(int)``; others between.
_RETURNED: Final = re.compile(
    rf"\([^(),\"']*\)((?:\s+{_WORD}(?:{_BRACKETS})?)*)[ \t]*"
    rf"\n(?!{_WORD}\()[A-Za-z_]\w*[ \t]*{_BRACKETS}\s*[;{{]"
)
#: One of the arguments of a macro that is a type, or nothing: "FLAG(int, size, 8);".
_TYPE_GIVEN: Final = re.compile(
    r"[(,]\s*(?:const\s+)?(?:(?:struct|union|enum)\s+\w+|(?:(?:unsigned|signed|long|short"
    r"|int|char|bool|float|double|void|s?size_t|ptrdiff_t|u?int(?:8|16|32|64|ptr)_t)\b"
    r"\s*)+|(?:\w+::)*\w+\s*(?=[*&]))[\s*&]*(?:const)?\s*(?=[,)])|,\s*\)"
)
#: All that a function does: ``int f() { OVERRIDE(int, A, f); }``
_BODY: Final = re.compile(rf"\{{[ \t]*({_WORD}{_BRACKETS})(?=[ \t]*;[ \t]*\}})")
#: Behind one without arguments, alone at the left edge.
_ALONE: Final = re.compile(r"[ \t]*\n(?:[ \t]*\n|[ \t]*/[/*])")
#: Where that may stand.
_ENDED: Final = re.compile(
    r"(?:[;})]|\*/|\bnamespace\b[^;{}()]*\{|\n[ \t]*(?:#|//)[^\n]*|\A)\s*\Z"
)
#: Between the type of a function and its name. What begins with one character, and not
#: with a condition or one of several, is searched for much faster.
_AMIDST: Final = tuple(
    re.compile(
        rf"{blank}([A-Z_](?:[A-Z0-9_]+(?:\([^()\n]*\))?|yObject_(?:VAR_)?HEAD))(?![\w.])"
        r"(?=\s+(?:operator\b|(?:\w+(?:<[^<>;{}()]*>)?::)*~?\w+(?:<[^<>;{}()]*>)?\s*\())"
    )
    for blank in (" ", r"\t", r"\n")
)
#: Behind the parameters of a function; what has a test is none.
_BEHIND: Final = re.compile(
    r"\)(?:\s*(?:const|noexcept|override|final|&&?)(?!\w))*+\s*(?![A-Z_]*TEST)"
    rf"((?:{_WORD}|_\w+_\b)(?:\s*{_BRACKETS})?(?:\s+(?:{_WORD}|_\w+_\b))*)"
    r"(?=\s*(?:(?:override|final)\b\s*)*(?:[{;]|=\s*(?:0|default|delete)\s*;))"
)
#: Before the initialisers of a constructor.
_INITIALISED: Final = re.compile(
    rf"\)[ \t]*({_WORD}(?:{_BRACKETS})?)(?=\s*:(?!:)\s*[A-Za-z_][\w:<>]*\s*[({{])"
)
#: Behind a field, which lock is held with it:
#: https://clang.llvm.org/docs/ThreadSafetyAnalysis.html#reference-guide
_GUARDED: Final = re.compile(
    rf"\w(?<!define)\]*\s+([A-Z_]*(?:GUARDED_BY|ACQUIRED_(?:BEFORE|AFTER))\s*{_BRACKETS})"
)
_GUARD: Final = ("GUARDED_BY", "ACQUIRED_")
#: Attributes by macros of Linux and the BSDs, before and behind what is declared.
_OF_KERNELS: Final = re.compile(
    r"(__(?<!\w__)(?:__)?(?:(?:init|exit|hidden|visible|weak|cold|hot|ref|noreturn|must_check"
    r"|always_inline|maybe_unused|unused|noinline|attribute_\w+__)(?=\s+[\w*])"
    r"|(?:(?:init|exit|ref)(?:const|data)|read_mostly|ro_after_init|packed"
    r"|randomize_layout|cacheline_\w+|(?:aligned|section|counted_by|alias)"
    r"[ \t]*\([^()\n]*\))(?=\s*(?:[=;]|__))))"
)
_NO_TYPE: Final = re.compile(
    r"static|inline|extern|virtual|constexpr|const|return|else|explicit|friend|typedef"
    r"|struct|class|union|enum|new|throw|case|goto|define|ifdef|ifndef|if|elif|undef"
    rf"|{_WORD}"
)
#: A type at the end of a text: on the same line, or on the one before, which is no
#: directive.
_LAST_WORD: Final = re.compile(r"(?:(\w+)[ \t]+|\n[^#\n]*(?:[*&]|>(?:::type)?)\s+)$")
_CAPITALS: Final = re.compile(_WORD)
#: A condition among the parameters of a template: ``FMT_ENABLE_IF(…)``.
_CONDITION: Final = re.compile(rf"[,<]\s*({_WORD}\s*{_BRACKETS})(?=\s*>)")
#: Its end, which is searched for much faster.
_CONDITION_END: Final = re.compile(r"\)\s*>")
#: All that is in a class: ``struct A : B { A_FIELDS B_FIELDS };``
_FIELDS: Final = re.compile(rf"\{{\s*+({_WORD}(?:\s+{_WORD})*)\s*\}}")
_CLASS_HEAD: Final = re.compile(
    r"(?<!\benum )\b(?:class|struct|union)\s+\w+\s*(?::(?!:)[^;{}()]*)?\Z"
)
#: Behind the name of a class: ``class A PROTOBUF_FINAL : public B``.
_FINAL: Final = beginning_with(
    ("class", "struct"),
    rf"WORD[ \t]+(?:{_WORD}[ \t]+)?(?!{_WORD})\w+[ \t]+({_WORD})(?=\s*[:{{])",
)
#: Before the name of a namespace, and behind it: ``namespace API a {``.
_OF_SPACE: Final = rf"(?:{_WORD}(?:{_BRACKETS})?|__attribute__\s*{_BRACKETS})"
_SPACES: Final = (
    re.compile(
        rf"namespace(?<!\wnamespace)\s+({_OF_SPACE})(?=\s+[A-Za-z_][\w:]*\s*\{{)"
    ),
    re.compile(
        rf"namespace(?<!\wnamespace)\s+[A-Za-z_][\w:]*\s+({_OF_SPACE})(?=\s*\{{)"
    ),
)
#: The class of whose members a field is a pointer: ``int A::*b;``
_POINTER: Final = re.compile(
    r"[\w>*&]\s+((?:\w+(?:<[^<>;{}()]*>)?::)+)(?=\s*\*\s*\w+\s*[;={])"
)
#: Its end, which is searched for much faster.
_POINTER_END: Final = re.compile(r"::[ \t]*\*[ \t]*\w+\s*[;={]")
#: How a function is called, before the pointer to it: ``int (WINAPI *f)(void);``
_CALLING: Final = re.compile(
    rf"\(\s*+({_WORD}(?:\s+{_WORD})*)"
    r"(?=(?:\s*\*\s*(?:const\s+)?|\s+)\w+\s*\)\s*\()"
)
#: Between a pointer and what is declared: ``A * NONNULL b``.
_POINTED: Final = tuple(
    re.compile(
        rf"{mark}\s*({_WORD})(?=\s+(?:const\s+)?(?!const\b)[A-Za-z_]\w*\s*[;,)=\[])"
    )
    for mark in (r"\*", "&")
)
#: A macro in small letters, alone between the line of the type and that of the name.
_SMALL: Final = re.compile(
    r"\n(?:static|extern)[ \t]+(?:\w+[ \t]+)*"
    r"(?!inline\b|const\b|(?:un)?signed\b|long\b)[a-z]\w*[ \t*]*\n"
    r"(?!void\b|bool\b|char\b|int\b|long\b|double\b|\w+_t\b)"
    r"([a-z]\w*)(?=[ \t]*\n\w+[ \t]*\()"
)
#: The name of a function at the left edge, before which it may stand.
_AT_EDGE: Final = re.compile(r"\n\w+[ \t]*\(")
#: Behind the name of a macro that says which arguments are checked against a format.
_NUMBERS: Final = re.compile(
    r"\([ \t]*\d+(?:[ \t]*,[ \t]*\d+)*[ \t]*\)(?=\s+(?:\*\s*)*[A-Za-z_]\w*\s*\()"
)
#: That, at the end of a text, behind a type.
_NUMBERED: Final = re.compile(r"(?:[\w)][ \t]|\*)\s*((?!__launch)[A-Za-z_]\w*[ \t]*)\Z")
#: A text by a macro, between others: ``"a" TEXT(b) "c"``.
_TEXT: Final = (
    re.compile(rf"\"\s+(?=[A-Z_P])({_WORD}{_BRACKETS})"),
    re.compile(rf"(?<![\w.])(?<!define )({_WORD}{_BRACKETS})(?=\s+\")"),
)
_TEXT_END: Final = re.compile(r"\)\s+\"")
#: Enumerators by a macro, whose first argument names them: ``OPTION(A, LONG, 1),``
_ENUMERATOR: Final = re.compile(rf"\n[ \t]*({_WORD}\()\w+(,[^()]*\)|\))(?=[ \t]*,)")
#: A macro in small letters before the type of a variable: ``_rw uint32_t a;``
_BEFORE_INT: Final = re.compile(
    r"\n[ \t]*+(?:(?:static|extern|volatile|const)[ \t]+)*+"
    rf"(?!{_KEYWORD}|(?:volatile|register|mutable|return|else|case|_Atomic)\b)"
    r"([a-z]*+_\w*+)(?=[ \t]+(?:u?int(?:8|16|32|64|ptr)_t|s?size_t)[ \t*]+"
    r"(?:const[ \t]+)?[A-Za-z_]\w*\s*[;,=:\[])"
)
#: What a macro makes a type of: ``typedef REMOVE_CONST(T) U;``
_TYPE_OF: Final = re.compile(
    r"typedef(?<!\wtypedef)\s+(?!decltype\b|_*typeof|_*attribute)\w+"
    rf"({_BRACKETS})(?=\s+\w+\s*;)"
)
#: Around what others include: ``FMT_END_NAMESPACE``.
_BOUNDARY: Final = re.compile(
    r"\n((?=[A-Z]\w*(?:BEGIN|END|DECLS|NAMESPACE))[A-Z0-9_]+)[ \t]*(?=\n|$)"
)
#: The same in a class: ``METHOD_LIST_BEGIN``. It is no enumerator, and no value.
_INNER_BOUNDARY: Final = re.compile(
    r"\n[ \t]++((?=[A-Z]\w*(?:BEGIN|END|DECLS)(?![A-Z0-9]))[A-Z0-9_]+)"
    r"[ \t]*+(?=\n\s*+[\w~/#\[])"
)
#: Between the last declaration of a class and its end.
_LAST: Final = re.compile(
    r"[;}](?:\s|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
    rf"({_WORD})[ \t]*(?=\n\s*\}})"
)
#: Before a block: ``A_TRY {``. What stands before them is no end of a statement.
_BEFORE_BLOCK: Final = re.compile(
    rf"\n[ \t]*+(?=[A-Z_P])({_WORD})(?=[ \t]*\n?[ \t]*\{{[ \t]*\n)"
)
_UNENDED: Final = re.compile(
    r"(?:\b(?:class|struct|union|enum|namespace|public|private|protected|virtual|return)"
    r"|[,:=(])\s*\Z"
)
#: A line of which it is all.
_LAST_LINE: Final = re.compile(rf"\n[ \t]*+(?=[A-Z_P]){_WORD}[ \t]*\n\s*\}}")
#: A word of C++ before what modules offer, and what they say of themselves:
#: ``export module a.b:c;``, ``import d;``.
_EXPORT: Final = re.compile(r"\n[ \t]*+(export)(?=\s+[A-Za-z_\[:])")
_MODULE: Final = re.compile(
    r"\n((?:export[ \t]+)?(?:module|import)"
    r"(?:[ \t]+[\w.]+)?(?:[ \t]*:[ \t]*[\w.]+|[ \t]*[<\"][^\n<>\";]+[>\"])?[ \t]*;)"
)
#: Words of Qt: ``emit saved(1);``, ``SLOT(save(int))``.
_OF_QT: Final = (
    *beginning_with(("emit", "Q_EMIT"), r"(WORD)(?=[ \t]+[A-Za-z_][\w:.>-]*\()"),
    *beginning_with(("forever", "Q_FOREVER"), r"(WORD)(?=\s*\{)"),
    *beginning_with(("SIGNAL", "SLOT"), r"WORD\(\s*\w+\s*(\([^();{}]*\))\s*\)"),
)
#: Between the name of a variable and its value: ``int a[] ALIGNED(4) = {1};``
_BEFORE_VALUE: Final = re.compile(
    rf"(?:\]|\w[ \t*]+(?!const\b|static\b)\w+)[ \t]+({_WORD}{_BRACKETS})(?=\s*=(?!=))"
)
#: That, at the end of a text, which is searched for much faster.
_ENDED_BEFORE_VALUE: Final = re.compile(r"\)\s*=(?!=)")
#: A statement by itself that is all of a branch.
_IN_BRANCH: Final = re.compile(
    rf"[;}})]\n\s*#[ \t]*if[^\n]*\n[ \t]*({_WORD})(?=[ \t]*\n[ \t]*#[ \t]*(?:endif|el))"
)
#: A definition by a macro that is given a text: ``static COMMAND(a, "b");``
_GIVEN_TEXT: Final = re.compile(
    rf"\n((?:static|extern)[ \t]+{_WORD}\((?=[^()\n]*\")[^()]*\))(?=[ \t]*;)"
)
#: Behind a macro that makes the type of a variable: ``static ATOMIC(int) a{};``
_OF_TYPE: Final = re.compile(
    r"\n[ \t]*+(?:(?:static|inline|extern|const|mutable|volatile)[ \t]+)*+"
    rf"{_WORD}(\([\w:<> *&]+\))(?=[ \t]+[A-Za-z_]\w*\s*(?:;|=(?!=)|\{{[^{{}}\n]*\}};))"
)
#: Around the name of a function; one in capitals makes a name of that.
_AROUND_NAME: Final = re.compile(
    r"\n[A-Za-z_][\w \t*]*[ \t*](__(?!attr|declspec)[a-z]\w*+\()\w+(\))"
    rf"(?={_BRACKETS}\s*[{{;])"
)
#: Between a pointer and the name of a function that returns it.
_BEHIND_POINTER: Final = re.compile(rf"\*\s*(__attribute__\s*{_BRACKETS})")
#: What is found by one expression alone.
_PLAIN: Final = (
    _AROUND_NAME,
    _BEFORE_INT,
    _BEHIND_POINTER,
    SUITE,
    TEST_TYPES,
    _IN_BRANCH,
    _GIVEN_TEXT,
    _OF_TYPE,
    _CALLING,
    _INITIALISED,
    _BODY,
    _BEHIND,
    _BOUNDARY,
    _INNER_BOUNDARY,
    _TYPE_OF,
    *_FINAL,
    *_OF_QT,
    *_POINTED,
    *_SPACES,
)
#: What is found only where one of some words is, and something else is found first.
_WITH_SIGNS: Final = (
    (("(",), _AT_EDGE, _SMALL),
    (("template",), _CONDITION_END, _CONDITION),
    (("::",), _POINTER_END, _POINTER),
    (("export",), None, _EXPORT),
    (("module", "import"), None, _MODULE),
    (("=",), _ENDED_BEFORE_VALUE, _BEFORE_VALUE),
    (("}",), _LAST_LINE, _LAST),
    (("__",), None, _OF_KERNELS),
    *((('"',), _TEXT_END, text) for text in _TEXT),
)


def macros(text: str) -> list[tuple[int, int]]:
    """Return where macros begin and end that are blank for the grammar."""
    # So that the first line begins like the others.
    lines = f"\n{text}"
    called = (*_before(lines), *_others(lines))
    spans = [span for span in called if _is_code(lines, *span)]
    spans += (*branches(lines), *making_enumerators(lines))
    places: list[tuple[int, int]] = []
    end = 0
    # Of those that begin at one place the longest counts.
    for start, stop in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start > end:
            places.append((start - 1, stop - 1))
            end = stop - 1
    return places


def _before(text: str) -> Iterator[tuple[int, int]]:
    """Yield the macros at the beginnings of declarations, and those on their own."""
    classes = cache(lambda: {name for word in _CLASSES for name in word.findall(text)})
    attributes = cache(lambda: _attributes(text))
    end = 0
    for match in _LEAD.finditer(text):
        start, stop = match.span(1)
        if start < end or text.startswith("\\", match.start() - 1):
            continue
        in_class = bool(_CLASS.search(text, match.start(), start))
        # What stands before a macro is one, too.
        before: list[tuple[int, int]] = []
        while True:
            arguments = _ARGUMENTS.match(text, stop)
            end = arguments.end() if arguments else stop
            before.append((start, end))
            returned = _RETURNED.match(text, stop) if arguments else None
            if returned and text.startswith("\n", start - 1):
                end = returned.end(1)
                yield returned.span(1)
                break
            if (
                text[start:stop] in attributes()
                if in_class and _OPENS.match(text, end)
                else _is_macro(text, start, stop, end, in_class, classes)
            ):
                yield from before
                before.clear()
            elif in_class or (arguments and not _CALLED.match(text, end)):
                break
            following = _NEXT.match(text, end)
            if following is None:
                break
            start, stop = following.span(1)


def _attributes(text: str) -> frozenset[str]:
    """Return the macros that several structures without a name have for one.

    A name opens one structure, or two on conditions, and is mostly used besides.
    """
    opened, words = Counter(_OPENED.findall(text)), Counter(_WORDS.findall(text))
    return frozenset(
        word
        for word, number in opened.items()
        if words[word] == number and (number > 2 or word.endswith("PACKED"))
    )


def _is_macro(
    text: str,
    start: int,
    stop: int,
    end: int,
    in_class: bool,
    classes: Callable[[], Set[str]],
) -> bool:
    """Return whether a word is a macro, by what follows it.

    :param stop: where the word ends.
    :param end: where its arguments end; without any, ``stop``.
    :param in_class: whether it stands behind ``class``.
    :param classes: tells the classes of the file.
    """
    if in_class:
        named = _NAMED.match(text, end)
        if named is None or named[1] is None:
            return named is not None
        # "extern struct A_T a;" declares no class.
        before = text[text.rfind("\n", 0, start) : start].split()
        word = text[start:stop]
        return (
            "_" in word[1:]
            and word not in classes()
            and {"extern", "static"}.isdisjoint(before)
        )
    passed = _PASSED_OVER.match(text, end)
    if _DECLARED.match(text, passed.end() if passed else end):
        return True
    if end > stop and "FOREACH" not in text[start:stop]:  # The grammar reads a loop.
        return bool(
            # Where it is all of a branch, c_words sees to it.
            (_STATEMENT.match(text, end) and not is_branch(text, start))
            or (text.startswith(";", end) and _TYPE_GIVEN.search(text, stop, end))
            or text.startswith(" operator", end)
        )
    if text.startswith("PyObject_", start):
        return True
    if text.startswith("\n", start - 1) and _ALONE.match(text, end):
        return bool(_ENDED.search(text, max(start - _NEAR, 0), start))
    constructor = _CONSTRUCTOR.match(text, stop)
    return bool(constructor and constructor[1] in classes())


def _others(text: str) -> Iterator[tuple[int, int]]:
    """Yield the macros between the words of declarations, and behind them."""
    yield from _amidst(text)
    yield from _guarded(text)
    yield from _numbered(text)
    for match in _BEFORE_BLOCK.finditer(text):
        if not _UNENDED.search(text, max(match.start() - 10, 0), match.start()):
            yield match.span(1)
    for match in _FIELDS.finditer(text):
        if _CLASS_HEAD.search(text, max(match.start() - _NEAR, 0), match.start()):
            yield match.span(1)
    for match in ENUM.finditer(text):
        yield from _groups(_ENUMERATOR.finditer(text, *match.span(1)))
    for expression in _likely(text):
        yield from _groups(expression.finditer(text))


def _groups(matches: Iterable[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Yield where the groups of expressions are."""
    for match in matches:
        yield from map(match.span, range(1, match.re.groups + 1))


def _amidst(text: str) -> Iterator[tuple[int, int]]:
    """Yield the macros in capitals behind a word of a declaration."""
    for match in chain.from_iterable(pattern.finditer(text) for pattern in _AMIDST):
        if _CAPITALS.match(match[1]):
            # With the white space before it.
            before = text[max(match.start(1) - 100, 0) : match.start(1)]
            word = _LAST_WORD.search(before)
            no_type = word and word[1] and _NO_TYPE.fullmatch(word[1])
            if word and not no_type:
                yield match.span(1)


def _guarded(text: str) -> Iterator[tuple[int, int]]:
    """Yield the macros that say what guards something."""
    if any(word in text for word in _GUARD):
        for match in _GUARDED.finditer(text):
            if not _is_no_code(text, match.start(1)):
                yield match.span(1)


def _numbered(text: str) -> Iterator[tuple[int, int]]:
    """Yield the macros that are given numbers, with these."""
    for match in _NUMBERS.finditer(text):
        start = max(text.rfind("\n", 0, match.start()), 0)
        name = _NUMBERED.search(text, start, match.start())
        if name and not _is_no_code(text, match.start()):
            yield name.start(1), match.end()


def _likely(text: str) -> Iterator[re.Pattern[str]]:
    """Yield the expressions for more macros, without those that cannot match."""
    yield from _PLAIN
    for words, end, expression in _WITH_SIGNS:
        if any(word in text for word in words) and (not end or end.search(text)):
            yield expression


def _is_code(text: str, start: int, end: int) -> bool:
    # The definition of a macro goes on behind its line ends; conditions name macros.
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return "\\\n" not in text[start:end] and not line.lstrip().startswith("#")


def _is_no_code(text: str, at: int) -> bool:
    """Return whether a line is a comment or a directive, before a place in it."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return "//" in line or line.lstrip().startswith(("*", "#"))
