"""The repository in N tokens: what most depends on, with signatures.

Files are ranked as PageRank ranks pages, over who uses what of whom: a file matters
that others use that matter. What is asked for, files or words, is where the walk begins
again, and words count by themselves where names have them, rare ones most. A file's
rank goes to its definitions as far as they are used. Then the best are taken as long as
there is room.

The order follows from the store alone, so that the same tree gives the same map.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heapify, heappop
from math import log, log2, sqrt
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.testing.files_with_tests import holds_tests
from ...links.tree_paths import is_within
from ...model.definition_heads import written
from ...model.facts import Definition
from ...model.kinds import VALUES
from ...model.names import enclosing, parts_of
from ...model.record import Record
from ...scan.test_paths import is_test_or_example
from ...store.definition_queries import places_of_definitions
from ...store.import_queries import imported_files
from ...store.use_queries import names_used_between
from .tokens import Counter as TokenCounter
from .tokens import token_counter

#: The share of a file's rank that goes to the files that it uses.
_DAMPING: Final = 0.85
_ROUNDS: Final = 30
#: What a use counts of which nothing but the name is known, one in a test, and an
#: import by which nothing is used that is known.
_BY_NAME: Final = 0.3
_IN_TEST: Final = 0.2
_IMPORT: Final = 0.5
#: The share of the score that words have where some are given.
_WORDS: Final = 0.8
#: What a word counts in the name of a definition, of what that is in, in the sentence
#: about a file, in the name of the file and of a folder.
_IN_NAME, _IN_OWNER, _IN_SENTENCE, _IN_FILE, _IN_FOLDER = 1.0, 0.6, 0.6, 0.8, 0.5
#: The share of its file's rank, and of its match, that a definition has by standing
#: there.
_OF_RANK: Final = 0.02
_OF_MATCH: Final = 0.06
#: What a value counts, and what is private.
_VALUE: Final = 0.5
_PRIVATE: Final = 0.5
#: What stands in tests, examples and documentation counts, unless words ask for them:
#: their names say what they try.
_OF_READ: Final = 0.15
_READ: Final = frozenset({"test", "exampl", "benchmark"})
#: What words end with that is no part of what they mean.
_OF_DOERS: Final = ("ers", "er", "ors", "or")
_ENDINGS: Final = ("ions", "ion", "ings", "ing", *_OF_DOERS, "ed", "es", "s", "e")
#: Characters of a signature behind the name, and of a sentence.
_LONGEST: Final = 120
#: How many that do not fit are passed over for one that does.
_PASSED: Final = 100
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


class MapDefinition(Record, frozen=True):
    """A definition in the map."""

    qualname: str
    kind: str
    line: int
    depth: int
    """How many definitions of the map it stands in."""
    signature: str


class MapFile(Record, frozen=True):
    """A file in the map."""

    path: str
    summary: str
    definitions: tuple[MapDefinition, ...]

    def lines(self) -> Iterator[str]:
        """Yield the lines that are shown of it."""
        yield f"{self.path}: {self.summary}" if self.summary else self.path
        for definition in self.definitions:
            yield f"{definition.line:5} {'  ' * definition.depth}{definition.signature}"


class RepositoryMap(Record, frozen=True):
    """A repository in a number of tokens."""

    files: tuple[MapFile, ...]
    """The best first."""
    tokens: int
    """Those of the text."""
    counted_by: str
    """``estimate``, or the name of a vocabulary of tiktoken."""
    text: str


_Item = tuple[float, str, str]
"""A definition, or without a name a file as a whole: how little it matters, its path
and its qualified name."""


def repository_map(
    code: CodeMap,
    tokens: int,
    *,
    below: str = "",
    files: Sequence[str] = (),
    names: Sequence[str] = (),
    counter: TokenCounter | None = None,
) -> RepositoryMap:
    """Return the part of a repository that matters most, in a number of tokens.

    :param tokens: how many the text has at most.
    :param below: the folder or file that is shown; by default all.
    :param files: files that somebody works on: what they use matters more.
    :param names: words or names that somebody asks about.
    """
    counter = counter or token_counter()
    items = [item for item in _items(code, files, names) if is_within(item[1], below)]
    # Few of many are needed, so they are not all put in order.
    heapify(items)
    chosen = _Chosen(code, counter, tokens)
    passed = 0
    while items and passed <= _PASSED:
        _, path, qualname = heappop(items)
        passed = 0 if chosen.add(path, qualname) else passed + 1
    return chosen.result()


class _Chosen:
    """What is in the map so far."""

    def __init__(self, code: CodeMap, counter: TokenCounter, most: int) -> None:
        self._code = code
        self._counter = counter
        self._most = most
        self._definitions = cache(self._read)
        self._of_file: dict[str, dict[str, MapDefinition]] = {}
        self._used = 0
        self._order: list[tuple[str, list[str]]] = []

    def add(self, path: str, qualname: str) -> bool:
        """Add a definition with what it stands in, or a file, if there is room."""
        there = self._of_file.get(path, {})
        new: list[MapDefinition] = []
        if qualname:
            known = self._definitions(path)
            wanted = [qualname]
            while (outer := enclosing(wanted[-1])) in known:
                wanted.append(outer)
            for depth, name in enumerate(reversed(wanted)):
                if name not in there and name in known:
                    new.append(self._shown(path, known[name], depth))
            if not new:
                return True
        elif path in self._of_file:
            return True
        file = MapFile(path, self._summary(path), tuple(new))
        lines = list(file.lines())[path in self._of_file :]
        cost = sum(self._counter.count(f"{line}\n") for line in lines)
        if self._used + cost > self._most:
            return False
        self._used += cost
        self._of_file.setdefault(path, {}).update(
            (definition.qualname, definition) for definition in new
        )
        self._order.append((path, [definition.qualname for definition in new]))
        return True

    def _read(self, path: str) -> dict[str, Definition]:
        """Return the definitions of a file by name, of several the first."""
        definitions = self._code.facts(path).definitions
        return {definition.qualname: definition for definition in reversed(definitions)}

    def _shown(self, path: str, definition: Definition, depth: int) -> MapDefinition:
        python = self._code.facts(path).python
        signature = _plain(written(definition, python=python, longest=_LONGEST))
        return MapDefinition(
            definition.qualname, definition.kind, definition.line, depth, signature
        )

    def _summary(self, path: str) -> str:
        row = self._code.file(path)
        summary = _plain(row.summary) if row else ""
        return summary if len(summary) <= _LONGEST else f"{summary[:_LONGEST]}…"

    def result(self) -> RepositoryMap:
        """Return the map; what was added last goes, should it be too long."""
        while True:
            files = tuple(
                MapFile(
                    path,
                    self._summary(path),
                    tuple(sorted(of.values(), key=lambda one: (one.line, one.depth))),
                )
                for path, of in self._of_file.items()
            )
            text = "".join(
                f"{_plain(line)}\n" for file in files for line in file.lines()
            )
            number = self._counter.count(text)
            if number <= self._most or not self._order:
                return RepositoryMap(files, number, self._counter.name, text)
            path, names = self._order.pop()
            for name in names:
                del self._of_file[path][name]
            if all(path != other for other, _ in self._order):
                del self._of_file[path]


def _plain(text: str) -> str:
    """Return a text of the tree on one line, without control characters."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def _words(text: str) -> list[str]:
    """Return the words of a name or a sentence, in their plain form."""
    return [_stem(word) for word in _WORD.findall(text)]


def _stem(word: str) -> str:
    """Return a word without the most common endings of English."""
    word = word.casefold()
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    for ending in _ENDINGS:
        rest = word.removesuffix(ending)
        least = 4 if ending in _OF_DOERS else 3
        if rest != word and len(rest) >= least and not rest.endswith("s"):
            word = rest
            break
    # "validate", "validator" and "valid".
    return word[:-2] if len(word) > 6 and word.endswith("at") else word


def _items(code: CodeMap, files: Sequence[str], names: Sequence[str]) -> list[_Item]:
    """Return files and definitions, in no order."""
    rows = {row.path: row for row in code.files_in() if row.category != "data"}
    definitions = [row for row in places_of_definitions(code.store) if row[0] in rows]
    words = _Words(rows, definitions, names) if any(map(_words, names)) else None
    matches = words.of_files() if words else {}
    uses = _Uses(code, rows)
    begins = {path: 1.0 for path in files if path in rows} or matches
    ranks = uses.ranks(sorted(rows), begins)
    flows = uses.flows(ranks)
    top = max(flows.values(), default=1.0) or 1.0
    best = max(matches.values(), default=1.0) or 1.0
    highest = max(ranks.values(), default=1.0) or 1.0
    share = _WORDS if words else 0.0
    least = _OF_READ if words and not words.ask_for_tests else 1.0
    worth = {path: least if is_test_or_example(path) else 1.0 for path in rows}
    items = [
        _item(
            worth[path] * (1 - share) * 0.05 * ranks[path] / highest
            + worth[path] * share * 0.3 * matches.get(path, 0.0) / best,
            path,
        )
        for path in rows
        if not words or matches.get(path)
    ]
    for path, kind, qualname, _, private in definitions:
        flow = flows.get((path, qualname), 0.0) / top
        score = (1 - share) * (flow + _OF_RANK * ranks[path] / highest)
        if words:
            match = words.of_definition(path, qualname)
            score += share * (match + _OF_MATCH * matches.get(path, 0.0)) / best
            score *= 0.2 + matches.get(path, 0.0) / best
        score *= (_VALUE if kind in VALUES else 1.0) * (_PRIVATE if private else 1.0)
        if score:
            items.append(_item(score * worth[path], path, qualname))
    return items


def _item(score: float, path: str, qualname: str = "") -> _Item:
    # Rounded, so that the order in which numbers were added does not matter.
    return -round(score, 9), path, qualname


class _Uses:
    """Who uses what of whom."""

    def __init__(self, code: CodeMap, rows: Mapping[str, object]) -> None:
        self._weights: defaultdict[str, dict[tuple[str, str], float]]
        self._weights = defaultdict(dict)
        counts = {path: _IN_TEST if holds_tests(code, path) else 1.0 for path in rows}
        for path, target, qualname, number, by_name in names_used_between(code.store):
            if path in rows and target in rows:
                weight = sqrt(number) * (_BY_NAME if by_name else 1.0) * counts[path]
                self._weights[path][target, qualname] = weight
        for path, target in sorted(imported_files(code.store)):
            if path in rows and target in rows:
                weight = _IMPORT * counts[path]
                self._weights[path].setdefault((target, ""), weight)
        self._sums = {path: sum(of.values()) for path, of in self._weights.items()}

    def ranks(
        self, paths: Sequence[str], begins: Mapping[str, float]
    ) -> dict[str, float]:
        """Return the rank of each file.

        :param begins: where the walk begins, by how often; by default anywhere.
        """
        begins = begins or dict.fromkeys(paths, 1.0)
        total = sum(begins[path] for path in sorted(begins))
        start = {path: begins.get(path, 0.0) / total for path in paths}
        edges: dict[str, list[tuple[str, float]]] = {}
        for path, of in self._weights.items():
            to: defaultdict[str, float] = defaultdict(float)
            for (target, _), weight in of.items():
                to[target] += weight / self._sums[path]
            edges[path] = sorted(to.items())
        ranks = start
        for _ in range(_ROUNDS):
            new = dict.fromkeys(paths, 0.0)
            lost = 0.0
            for path in paths:
                out = edges.get(path)
                if not out:
                    lost += ranks[path]
                    continue
                for target, part in out:
                    new[target] += ranks[path] * part
            ranks = {
                path: (1 - _DAMPING) * start[path]
                + _DAMPING * (new[path] + lost * start[path])
                for path in paths
            }
        return ranks

    def flows(self, ranks: Mapping[str, float]) -> dict[tuple[str, str], float]:
        """Return how much of the rank of all files goes to each definition."""
        flows: defaultdict[tuple[str, str], float] = defaultdict(float)
        for path in sorted(self._weights):
            part = ranks[path] / self._sums[path]
            for place, weight in self._weights[path].items():
                if place[1]:
                    flows[place] += part * weight
        return flows


class _Words:
    """How well files and definitions match words."""

    def __init__(
        self,
        rows: Mapping[str, object],
        definitions: Iterable[tuple[str, str, str, int, int]],
        names: Iterable[str],
    ) -> None:
        self._wanted = dict.fromkeys(word for name in names for word in _words(name))
        self._exact = {name.casefold() for name in names}
        self._in_path: dict[str, dict[str, float]] = {}
        for path, row in rows.items():
            self._in_path[path] = self._of_path(path, getattr(row, "summary", ""))
        self._named: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for path, _, qualname, *_ in definitions:
            for word in self._wanted.keys() & set(_words(parts_of(qualname)[-1])):
                self._named[path][word] += 1
        count = Counter(
            word
            for path in rows
            for word in self._wanted
            if word in self._in_path[path] or word in self._named[path]
        )
        number = len(rows)
        self._weight = {
            word: log(1 + number / count[word]) for word in self._wanted if count[word]
        }
        self._all = sum(self._weight.values()) or 1.0
        self.ask_for_tests = not _READ.isdisjoint(self._wanted)
        """Whether tests or examples are what is asked for."""

    def _of_path(self, path: str, summary: str) -> dict[str, float]:
        """Return what the words are worth that a path or the sentence has."""
        folder, _, name = path.rpartition("/")
        best: dict[str, float] = {}
        for text, worth in (
            (folder, _IN_FOLDER),
            (summary, _IN_SENTENCE),
            (name.partition(".")[0], _IN_FILE),
        ):
            for word in self._wanted.keys() & set(_words(text)):
                best[word] = max(worth, best.get(word, 0.0))
        return best

    def _score(self, worth: Mapping[str, float]) -> float:
        """Return what words together are worth: all of them much more than one."""
        weights = self._weight
        known = [word for word in weights if word in worth]
        covered = sum(weights[word] for word in known)
        value = sum(weights[word] * worth[word] for word in known)
        return value / self._all * (covered / self._all)

    def of_files(self) -> dict[str, float]:
        """Return how well each file matches; only those that do."""
        scores = {}
        for path, in_path in self._in_path.items():
            worth = dict(in_path)
            for word, number in self._named[path].items():
                named = min(1.0, 0.5 + 0.15 * log2(number))
                worth[word] = min(1.5, worth.get(word, 0.0) + named)
            if worth:
                scores[path] = self._score(worth)
        return scores

    def of_definition(self, path: str, qualname: str) -> float:
        """Return how well a definition matches; 0 if its own name does not."""
        *outer, name = parts_of(qualname)
        # What it is in may be defined elsewhere, so that nothing here has the word.
        worth = dict.fromkeys(
            (word for part in outer for word in _words(part) if word in self._weight),
            _IN_OWNER,
        )
        own = self._wanted.keys() & set(_words(name))
        exact = bool({name.casefold(), qualname.casefold()} & self._exact)
        if not own and not exact:
            return 0.0
        for word, value in self._in_path[path].items():
            worth[word] = max(value * 0.7, worth.get(word, 0.0))
        worth.update(dict.fromkeys(own, _IN_NAME))
        return self._score(worth) + exact
