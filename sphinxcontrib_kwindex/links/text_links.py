"""What the mentions of text files mean: files and folders of the tree.

A target is relative to the folder of the file that names it. Below a ``conf.py``
Sphinx's rules hold as well: what begins with a slash begins in the folder of that
file, and the entries of a ``toctree`` are docnames.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from functools import cached_property
from itertools import accumulate
from posixpath import dirname, join, normpath
from typing import Final
from urllib.parse import unquote

from ..model.facts import Heading, Mention
from ..store.database import Store

#: The types of files that are read for what they name, as Pygments calls them.
TEXTS: Final = frozenset({"Markdown", "reStructuredText"})
#: What docnames may stand for, in the order in which Sphinx would look.
_SOURCES: Final = (".rst", ".md", ".txt", ".ipynb")
_LINES: Final = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L\d+(?:C\d+)?)?")

Row = tuple[str, int, str, str, int]
"""Path, index of the mention, the file or folder that it means, the fragment, and
the line that this means, 0 for none."""


def link_pointers(store: Store, paths: Container[str] | None = None) -> Iterator[Row]:
    """Yield a row for each mention that means something in the tree.

    :param paths: the files that name others; by default all.
    """
    resolver = PointerResolver(store)
    marks = ",".join("?" * len(TEXTS))
    query = f"SELECT path, key FROM file WHERE type IN ({marks}) ORDER BY ordinal"
    for path, key in list(store.select(query, sorted(TEXTS))):
        if paths is not None and path not in paths:
            continue
        for ordinal, one in enumerate(store.get_facts(key).mentions):
            target, fragment = split(one)
            place = resolver.resolve(path, one.kind, target)
            if place is not None:
                line = resolver.line(place, fragment)
                yield path, ordinal, place, fragment, line


def split(mention: Mention) -> tuple[str, str]:
    """Return the path and the fragment of a target."""
    if mention.kind not in {"link", "image"}:
        # A name of a file, and no URL.
        return mention.target, ""
    target, _, fragment = mention.target.partition("#")
    return target.partition("?")[0], unquote(fragment)


def within(path: str, target: str) -> str | None:
    """Return what a relative path means in the folder of a file.

    :return: a path from the root, empty for the root itself; ``None`` where it
        leaves the root.
    """
    found = normpath(join(dirname(path), target.lstrip("/") or "."))
    if found == ".." or found.startswith(("../", "/")):
        return None
    return "" if found == "." else found


class PointerResolver:
    """Finds files and folders by what text files call them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        rows = store.select("SELECT path, key, type, lines FROM file")
        self._files = {path: (key, type_, lines) for path, key, type_, lines in rows}
        self._slugs: dict[str, dict[str, int]] = {}

    @cached_property
    def _folders(self) -> frozenset[str]:
        found = {""}
        for path in self._files:
            found.update(accumulate(dirname(path).split("/"), join))
        return frozenset(found)

    def resolve(self, path: str, kind: str, target: str) -> str | None:
        """Return the file or folder that a target means, ``None`` for none.

        :param path: the file that names it.
        :param kind: that of the :class:`~.facts.Mention`.
        """
        if not target:
            return path
        at = self._sphinx_root(path)
        if not target.startswith("/"):
            beginning = path
        elif at is not None and kind != "link":
            beginning = join(at, "conf.py")
        else:
            beginning = ""
        names = [target] if unquote(target) == target else [target, unquote(target)]
        for name in names:
            found = within(beginning, name)
            if found is None:
                continue
            if kind == "document":
                for one in (found, *(found + suffix for suffix in _SOURCES)):
                    if one in self._files and one.endswith(_SOURCES):
                        return one
                continue
            if found in self._files and not name.endswith("/"):
                return found
            if found in self._folders and kind == "link":
                return found
            if kind == "link" and at is not None:
                for suffix in _SOURCES:
                    if found + suffix in self._files:
                        return found + suffix
        return None

    def _sphinx_root(self, path: str) -> str | None:
        """Return the nearest folder above a file that has a ``conf.py``."""
        folder = dirname(path)
        while join(folder, "conf.py") not in self._files:
            if not folder:
                return None
            folder = dirname(folder)
        return folder

    def line(self, path: str, fragment: str) -> int:
        """Return the line of a file that a fragment means, 0 where none is meant."""
        if not fragment or path not in self._files:
            return 0
        key, type_, lines = self._files[path]
        if numbered := _LINES.fullmatch(fragment):
            number = int(numbered[1])
            return number if number <= lines else 0
        if type_ not in TEXTS:
            return 0
        if path not in self._slugs:
            headings = self._store.get_facts(key).headings
            self._slugs[path] = slugs(headings, rest=type_ == "reStructuredText")
        return self._slugs[path].get(fragment.lower(), 0)


def slugs(headings: tuple[Heading, ...], *, rest: bool = False) -> dict[str, int]:
    """Return the line of each heading by the fragment that GitHub gives it.

    That is the text in lower case, without punctuation and with hyphens for blanks,
    and a number for all but the first of the same.

    :param rest: whether the ids that docutils gives hold too.
    """
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for one in headings:
        slug = re.sub(r"[^\w\- ]", "", one.text.lower()).replace(" ", "-")
        name = f"{slug}-{counts[slug]}" if counts[slug] else slug
        counts[slug] += 1
        found.setdefault(name, one.line)
    for one in headings if rest else ():
        name = re.sub("[^a-z0-9]+", "-", one.text.lower()).strip("-")
        found.setdefault(name, one.line)
    return found
