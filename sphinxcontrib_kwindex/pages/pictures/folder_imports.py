"""Which files and subfolders of a folder import which: a graph, or a matrix of many."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.folders import part_of
from ...i18n import counted, figure, say
from ...model.record import Record
from ...scan.test_paths import is_test
from ...store.file_queries import code_lines
from ..nodes import SHOWN, ListEntry, Part, entries, link, picture
from ..page_context import Context, joined, paragraph, translated_paragraph
from .columns import Columns
from .drawing import GraphNode, LineKind
from .import_matrix import ImportMatrix, import_order

#: What is less is said as fast as it is drawn.
_LEAST_EDGES: Final = 3
#: Of more parts only the folders are shown.
_MOST: Final = 200
#: Fewer parts, and lines between them, are drawn as a graph.
_MATRIX_PARTS: Final = 30
_MATRIX_EDGES: Final = 60

#: What stands for the package of Go that the files of the folder are.
_PACKAGE: Final = "./"


class FolderImports(Record, frozen=True):
    """Which parts of a folder import which."""

    parts: tuple[str, ...]
    """Files, and folders with a final slash, each before what it imports, and those
    that import each other together. An empty path stands for all files, and
    :data:`_PACKAGE` for the package of Go that they are."""
    cycles: tuple[tuple[int, ...], ...]
    """Numbers of parts that import each other in cycles."""
    imports: tuple[tuple[int, int, int], ...]
    """Numbers of two parts, and how many pairs of their files import each other."""
    left_out: int = 0
    """How many parts are not shown, because they are too many."""
    tests_left_out: bool = False
    """Whether tests import other parts that stand in parts with more than tests."""


def folder_imports(code: CodeMap, folder: str) -> FolderImports | None:
    """Return which parts of a folder import which; ``None`` if none does."""
    parts = {path: part_of(folder, path) for path, _ in code_lines(code.store, folder)}
    if len(set(parts.values())) > _MOST:
        parts = {path: part if part[-1] == "/" else "" for path, part in parts.items()}
    code_parts = {part for path, part in parts.items() if not is_test(path)}
    weights: defaultdict[str, Counter[str]] = defaultdict(Counter)
    tests_left_out = False
    for path, other in _imports(code, folder, parts):
        if parts[path] in code_parts and is_test(path):
            tests_left_out = True
        else:
            weights[parts[path]][other] += 1
    if not weights:
        return None
    left_out = _leave_out(weights)
    groups = import_order(weights)
    order = {part: number for number, part in enumerate(chain(*groups))}
    return FolderImports(
        tuple(order),
        tuple(
            tuple(order[part] for part in group) for group in groups if len(group) > 1
        ),
        tuple(
            (order[part], order[other], weights[part][other])
            for part in order
            if part in weights
            for other in sorted(weights[part], key=order.__getitem__)
        ),
        left_out,
        tests_left_out,
    )


def _imports(
    code: CodeMap, folder: str, parts: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield files of a folder, each with another part of which it needs a file.

    :param parts: of the folder, by their files.
    """
    for path, part in parts.items():
        for other in code.import_graph.needed.get(path, ()):
            if other in parts and parts[other] != part:
                # No file of a package of Go is imported by itself.
                is_package = parts[other] == other and other.endswith(".go")
                yield path, _PACKAGE if is_package else parts[other]
    # A package of Go is a folder, and so is what has no module of its own.
    for target, importers in code.import_graph.package_importers.items():
        if target != folder and f"{target}/".startswith(f"{folder}/" if folder else ""):
            other = part_of(folder, f"{target}/")
            for path in importers:
                if path in parts and parts[path] != other:
                    yield path, other


def _leave_out(weights: defaultdict[str, Counter[str]]) -> int:
    """Leave the parts that import and are imported least out where they are too many.

    :return: how many these are.
    """
    busy: Counter[str] = Counter()
    for part, imported in weights.items():
        busy[part] += imported.total()
        busy.update(imported)
    kept = set(sorted(busy, key=lambda part: (-busy[part], part))[:_MOST])
    if len(kept) < len(busy):
        for part in list(weights):
            weights[part] = Counter(
                {
                    other: number
                    for other, number in weights[part].items()
                    if other in kept
                }
            )
            if part not in kept or not weights[part]:
                del weights[part]
    return len(busy) - len(kept)


def folder_imports_body(
    context: Context, folder: str, shown: FolderImports
) -> list[nodes.Node]:
    """Return the picture of the imports in a folder, with what explains it."""
    places = tuple(_places(context, folder, shown))
    edges = tuple((start, end) for start, end, _ in shown.imports)
    title = say(
        "Imports between the parts of {folder}",
        folder=folder or context.code.settings.title,
    )
    body: list[nodes.Node] = []
    drawn: Columns | ImportMatrix
    if len(places) < _MATRIX_PARTS and len(edges) <= _MATRIX_EDGES:
        closing: dict[tuple[int, int], LineKind] = {
            edge: "marked" for edge in edges if edge[0] > edge[1]
        }
        drawn = Columns(title, places, edges, kinds=closing, ordered=True)
        legend = say("An arrow leads to what is imported.")
        if shown.cycles:
            legend += " " + say("Marked arrows close cycles.")
    else:
        numbers = tuple(number for *_, number in shown.imports)
        drawn = ImportMatrix(title, places, edges, numbers, shown.cycles)
        legend = say("Each row shows what the part on its left imports.")
        if shown.cycles:
            legend += " " + say(
                "Frames mark import cycles; the marks inside are the imports that"
                " close them."
            )
    if "" in shown.parts:
        body.append(paragraph(say("There are too many files to be shown one by one.")))
    if shown.left_out:
        left_out = counted(
            shown.left_out,
            "The part with the fewest imports is not shown.",
            "The {number} parts with the fewest imports are not shown.",
        )
        body.append(paragraph(left_out))
    if shown.tests_left_out:
        body.append(paragraph(say("Imports by tests within the parts are left out.")))
    text: list[nodes.Node] = [entries(_rows(places, shown), shown=SHOWN)]
    if _counts(shown):
        told = "The numbers in brackets count pairs of a file and what it imports."
        text.insert(0, paragraph(say(told)))
    few = len(edges) < _LEAST_EDGES
    body += text if few else [picture(drawn, *text, legend=legend)]
    for cycle in shown.cycles:
        names = [
            link(places[part].label, places[part].uri, literal=True) for part in cycle
        ]
        body.append(
            translated_paragraph(
                "{parts} import each other: {names}",
                parts=figure(len(cycle)),
                names=joined(names),
            )
        )
    return body


def _places(context: Context, folder: str, shown: FolderImports) -> Iterator[GraphNode]:
    start = len(folder) + 1 if folder else 0
    for part in shown.parts:
        path = part.rstrip("/")
        if not part:
            uri = context.href("index", folder)
            yield GraphNode(say("files of this folder"), uri, note=True)
        elif part == _PACKAGE:
            uri = context.href("index", folder)
            yield GraphNode(say("the package of this folder"), uri, note=True)
        elif path == part:
            yield GraphNode(part[start:], context.href("docs", path))
        else:
            *_, path = context.code.compact_folders(path)
            uri = context.folder_href(path)
            yield GraphNode(f"{path[start:]}/", uri)


def _counts(shown: FolderImports) -> bool:
    """Tell whether numbers say something: all of one file and another are 1."""
    return any(number > 1 for *_, number in shown.imports)


def _rows(places: tuple[GraphNode, ...], shown: FolderImports) -> Iterator[ListEntry]:
    """Yield what each part imports, with numbers of pairs of files."""
    counts = _counts(shown)
    imports: defaultdict[int, list[Part]] = defaultdict(list)
    for start, end, number in shown.imports:
        text = places[end].label
        if counts:
            text += f" ({figure(number)})"
        imports[start].append(Part(text, places[end].uri))
    for part, parts in imports.items():
        place = places[part]
        yield ListEntry(place.label, place.uri, prose=place.note, parts=tuple(parts))
