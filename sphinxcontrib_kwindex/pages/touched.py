"""Which pages may show something else after edits that left most links alone.

One too many costs the time to make its digest; one too few would stay as it was. What
a page shows of other files is what the functions ``shows`` return. Whatever they ask
of other files is in the rows of links that changed, has a line here, or is part of
:func:`.edits.seen_elsewhere`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..codemap import CodeMap
from ..edits import LinkChanges
from ..fixtures import defined
from ..store import below
from .standing import package_of

#: The kinds of pages of a folder that show more of a file than its names.
_FOLDERS: Final = ("index", "doc")


def touched(code: CodeMap, links: LinkChanges) -> set[tuple[str, str]]:
    """Return kind and path of the pages that may show something else.

    :param links: what the edits changed.
    """
    found = {("docs", path) for path in _files(code, links)}
    for path in links.edited:
        found.add(("kw", path))
        found |= {(kind, folder) for kind in _FOLDERS for folder in _above(path)}
    return found


def _files(code: CodeMap, links: LinkChanges) -> Iterator[str]:
    for rows in (links.use, links.excerpt, links.test, links.related):
        # The file on whose page it is shown.
        yield from {row[0] for row in rows}
    for path, _, target, *_ in links.pointer:
        yield from (path, target)
    for path, key in links.edited.items():
        yield path
        before = code.store.get_facts(key)
        after = code.store.get_facts(code.store.file_key(path) or "")
        if before.summary != after.summary:
            yield from _said_to_be_in(code, path)
        if defined(before, path) != defined(after, path):
            yield from _asking_for_fixtures(code, path)


def _above(path: str) -> Iterator[str]:
    while path:
        path = path.rpartition("/")[0]
        yield path


def _said_to_be_in(code: CodeMap, path: str) -> Iterator[str]:
    """Yield the files whose package a file speaks for."""
    folder, _, name = path.rpartition("/")
    if name.partition(".")[0] == "__init__":
        yield from (one for one in code.parsed if package_of(code, one) == folder)


def _asking_for_fixtures(code: CodeMap, path: str) -> Iterator[str]:
    """Yield the files that may ask for the fixtures of a file."""
    importing = "SELECT DISTINCT path FROM link WHERE target = ?"
    for one in (path, *(user for (user,) in code.store.select(importing, (path,)))):
        yield one
        folder, _, name = one.rpartition("/")
        if name == "conftest.py":
            where, values = below(folder)
            inside = f"SELECT path FROM file WHERE python AND {where}"
            yield from (user for (user,) in code.store.select(inside, values))
