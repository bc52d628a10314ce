"""Who calls a definition and what it calls, two steps each way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.testing.files_with_tests import is_in_tests
from ...i18n import say
from ...links.places import Target
from ...links.tree_paths import folder_distance
from ...model.record import Record
from ..nodes import ListEntry, entries, kw_picture, picture
from ..page_context import Context
from .columns import Columns, definition_place
from .drawing import LineKind, more_place

#: Callers of the definition that are shown, and of each of these; the same of calls.
_SHOWN: Final = (10, 4)


class Called(Record, frozen=True):
    """A definition of the picture."""

    path: str
    qualname: str
    """Empty for the level of the module."""
    anchor: str
    callers: int = 0
    """How many callers are left out."""
    calls: int = 0
    """How many of what it calls are left out."""


class CallGraph(Record, frozen=True):
    """A definition, the first, with those around it."""

    definitions: tuple[Called, ...]
    calls: tuple[tuple[int, int, bool], ...]
    """Numbers of two definitions, and whether nothing but the name says so."""


def call_graph(code: CodeMap, path: str, qualname: str) -> CallGraph | None:
    """Return the calls around a definition, if there are any."""
    own = Target(path, qualname)
    anchors = {own: _anchor(code, own)}
    calls: dict[tuple[Target, Target], bool] = {}
    left_out: Counter[tuple[Target, bool]] = Counter()
    for forward in (False, True):
        level = [own]
        for most in _SHOWN:
            reached = []
            for definition in level:
                room = most
                for other, anchor, by_name in _ends(code, definition, forward=forward):
                    if other not in anchors:
                        if not room:
                            left_out[definition, forward] += 1
                            continue
                        room -= 1
                        anchors[other] = anchor
                        # What a guess would lead to says nothing.
                        reached += [] if by_name else [other]
                    call = (definition, other) if forward else (other, definition)
                    calls.setdefault(call, by_name)
            level = reached
    if not calls:
        return None
    numbers = {definition: number for number, definition in enumerate(anchors)}
    shown = (
        Called(*target, anchor, left_out[target, False], left_out[target, True])
        for target, anchor in anchors.items()
    )
    lines = (
        (numbers[caller], numbers[called], by_name)
        for (caller, called), by_name in calls.items()
    )
    return CallGraph(tuple(shown), tuple(lines))


def _anchor(code: CodeMap, definition: Target) -> str:
    kinds = code.anchors(definition.path).get(definition.qualname, {})
    return next(iter(kinds.values()), "")


def _ends(
    code: CodeMap, definition: Target, *, forward: bool
) -> list[tuple[Target, str, bool]]:
    """Return what a definition calls, or who calls it, the most telling first.

    :return: each with its id, and whether nothing but the name says so.
    """
    if forward:
        ends = [
            (Target(row.target, row.qualname), row.anchor, bool(row.by_name))
            for row in code.calls_from(*definition)
        ]
        ends.sort(key=itemgetter(2))
    else:
        ends = [
            (Target(row.path, row.around), row.around_anchor, bool(row.by_name))
            for row in code.calls_to(*definition)
        ]
        ends.sort(
            key=lambda end: (
                end[2],
                is_in_tests(code, *end[0]),
                end[0].path != definition.path,
                folder_distance(definition.path, end[0].path),
                end[0],
            )
        )
    return [end for end in ends if end[0] != definition]


def call_picture(context: Context, graph: CallGraph) -> kw_picture:
    """Return the calls around a definition as a picture, its callers on the left."""
    own = graph.definitions[0]
    places = [
        definition_place(
            definition.qualname or definition.path.rpartition("/")[2],
            context.href("docs", definition.path, definition.anchor),
            "" if definition.path == own.path else definition.path,
        )
        for definition in graph.definitions
    ]
    edges = [(caller, called) for caller, called, _ in graph.calls]
    kinds: dict[tuple[int, int], LineKind] = {
        (caller, called): "dashed" for caller, called, by_name in graph.calls if by_name
    }
    for number, definition in enumerate(graph.definitions):
        for more, forward in ((definition.callers, False), (definition.calls, True)):
            if more:
                note = len(places)
                edges.append((number, note) if forward else (note, number))
                places.append(more_place(more, places[number].uri))
    title = say("Callers of {name} and what it calls", name=own.qualname)
    columns = Columns(title, tuple(places), tuple(edges), frozenset([0]), kinds)
    legend = say("Dashed: only the name matches.") if kinds else ""
    return picture(columns, entries(_listed(columns)), legend=legend)


def _listed(graph: Columns) -> Iterator[ListEntry]:
    """Yield the callers of the first place and theirs, then what it calls."""
    into: defaultdict[int, list[int]] = defaultdict(list)
    out: defaultdict[int, list[int]] = defaultdict(list)
    for caller, called in graph.edges:
        into[called].append(caller)
        out[caller].append(called)
    for title, ends in ((say("Called by"), into), (say("Calls"), out)):
        if ends[0]:
            yield ListEntry(title, prose=True)
        seen = {0}
        pending = [(0, number, 1) for number in reversed(ends[0])]
        while pending:
            near, number, level = pending.pop()
            edge = (number, near) if ends is into else (near, number)
            place = graph.places[number]
            yield ListEntry(
                place.label,
                place.uri,
                kind=say("by name") if edge in graph.kinds else "",
                where=place.caption,
                prose=place.note,
                level=level,
            )
            if number not in seen:
                seen.add(number)
                pending += [(number, end, level + 1) for end in reversed(ends[number])]
