"""The files that most others import or use, as lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..codemap.folders import path_below
from ..codemap.most_used import RankedFiles
from ..i18n import mark, say
from .nodes import ListEntry, entries
from .page_context import Context
from .quantities import files_and_tests


def important_title(important: RankedFiles) -> str:
    """Return the heading of a list of files, in English."""
    if important.imported:
        return mark("Most Imported Files")
    return mark("Most Used Files")


def purposes(code: CodeMap, important: RankedFiles) -> tuple[str, ...]:
    """Return what files say of themselves, else the names of their largest parts.

    Where they have no such parts these are the names of their values.
    """
    rows = (code.file(path) for path, *_ in important.files)
    return tuple(
        (row.summary or row.mainly or row.values_named) if row else "" for row in rows
    )


def important_list(
    context: Context, important: RankedFiles, said: Iterable[str], folder: str = ""
) -> nodes.Node:
    """Return a list of files of a folder with how many others import or use each.

    :param said: what :func:`purposes` returns.
    """
    return entries(
        ListEntry(
            path_below(folder, path),
            context.href("docs", path),
            summary=summary,
            where=words,
        )
        for (path, words), summary in zip(
            files_with_users(important), said, strict=True
        )
    )


def files_with_users(important: RankedFiles) -> Iterator[tuple[str, str]]:
    """Yield files, each with how many others import or use it in words."""
    text = "imported by {files}" if important.imported else "used by {files}"
    for path, users, tests in important.files:
        yield path, say(text, files=files_and_tests(users, tests))
