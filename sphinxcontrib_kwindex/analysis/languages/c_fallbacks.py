"""What a file of C or C++ defines for those systems only that lack it.

``#ifndef HAVE_STRLCPY``, ``size_t strlcpy(…);``, ``#endif``: by custom a condition has
the name, or asks for the system alone. Elsewhere the name means what a library has. A
file gives its own options a value that way, too: these begin like its other names.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Final

from ...model.facts import Definition

_DIRECTIVE: Final = re.compile(
    r"\n[ \t]*#[ \t]*(if|elif|else|endif)((?:n?def)?\b(?:[^\\\n]|\\.|\\\n)*+)"
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|$)|//.*", re.DOTALL)
#: What stands before a name in what a configuration finds out of a system.
_FOUND_OUT: Final = re.compile(
    r"(?:\w*_)?(?:HAVE|HAS|NO|NEEDS?|LACKS?|MISSING)_(?:DECL_|FUNC_|STRUCT_|TYPE_)?"
)
#: What compilers say of a system, and not of the language.
_SYSTEM: Final = re.compile(r"n?def|defined|(?!__cplusplus|__CUDA)_[A-Z_]\w*")
#: What is replaced for a system, mostly.
_REPLACED: Final = frozenset({"macro", "class", "type"})
#: How a library begins its names.
_PREFIX: Final = re.compile(r"_*[A-Za-z0-9]+_")
#: Of how many of its names no condition asks whether they are there.
_OWN: Final = 3
_DEEPEST: Final = 20


@dataclass(slots=True)
class _Condition:
    outer: _Condition | None
    words: set[str] = field(default_factory=set)
    lacking: set[str] = field(default_factory=set)
    """What a configuration has not found, in capitals."""
    of_system: bool = False
    """Whether it asks for nothing but the system."""
    lines: list[int] = field(default_factory=list)
    """Of each of its directives."""
    has_else: bool = False

    def around(self) -> Iterator[_Condition]:
        """Yield the condition, and those around it."""
        one: _Condition | None = self
        while one:
            yield one
            one = one.outer

    def leaves_out(self, lines: Collection[int]) -> bool:
        """Tell whether all of some lines stand in it, and not in each of its parts."""
        within = [sum(a < line < b for line in lines) for a, b in pairwise(self.lines)]
        return sum(within) == len(lines) and not (self.has_else and all(within))


def fallbacks(text: str, definitions: Collection[Definition]) -> set[str]:
    """Return the qualified names of what a file defines where a system lacks it."""
    found: set[str] = set()
    asked: set[str] = set()
    starts, conditions = _conditions(text)
    for one in definitions if starts[1:] else ():
        name = one.name
        if one.kind == "macro" and name.startswith("HAVE_"):
            found.add(one.qualname)
        innermost = conditions[bisect_left(starts, one.line) - 1]
        for condition in islice(innermost.around() if innermost else (), _DEEPEST):
            by_name = name in condition.words or (
                condition.of_system and one.kind in _REPLACED
            )
            is_lacking = name.upper() in condition.lacking
            if (by_name or is_lacking) and condition.leaves_out(one.lines):
                (asked if by_name else found).add(one.qualname)
    if asked:
        begun = Counter(map(_prefix, set(_WORD.findall(text)) - asked))
        found |= {
            name for name in asked if not _prefix(name) or begun[_prefix(name)] < _OWN
        }
    return found


def _prefix(name: str) -> str:
    found = _PREFIX.match(name)
    return found[0].casefold() if found else ""


def _conditions(text: str) -> tuple[list[int], list[_Condition | None]]:
    """Return lines, and which condition is the innermost one behind each."""
    text = f"\n{text}"
    starts, conditions, line, done = [0], list[_Condition | None]([None]), 1, 0
    for directive in _DIRECTIVE.finditer(text):
        line += text.count("\n", done, directive.start())
        done = directive.start()
        innermost = conditions[-1]
        if directive[1] == "if":
            innermost = _Condition(innermost)
        if innermost is None:
            continue
        innermost.lines.append(line)
        innermost.has_else |= directive[1] == "else"
        if directive[1] == "endif":
            innermost = innermost.outer
        else:
            words = _WORD.findall(_COMMENT.sub("", directive[2]))
            innermost.of_system = bool(words) and all(map(_SYSTEM.fullmatch, words))
            innermost.words.update(words)
            innermost.lacking.update(
                word[said.end() :] for word in words if (said := _FOUND_OUT.match(word))
            )
        starts.append(line)
        conditions.append(innermost)
    return starts, conditions
