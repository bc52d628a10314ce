"""Where the definitions are whose names match a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from fnmatch import translate
from functools import cache
from string import ascii_letters, digits
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.names.lookup import SIGNS, find_by_any_signs
from ...model.kinds import KINDS
from ...model.names import SEPARATORS, last_part
from ...model.record import Record
from ...scan.test_paths import is_test_or_example
from ...store.definition_queries import places_of_definitions

#: Characters that make a pattern one of those that shells have.
_OF_GLOBS: Final = frozenset("*?[")
#: They may stand for other characters than themselves, as ``k`` for the sign of Kelvin.
_TELLING: Final = frozenset(ascii_letters + digits) - frozenset("iksIKS")
#: Characters of a pattern. What SQLite and :mod:`re` take for one grows faster.
_LONGEST: Final = 1_000
_IN_BRACKETS: Final = re.compile(r"\[.*", re.DOTALL)
#: What in a regular expression stands for no letter: ``\\W``, ``(?P<name>``.
_SYNTAX: Final = re.compile(r"\\.|\(\?P", re.DOTALL)
#: From this rank on a name has the letters of a pattern, but not the pattern.
_SCATTERED: Final = 4
Rank = Callable[[str], int | None]
"""Returns how well a qualified name matches, 0 best; ``None`` if it does not."""


class NameMatch(Record, frozen=True):
    """A definition whose name matches."""

    path: str
    line: int
    kind: str
    qualname: str


def where(
    code: CodeMap, pattern: str, *, regex: bool = False, kinds: Collection[str] = KINDS
) -> list[NameMatch]:
    """Return the definitions whose names match a pattern, the best first.

    :param pattern: with ``*``, ``?`` or ``[…]`` the whole name, or with a dot or
        ``::`` the qualified name, as in shells; without these, what the name has in it,
        blanks for any signs between words; where no name has, letters that it has in
        this order (``mkey`` is in ``make_key``). Without a capital letter, case does
        not matter. What a name with its module or its file means
        (``shop.prices.Price``) comes first, tests and examples last of what matches as
        well.
    :param regex: whether it is a regular expression, found anywhere in the qualified
        name.
    :raises ValueError: if it is none, or too long.
    """
    if len(pattern) > _LONGEST:
        raise ValueError(f"the pattern has more than {_LONGEST:,} characters")
    rank = _by_regex(pattern) if regex else _rank(pattern)
    ranked: list[tuple[int, bool, bool, int, NameMatch]] = []
    like = "%" if regex else _like(pattern)
    meant: dict[tuple[str, str, str], int] = {}
    if not regex and SIGNS.search(pattern):
        objects = find_by_any_signs(code, pattern, kinds)
        meant = {
            (object_.path, object_.kind, object_.qualname): -1 for object_ in objects
        }
    also = {qualname for _, _, qualname in meant}
    is_read = cache(is_test_or_example)
    for path, kind, qualname, line, _ in places_of_definitions(code.store, like, also):
        if kind in kinds:
            order = meant.get((path, kind, qualname)) or rank(qualname)
            if order is not None:
                match = NameMatch(path, line, kind, qualname)
                other = last_part(qualname) != pattern
                ranked.append((order, is_read(path), other, len(qualname), match))
    ranked.sort(key=lambda row: (*row[:4], row[4].path, row[4].line))
    written = any(order < _SCATTERED for order, *_ in ranked[:1])
    return [match for order, *_, match in ranked if not written or order < _SCATTERED]


def _like(pattern: str) -> str:
    """Return a pattern of SQLite for at least what a pattern without regex matches."""
    letters = _IN_BRACKETS.sub("", pattern)
    return f"%{'%'.join(filter(_TELLING.__contains__, letters))}%" if letters else "%"


def _flags(pattern: str) -> re.RegexFlag:
    return re.NOFLAG if pattern != pattern.lower() else re.IGNORECASE


def _by_regex(pattern: str) -> Rank:
    try:
        flags = _flags(_SYNTAX.sub("", pattern))
        search = re.compile(pattern, flags).search
    except (re.error, OverflowError) as error:
        raise ValueError(f"not a regular expression: {error}") from error
    return lambda qualname: 0 if search(qualname) else None


def _rank(pattern: str) -> Rank:
    """Return what ranks qualified names by a pattern, the best as 0."""
    if not _OF_GLOBS.isdisjoint(pattern):
        whole = re.compile(translate(pattern), _flags(pattern)).match
        part = str if any(mark in pattern for mark in SEPARATORS) else last_part
        return lambda name: 0 if whole(part(name)) else None
    flags = _flags(pattern)
    words = pattern.split()
    written = r"[\W_]*".join(map(re.escape, words))
    # From the best to the worst, each of the last part of the name but the last two.
    tests = [
        re.compile(rf"{written}\Z", flags).match,
        re.compile(written, flags).match,
        re.compile(written, flags).search,
    ]
    # No part is tried twice, so the time is that of reading the name.
    letters = "".join(
        f"[^{letter}]*{letter}" for letter in map(re.escape, "".join(words))
    )
    scattered = re.compile(letters, flags).match

    def rank(qualname: str) -> int | None:
        if not scattered(qualname):
            return None
        name = last_part(qualname)
        for number, test in enumerate(tests):
            if test(name):
                return number
        if tests[-1](qualname):
            return _SCATTERED - 1
        return _SCATTERED + (0 if scattered(name) else 1)

    return rank
