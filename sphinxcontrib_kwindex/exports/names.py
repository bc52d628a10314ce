"""Writes the names of all files and definitions, for the dialog that leads to them.

The names are parted by the beginnings of their paths, so that an edit changes one part
and the list of the parts. Each part has the digest of its content in its name: browsers
may keep it for ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from ..codemap.code_map import CodeMap
from ..model.anchors import definition_anchor, row_id
from ..model.facts import KINDS, is_private
from ..model.rows import digest
from ..store.definition_queries import count_names_by_file
from .script_data import write_data

#: The key of the list of all parts.
NAMES: Final = "names"
#: A part with more files and definitions is parted once more.
MOST: Final = 2000
#: With fewer, those that are beside each other are one part.
FEW: Final = 200

Row = tuple[str, str, list[str | list[str]]]
"""A path, with a slash at its end for a folder, its address below the root of the
output, and the definitions.

``3-Class._name`` is of the fourth kind, and private; ``0+Class`` is public. One whose
id does not follow from its name is a list with the id. Where the address has a
fragment, that leads to all of them."""
_Place = tuple[str, str, int]
"""A path and an address as in a row, and the number of definitions there."""


def write_names(code: CodeMap, folder: Path, address: Callable[[str], str]) -> None:
    """Write the names of a tree as data of scripts.

    :param folder: where the files go, with their paths in the output directory.
    :param address: returns the address of a document below the root of the output.
    """
    parts = []
    for places in _parts(sorted(_places(code, address))):
        # Part by part: all names together take much memory.
        rows: list[Row] = [
            (path, place, _names(code, path)) for path, place, _ in places
        ]
        slug = re.sub(r"[^a-z0-9]+", "-", _shared(places).lower()).strip("-")[-40:]
        key = f"{NAMES}/{slug or 'all'}-{digest(rows)[:10]}"
        write_data(folder, key, rows)
        parts.append((key, sum(map(_weight, places))))
    write_data(folder, NAMES, [KINDS, parts])


def _places(code: CodeMap, address: Callable[[str], str]) -> Iterator[_Place]:
    """Yield all files and folders that are shown somewhere."""
    numbers = count_names_by_file(code.store)
    for path in code.folders:
        if place := _place(code, path, "index", address):
            yield f"{path}/", place, 0
    for path, *_ in code.pages_of_files():
        if place := _place(code, path, "docs", address):
            yield path, place, numbers.get(path, 0)


def _names(code: CodeMap, path: str) -> list[str | list[str]]:
    """Return what a file defines; nothing for a folder, with a slash at its end."""
    entries: dict[str, str | list[str]] = {}
    for row in code.definitions(path):
        sign = "-" if is_private(row.qualname) else "+"
        entry = f"{KINDS.index(row.kind)}{sign}{row.qualname}"
        derived = row.anchor == definition_anchor(row.qualname)
        # Several definitions of one name have one place.
        entries[entry] = entry if derived else [entry, row.anchor]
    return list(entries.values())


def _place(
    code: CodeMap, path: str, kind: str, address: Callable[[str], str]
) -> str | None:
    """Return the address of the page of a file or folder, or of its row."""
    if page := code.page(kind, path):
        return address(page.docname)
    row = code.index_row(path)
    page = code.page("index", row[0]) if row else None
    return f"{address(page.docname)}#{row_id(*row)}" if row and page else None


def _shared(rows: list[_Place]) -> str:
    """Return what the paths of sorted rows begin with."""
    first, last = rows[0][0], rows[-1][0]
    pairs = enumerate(zip(first, last, strict=False))
    return next((first[:n] for n, (one, other) in pairs if one != other), first)


def _weight(place: _Place) -> int:
    return 1 + place[2]


def _parts(rows: list[_Place]) -> Iterator[list[_Place]]:
    """Part rows in their order, at boundaries that stay where others come and go."""
    if len(rows) < 2 or sum(map(_weight, rows)) <= MOST:
        if rows:
            yield rows
        return
    shared = len(_shared(rows))
    groups = groupby(rows, lambda row: row[0][shared : shared + 1])
    rest: list[_Place] = []
    for group in [list(group) for _, group in groups]:
        if sum(map(_weight, group)) < FEW:
            rest += group
        else:
            yield from _parts(group)
    if rest:
        yield rest
