"""Who uses what: which files ask for a definition, and how they call it.

A use is an identifier that leads to a definition of another file; the words of an
import statement are none. Files are added one by one, while their identifiers are
followed (:func:`~.identifiers.link_references`), and nothing of them is kept but
places. An *excerpt* is a call as it stands in the text: of each file the nearest users
are read again (:func:`link_excerpts`), examples and documentation before tests before
other code.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, starmap
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from ..analysis.file_text import file_text
from ..model.facts import FileFacts, Reference, References, is_private
from ..model.rows import ReferenceRow
from ..scan.test_paths import is_test
from ..store.database import Store
from .imports import distance

#: So many excerpts show how the definitions of a file are called.
EXCERPTS: Final = 5
#: An excerpt has so many lines, and lines have so many characters.
LINES: Final = 5
WIDTH: Final = 100
#: Characters of a line that are looked at.
_LONGEST: Final = 2_000

#: So many users of a file are read for them, and so many places of each name there.
_CANDIDATES: Final = 16
_PLACES: Final = 3

#: Folders of code that is there to be read.
_SHOWN: Final = frozenset(
    {
        *("example", "examples", "demo", "demos", "sample", "samples"),
        *("doc", "docs", "tutorial", "tutorials", "benchmark", "benchmarks"),
    }
)

_CALL: Final = re.compile(r"[ \t]*\(")
# "def f(", "class C(", and patterns: "case C(x=1):".
_NO_CALL: Final = re.compile(r".*\b(?:def|class)\s+$|\s*case\s")
_PIECE: Final = re.compile(
    r'"""(?:\\.|(?!""").)*"""'
    r"|'''(?:\\.|(?!''').)*'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
    r"|\#[^\n]*"
    r"|[()\[\]{}]",
    re.DOTALL,
)


class _Place(NamedTuple):
    """Where an identifier stands."""

    line: int
    column: int
    length: int


class _User(NamedTuple):
    """A file that may call definitions of another."""

    rank: int
    """0 for examples and documentation, 1 for tests, 2 for other code."""
    far: int
    places_less: int
    """How often it uses names of the file, negative."""
    path: str
    places: dict[str, str]
    """By qualified name where the first identifiers are, as the table has it."""


class _Call(NamedTuple):
    """A call, with the lines from it on."""

    qualname: str
    path: str
    line: int
    column: int
    """Behind the identifier."""
    text: str


Row = tuple[str, str, str, str, int, int, str]
"""Path and qualified name of the definition, the file that uses it, the id on the page
of its file, the line where that is first, how often it is, and as JSON line, column and
length of the first identifiers that may be calls."""


def uses_of(
    path: str,
    facts: FileFacts,
    references: References,
    targets: Sequence[ReferenceRow | None],
) -> list[Row]:
    """Return what a file uses, as rows of the table ``use``.

    :param references: those of the facts.
    :param targets: where each of their specs leads.
    """
    wanted = {
        number: row
        for number, row in enumerate(targets)
        # What belongs to another project has no path.
        if row is not None and row.qualname and row.path not in {"", path}
    }
    if not wanted:
        return []
    importing = {
        line for one in facts.imports for line in range(one.line, one.end_line + 1)
    }
    found: dict[tuple[str, str, str], list[Reference]] = {}
    for place in references.iterate():
        row = wanted.get(place.spec)
        if row is not None and place.line not in importing:
            key = (row.path, row.qualname, row.anchor)
            found.setdefault(key, []).append(place)
    rows: list[Row] = []
    for (target, qualname, anchor), places in found.items():
        # How a special method is called says little: "super().__init__()".
        called = not is_private(qualname) and not qualname.endswith("__")
        first = json.dumps([place[:3] for place in places[: called * _PLACES]])
        line, count = places[0].line, len(places)
        rows.append((target, qualname, path, anchor, line, count, first))
    return rows


def link_excerpts(
    store: Store, root: Path, targets: Iterable[str] | None = None
) -> Iterator[tuple[str, int, str, str, int, str]]:
    """Yield the rows of the table ``excerpt``.

    :param store: with the table ``use``.
    :param root: where the files are.
    :param targets: the files whose definitions are used; by default all.
    """
    users = {
        target: sorted(several, key=_order)[:_CANDIDATES]
        for target, several in _users(store, targets)
    }
    wanted: defaultdict[str, list[tuple[str, _User]]] = defaultdict(list)
    for target, several in users.items():
        for one in several:
            wanted[one.path].append((target, one))
    calls: dict[tuple[str, str], list[_Call]] = {}
    for path, asked in wanted.items():
        try:
            data = (root / path).read_bytes()
        except OSError:
            continue
        lines = file_text(path.rpartition("/")[2], data).text.split("\n")
        for target, one in asked:
            calls[target, path] = _calls(lines, one)
    for target in sorted(users):
        found = [calls.get((target, one.path), []) for one in users[target]]
        for number, (call, text) in enumerate(_chosen(found)):
            yield target, number, call.qualname, call.path, call.line, text


def _users(
    store: Store, targets: Iterable[str] | None
) -> Iterator[tuple[str, list[_User]]]:
    """Yield for each file who may call its definitions."""
    query = "SELECT target, path, qualname, count, places FROM use WHERE places <> '[]'"
    if targets is None:
        rows = store.select(f"{query} ORDER BY target")
    else:
        query += " AND target IN (SELECT value FROM json_each(?)) ORDER BY target"
        rows = store.select(query, (json.dumps(list(targets)),))
    for target, group in groupby(rows, itemgetter(0)):
        numbers: Counter[str] = Counter()
        places: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for _, path, qualname, count, first in group:
            numbers[path] += min(count, _PLACES)
            places[path][qualname] = first
        yield (
            target,
            [
                _User(_rank(path), distance(target, path)[0], -number, path, names)
                for (path, names), number in zip(
                    places.items(), numbers.values(), strict=True
                )
            ],
        )


@lru_cache(4096)
def _rank(path: str) -> int:
    if is_test(path):
        return 1
    return 2 if _SHOWN.isdisjoint(path.split("/")[:-1]) else 0


def _order(user: _User) -> tuple[int, int, int, str]:
    return user[:4]


def _calls(lines: Sequence[str], user: _User) -> list[_Call]:
    """Return the first call of each name that a user calls.

    By line, those of classes and functions before those of methods.
    """
    found = []
    for qualname, places in user.places.items():
        for place in starmap(_Place, json.loads(places)):
            if is_call(lines, place):
                first = place.line - 1
                text = "\n".join(lines[first : first + LINES + 1])
                end = place.column + place.length
                found.append(_Call(qualname, user.path, place.line, end, text))
                break
    return sorted(found, key=lambda one: ("." in one.qualname, one.line, one.column))


def is_call(lines: Sequence[str], place: _Place) -> bool:
    """Tell whether an identifier is called, where a reader of an excerpt sees it."""
    if place.line > len(lines):
        return False
    end = place.column + place.length
    # A line may be as long as the file.
    line = lines[place.line - 1][:_LONGEST]
    indent = len(line) - len(line.lstrip())
    return (
        end - indent < WIDTH
        and _CALL.match(line, end) is not None
        and _NO_CALL.match(line[: place.column]) is None
    )


def _chosen(users: Sequence[Sequence[_Call]]) -> Iterator[tuple[_Call, str]]:
    """Choose from the calls of each user, and yield them with their excerpts.

    Of each user one, of a name that was not there yet if it has one; then more from
    the same users, as long as they have other names.
    """
    names: set[str] = set()
    texts: set[str] = set()
    number = 0
    taken: set[tuple[str, int]] = set()
    for again in (False, True):
        for calls in users:
            new = [call for call in calls if call.qualname not in names]
            for call in new or ([] if again else calls):
                if number == EXCERPTS:
                    return
                if (call.path, call.line) in taken:
                    continue
                text = excerpt(call.text, call.column)
                if text in texts:
                    continue
                yield call, text
                number += 1
                names.add(call.qualname)
                texts.add(text)
                taken.add((call.path, call.line))
                if not again:
                    break


def excerpt(text: str, start: int) -> str:
    """Return the first lines of a text, until the brackets of a call close.

    :param start: where the brackets open.
    """
    text = "\n".join(line[:_LONGEST] for line in text.split("\n"))
    depth, end = 0, len(text)
    for piece in _PIECE.finditer(text, start):
        if piece[0] in "([{":
            depth += 1
        elif piece[0] in ")]}":
            depth -= 1
            if not depth:
                end = piece.end()
                break
    lines = (text[:end] + text[end:].partition("\n")[0]).split("\n")
    cut = len(lines) > LINES
    lines = textwrap.dedent("\n".join(lines[:LINES])).split("\n")
    shown = [one if len(one) <= WIDTH else f"{one[:WIDTH]}…" for one in lines]
    return "\n".join([*shown, "…"] if cut else shown)
