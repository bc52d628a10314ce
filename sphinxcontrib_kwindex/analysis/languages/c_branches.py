"""Branches of the preprocessor that a grammar cannot read one after the other.

``#if A``, ``if (x) {``, ``#else``, ``if (y) {``, ``#endif``, ``}`` is no text in which
brackets match. Where those of a branch do not, the first branch stands for all; so it
does in the midst of what grammars read as one: of arguments, the initialisers of a
constructor, an expression, or a declaration. What ``#if 0`` leaves out is not read if
it is a text. All other branches are read one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

#: The rest of a directive, which goes on behind line ends in comments.
_REST: Final = (
    r"(?:\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/|[^\n\\]|\\.|\\\n)*+"
)
_DIRECTIVE: Final = re.compile(rf"\n[ \t]*#[ \t]*(if|elif|else|endif){_REST}")
#: What has brackets that are no brackets.
_OPAQUE: Final = re.compile(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
    rf"|\n[ \t]*#{_REST}"
)
#: What ends a statement or a declaration, or begins those in it.
_ENDS: Final = re.compile(r".*[;{}]", re.DOTALL)
#: Behind what an expression goes on, a list, and the initialisers of a constructor.
_GOES_ON: Final = re.compile(
    r"(?:[-+|=?(]|&&|<<|\breturn|\A\s*,|\)[\s\w]*(?<!:):(?!:)(?:[^;]*,)?)\s*\Z"
)
#: A template whose parameters are not at their end, or have nothing behind them.
_TEMPLATE: Final = re.compile(r"\btemplate\s*<.*[<>,&|]\s*\Z", re.DOTALL)
#: The beginning of the values of an array.
_LIST: Final = re.compile(r"=\s*\{\s*\Z")
#: What stands before them, never read in two ways: a line may be ``/////////``.
_COMMENTS: Final = r"(?:\s|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
#: What begins no declaration and no statement.
_NO_BEGINNING: Final = re.compile(rf"{_COMMENTS}(?:[,?)}}|=]|&&|<<|:(?!:)|else\b)")
#: An initialiser, which in a list has a comma behind it.
_INITIALISER: Final = re.compile(rf"{_COMMENTS}[\w:<>]+\s*[({{]")
#: What a function does, behind a condition, perhaps in one more.
_BLOCK: Final = re.compile(rf"{_COMMENTS}(?:#[ \t]*if{_REST}{_COMMENTS})?\{{")
#: What belongs to the question before the condition that is in its branches.
_ELSE: Final = re.compile(rf"{_COMMENTS}else\b")
#: A label of what follows, or an ``else`` before that, alone at the end of a branch.
_LEFT_OPEN: Final = re.compile(r"(?:[;{}]|\A)\s*(?!default\b)(?:\w+\s*:|else)\s*\Z")
#: The body of a function, or none, in branches behind its head.
_HEAD: Final = re.compile(
    r"(?:\)(?:\s|const\b|noexcept\b|override\b|final\b)*|\belse\s*)\Z"
)
#: What is never compiled.
_NEVER: Final = re.compile(r"\s*#[ \t]*if[ \t]+(?:0|false)\b[ \t]*(?:$|/[/*])")
#: A function, perhaps with its type, behind a condition in which words before it are.
_NAME: Final = re.compile(
    rf"{_COMMENTS}(?:[\w:<>]+[\s*&]+){{0,3}}(?:\w+::)*~?\w+[ \t]*\("
)
#: The head of a list of enumerators, the only one in which grammars read conditions.
_ENUMERATORS: Final = re.compile(r"\benum\b[^;{}]*\{\s*\Z")
#: What is no more than attributes, of what follows.
_ATTRIBUTES: Final = re.compile(
    r"\s*(?:(?:__attribute__|__declspec)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*)+"
)
#: A list of enumerators.
ENUM: Final = re.compile(r"enum(?<!\wenum)\b[^;{}()]*\{([^{}]*)\}")
#: What a list has its enumerators made by, ``#define X(a) a,``, and included.
_LISTED: Final = re.compile(r"\n[ \t]*#[ \t]*include\b")
_MAKING: Final = re.compile(rf"\n[ \t]*(#[ \t]*(?:define|undef)\b{_REST})")
#: Characters before a condition, and at the end of a branch, that are looked at.
_NEAR: Final = 2000
#: Where no bracket is open.
_EVEN: Final = (0, 0)


@dataclass(slots=True)
class _Group:
    """A condition with all of its branches."""

    directives: list[tuple[int, int]]
    depths: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    """How many brackets are open at the end of each branch, curly and round."""
    amidst: bool = False
    """Whether it stands in the midst of a list or an expression."""

    def add(self, depth: tuple[int, int]) -> None:
        curly, round_ = self.depths[-1]
        self.depths[-1] = curly + depth[0], round_ + depth[1]


def branches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the directives and branches that a grammar had better not see.

    :param text: with a line end before its first line.
    """
    groups: list[_Group] = []
    done = 0
    for match in _DIRECTIVE.finditer(text):
        place = match.start() + 1, match.end()
        if groups:
            depth = _depth(text, done, place[0])
            if depth != _EVEN:
                groups[-1].add(depth)
        done = place[1]
        if match[1] == "if":
            groups.append(_Group([place], amidst=_amidst(text, *place)))
        elif groups:
            groups[-1].directives.append(place)
            if match[1] != "endif":
                groups[-1].depths.append((0, 0))
                continue
            group = groups.pop()
            if _is_text(text, group):
                yield from _all_but(group, 1)
                continue
            group.amidst |= _goes_on_behind(text, group.directives[-2][1], *place)
            if group.amidst or any(map(any, group.depths)):
                yield from _all_but(group, 0)
                if groups:
                    groups[-1].add(group.depths[0])


def making_enumerators(text: str) -> Iterator[tuple[int, int]]:
    """Yield the definitions of macros that make enumerators of what a list includes."""
    for match in ENUM.finditer(text):
        if _LISTED.search(text, *match.span(1)):
            for made in _MAKING.finditer(text, *match.span(1)):
                yield made.span(1)


def _all_but(group: _Group, kept: int) -> Iterator[tuple[int, int]]:
    """Yield the directives of a condition, and its branches but for one."""
    before, behind = group.directives[: kept + 1], group.directives[kept + 1 :]
    yield before[0][0], before[-1][1]
    if behind:
        yield behind[0][0], behind[-1][1]


def _is_text(text: str, group: _Group) -> bool:
    """Tell whether what is never compiled is no code."""
    start, end = group.directives[0]
    stop = group.directives[1][0]
    never = _NEVER.match(text[start:end])
    return never is not None and _last(text, end, stop) not in {";", "}", "", ":"}


def _amidst(text: str, start: int, end: int) -> bool:
    """Return whether a condition stands in what grammars read as one.

    :param start: where its ``#if`` begins.
    :param end: where that ends.
    """
    begun = _begun(text, start)
    if (
        _LIST.search(text, max(start - _NEAR, 0), start)
        or begun.count("(") > begun.count(")")
        or (_GOES_ON.search(begun) and not begun.lstrip().startswith("case "))
        or (begun.rstrip().endswith(",") and not _lists_enumerators(text, start))
        or _NO_BEGINNING.match(text, end)
        or (_BLOCK.match(text, end) and _HEAD.search(begun))
    ):
        return True
    following = _DIRECTIVE.search(text, end)
    stop = following.start() if following else len(text)
    if _TEMPLATE.search(begun):
        return _last(text, end, stop) not in {";", "}"}
    return bool(_INITIALISER.match(text, end)) and _last(text, end, stop) == ","


def _lists_enumerators(text: str, stop: int) -> bool:
    """Return whether a place is in a list of enumerators, or in a very long one."""
    before = _OPAQUE.sub("", text[max(0, stop - _NEAR) : stop])
    head, opened, _ = before.rpartition("{")
    return not opened or bool(_ENUMERATORS.search(head + opened))


def _last(text: str, start: int, stop: int) -> str:
    """Return the last character of a branch."""
    return _code(text, start, stop).rstrip()[-1:]


def _code(text: str, start: int, stop: int) -> str:
    """Return the code at the end of a branch, without comments and texts."""
    return _OPAQUE.sub("", text[max(start, stop - _NEAR) : stop])


def _goes_on_behind(text: str, begun: int, start: int, end: int) -> bool:
    """Return whether what the last branch begins goes on behind the condition.

    It is the head of a block, or the type of what follows, or its attributes, or what
    an ``else`` follows, or the beginning of an expression.

    :param begun: where the branch begins.
    :param start: where the ``#endif`` begins.
    :param end: where that ends.
    """
    last = _last(text, begun, start)
    is_type = last == "_" or last.isalnum() or _ATTRIBUTES.fullmatch(text, begun, start)
    return bool(
        last in {">", "*", "&", "=", "|", "+"}
        or (last in {":", "e"} and _LEFT_OPEN.search(_code(text, begun, start)))
        or _ELSE.match(text, end)
        or (last == ")" and _BLOCK.match(text, end))
        or (is_type and _NAME.match(text, end))
    )


def _begun(text: str, stop: int) -> str:
    """Return what stands before a place since the last statement or declaration."""
    near = max(0, stop - _NEAR)
    ends = max(text.rfind(end, near, stop) for end in (";\n", "{\n", "}\n"))
    if ends < 0 < near:
        return ""
    before = text[max(ends, 0) : stop]
    inside, closed, rest = before.partition("*/")
    if closed and "/*" not in inside:
        # What was found ends a line of a comment.
        before = rest
    return _ENDS.sub("", _OPAQUE.sub("", before), count=1)


def _depth(text: str, start: int, end: int) -> tuple[int, int]:
    depth = _brackets(text, start, end)
    if depth == _EVEN:
        return depth
    return _brackets(_OPAQUE.sub("", text[start:end]), 0, end)


def _brackets(text: str, start: int, end: int) -> tuple[int, int]:
    count = text.count
    return (
        count("{", start, end) - count("}", start, end),
        count("(", start, end) - count(")", start, end),
    )
