"""How the definitions of a file are called in other files: excerpts of these.

An excerpt is a call as it stands in the text. Of each file the nearest users are read
again: examples and documentation before tests before other code.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, starmap
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from ..analysis.file_text import file_text
from ..scan.test_paths import is_test
from ..store.database import Store
from ..store.link_rows import ExcerptRow
from ..store.use_queries import uses_that_may_be_calls
from .references import MOST_PLACES
from .tree_paths import folder_distance

#: How many excerpts show how the definitions of a file are called.
EXCERPTS: Final = 5
#: How many lines an excerpt has, and how many characters a line.
LINES: Final = 5
WIDTH: Final = 100
#: How many characters of a line are looked at.
_LONGEST: Final = 2_000
#: How many users of a file are read for its excerpts.
_CANDIDATES: Final = 16

#: Folders of code that is there to be read.
_EXAMPLE_FOLDERS: Final = frozenset(
    {
        *("example", "examples", "demo", "demos", "sample", "samples"),
        *("doc", "docs", "tutorial", "tutorials", "benchmark", "benchmarks"),
    }
)

_CALL: Final = re.compile(r"[ \t]*\(")
# "def f(", "class C(", and patterns: "case C(x=1):".
_NO_CALL: Final = re.compile(r".*\b(?:def|class)\s+$|\s*case\s")
_BRACKET_OR_OPAQUE: Final = re.compile(
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
    """A file that may call definitions of another; the best users sort first."""

    rank: int
    """0 for examples and documentation, 1 for tests, 2 for other code."""
    distance: int
    """How many folders lie between the two."""
    minus_uses: int
    """How often it uses names of the file, negative."""
    path: str
    places: dict[str, str]
    """By qualified name where the first identifiers are, as :class:`~.Use` has it."""


class _Call(NamedTuple):
    """A call, with the lines from it on."""

    qualname: str
    path: str
    line: int
    column: int
    """Behind the identifier."""
    text: str


def excerpt_rows(
    store: Store, root: Path, targets: Iterable[str] | None = None
) -> Iterator[ExcerptRow]:
    """Yield the excerpts of the calls of each file's definitions.

    :param store: with the uses.
    :param root: where the files are.
    :param targets: the files whose definitions are used; by default all.
    """
    users = dict(_users(store, targets))
    by_user: defaultdict[str, list[tuple[str, _User]]] = defaultdict(list)
    for target, several in users.items():
        for user in several:
            by_user[user.path].append((target, user))
    calls: dict[tuple[str, str], list[_Call]] = {}
    for path, used in by_user.items():
        try:
            data = (root / path).read_bytes()
        except OSError:
            continue
        lines = file_text(path.rpartition("/")[2], data).text.split("\n")
        for target, user in used:
            calls[target, path] = _calls(lines, user)
    for target in sorted(users):
        calls_of_users = [calls.get((target, user.path), []) for user in users[target]]
        for number, (call, text) in enumerate(_choose(calls_of_users)):
            yield ExcerptRow(target, number, call.qualname, call.path, call.line, text)


def _users(
    store: Store, targets: Iterable[str] | None
) -> Iterator[tuple[str, list[_User]]]:
    """Yield for each file who may call its definitions, the best first."""
    rows = uses_that_may_be_calls(store, targets)
    for target, group in groupby(rows, attrgetter("target")):
        uses: Counter[str] = Counter()
        places: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for use in group:
            uses[use.path] += min(use.number, MOST_PLACES)
            places[use.path][use.qualname] = use.places
        users = [
            _User(_rank(path), folder_distance(target, path), -uses[path], path, names)
            for path, names in places.items()
        ]
        yield target, sorted(users, key=itemgetter(0, 1, 2, 3))[:_CANDIDATES]


@lru_cache(4096)
def _rank(path: str) -> int:
    if is_test(path):
        return 1
    return 2 if _EXAMPLE_FOLDERS.isdisjoint(path.split("/")[:-1]) else 0


def _calls(lines: Sequence[str], user: _User) -> list[_Call]:
    """Return the first call of each name that a user calls.

    By line, those of classes and functions before those of methods.
    """
    calls = []
    for qualname, places in user.places.items():
        for place in starmap(_Place, json.loads(places)):
            if _is_call(lines, place):
                first = place.line - 1
                text = "\n".join(lines[first : first + LINES + 1])
                end = place.column + place.length
                calls.append(_Call(qualname, user.path, place.line, end, text))
                break
    return sorted(
        calls, key=lambda call: ("." in call.qualname, call.line, call.column)
    )


def _is_call(lines: Sequence[str], place: _Place) -> bool:
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


def _choose(users: Sequence[Sequence[_Call]]) -> Iterator[tuple[_Call, str]]:
    """Choose from the calls of each user, and yield them with their excerpts.

    Of each user one call, of a name that was not there yet if it has such a name; then
    more from the same users, as long as they have other names.
    """
    names: set[str] = set()
    texts: set[str] = set()
    lines: set[tuple[str, int]] = set()
    for is_second_round in (False, True):
        for calls in users:
            new = [call for call in calls if call.qualname not in names]
            for call in new or ([] if is_second_round else calls):
                if len(lines) == EXCERPTS:
                    return
                line = (call.path, call.line)
                text = "" if line in lines else excerpt(call.text, call.column)
                if not text or text in texts:
                    continue
                yield call, text
                names.add(call.qualname)
                texts.add(text)
                lines.add(line)
                if not is_second_round:
                    break


def excerpt(text: str, start: int) -> str:
    """Return the first lines of a text, until the brackets of a call close.

    :param start: where the brackets open.
    """
    text = "\n".join(line[:_LONGEST] for line in text.split("\n"))
    depth, end = 0, len(text)
    for piece in _BRACKET_OR_OPAQUE.finditer(text, start):
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
    shown = [line if len(line) <= WIDTH else f"{line[:WIDTH]}…" for line in lines]
    return "\n".join([*shown, "…"] if cut else shown)
