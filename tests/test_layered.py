"""The layout of pictures: boxes in columns, arrows between them."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from sphinxcontrib_kwindex.pages.pictures.layered_layout import Layered, layered

BOX = (100.0, 24.0)
Edges = list[tuple[int, int]]


def some_graph(seed: int, *, boxes: int = 60, cyclic: bool = False) -> Edges:
    """Return edges among boxes in no order that a layout could profit from."""
    numbers = random.Random(seed)
    names = list(range(boxes))
    numbers.shuffle(names)
    edges: Edges = []
    for end in range(1, boxes):
        for _ in range(numbers.choice((1, 1, 1, 2, 3))):
            start = numbers.randrange(max(0, end - 25), end)
            edges.append((names[start], names[end]))
    if cyclic:
        edges += [(end, start) for start, end in numbers.sample(edges, 12)]
    numbers.shuffle(edges)
    return edges


def some_sizes(seed: int, boxes: int) -> list[tuple[float, float]]:
    """Return boxes of all sizes."""
    numbers = random.Random(seed)
    return [
        (numbers.randrange(30, 200), numbers.randrange(16, 50)) for _ in range(boxes)
    ]


def crossings(drawing: Layered) -> int:
    """Count the pairs of pieces between the same columns that cross."""
    pieces = {
        (min(piece), max(piece))
        for route in drawing.routes
        for piece in pairwise(route)
    }
    number = 0
    for (start, end), (start_there, end_there) in combinations(pieces, 2):
        if (start[0], end[0]) == (start_there[0], end_there[0]):
            number += (start[1] - start_there[1]) * (end[1] - end_there[1]) < 0
    return number


def naive_crossings(drawing: Layered, edges: Edges) -> int:
    """Count the crossings of the same columns in the order of the numbers of boxes."""
    columns = {x for x, _ in drawing.positions}
    rank = {x: number for number, x in enumerate(sorted(columns))}
    at = [rank[x] for x, _ in drawing.positions]
    lines: set[tuple[int, float, float]] = set()
    for start, end in edges:
        if at[start] > at[end]:
            start, end = end, start
        span = at[end] - at[start]
        for step in range(span):
            left, right = (
                start + (end - start) * part / span for part in (step, step + 1)
            )
            lines.add((at[start] + step, left, right))
    return sum(
        one[0] == other[0] and (one[1] - other[1]) * (one[2] - other[2]) < 0
        for one, other in combinations(lines, 2)
    )


def test_fewer_edges_cross() -> None:
    """Ordering leaves less than half of the crossings of a given order."""
    for seed in range(5):
        edges = some_graph(seed)
        drawing = layered([BOX] * 60, edges)
        assert crossings(drawing) < naive_crossings(drawing, edges) / 2


def test_trees_have_no_crossings() -> None:
    """A tree is drawn flat, each box beside those after it."""
    edges = [((number - 1) // 3, number) for number in range(1, 60)]
    drawing = layered([BOX] * 60, edges)
    assert not crossings(drawing)
    for box in range(19):
        ys = [drawing.positions[end][1] for start, end in edges if start == box]
        assert min(ys) - BOX[1] < drawing.positions[box][1] < max(ys) + BOX[1]


@pytest.mark.parametrize("cyclic", [False, True])
def test_nothing_overlaps(cyclic: bool) -> None:
    """No box covers another, or an edge that leads past it."""
    for seed in range(10):
        sizes = some_sizes(seed, 60)
        edges = some_graph(seed, cyclic=cyclic)
        drawing = layered(sizes, edges)
        frames = [
            (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
            for (x, y), (w, h) in zip(drawing.positions, sizes, strict=True)
        ]
        for one, other in combinations(frames, 2):
            assert (
                one[2] <= other[0]
                or other[2] <= one[0]
                or one[3] <= other[1] + 0.001
                or other[3] <= one[1] + 0.001
            )
        for left, top, right, bottom in frames:
            assert left >= 0
            assert top >= -0.001
            assert right <= drawing.width
            assert bottom <= drawing.height + 0.001
        for route in drawing.routes:
            for (x, y), (x_there, y_there) in pairwise(route):
                middle = (x + x_there) / 2, (y + y_there) / 2
                assert not any(
                    left < middle[0] < right and top < middle[1] < bottom
                    for left, top, right, bottom in frames
                )


def test_edges_join_their_boxes() -> None:
    """An edge begins at the side of a box and ends at one."""
    sizes = some_sizes(1, 60)
    edges = some_graph(1, cyclic=True)
    drawing = layered(sizes, edges)
    assert len(drawing.routes) == len(edges)
    for number, (start, end) in enumerate(edges):
        route = drawing.routes[number]
        way = -1 if route[-1][0] < route[0][0] else 1
        for box, point, side in ((start, route[0], way), (end, route[-1], -way)):
            x, y = drawing.positions[box]
            assert point[0] == pytest.approx(x + side * sizes[box][0] / 2)
            assert point[1] == y
        assert all(
            (after - before) * way >= 0 for (before, _), (after, _) in pairwise(route)
        )


def test_only_edges_of_cycles_lead_back() -> None:
    """Arrows lead to the right but for those that close a cycle."""
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (0, 3), (4, 5)]
    drawing = layered([BOX] * 6, edges)
    (back,) = (
        (start, end)
        for start, end in edges
        if drawing.positions[start][0] >= drawing.positions[end][0]
    )
    assert back in edges[:3]


def test_boxes_stand_near() -> None:
    """What leads only to a box far right stands just before it."""
    drawing = layered([BOX] * 5, [(0, 1), (1, 2), (2, 3), (4, 3), (4, 2)])
    assert drawing.positions[4][0] == drawing.positions[1][0]


def test_odd_graphs() -> None:
    """Nothing, one box, an edge to itself, an edge twice; who is alone comes last."""
    assert layered([], []) == Layered([], [], 0, 0)
    assert layered([BOX], []).positions == [(50, 12)]
    drawing = layered([BOX] * 3, [(1, 2), (1, 1), (1, 2)])
    assert drawing.routes[1] == []
    assert drawing.routes[0] == drawing.routes[2] != []
    assert drawing.positions[0][1] > drawing.positions[1][1]


def test_same_places() -> None:
    """A graph is drawn the same each time, in whatever order its edges come."""
    edges = some_graph(7)
    first = layered([BOX] * 60, edges)
    assert layered([BOX] * 60, edges) == first
    assert layered([BOX] * 60, edges[::-1]).positions == first.positions


def test_long_chains() -> None:
    """A chain is no deeper than Python's stack allows."""
    drawing = layered([BOX] * 3000, [(box, box + 1) for box in range(2999)])
    assert drawing.height == BOX[1]
