"""What is asked of the files of the tree: their pages, types, sizes and history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .database import Store, among, below


class FileContent(NamedTuple):
    """What the content of a file is."""

    path: str
    key: str
    """What its facts are kept by."""
    type: str
    lines: int


def file_contents(store: Store) -> Iterator[FileContent]:
    """Iterate over what is in each file of the tree, in their order."""
    return _contents(store, "1")


def parsed_modules(
    store: Store, paths: Iterable[str] | None = None
) -> list[FileContent]:
    """Return the Python files that could be parsed, in their order.

    :param paths: those that are asked for; by default all.
    """
    where, values = among(paths)
    return list(_contents(store, f"{where} AND python AND NOT problem", *values))


def _contents(store: Store, where: str, *values: str) -> Iterator[FileContent]:
    query = f"SELECT path, key, type, lines FROM file WHERE {where} ORDER BY ordinal"
    return map(FileContent._make, store.select(query, values))


def total_lines(store: Store) -> int:
    """Return the number of lines of all files of the tree."""
    (lines,) = next(store.select("SELECT sum(lines) FROM file"))
    return lines or 0


def keys_of_problem_files(store: Store) -> dict[str, str]:
    """Return the keys of the files that are not analysed, by path, in their order."""
    return dict(
        store.select("SELECT path, key FROM file WHERE problem ORDER BY ordinal")
    )


def problem_files_without_page(store: Store, folder: str) -> list[str]:
    """Return the files below a folder that are neither analysed nor documented."""
    where, values = below(folder)
    query = f"SELECT path FROM file WHERE problem AND NOT docs AND {where}"
    return [path for (path,) in store.select(f"{query} ORDER BY ordinal", values)]
