"""Where identifiers lead by what compilers and type checkers say in an index.

What an index says of a file holds where it fits the text of the file
(:mod:`~.analysis.scip.text_matches`). Where it says nothing of an identifier, or that
it is a definition, what is found without it stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from ...analysis.file_text import file_text
from ...analysis.scip.text_matches import (
    DEFINITION,
    IMPORT,
    LOCAL,
    WRITE,
    Occurrence,
    fitting_occurrences,
    name_of,
)
from ...model.anchors import parameter_anchor
from ...model.facts import FileFacts
from ...model.grouped import grouped
from ...model.named_tuple import NamedTuple
from ...model.references import (
    CALLED,
    IMPORTED,
    MENTION,
    STORED,
    PreciseReferences,
    Reference,
    Spec,
    packed,
)
from ...model.rows import ReferenceRow
from ...store.database import Store
from ...store.scip_rows import (
    SymbolPlace,
    indexed_file,
    indexed_files,
    places_of_symbols,
)

#: Of how many files it is kept what is defined where.
_FILES: Final = 500

Row = ReferenceRow | None
Meant = tuple[Spec | None, Row]
"""What a symbol stands for: something local, or something that others see, too."""


class _Indexed(NamedTuple):
    """What an index says of the text of a file."""

    tool: str
    symbols: list[str]
    occurrences: list[Occurrence]
    lines: list[str]


class _Defined(NamedTuple):
    """What is defined in a file."""

    parameters: dict[tuple[int, str], ReferenceRow]
    """By line and name."""
    named: dict[str, list[tuple[int, int, ReferenceRow]]]
    """The definitions by name, each with a line of it and with its last."""
    at: dict[int, list[ReferenceRow]]
    """The definitions by their lines."""


class PreciseLinks:
    """Follows what indexes say of the identifiers of files.

    :param root: where the files are.
    :param definitions: returns by qualified name the definitions of a file.
    """

    def __init__(
        self,
        store: Store,
        root: Path,
        definitions: Callable[[str], dict[str, ReferenceRow]],
    ) -> None:
        self._store = store
        self._root = root
        self._definitions = definitions
        self._known = frozenset(indexed_files(store))
        self._defined = lru_cache(_FILES)(self._read_defined)
        self._fits = cache(lambda path: self._indexed_file(path) is not None)

    def links(
        self, path: str, facts: FileFacts, targets: Sequence[Row]
    ) -> tuple[PreciseReferences, list[Row]] | None:
        """Return the references of a file, and where their specs lead.

        :param targets: where the specs of its facts lead.
        :return: ``None`` where no index fits the file.
        """
        indexed = None if facts.withheld else self._indexed_file(path)
        if indexed is None:
            return None
        tool, symbols, occurrences, lines = indexed
        own = list(facts.references.iterate())
        by_place = {(row.line, row.column): row for row in own}
        meant = self._meant(path, indexed)
        specs = list(facts.references.specs)
        rows = list(targets)
        numbers: dict[tuple[Spec | None, Row], int] = {}
        references: list[Reference] = []
        taken: defaultdict[int, set[int]] = defaultdict(set)
        for (line, column, length), several in _by_place(occurrences).items():
            if column in taken[line]:
                continue
            taken[line].update(range(column, column + length))
            known = by_place.get((line, column))
            before = targets[known.spec] if known else None
            spec, row = _all_meant([meant[n] for n, _ in several if n in meant])
            if before and before.kind == "external" and not (row and row.path):
                # Others may document it, by the name that imports have for it.
                row = before._replace(more=(row,)) if row else before
            name = name_of(symbols[several[0][0]])
            if (spec, row) not in numbers:
                numbers[spec, row] = len(specs)
                specs.append(spec or Spec("def", row.qualname if row else name))
                rows.append(row)
            text = lines[line - 1]
            column, length = _word(text, column, length, name)
            role = known.role if known else _role(text, column + length, several[0][1])
            references.append(Reference(line, column, length, numbers[spec, row], role))
        references += [
            row
            for row in own
            if taken[row.line].isdisjoint(range(row.column, row.column + row.length))
        ]
        positions = packed(sorted(references))
        return PreciseReferences(tool, tuple(specs), positions), rows

    def _indexed_file(self, path: str) -> _Indexed | None:
        """Return what an index says of a file, ``None`` where none fits it."""
        indexed = indexed_file(self._store, path) if path in self._known else None
        if indexed is None:
            return None
        try:
            data = (self._root / path).read_bytes()
        except OSError:
            return None
        text = file_text(path, data).text
        occurrences = fitting_occurrences(indexed.document, text)
        if occurrences is None:
            return None
        symbols = indexed.document.symbols
        return _Indexed(indexed.tool, symbols, occurrences, text.split("\n"))

    def _meant(self, path: str, indexed: _Indexed) -> dict[int, Meant]:
        """Return what the symbols of a file stand for, by their numbers."""
        numbers = {
            symbol: number
            for number, symbol in enumerate(indexed.symbols)
            if not symbol.startswith(LOCAL)
        }
        places: defaultdict[int, list[ReferenceRow]] = defaultdict(list)
        for place in places_of_symbols(self._store, numbers):
            if row := self._row(place):
                places[numbers[place.symbol]].append(row)
        meant: dict[int, Meant] = {
            number: (None, _joined(rows)) for number, rows in places.items()
        }
        lines: defaultdict[int, list[str]] = defaultdict(list)
        for line, column, length, number, roles in indexed.occurrences:
            if not roles & DEFINITION or not indexed.symbols[number].startswith(LOCAL):
                continue
            name = indexed.lines[line - 1][column : column + length]
            lines[number].append(str(line))
            row = self._at(path, line, name)
            if row.kind not in {"line", "parameter"}:
                meant[number] = None, row
            elif number not in meant or meant[number][0]:
                base = ",".join(dict.fromkeys(lines[number]))
                meant[number] = Spec("local", base, ("variable", name)), None
        return meant

    def _row(self, place: SymbolPlace) -> Row:
        """Return what a symbol stands for by one of the places where it is defined."""
        path, name = place.path, name_of(place.symbol)
        if not path:
            return ReferenceRow("", "note", place.documentation)
        if place.start == place.end:
            return ReferenceRow(path, "file")
        if self._fits(path):
            return self._at(path, place.line + 1, name)
        # Its lines are others now.
        rows = [row for _, _, row in self._defined(path).named.get(name, ())]
        return rows[0] if len(set(rows)) == 1 else None

    def _at(self, path: str, line: int, name: str) -> ReferenceRow:
        """Return what is defined at a line of a file, or that line."""
        defined = self._defined(path)
        if row := defined.parameters.get((line, name)):
            return row
        around = [
            (first, row)
            for first, last, row in defined.named.get(name, ())
            if first <= line <= last
        ]
        if around:
            return max(around, key=lambda pair: pair[0])[1]
        here = defined.at.get(line, ())
        if not name and len(here) == 1:
            return here[0]
        return ReferenceRow(path, "line", "", f"L{line}")

    def _read_defined(self, path: str) -> _Defined:
        facts = self._store.all_facts_of(path)
        rows = self._definitions(path)
        named: defaultdict[str, list[tuple[int, int, ReferenceRow]]]
        named = defaultdict(list)
        at: defaultdict[int, list[ReferenceRow]] = defaultdict(list)
        for definition in facts.definitions:
            row = rows.get(definition.qualname)
            if row is None or row.kind != definition.kind:
                continue
            for line in definition.lines:
                last = max(line, definition.end_line)
                named[definition.name].append((line, last, row))
                at[line].append(row)
        parameters = {
            (line, name): ReferenceRow(
                path,
                "parameter",
                f"{function}.{name}",
                parameter_anchor(function, name),
            )
            for function, several in facts.references.parameters
            for name, line, _ in several
        }
        return _Defined(parameters, named, at)


def _joined(rows: Iterable[ReferenceRow]) -> ReferenceRow:
    """Return rows that are meant as surely as one row."""
    first, *others = dict.fromkeys(rows)
    return first._replace(more=tuple(row for row in others if row.path))


def _by_place(
    occurrences: Iterable[Occurrence],
) -> dict[tuple[int, int, int], list[tuple[int, int]]]:
    """Return by place the symbols, and their roles, that are used and not defined."""
    return grouped(
        ((line, column, length), (symbol, roles))
        for line, column, length, symbol, roles in occurrences
        if length and not roles & DEFINITION
    )


def _all_meant(several: Sequence[Meant]) -> Meant:
    """Return what stands at a place for which an index has several symbols."""
    rows = [row for _, row in several if row]
    specs = [spec for spec, _ in several if spec]
    if not rows and specs:
        lines = {int(line) for spec in specs for line in spec.base.split(",")}
        return specs[0]._replace(base=",".join(map(str, sorted(lines)))), None
    if not rows:
        return None, None
    inside = [target for row in rows for target in (row._replace(more=()), *row.more)]
    return None, _joined(sorted(inside, key=lambda row: not row.path))


def _word(text: str, column: int, length: int, name: str) -> tuple[int, int]:
    """Return column and length of the name in what may be several words."""
    whole = text[column : column + length]
    if len(words := whole.split()) < 2:
        return column, length
    word = name if name in words else words[0]
    return column + whole.index(word), len(word)


def _role(text: str, end: int, roles: int) -> int:
    """Return what an identifier is there for.

    :param text: its line.
    :param end: the column behind it.
    :param roles: as the index has them.
    """
    if roles & IMPORT:
        return IMPORTED
    if roles & WRITE:
        return STORED
    return CALLED if text.startswith("(", end) else MENTION
