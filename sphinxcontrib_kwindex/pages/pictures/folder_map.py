"""The map of a folder: how large its files and subfolders are, and who needs them.

The area of a box is the number of its lines, and the more files import it the
darker it is (Shneiderman's treemap). It shows two levels, where a folder that holds
nearly all of the one around it is none. Tests stand behind all else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import floor, log10
from operator import attrgetter
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.folders import part_of
from ...i18n import counted, figure, say
from ...model.named_tuple import NamedTuple
from ...model.record import Record
from ...scan.test_paths import is_test
from ...store.file_queries import code_lines
from ..nodes import SHOWN, ListEntry, entries, picture
from ..page_context import Context
from ..quantities import pluralize
from .drawing import Box, Drawing

#: A folder with fewer files of code needs no map.
_LEAST_FILES: Final = 4
#: What is smaller than this share of the whole is shown together.
_LEAST_SHARE: Final = 0.0025
#: A folder that holds this share of the one around it is left out between that and what
#: is inside of it.
_MOST: Final = 0.9
#: From so many importers on a box has the next shade.
_IMPORTERS: Final = (1, 3, 10, 30, 100)
_WIDTH: Final = 720
_HEIGHTS: Final = (200, 560)
_HEIGHT_PER_BOX: Final = 12
#: Around what is inside of a box, and above it.
_MARGIN: Final = 3
_HEAD: Final = 20
#: A smaller box shows nothing that is inside of it.
_LEAST_WIDTH: Final = 60
_LEAST_HEIGHT: Final = 56


class Area(Record, frozen=True):
    """A file or a folder on the map."""

    path: str
    """Of what is too small to be shown the folder that it is in."""
    folder: bool
    lines: int
    """Lines of code, to two digits: so a map changes rarely."""
    importers: int = 0
    """How many files elsewhere import it, or something in it."""
    inside: tuple[Area, ...] = ()
    """What is in it, in the order of :func:`folder_map`."""
    files: int = 0
    """How many files are shown together, as each is too small."""
    tests: bool = False
    """Whether it holds tests alone."""


def folder_map(code: CodeMap, path: str) -> tuple[Area, ...]:
    """Return what is in a folder, the largest first and tests behind all else.

    :return: nothing if that is little.
    """
    lines = {file: number for file, number in code_lines(code.store, path) if number}
    if len(lines) < _LEAST_FILES:
        return ()
    least = sum(lines.values()) * _LEAST_SHARE
    return _areas(code, path, lines, least, levels=2)


def _areas(
    code: CodeMap, folder: str, lines: dict[str, int], least: float, *, levels: int
) -> tuple[Area, ...]:
    """Return the areas of a folder; the last one is for all small parts.

    Nothing where all are small.

    :param lines: the files below the folder, each with its lines of code.
    :param least: with fewer lines a part is small.
    :param levels: how deep areas stand in one another.
    """
    *_, inner = code.compact_folders(folder)
    parts = _parts(inner, lines)
    beside: dict[str, int] = {}
    while levels == 1 and (most := _most(parts)):
        *_, inner = code.compact_folders(most.rstrip("/"))
        files = parts.pop(most)
        for others in parts.values():
            beside.update(others)
        parts = _parts(inner, files)
    small = [part for part, files in parts.items() if sum(files.values()) < least]
    if len(small) == 1:
        # It needs no more room than a box for several.
        small = []
    areas: list[Area] = []
    for part, files in parts.items():
        if part in small:
            continue
        path = part.rstrip("/")
        inside: tuple[Area, ...] = ()
        is_folder = part != path
        if is_folder:
            *_, path = code.compact_folders(path)
            if levels > 1:
                inside = _areas(code, path, files, least, levels=levels - 1)
        size = _rounded(files), _importers(code, files, packages=is_folder)
        tests = all(map(is_test, files))
        areas.append(Area(path, is_folder, *size, inside, tests=tests))
    areas.sort(key=lambda area: (area.tests, -area.lines, area.path))
    for part in small:
        beside.update(parts[part])
    if beside and areas:
        size = _rounded(beside), _importers(code, beside)
        areas.append(Area(folder, True, *size, files=len(beside)))
    return tuple(areas)


def _parts(folder: str, lines: dict[str, int]) -> dict[str, dict[str, int]]:
    """Return the files of each file and subfolder of a folder, with their lines."""
    parts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for file, number in lines.items():
        parts[part_of(folder, file)][file] = number
    return parts


def _most(parts: Mapping[str, Mapping[str, int]]) -> str:
    """Return the subfolder that holds nearly all lines, or nothing."""
    sizes = {part: sum(files.values()) for part, files in parts.items()}
    most = max(sizes, key=sizes.__getitem__)
    enough = most.endswith("/") and sizes[most] >= _MOST * sum(sizes.values())
    return most if enough else ""


def _rounded(lines: Mapping[str, int]) -> int:
    number = sum(lines.values())
    digits = floor(log10(number)) - 1
    return round(number, -digits) if digits > 0 else number


def _importers(code: CodeMap, files: Iterable[str], *, packages: bool = False) -> int:
    """Return how many other files import some files.

    :param packages: whether they are all that their folders hold.
    """
    inside = set(files)
    graph = code.import_graph
    # What Go imports is a package, whichever of its files stands for it.
    imported = (file for file in inside if packages or not file.endswith(".go"))
    importers = set().union(*(graph.importers.get(file, ()) for file in imported))
    if packages:
        folders = {file.rpartition("/")[0] for file in inside}
        importers.update(
            *(graph.package_importers.get(folder, ()) for folder in folders)
        )
    return len(importers - inside)


def folder_map_body(
    context: Context, path: str, areas: Sequence[Area]
) -> list[nodes.Node]:
    """Return the map of a folder, with what explains it."""
    name = path or context.code.settings.title
    parts = tuple(map(partial(_part, context, path), areas))
    shown = FolderMap(say("Map of {folder}", folder=name), parts)
    text = entries(_rows(context, areas, path), shown=SHOWN)
    legend = say(
        "The area of a box is its number of lines. Only code files are counted."
    )
    if any(_imported(area) for outer in areas for area in (outer, *outer.inside)):
        shades = say("The stronger its colour, the more files elsewhere import it.")
        legend = f"{legend} {shades}"
    return [picture(shown, text, legend=legend)]


def _rows(
    context: Context, areas: Iterable[Area], folder: str, level: int = 0
) -> Iterator[ListEntry]:
    for area in areas:
        yield ListEntry(
            _name(area, folder),
            _uri(context, area),
            where=_lines(area),
            prose=bool(area.files),
            summary=_imported(area),
            level=level,
        )
        yield from _rows(context, area.inside, area.path, level + 1)


def _name(area: Area, folder: str) -> str:
    """Return what an area in a folder is called."""
    if area.files:
        return pluralize(area.files, "smaller file")
    return area.path.removeprefix(f"{folder}/") + "/" * area.folder


def _lines(area: Area) -> str:
    return pluralize(area.lines, "line")


def _imported(area: Area) -> str:
    if not area.importers:
        return ""
    return counted(
        area.importers, "imported by {number} file", "imported by {number} files"
    )


def _uri(context: Context, area: Area) -> str:
    if not area.folder:
        return context.href("docs", area.path)
    return context.folder_href(area.path)


class _Part(Record, frozen=True):
    """An area in the language of the page."""

    label: str
    title: str
    uri: str
    size: int
    shade: int
    note: bool
    tests: bool
    inside: tuple[_Part, ...]


def _part(context: Context, folder: str, area: Area) -> _Part:
    label, name = _name(area, folder), area.path + "/" * area.folder
    if area.files:
        label, name = f"+{figure(area.files)}", label
    return _Part(
        label,
        " · ".join(filter(None, (name, _lines(area), _imported(area)))),
        _uri(context, area),
        area.lines,
        sum(area.importers >= least for least in _IMPORTERS),
        bool(area.files),
        area.tests,
        tuple(map(partial(_part, context, area.path), area.inside)),
    )


class FolderMap(Record, frozen=True):
    """A treemap of two levels."""

    title: str
    parts: tuple[_Part, ...]

    def drawing(self) -> Drawing:
        """Return boxes, those of folders around what is in them."""
        boxes = sum(1 + len(part.inside) for part in self.parts)
        least, most = _HEIGHTS
        height = min(max(least, boxes * _HEIGHT_PER_BOX), most)
        area = Rectangle(0, 0, _WIDTH, height)
        return Drawing(_WIDTH, height, list(_boxes(self.parts, area)))


def _boxes(parts: Sequence[_Part], area: Rectangle) -> Iterator[Box]:
    ordered = sorted(parts, key=lambda part: (part.tests, -part.size))
    groups = [
        [part.size for part in group]
        for _, group in groupby(ordered, key=attrgetter("tests"))
    ]
    halves = zip(groups, squares([*map(sum, groups)], area), strict=True)
    places = [place for sizes, half in halves for place in squares(sizes, half)]
    for part, (x, y, width, height) in zip(ordered, places, strict=True):
        # What is beside it keeps away as far as it does.
        gap = min(1, width / 4, height / 4)
        box = x + gap, y + gap, width - 2 * gap, height - 2 * gap
        nested = part.inside and width > _LEAST_WIDTH and height > _LEAST_HEIGHT
        yield Box(
            *box,
            part.label,
            part.uri,
            title=part.title,
            kind="group" if nested else "note" if part.note else "",
            shade=0 if nested else part.shade,
        )
        if nested:
            size = width - 2 * _MARGIN, height - _HEAD - _MARGIN
            yield from _boxes(part.inside, Rectangle(x + _MARGIN, y + _HEAD, *size))


class Rectangle(NamedTuple):
    """An area of a drawing."""

    x: float
    y: float
    width: float
    height: float


def squares(sizes: Sequence[float], area: Rectangle) -> list[Rectangle]:
    """Return a part of an area for each size, as nearly square as can be.

    :param sizes: above zero; of more than two the largest first.
    """
    parts: list[Rectangle] = []
    total = sum(sizes)
    while len(parts) < len(sizes):
        rest = sizes[len(parts) :]
        scale = area.width * area.height / total
        side = min(area.width, area.height)
        row: list[float] = []
        for size in rest:
            longer = [*row, size * scale]
            if row and _worst(longer, side) > _worst(row, side):
                break
            row = longer
        depth = sum(row) / side if side else 0
        x, y = area.x, area.y
        for part in row:
            along = part / depth if depth else 0
            if area.width >= area.height:
                parts.append(Rectangle(x, y, depth, along))
                y += along
            else:
                parts.append(Rectangle(x, y, along, depth))
                x += along
        if area.width >= area.height:
            area = Rectangle(area.x + depth, area.y, area.width - depth, area.height)
        else:
            area = Rectangle(area.x, area.y + depth, area.width, area.height - depth)
        total -= sum(rest[: len(row)])
    return parts


def _worst(row: Sequence[float], side: float) -> float:
    """Return how much longer than wide the worst part of a row is."""
    total = sum(row)
    return max(side**2 * row[0] / total**2, total**2 / (side**2 * row[-1]))
