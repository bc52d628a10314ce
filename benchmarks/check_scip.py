"""Check an index that the export ``scip`` writes, and compare it with another one.

``check_scip.py ROOT`` links the Python files below ROOT, writes ``index.scip``, and
looks for what ``scip lint`` finds: symbols that nothing defines, occurrences or symbols
twice, relationships that lead nowhere; and for ranges that are not in the text, not in
order, or overlap. ``--theirs INDEX`` is the index of another program for the same tree,
such as ``scip-python index --cwd ROOT``, with ``src`` in ``PYTHONPATH`` where the
modules are there. Of the definitions that it has, the part is told that ours has with
the same symbol; of our references, the part that it has, and what it has instead.

``--judge jedi,basedpyright`` asks these programs about the places of which the two say
something else, and tells what part of our definitions and references is right by the
other index or by them (:mod:`scip_verdicts`).

Packages and versions are not compared, nor what the symbols of other projects end with.
A name of several parts in an import is one range of scip-python's, and several of ours.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from judges import JUDGES, Answers
from linked_tree import LinkedTree, key_of
from scip_verdicts import (
    NEITHER,
    OURS,
    THEIRS,
    UNDECIDED,
    Difference,
    Known,
    Verdicts,
    drawn,
    last_name,
)

from sphinxcontrib_kwindex.analysis.scip.messages import message_classes
from sphinxcontrib_kwindex.analysis.scip.read_index import fields
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.exports.scip import write

_SYMBOL: Final = re.compile(
    r"(?:[^ ]|  )+ (?:[^ ]|  )+ ((?:[^ ]|  )+) (?:[^ ]|  )+ (.+)", re.DOTALL
)
_DESCRIPTORS: Final = re.compile(
    r"(?:\((?:[\w+$-]+|`(?:[^`]|``)+`)\)|\[(?:[\w+$-]+|`(?:[^`]|``)+`)\]"
    r"|(?:[\w+$-]+|`(?:[^`]|``)+`)(?:/|#|:|!|\(\w*\)\.|\.))+",
    re.ASCII,
)
_NAMES: Final = re.compile(r"`((?:[^`]|``)+)`|([\w+$-]+)")
_IN_METHOD: Final = re.compile(r"#(?:[\w+$-]+\(\)\.)+(?=[\w+$-]+\(\)\.)")
_EXTERNAL_SYMBOL: Final = 3
_DOCUMENT: Final = 2
_SAME: Final = "the same"
_ANOTHER: Final = "another symbol"
#: Roles of what is defined or given a value there.
_BOUND: Final = 1 | 4


class Place(NamedTuple):
    """Where a symbol occurs."""

    path: str
    line: int
    start: int
    end: int


class Index:
    """An index, as far as it is compared.

    :param folders: what modules are called after, and not.
    """

    def __init__(self, file: Path, folders: tuple[str, ...] = ()) -> None:
        classes = message_classes()
        self.documents: list[Any] = []
        self.external: list[Any] = []
        with file.open("rb") as stream:
            for number, content in fields(stream):
                if number == _DOCUMENT:
                    self.documents.append(classes["Document"].FromString(content))
                elif number == _EXTERNAL_SYMBOL:
                    row = classes["SymbolInformation"].FromString(content)
                    self.external.append(row)
        self._folders = folders
        own = [row.symbol for it in self.documents for row in it.symbols]
        packages = Counter(
            found[1] for symbol in own if (found := _SYMBOL.fullmatch(symbol))
        )
        self._package = max(packages, key=lambda name: packages[name], default="")

    def name(self, symbol: str) -> tuple[str, str]:
        """Return a symbol as it is compared: whose it is, and its name."""
        found = _SYMBOL.fullmatch(symbol)
        if not found:
            return "", symbol
        if found[1] == self._package:
            rest = found[2]
            for folder in self._folders:
                rest = rest.replace(f"`{folder}.", "`", 1)
            return "own", rest.replace("`", "")
        rest = found[2].removesuffix("/__init__:")
        names = [one or other for one, other in _NAMES.findall(rest)]
        return "other", ".".join(names)

    def occurrences(self) -> Iterator[tuple[Place, str, bool]]:
        """Yield where symbols occur, and whether they are defined there."""
        for document in self.documents:
            for one in document.occurrences:
                if len(one.range) == 3:
                    place = Place(document.relative_path, *one.range)
                    yield place, one.symbol, bool(one.symbol_roles & 1)


def fault(ours: str, theirs: str, stubbed: set[str]) -> str:
    """Return by which fault of scip-python 0.6.6 a symbol of its is another one.

    :param stubbed: what stubs define; theirs lead to these, and ours to the source.
    """
    owner, _, last = ours[:-1].rpartition("#")
    *_, name = _NAMES.findall(ours)[-1]
    if theirs == _IN_METHOD.sub("#", ours):
        return "a function in a method is named without the method"
    if last and theirs == f"{owner}#":
        return "an attribute of a class with slots is the class"
    if theirs in stubbed and _NAMES.findall(theirs)[-1][1] == name:
        return "it is the one of the stub"
    if ours.removesuffix("/__init__:").endswith(
        f".{theirs.removesuffix('/__init__:')}"
    ):
        return "a module that is imported by dots is named without its package"
    if theirs == f"builtins.{name}":
        return "what has the name of a builtin is the builtin"
    if theirs == re.sub(r"/(?:.*\)\.)?", "/", ours):
        return "an attribute of a class in a function is named without the function"
    if ours.endswith("/__init__:") and theirs.endswith("/__init__:"):
        return "the first part of 'import a.b' is all of it"
    return ""


def lint(index: Index, root: Path) -> Iterator[str]:
    """Yield what is wrong with an index."""
    external = Counter(row.symbol for row in index.external)
    own = {row.symbol for it in index.documents for row in it.symbols}
    for symbol, count in external.items():
        if count > 1 or symbol in own or symbol.startswith("local "):
            yield f"{symbol}: external, and more than that"
    paths = [document.relative_path for document in index.documents]
    if paths != sorted(set(paths)):
        yield "documents are not sorted, or there twice"
    related: set[tuple[str, str]] = set()
    known = {symbol for symbol in own | external.keys() if not _is_local(symbol)}
    for document in index.documents:
        path = document.relative_path
        lines = (root / path).read_bytes().decode("utf-8-sig", "replace")
        yield from _lint_document(document, lines.split("\n"), known)
        for row in document.symbols:
            for one in row.relationships:
                pair = row.symbol, one.symbol
                if one.symbol not in known or pair in related:
                    yield f"{path}: {row.symbol} is related to {one.symbol}"
                related.add(pair)


def _is_local(symbol: str) -> bool:
    return symbol.startswith("local ")


def _lint_document(document: Any, lines: list[str], known: set[str]) -> Iterator[str]:
    path = document.relative_path
    symbols = [row.symbol for row in document.symbols]
    if len(symbols) != len(set(symbols)):
        yield f"{path}: a symbol is there twice"
    local = set(filter(_is_local, symbols))
    places = [(tuple(one.range), one.symbol) for one in document.occurrences]
    if places != sorted(set(places)):
        yield f"{path}: occurrences are not sorted, or there twice"
    last = (0, 0, 0)
    for (line, start, end), symbol in places:
        if symbol not in (local if _is_local(symbol) else known):
            yield f"{path}:{line + 1}: {symbol} is not defined"
        found = _SYMBOL.fullmatch(symbol)
        if not _is_local(symbol) and not (found and _DESCRIPTORS.fullmatch(found[2])):
            yield f"{path}:{line + 1}: {symbol} is no symbol"
        if end > (len(lines[line]) if line < len(lines) else 0) or start > end:
            yield f"{path}:{line + 1}: {start}-{end} is not in the text"
        if (line, start, end) != last and line == last[0] and start < last[2]:
            yield f"{path}:{line + 1}: {start}-{end} overlaps"
        last = line, start, end


def known(index: Index) -> Known:
    """Return what an index says is defined, or given a value, at places."""
    found = Known()
    used: defaultdict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for document in index.documents:
        path = document.relative_path
        for one in document.occurrences:
            line, start, end = [*one.range, 0][:3]
            name = index.name(one.symbol)
            used[path, last_name(name[1])].add(name)
            if one.symbol_roles & _BOUND:
                is_file = (line, start, end) == (0, 0, 0)
                found[path, 0 if is_file else line + 1, start].add(name)
    found.with_stubs(used)
    return found


def compare(
    ours: Index, theirs: Index, shown: int
) -> dict[str, tuple[int, list[Difference]]]:
    """Print how far two indexes agree, and return where they do not.

    :return: for our definitions, and our references, how many they are, and those of
        which the other index does not say the same.
    """
    differing: dict[str, tuple[int, list[Difference]]] = {}
    paths = {it.relative_path for it in theirs.documents}
    paths &= {it.relative_path for it in ours.documents}
    defined: list[dict[Place, set[str]]] = []
    used: list[dict[Place, set[tuple[str, str]]]] = []
    for index in (ours, theirs):
        definitions: defaultdict[Place, set[str]] = defaultdict(set)
        references: defaultdict[Place, set[tuple[str, str]]] = defaultdict(set)
        for place, symbol, is_definition in index.occurrences():
            if place.path in paths and not symbol.startswith("local "):
                name = index.name(symbol)
                references[place].add(name)
                if is_definition and name[0] == "own":
                    definitions[place].add(name[1])
        defined.append(definitions)
        used.append(references)
    both = defined[0].keys() & defined[1].keys()
    stubbed = {
        name
        for place, names in defined[1].items()
        if place.path.endswith(".pyi")
        for name in names
    }
    made = set().union(*defined[1].values())
    others_differ: list[Difference] = []
    for place, (name, *_) in defined[0].items():
        others = defined[1].get(place, set())
        if name not in others:
            whose = frozenset(("own", other) for other in others)
            others_differ.append(Difference(*place, ("own", name), whose, True))
    differing["our definitions"] = len(defined[0]), others_differ
    counts: Counter[str] = Counter()
    examples: defaultdict[str, list[str]] = defaultdict(list)
    for place in both:
        (name, *_), others = defined[0][place], defined[1][place]
        what = _agreement(name, others, stubbed)
        counts[what] += 1
        examples[what].append(f"{place}: {name} {others}")
    _tell_all("definitions of both", counts, examples, shown)
    _tell("their definitions that ours has, too", len(both), len(defined[1]))
    missing = [
        f"{place}: {defined[1][place]}"
        for place in defined[1].keys() - defined[0].keys()
    ]
    _show(missing, shown)
    _tell("our definitions that theirs has, too", len(both), len(defined[0]))
    _show((f"{p}: {defined[0][p]}" for p in defined[0].keys() - both), shown)
    # A module of several parts is one range of theirs.
    ends: defaultdict[tuple[str, int, int], set[tuple[str, str]]] = defaultdict(set)
    inside: set[tuple[str, int, int]] = set()
    for place, names in used[1].items():
        ends[place.path, place.line, place.end] |= names
        inside.update(
            (place.path, place.line, column) for column in range(place.start, place.end)
        )
    for whose in ("own", "other"):
        counts, examples = Counter(), defaultdict(list)
        others_differ = []
        for place, names in used[0].items():
            if place in defined[0]:
                continue
            found = ends.get((place.path, place.line, place.end), set())
            for kind, name in names:
                if kind != whose:
                    continue
                what = "nothing there"
                if found:
                    what = _agreement(name, {it for _, it in found}, stubbed)
                    if what == _ANOTHER and not any(
                        it in made or other == "other" for other, it in found
                    ):
                        what = "a symbol of the tree that theirs defines nowhere"
                elif (place.path, place.line, place.start) in inside:
                    what = "a part of an imported name"
                counts[what] += 1
                text = f"{place.path}:{place.line + 1}:{place.start} {name} {found}"
                examples[what].append(text)
                if what != _SAME:
                    one = Difference(*place, (kind, name), frozenset(found), False)
                    others_differ.append(one)
        title = f"our references to {whose}"
        _tell_all(title, counts, examples, shown)
        decided = counts[_SAME] + counts[_ANOTHER]
        _tell("  the same, of those not faults or left out", counts[_SAME], decided)
        differing[title] = counts.total(), others_differ
    return differing


def judge(
    differing: dict[str, tuple[int, list[Difference]]],
    verdicts: Verdicts,
    sample: int,
    shown: int,
) -> None:
    """Print who is right where the indexes differ, and how far ours is right in all."""
    for title, (total, differences) in differing.items():
        some = drawn(differences, sample, title)
        found = verdicts.of(some)
        print(f"{len(differences)} {title} differ; asked about {len(some)}")
        for verdict in (OURS, THEIRS, NEITHER, UNDECIDED):
            several = found.get(verdict, [])
            _tell(f"  {verdict}", len(several), len(some))
            if verdict != OURS:
                _show((f"{one}; {said}" for one, said in several), shown)
        wrong = len(found.get(THEIRS, ())) + len(found.get(NEITHER, ()))
        open_ = len(found.get(UNDECIDED, ()))
        share = len(differences) / max(len(some), 1)
        decided = total - open_ * share
        _tell(f"{title} are right", round(decided - wrong * share), round(decided))


def _agreement(name: str, others: set[str], stubbed: set[str]) -> str:
    if name in others:
        return _SAME
    faults = [fault(name, other, stubbed) for other in others]
    return next(filter(None, faults), _ANOTHER)


def _tell_all(
    what: str, counts: Counter[str], examples: dict[str, list[str]], shown: int
) -> None:
    print(f"{counts.total()} {what}")
    _tell("the same symbol", counts[_SAME], counts.total())
    for reason, count in counts.most_common():
        if reason != _SAME:
            _tell(f"  {reason}", count, counts.total())
            _show(examples[reason], shown)


def _tell(what: str, part: int, whole: int) -> None:
    print(f"{part / max(whole, 1):8.2%} {what}: {part} of {whole}")


def _show(examples: Any, shown: int) -> None:
    for line in sorted(examples)[:: max(1, len(sorted(examples)) // max(shown, 1))][
        :shown
    ]:
        print(f"        {line}")


def main() -> None:
    """Check what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--theirs", type=Path)
    parser.add_argument("--judge", default="", help=f"of {', '.join(JUDGES)}")
    parser.add_argument("--sample", type=int, default=0, help="0 asks about all")
    parser.add_argument("--cache", type=Path, help="keeps the judges' answers")
    parser.add_argument("--shown", type=int, default=5)
    options = parser.parse_args()
    root = options.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = LinkedTree(root, Path(folder))
        write(CodeMap(tree.store, root), Path(folder))
        ours = Index(Path(folder, "index.scip"))
    occurrences = sum(len(document.occurrences) for document in ours.documents)
    print(f"{len(ours.documents)} documents, {occurrences} occurrences")
    wrong = list(lint(ours, root))
    for line in wrong[: options.shown]:
        print(f"    {line}")
    print(f"{len(wrong)} faults")
    if options.theirs:
        theirs = Index(options.theirs, ("src",))
        differing = compare(ours, theirs, options.shown)
        judges = [
            Answers(name, root, key_of(root), options.cache)
            for name in filter(None, options.judge.split(","))
        ]
        if judges:
            verdicts = Verdicts(root, judges, known(ours), known(theirs))
            judge(differing, verdicts, options.sample, options.shown)
        for one in judges:
            one.close()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
