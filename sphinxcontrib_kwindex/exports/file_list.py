"""Writes what is in each folder, for the list of files beside the pages.

It changes when files come or go, not when they are edited.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from ..codemap.code_map import CodeMap
from ..model.anchors import row_id
from .script_data import write_data

#: The key of the data.
FILES: Final = "files"

Row = list[str | list[str]]
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
    rows: list[Row] = []
    for path, below in code.folders.items():
        index = code.page("index", path)
        if index is None:
            continue
        row: Row = [path, address(index.docname)]
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
