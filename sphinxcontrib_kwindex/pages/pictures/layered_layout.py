"""Places the boxes of a directed graph so that most arrows lead to the right.

This is the method of Sugiyama, Tagawa and Toda (1981) in its usual steps: edges that
close a cycle are turned round, boxes get layers (here columns), an edge past a column
gets a bend in it, the bends and boxes of a column are ordered so that few edges cross,
and then moved towards what they are joined to. Parts that nothing joins stand one below
the other, the largest first. Columns, because names are wider than high: a class with
thirty subclasses is as high as a list of them.

The same graph always gets the same places; who wants layers from top to bottom passes
sizes with width and height exchanged, and exchanges the coordinates of the result.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterable, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import Final, TypeAlias

from ...model.reachable import reached
from ...model.record import Record

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[int, int]

#: Between boxes of a column, between a box and an edge that goes past, between edges.
_GAPS: Final = (10.0, 8.0, 6.0)
#: Between columns, more where edges lead far up or down.
_NARROW: Final = 34.0
_WIDE: Final = 110.0
_STEEP: Final = 0.12
#: So far before and behind a column edges are level: there is room for arrowheads.
_LEVEL: Final = 12.0
#: Between parts that nothing joins.
_PART_GAP: Final = 18.0
#: Rounds in which columns are ordered, and in which their boxes are moved.
_ORDERINGS: Final = 8
_MOVES: Final = 10
#: How much an edge draws by how many of its ends are bends: a long one is straight.
_PULLS: Final = (1.0, 2.0, 8.0)


class Layered(Record, frozen=True):
    """Where boxes and arrows stand, from 0 to the right and down."""

    positions: list[Point]
    """The centres of the boxes."""
    routes: list[list[Point]]
    """The points of each edge, from the box it leaves to the box it enters.

    It passes a column levelly, and ends at boxes levelly. An edge from a box to itself
    has no points.
    """
    width: float
    height: float


def layered(sizes: Sequence[tuple[float, float]], edges: Sequence[Edge]) -> Layered:
    """Place boxes with arrows between them.

    :param sizes: width and height of each box.
    :param edges: pairs of numbers of boxes.
    """
    reversed_edges = _closing_cycles(len(sizes), edges)
    forward = [
        (end, start) if number in reversed_edges else (start, end)
        for number, (start, end) in enumerate(edges)
    ]
    positions: list[Point] = [(0.0, 0.0)] * len(sizes)
    routes: dict[Edge, list[Point]] = {}
    width = top = 0.0
    for part in _parts(len(sizes), forward):
        drawing = _Drawing(sizes, part, forward)
        for box in part:
            x, y = drawing.place(box)
            positions[box] = (x, y + top)
        for edge in drawing.chains:
            routes[edge] = [(x, y + top) for x, y in drawing.route(edge)]
        width = max(width, drawing.width)
        top += drawing.height + _PART_GAP
    lines = [list(routes.get(edge, ())) for edge in forward]
    for number in reversed_edges:
        lines[number].reverse()
    height = max(0.0, top - _PART_GAP)
    return Layered(positions, lines, width, height)


def _closing_cycles(number: int, edges: Sequence[Edge]) -> frozenset[int]:
    """Return the numbers of edges without which there is no cycle.

    They lead back on a walk that begins with what leads to more than leads to it.
    """
    out: list[list[tuple[int, int]]] = [[] for _ in range(number)]
    surplus = [0] * number
    for index, (start, end) in enumerate(edges):
        if start != end:
            out[start].append((end, index))
            surplus[start] += 1
            surplus[end] -= 1
    closing = set()
    state = [0] * number  # 0 new, 1 on the way, 2 done
    for first in sorted(range(number), key=lambda box: -surplus[box]):
        if state[first]:
            continue
        state[first] = 1
        way = [(first, iter(out[first]))]
        while way:
            box, ends = way[-1]
            for end, index in ends:
                if state[end] == 1:
                    closing.add(index)
                elif not state[end]:
                    state[end] = 1
                    way.append((end, iter(out[end])))
                    break
            else:
                state[box] = 2
                way.pop()
    return frozenset(closing)


def _parts(number: int, edges: Iterable[Edge]) -> list[list[int]]:
    """Return the boxes of each part that nothing joins to others, the largest first."""
    joined: list[list[int]] = [[] for _ in range(number)]
    for start, end in edges:
        joined[start].append(end)
        joined[end].append(start)
    parts: list[list[int]] = []
    seen: set[int] = set()
    for first in range(number):
        if first not in seen:
            parts.append(sorted(reached([first], joined.__getitem__)))
            seen.update(parts[-1])
    return sorted(parts, key=len, reverse=True)


class _Drawing:
    """One part of a graph: its columns of boxes and bends."""

    def __init__(
        self, sizes: Sequence[tuple[float, float]], part: list[int], edges: list[Edge]
    ) -> None:
        """Place everything.

        :param edges: without cycles; those of other parts are ignored.
        """
        numbers = {box: number for number, box in enumerate(part)}
        here = sorted(
            {
                (numbers[start], numbers[end])
                for start, end in edges
                if start != end and start in numbers
            }
        )
        self._boxes = numbers
        self._sizes = [sizes[box] for box in part]
        self._columns_of = _columns(len(part), here)
        self._left: list[list[int]] = [[] for _ in part]
        self._right: list[list[int]] = [[] for _ in part]
        self.chains = {
            (part[start], part[end]): self._chain(start, end) for start, end in here
        }
        """By edge the box that it leaves, its bends, and the box that it enters."""
        self._order = self._ordered()
        self._ys = self._heights()
        self._xs = self._places_of_columns()
        self.width = self._xs[-1] + self._widths[-1]
        self.height = max(
            self._ys[node] + self._sizes[node][1] / 2
            for node in range(len(self._sizes))
        )

    def place(self, box: int) -> Point:
        """Return the centre of a box."""
        own = self._boxes[box]
        return self._xs[self._columns_of[own]] + self._sizes[own][0] / 2, self._ys[own]

    def route(self, edge: Edge) -> list[Point]:
        """Return the points of an edge."""
        points: list[Point] = []
        for node in self.chains[edge]:
            left = self._xs[self._columns_of[node]]
            right = left + self._widths[self._columns_of[node]]
            points += [(left, self._ys[node]), (right, self._ys[node])]
        # Boxes of a column begin at its left, but need not end at its right.
        points[0] = points[0][0] + self._sizes[self.chains[edge][0]][0], points[0][1]
        points = points[points[0] == points[1] : -1]
        route = points[:1]
        for (x, y), (end, other) in pairwise(points):
            if y != other:
                route += [(x + _LEVEL, y), (end - _LEVEL, other)]
            route.append((end, other))
        return route

    def _chain(self, start: int, end: int) -> list[int]:
        """Join two boxes, with a bend in each column between them."""
        chain = [start]
        for column in range(self._columns_of[start] + 1, self._columns_of[end]):
            chain.append(len(self._sizes))
            self._sizes.append((0.0, 0.0))
            self._columns_of.append(column)
            self._left.append([])
            self._right.append([])
        chain.append(end)
        for left, right in pairwise(chain):
            self._right[left].append(right)
            self._left[right].append(left)
        return chain

    def _is_bend(self, node: int) -> bool:
        return node >= len(self._boxes)

    def _ordered(self) -> list[list[int]]:
        """Return the columns, each from top to bottom."""
        best = self._as_walked()
        fewest = self._crossings(best)
        order = [list(column) for column in best]
        for turn in range(_ORDERINGS):
            if not fewest:
                break
            rightwards = turn % 2 == 0
            joined = self._left if rightwards else self._right
            place = {
                node: number for column in order for number, node in enumerate(column)
            }
            numbers = range(len(order)) if rightwards else range(len(order) - 1, -1, -1)
            for number in numbers:
                column = order[number]
                means = {
                    node: sum(place[other] for other in joined[node])
                    / len(joined[node])
                    if joined[node]
                    else place[node]
                    for node in column
                }
                column.sort(key=means.__getitem__)
                place.update({node: index for index, node in enumerate(column)})
            crossings = self._crossings(order)
            if crossings < fewest:
                fewest, best = crossings, [list(column) for column in order]
        return best

    def _as_walked(self) -> list[list[int]]:
        """Return the columns as a walk from the left comes to what is in them.

        No edges of a tree cross then.
        """
        columns: list[list[int]] = [[] for _ in range(max(self._columns_of) + 1)]
        starts = [box for box in range(len(self._sizes)) if not self._left[box]]
        for node in reached(starts, self._right.__getitem__):
            columns[self._columns_of[node]].append(node)
        return columns

    def _crossings(self, order: list[list[int]]) -> int:
        """Count the pairs of edges that cross."""
        crossings = 0
        for column, following in pairwise(order):
            place = {node: number for number, node in enumerate(following)}
            ends: list[int] = []
            for node in column:
                places = sorted(place[other] for other in self._right[node])
                crossings += sum(len(ends) - bisect(ends, end) for end in places)
                for end in places:
                    insort(ends, end)
        return crossings

    def _heights(self) -> list[float]:
        """Return the middle of each box and bend, the highest box at the top."""
        ys = [0.0] * len(self._sizes)
        needs = [
            [self._apart(above, node) for above, node in pairwise(column)]
            for column in self._order
        ]
        for column, apart in zip(self._order, needs, strict=True):
            for (above, node), need in zip(pairwise(column), apart, strict=True):
                ys[node] = ys[above] + need
        left, right = (
            [self._strengths(node, others) for node, others in enumerate(joined)]
            for joined in (self._left, self._right)
        )
        both = [there + here for there, here in zip(left, right, strict=True)]
        columns = [*zip(self._order, needs, strict=True)]
        for move in range(_MOVES):
            # Those after a box know first where they stand, then those before it.
            near = (right, left)[move] if move < 2 else both
            columns.reverse()
            for column, apart in columns:
                wishes, pulls = [], []
                for node in column:
                    pairs = near[node] or both[node]
                    pull = sum([strength for _, strength in pairs])
                    wish = sum([ys[other] * strength for other, strength in pairs])
                    wishes.append(wish / pull if pull else ys[node])
                    pulls.append(pull or 1.0)
                for node, y in zip(column, _moved(wishes, pulls, apart), strict=True):
                    ys[node] = y
        top = min(
            y - height / 2 for y, (_, height) in zip(ys, self._sizes, strict=True)
        )
        return [y - top for y in ys]

    def _strengths(self, node: int, joined: list[int]) -> list[tuple[int, float]]:
        """Return what draws a box or bend, and how much."""
        bend = self._is_bend(node)
        return [(other, _PULLS[bend + self._is_bend(other)]) for other in joined]

    def _apart(self, above: int, below: int) -> float:
        heights = self._sizes[above][1] + self._sizes[below][1]
        return heights / 2 + _GAPS[self._is_bend(above) + self._is_bend(below)]

    def _places_of_columns(self) -> list[float]:
        """Return where columns begin."""
        self._widths = [
            max(self._sizes[node][0] for node in column) for column in self._order
        ]
        xs = [0.0]
        for number, column in enumerate(self._order[:-1]):
            rise = max(
                (
                    abs(self._ys[node] - self._ys[other])
                    for node in column
                    for other in self._right[node]
                ),
                default=0.0,
            )
            gap = min(_WIDE, _NARROW + _STEEP * rise)
            xs.append(xs[-1] + self._widths[number] + gap)
        return xs


def _columns(number: int, edges: list[Edge]) -> list[int]:
    """Return the columns of boxes: as far to the left as edges allow, but near.

    :param edges: without cycles.
    """
    into: list[list[int]] = [[] for _ in range(number)]
    out: list[list[int]] = [[] for _ in range(number)]
    for start, end in edges:
        into[end].append(start)
        out[start].append(end)
    topological = [*TopologicalSorter(dict(enumerate(into))).static_order()]
    columns = [0] * number
    for box in topological:
        columns[box] = max((columns[start] + 1 for start in into[box]), default=0)
    # A box that more edges leave than enter makes them shorter further right.
    for box in reversed(topological):
        if len(out[box]) > len(into[box]):
            columns[box] = min(columns[end] for end in out[box]) - 1
    return columns


def _moved(wishes: list[float], pulls: list[float], apart: list[float]) -> list[float]:
    """Return the places nearest to *wishes* in the same order and far enough apart.

    These are the least squares under the weights *pulls*: neighbours that want to be
    where the other is form a block at the mean of what they want ("pool adjacent
    violators").
    """
    offsets = [0.0]
    for need in apart:
        offsets.append(offsets[-1] + need)
    blocks: list[tuple[float, float, int]] = []
    for wish, pull, offset in zip(wishes, pulls, offsets, strict=True):
        place, weight, members = wish - offset, pull, 1
        while blocks and blocks[-1][0] >= place:
            before, heavy, several = blocks.pop()
            total = heavy + weight
            place = (before * heavy + place * weight) / total
            weight, members = total, several + members
        blocks.append((place, weight, members))
    places = [place for place, _, members in blocks for _ in range(members)]
    return [place + offset for place, offset in zip(places, offsets, strict=True)]
