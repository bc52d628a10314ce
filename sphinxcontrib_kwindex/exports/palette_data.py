"""Writes the names of all files and definitions, and what is in each folder.

The names are for the jump palette, the dialog that leads to them, the folders for the
list of files beside the pages, which changes when files come or go, not when they are
edited.

The names are parted by the beginnings of their paths, so that an edit changes one part
and the list of the parts. Each part has the digest of its content in its name: browsers
may keep it for ever.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from posixpath import commonprefix
from typing import Final
from urllib.parse import unquote

from ..codemap.code_map import CodeMap
from ..model.anchors import definition_anchor, row_id
from ..model.digests import digest
from ..model.kinds import KINDS, SORTS
from ..pages.page_context import LISTING_ID, OUTLINE_ID
from ..store.definition_queries import definitions_with_anchors
from .script_data import write_data

#: The key of the list of all parts.
NAMES: Final = "names"
#: A part with more files and definitions is parted once more.
MOST: Final = 2000
#: With fewer, those that are beside each other are one part.
FEW: Final = 200

Row = tuple[str, str, list[str | list[str]], *tuple[str, ...]]
"""A path, with a slash at its end for a folder, its address below the root of the
output, the definitions, and the address of the documentation of a folder that has one.

``3-Class._name`` is of the fourth kind that the tree has, and private or a class that
is defined elsewhere; ``0+Class`` is public. One whose id does not follow from its name
is a list with the id. Where the address has a fragment, that leads to all of them."""


def write_names(code: CodeMap, folder: Path, address: Callable[[str], str]) -> None:
    """Write the names of a tree as data of scripts.

    :param folder: where the files go, with their paths in the output directory.
    :param address: returns the address of a document below the root of the output.
    """
    parts = []
    sorts = {**code.definitions_by_sort(), **code.definitions_by_sort(declared=True)}
    there = {SORTS.get(sort, sort) for sort in sorts}
    kinds = [kind for kind in KINDS if kind in there]
    for rows in _parts(sorted(_rows(code, kinds, address))):
        slug = re.sub(r"[^a-z0-9]+", "-", _shared(rows).lower()).strip("-")[-40:]
        key = f"{NAMES}/{slug or 'all'}-{digest(rows)[:10]}"
        write_data(folder, key, rows)
        parts.append((key, sum(map(_weight, rows))))
    write_data(folder, NAMES, [kinds, parts])


def _rows(
    code: CodeMap, kinds: Sequence[str], address: Callable[[str], str]
) -> Iterator[Row]:
    """Yield all files and folders that are shown somewhere, with what they define."""
    definitions: defaultdict[str, dict[str, str | list[str]]] = defaultdict(dict)
    for path, kind, qualname, anchor, private in definitions_with_anchors(code.store):
        sign = "-" if private else "+"
        entry = f"{kinds.index(kind)}{sign}{qualname}"
        derived = anchor == definition_anchor(qualname)
        # Several definitions of one name have one place.
        definitions[path][entry] = entry if derived else [entry, anchor]
    for path in code.folders:
        if place := place_address(code, path, "index", address):
            page = code.page("doc", path)
            yield f"{path}/", place, [], *([address(page.docname)] if page else [])
    shown = any(map(code.settings.has_section, (LISTING_ID, OUTLINE_ID)))
    for path, *_ in code.pages_of_files():
        if place := place_address(code, path, "docs", address):
            # Where its page shows no definitions, the page is the place of all.
            place += "" if shown or "#" in place else "#"
            yield path, place, list(definitions[path].values())


def place_address(
    code: CodeMap, path: str, kind: str, address: Callable[[str], str]
) -> str:
    """Return the address of the page of a file or folder, or of its row, if any."""
    if page := code.page(kind, path):
        return address(page.docname)
    row = code.index_row(path)
    page = code.page("index", row[0]) if row else None
    return f"{address(page.docname)}#{row_id(*row)}" if row and page else ""


def _shared(rows: list[Row]) -> str:
    """Return what the paths of sorted rows begin with."""
    return commonprefix([rows[0][0], rows[-1][0]])


def _weight(row: Row) -> int:
    return 1 + len(row[2])


def _parts(rows: list[Row]) -> Iterator[list[Row]]:
    """Part rows in their order, at boundaries that stay where others come and go."""
    if len(rows) < 2 or sum(map(_weight, rows)) <= MOST:
        if rows:
            yield rows
        return
    shared = len(_shared(rows))
    groups = groupby(rows, lambda row: row[0][shared : shared + 1])
    rest: list[Row] = []
    for group in [list(group) for _, group in groups]:
        if sum(map(_weight, group)) < FEW:
            rest += group
        else:
            yield from _parts(group)
    if rest:
        yield rest


#: The key of the data.
FILES: Final = "files"

FolderRow = list[str | list[str]]
"""The path of a folder, the address of its index below the root of the output, and the
files in it: names, or names with an address where that is not what :func:`_ends` found
around the path. An address that is a fragment is in the index. A folder without an
index has no row; its name is part of the paths of those in it."""


def write_file_list(code: CodeMap, folder: Path, address: Callable[[str], str]) -> None:
    """Write what is in the folders of a tree as data of scripts.

    :param folder: where the file goes, with its path in the output directory.
    :param address: returns the address of a document below the root of the output.
    """
    before, after = _ends(code, address)
    rows: list[FolderRow] = []
    for path, below in code.folders.items():
        index = code.page("index", path)
        if index is None:
            continue
        row: FolderRow = [path, address(index.docname)]
        for file in below.files:
            name = file.rpartition("/")[2]
            if page := code.page("docs", file):
                place = address(page.docname)
                derived = unquote(place) == f"{before}{file}{after}"
                row.append(name if derived else [name, place])
            # Not those that are counted in one row.
            elif code.index_row(file) == (path, file):
                row.append([name, f"#{row_id(path, file)}"])
        rows.append(row)
    write_data(folder, FILES, [before, after, sorted(rows)])


def _ends(code: CodeMap, address: Callable[[str], str]) -> tuple[str, str]:
    """Return what most addresses of pages of files have before and after the path."""
    for path, *_ in code.pages_of_files():
        # Short paths may be in what is around them as well.
        if (page := code.page("docs", path)) and page.docname.endswith(f"{path}_docs"):
            whole = unquote(address(page.docname))
            before, _, after = whole.rpartition(f"{path}_docs")
            return before, f"_docs{after}"
    return "", ""
