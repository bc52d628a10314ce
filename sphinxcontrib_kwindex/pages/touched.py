"""Which pages may show something else after edits that left most links alone.

One too many costs the time to make its digest; one too few would stay as it was. What
a page shows of other files is what the functions ``shows`` return. Whatever they ask
of other files is in the rows of links that changed, has a line here, or is part of
:func:`.edits.seen_elsewhere`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..codemap import CodeMap
from ..edits import LinkChanges
from ..facts import FileFacts
from ..fixtures import defined
from ..store import below
from .standing import package_of


def touched(code: CodeMap, links: LinkChanges) -> set[tuple[str, str]]:
    """Return kind and path of the pages that may show something else.

    :param links: what the edits changed.
    """
    found: set[tuple[str, str]] = set()
    for rows in (links.use, links.excerpt, links.test, links.related):
        # The file on whose page it is shown.
        found |= {("docs", row[0]) for row in rows}
    for path, _, target, *_ in links.pointer:
        found |= {("docs", path), ("docs", target)}
    for path, key in links.edited.items():
        before = code.store.get_facts(key)
        after = code.store.get_facts(code.store.file_key(path) or "")
        found |= {("docs", path), ("kw", path)}
        found.update(_of_folders(path, before, after))
        if before.summary != after.summary:
            found |= {("docs", one) for one in _said_to_be_in(code, path)}
        if defined(before, path) != defined(after, path):
            found |= {("docs", one) for one in _asking_for_fixtures(code, path)}
    return found


def _of_folders(
    path: str, before: FileFacts, after: FileFacts
) -> Iterator[tuple[str, str]]:
    """Yield the pages of the folders above a file that may show it otherwise."""
    first, *above = _above(path)
    # What it says, which may be what its folder says.
    yield from (
        ("index", first),
        ("doc", first),
        *(("index", one) for one in above[:1]),
    )
    if before.main_line != after.main_line:
        yield from (("doc", one) for one in above)


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
