"""Queries about related files, what makes files related, and links in texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..model.named_tuple import NamedTuple
from .database import Store, among
from .link_rows import TextLinkRow


class Reason(NamedTuple):
    """What a related file has to do with a file."""

    kind: str
    """``stub`` or ``stubbed`` (it is the module of this stub), ``same name``,
    ``imports``, ``imported``, ``imports and imported``, ``links``, ``linked``,
    ``imported together``, or ``names`` that both use."""
    number: int = 0
    """Of text links, of files that import both, or of further names."""
    names: tuple[str, ...] = ()
    """The qualified names that both use."""
    path: str = ""
    """The file that defines these."""


class RelatedFile(NamedTuple):
    """A file that is related to another."""

    path: str
    data: str
    """The reasons in JSON."""

    @property
    def reasons(self) -> list[Reason]:
        """Why it is related."""
        return [Reason(*reason) for reason in json.loads(self.data)]


def related_files(store: Store, path: str) -> list[RelatedFile]:
    """Return the files related to a file, nearest first."""
    query = "SELECT other, reasons FROM related WHERE path = ? ORDER BY ordinal"
    return list(map(RelatedFile._make, store.select(query, (path,))))


def names_not_shown(store: Store) -> Iterator[tuple[str, str]]:
    """Yield path and qualified name of the definitions that are not to be shown."""
    return store.select("SELECT path, qualname FROM hidden")


def names_used_elsewhere(store: Store) -> Iterator[tuple[str, str, str]]:
    """Yield user, defining file and qualified name of what is used in another file."""
    return store.select(
        "SELECT DISTINCT path, target, qualname FROM use"
        " WHERE path <> target AND NOT by_name"
    )


def text_links_between_files(
    store: Store, paths: Iterable[str] | None = None
) -> Iterator[tuple[str, str, int]]:
    """Yield two files, and how often the text of the first leads to the second.

    :param paths: the files with the texts; by default all.
    """
    where, values = among(paths, "pointer.path")
    query = (
        "SELECT pointer.path, target, count(*) FROM pointer"
        " JOIN file ON file.path = target WHERE pointer.path <> target"
        f" AND {where} GROUP BY pointer.path, target"
    )
    return store.select(query, values)


def resolved_mentions(store: Store, path: str) -> list[TextLinkRow]:
    """Return what the mentions of a file mean, where they mean something."""
    query = "SELECT * FROM pointer WHERE path = ? ORDER BY ordinal"
    return list(map(TextLinkRow._make, store.select(query, (path,))))


def mentioned_in(store: Store, path: str) -> list[str]:
    """Return the files that name a file, in the order of the tree."""
    query = (
        "SELECT DISTINCT pointer.path FROM pointer JOIN file USING (path)"
        " WHERE target = ? AND pointer.path <> target ORDER BY file.ordinal"
    )
    return list(store.column(query, (path,)))
