"""The files around a file: who imports it, what it imports, and imports among them."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...codemap.code_map import CodeMap
from ...i18n import figure, noun, say
from ...links.tree_paths import folder_distance
from ..nodes import Part, fields, kw_picture, picture
from ..page_context import Context, section_id
from ..quantities import pluralize
from .around import Around
from .columns import file_place
from .drawing import Place

#: Most files on each side.
NEIGHBOURS: Final = 6
_LIST: Final = section_id("Dependencies")


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The files around a file."""

    importers: tuple[str, ...]
    imported: tuple[str, ...]
    mutual: tuple[str, ...]
    more_importers: int
    more_imported: int
    among: tuple[tuple[int, int], ...]
    """Which of them import which, by their numbers in :attr:`files`.

    That importers import what the file imports, too, is left out: most do.
    """

    @property
    def files(self) -> tuple[str, ...]:
        """All of them."""
        return self.mutual + self.importers + self.imported


def neighbours(code: CodeMap, path: str) -> Neighbours:
    """Return the files around a file: the nearest ones, the most imported first."""
    into, out = code.import_graph.importers, code.import_graph.imported
    importers, imported = into.get(path, set()), out.get(path, set())

    def key(other: str) -> tuple[int, int, str]:
        between = folder_distance(path, other)
        return between, -len(into.get(other, ())), other

    mutual = heapq.nsmallest(NEIGHBOURS, importers & imported, key=key)
    only_into, only_out = importers - imported, imported - importers
    # Those that are both leave less room on the side where fewer are.
    room = NEIGHBOURS - len(mutual)
    fewer_into = len(only_into) <= len(only_out)
    left = heapq.nsmallest(room if fewer_into else NEIGHBOURS, only_into, key=key)
    right = heapq.nsmallest(NEIGHBOURS if fewer_into else room, only_out, key=key)
    numbers = {file: number for number, file in enumerate((*mutual, *left, *right))}
    sides = {*mutual, *left}, {*mutual, *right}
    among = {
        (numbers[file], numbers[other])
        for side in sides
        for file in side
        for other in out.get(file, set()) & side
    }
    return Neighbours(
        tuple(left),
        tuple(right),
        tuple(mutual),
        len(importers) - len(left) - len(mutual),
        len(imported) - len(right) - len(mutual),
        tuple(sorted(among)),
    )


def neighbourhood(context: Context, path: str, near: Neighbours) -> kw_picture:
    """Return the files around a file as a picture, its importers on the left."""
    places = [file_place(path, "")]
    places += [file_place(other, context.href("docs", other)) for other in near.files]
    own = len(near.files)
    importers = range(len(near.mutual + near.importers))
    imported = [*importers[: len(near.mutual)], *range(len(importers), own)]
    edges = [(start + 1, end + 1) for start, end in near.among]
    edges += [(other + 1, 0) for other in importers]
    edges += [(0, other + 1) for other in imported]
    where = context.href("docs", path, _LIST)
    for more, into in ((near.more_importers, True), (near.more_imported, False)):
        if more:
            edges.append((len(places), 0) if into else (0, len(places)))
            places.append(Place(_more(more), where, note=True))
    number = len(importers) + near.more_importers
    title = noun(
        number,
        "{number} file imports {path}, which imports {files}",
        "{number} files import {path}, which imports {files}",
    ).format(
        number=figure(number),
        path=path,
        files=pluralize(len(imported) + near.more_imported, "file"),
    )
    around = Around(title, tuple(places), tuple(edges))

    def parts(files: Sequence[str], more: int = 0) -> list[Part]:
        some = [Part(other, context.href("docs", other), True) for other in files]
        return [*some, Part(_more(more), where)] if more else some

    text = (
        (say("Closest importers"), parts(near.importers, near.more_importers)),
        (say("Mutual imports"), parts(near.mutual)),
        (say("Closest imports"), parts(near.imported, near.more_imported)),
    )
    legend = say("At the sides: imports among these files.") if near.among else ""
    rows = fields(row for row in text if row[1])
    return picture(around, rows, legend=legend, listed=True)


def _more(number: int) -> str:
    return say("+{number} more", number=figure(number))
