"""What all pictures are made of: boxes that lead somewhere, and lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol
from unicodedata import east_asian_width

from ...i18n import figure, say
from ...model.names import parts_of
from ...model.record import Record

Point = tuple[float, float]
"""To the right and downwards, in pixels."""

#: Widths of a character, with the font sizes of the style sheet.
NAME_WIDTH: Final = 7.3
CAPTION_WIDTH: Final = 6.4
#: What is left free between the text of a box and its sides, both together.
PADDING: Final = 10


BoxKind = Literal["", "self", "note", "group", "bar", "row", "cell", "marked", "frame"]
LineKind = Literal["", "dashed", "marked", "faint", "grid"]


class Box(Record, frozen=True):
    """A rectangle, with a name in its middle."""

    x: float
    """Its left side."""
    y: float
    """Its upper side."""
    width: float
    height: float
    label: str = ""
    """What is written into it; shortened, or left out, where it does not fit."""
    uri: str = ""
    caption: str = ""
    """What stands below the label, smaller; a path loses its beginning."""
    title: str = ""
    """What it is in full, for whom the label is too short; by default the label."""
    kind: BoxKind = ""
    """What it is: what the picture is about, how many more there are, a box around
    others with its name at the top, a bar from which lines go; the name of a row of a
    table, a cell there, one with which something is wrong, a frame around cells."""
    shade: int = 0
    """How dark it is, from 0 to 5."""


class Line(Record, frozen=True):
    """A line with an arrowhead at its end."""

    points: Sequence[Point]
    kind: LineKind = ""
    """Whether it is not sure, something is wrong with it, or others matter more; those
    of a grid have no arrowheads."""
    both: bool = False
    """Whether it has an arrowhead at its start, too."""


class Label(Record, frozen=True):
    """A small text; the point is the middle of its base line."""

    x: float
    y: float
    text: str
    turned: bool = False
    """Whether it is read upwards from the point, as the name of a column is."""


class Drawing(Record, frozen=True):
    """A picture whose parts have places.

    Boxes cover lines, and later boxes cover earlier ones.
    """

    width: float
    height: float
    boxes: Sequence[Box] = ()
    lines: Sequence[Line] = ()
    labels: Sequence[Label] = ()


class Picture(Protocol):
    """What can be drawn."""

    @property
    def title(self) -> str:
        """A sentence that says what is seen."""

    def drawing(self) -> Drawing:
        """Return the picture with its parts placed."""


class GraphNode(Record, frozen=True):
    """A node of a graph."""

    label: str
    uri: str = ""
    note: bool = False
    """Whether it says how many more there are."""
    caption: str = ""
    """Where it is."""
    title: str = ""
    """Its full name; by default the label."""


def more_place(number: int, uri: str) -> GraphNode:
    """Return a place that says how many more there are."""
    return GraphNode(say("+{number} more", number=figure(number)), uri, note=True)


class Graph(Record, frozen=True):
    """Places with lines between them; what draws it derives from it.

    ``edges`` are pairs of numbers of places, from and to.
    """

    title: str
    places: tuple[GraphNode, ...]
    edges: tuple[tuple[int, int], ...]


def wide(text: str) -> int:
    """Return the width of a text, in characters of a monospaced font."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def name_within(text: str, width: float) -> str:
    """Return a name without its middle where it does not fit into a box.

    Namespaces go first. Empty where so little of it fits that many others would look
    like it.
    """
    fits = int((width - PADDING) / NAME_WIDTH)
    parts = parts_of(text) if "::" in text else [text]
    while parts[1:] and wide(text) > fits:
        text = text.removeprefix(parts.pop(0))[2:]
    if wide(text) <= fits:
        return text
    if fits < 7:
        return ""
    end = text[-min(7, fits // 3) :]
    text = text[:fits]
    while text and wide(text) + wide(end) >= fits:
        text = text[:-1]
    return f"{text}…{end}"


def path_within(text: str, width: float, character: float = CAPTION_WIDTH) -> str:
    """Return a path without its beginning where it does not fit into a box."""
    fits = int((width - PADDING) / character)
    if wide(text) <= fits:
        return text
    if fits <= 3:
        return ""
    text = text[-fits:]
    while text and wide(text) >= fits:
        text = text[1:]
    return f"…{text}"
