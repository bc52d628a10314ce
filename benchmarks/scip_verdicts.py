"""Who is right where two indexes in the SCIP format differ: jedi or basedpyright say.

A judge is asked where an identifier leads. An index is right if it has the same symbol
at that place, as its definition or as what it is given. Where a stub is beside a
module, what the stub declares is what the module has by the same name.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from judges import Answers
from judges import Place as Judged

from sphinxcontrib_kwindex.analysis.python.source.encoding import decode_python

OURS: Final = "ours is right"
THEIRS: Final = "theirs is right"
NEITHER: Final = "the judges say something else"
UNDECIDED: Final = "no judge says anything"

#: What is defined at the top of a module: name, end of the descriptor, and the rest.
_TOP: Final = re.compile(r"[^/]*/(\w+)(#|\(\)\.|\.|:)(.*)")

_IDENTIFIER: Final = re.compile(r"\w+")

Name = tuple[str, str]
"""As :meth:`check_scip.Index.name` has it."""


class Difference(NamedTuple):
    """A place of which two indexes do not say the same."""

    path: str
    line: int
    """Counted from 0."""
    start: int
    """In characters."""
    end: int
    ours: Name
    theirs: frozenset[Name]
    is_definition: bool

    def __str__(self) -> str:
        theirs = " ".join(name for _, name in sorted(self.theirs)) or "nothing"
        place = f"{self.path}:{self.line + 1}:{self.start}"
        return f"{place} {self.ours[1]}, theirs {theirs}"


class Known(defaultdict[tuple[str, int, int], set[Name]]):
    """What an index says is defined, or given a value, by path, line and column.

    Lines are counted from 1; a file as a whole is at line 0.
    """

    def __init__(self) -> None:
        super().__init__(set)

    def with_stubs(self, used: dict[tuple[str, str], set[Name]]) -> None:
        """Let what stubs declare be also what their modules have by that name.

        :param used: by path and name what a file says that names stand for.
        """
        for (path, *_), names in list(self.items()):
            if not path.endswith(".pyi"):
                continue
            for _, symbol in list(names):
                found = _TOP.fullmatch(symbol)
                for whose, other in (
                    used.get((path[:-1], found[1]), ()) if found else ()
                ):
                    if found and (not found[3] or other.endswith(found[2])):
                        names.add((whose, other + found[3]))


def last_name(symbol: str) -> str:
    """Return the last identifier in a symbol, or in a dotted name."""
    text = symbol.removesuffix("/__init__:")
    for end in "/#:.()[]`":
        text = text.replace(end, " ")
    return (text.split() or [""])[-1]


class Verdicts:
    """Asks judges.

    :param root: the tree.
    :param ours: what our index knows, and *theirs* the other one.
    """

    def __init__(
        self, root: Path, judges: list[Answers], ours: Known, theirs: Known
    ) -> None:
        self._root = root
        self._judges = judges
        self._ours = ours
        self._theirs = theirs

    def of(
        self, differences: Iterable[Difference]
    ) -> dict[str, list[tuple[Difference, str]]]:
        """Return the differences by verdict, each with what the judges say."""
        by_path: defaultdict[str, list[Difference]] = defaultdict(list)
        for one in differences:
            by_path[one.path].append(one)
        found: defaultdict[str, list[tuple[Difference, str]]] = defaultdict(list)
        for path, several in sorted(by_path.items()):
            text = decode_python((self._root / path).read_bytes()).text
            lines = text.split("\n")
            asked = [
                (one.line + 1, one.start, lines[one.line][one.start : one.end])
                for one in several
            ]
            answers = [judge.of_file(path, text, asked) for judge in self._judges]
            for number, one in enumerate(several):
                said = [place for some in answers for place in some[number] or ()]
                shown = ", ".join(
                    f"{it.path or it.full_name or 'outside'}:{it.line}" for it in said
                )
                found[self._verdict(one, said)].append((one, shown))
        return found

    def _verdict(self, one: Difference, said: list[Judged]) -> str:
        own = one.path, one.line + 1, one.start
        if one.is_definition:
            there = [it for it in said if (it.path, it.line, it.column) == own]
            names = [set(it.full_name.split(".")) for it in there if it.full_name]
            if one.theirs and names:
                own_names = _IDENTIFIER.findall(one.ours[1].rpartition("/")[2])
                return (
                    OURS if any(it.issuperset(own_names) for it in names) else NEITHER
                )
            return OURS if there else (NEITHER if said else UNDECIDED)
        said = [it for it in said if (it.path, it.line, it.column) != own]
        verdicts = {self._confirmed(one, it) for it in said}
        order = (OURS, THEIRS, NEITHER)
        return next((it for it in order if it in verdicts), UNDECIDED)

    def _confirmed(self, one: Difference, said: Judged) -> str:
        """Return whom an answer of a judge confirms; empty for none that counts."""
        if not said.path:
            if one.ours[0] == "own":
                return NEITHER
            # basedpyright says only that it is not in the tree.
            last = last_name(one.ours[1])
            same = not said.full_name or last_name(said.full_name) == last
            return OURS if same else NEITHER
        key = said.path, said.line, said.column if said.line else 0
        if one.ours in self._ours.get(key, ()):
            return OURS
        if one.theirs & self._theirs.get(key, set()):
            return THEIRS
        known = key in self._ours or key in self._theirs
        return NEITHER if known or one.ours[0] == "other" else ""


def drawn(differences: list[Difference], count: int, seed: str) -> list[Difference]:
    """Return some of the differences, or all if *count* is 0."""
    if not count or len(differences) <= count:
        return differences
    return sorted(random.Random(seed).sample(sorted(differences), count))
