"""Writes pictures as SVG in the page.

The style sheet has all looks, with the colours of text and of links. Nothing has an
id, so that a page may show a picture twice. An image would hide its links from those
who hear the page: it is a group with a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import hypot
from operator import attrgetter
from typing import Final

from ...model.grouped import grouped
from ...pages.pictures import drawing
from .escaping import escaped

#: Wider pictures are not scaled down, but scroll.
_SCALED: Final = 480
#: Size of an arrowhead.
_HEAD: Final = 7
#: Kinds of boxes that say nothing one by one: the text of the picture has it all.
_SILENT: Final = frozenset({"cell", "marked"})
#: Lower boxes have no room for a name.
_NAME_HEIGHT: Final = 12
#: From the upper side of a box to the base line of a name there.
_TOP_LINE: Final = 15


def svg(picture: drawing.Picture) -> str:
    """Return a picture as markup that is HTML and XML."""
    drawn = picture.drawing()
    width, height = _number(drawn.width), _number(drawn.height)
    scaled = "" if drawn.width <= _SCALED else " kw-wide"
    name = escaped(picture.title)
    parts = [
        f'<div class="kw-picture{scaled}"><svg xmlns="http://www.w3.org/2000/svg" ',
        f'role="group" aria-label="{name}" width="{width}" height="{height}" ',
        f'viewBox="0 0 {width} {height}">\n',
    ]
    parts += _lines(drawn.lines)
    for silent, boxes in groupby(drawn.boxes, lambda box: box.kind in _SILENT):
        parts += _told(map(_box, boxes), silent)
    # Names of columns are those of rows.
    for silent, labels in groupby(drawn.labels, attrgetter("turned")):
        parts += _told(map(_label, labels), silent)
    parts.append("</svg></div>\n")
    return "".join(parts)


def _told(parts: Iterable[str], silent: bool) -> Iterator[str]:
    """Yield parts of a picture, silent ones in a group that is not read aloud."""
    if silent:
        yield '<g aria-hidden="true">\n'
    yield from parts
    if silent:
        yield "</g>\n"


def _box(box: drawing.Box) -> str:
    """Return a box, as a link where it leads somewhere."""
    fits = min(box.width, box.height) >= _NAME_HEIGHT
    name = drawing.name_within(box.label, box.width) if fits else ""
    turned = fits and not name and box.kind in {"", "note"}
    if turned:
        name = drawing.name_within(box.label, box.height)
    caption = drawing.path_within(box.caption, box.width) if name else ""
    title = escaped(box.title or box.label)
    seen = (f"{caption}/{name}", f"{name} ({caption})") if caption else (name,)
    # What is seen in full has no other name.
    hint = f"<title>{title}</title>" if title not in map(escaped, seen) else ""
    classes = [f"kw-{box.kind}"] if box.kind else []
    classes += [f"kw-shade-{box.shade}"] if box.shade else []
    css = f' class="{" ".join(classes)}"' if classes else ""
    middle = box.x + box.width / 2
    base = box.y + box.height / 2 + 4
    if box.kind == "group":
        base = box.y + _TOP_LINE
    elif box.kind == "row":
        middle = box.x + box.width - 3
    elif caption:
        base -= 7
    parts = [
        hint,
        f'<rect{css} x="{_number(box.x)}" y="{_number(box.y)}" ',
        f'width="{_number(box.width)}" height="{_number(box.height)}"/>',
    ]
    if name:
        css = {"note": "kw-caption", "row": "kw-end"}.get(box.kind, "")
        where = _upwards(middle, base - 4) if turned else ""
        parts.append(_text(middle, base, name, css, where))
    if caption:
        parts.append(_text(middle, base + 13, caption, "kw-caption"))
    if not box.uri:
        return f"<g>{''.join(parts)}</g>\n" if hint else "".join(parts) + "\n"
    return f'<a href="{escaped(box.uri)}">{"".join(parts)}</a>\n'


def _label(label: drawing.Label) -> str:
    if not label.turned:
        return _text(label.x, label.y, label.text, "kw-caption") + "\n"
    name = drawing.path_within(label.text, label.y)
    where = _upwards(label.x, label.y)
    return _text(label.x, label.y + 4, name, "kw-caption kw-start", where) + "\n"


def _upwards(x: float, y: float) -> str:
    return f'transform="rotate(-90 {_number(x)} {_number(y)})"'


def _text(x: float, y: float, text: str, css: str = "", more: str = "") -> str:
    shown = f' class="{css}"' if css else ""
    more = f" {more}" if more else ""
    where = f'x="{_number(x)}" y="{_number(y)}"'
    return f"<text{shown} {where}{more}>{escaped(text)}</text>"


def _lines(lines: Iterable[drawing.Line]) -> Iterator[str]:
    """Yield the lines and arrowheads of each kind, as one path each."""
    kinds = grouped((str(line.kind), line) for line in lines)
    for kind, some in sorted(kinds.items()):
        css = f"kw-edge kw-{kind}" if kind else "kw-edge"
        if kind == "grid":
            strokes = "".join("M" + "L".join(map(_point, line.points)) for line in some)
            yield f'<path class="kw-grid" d="{strokes}"/>\n'
            continue
        yield f'<path class="{css}" d="{"".join(map(_curve, some))}"/>\n'
        heads = "".join(
            _head(points[-2], points[-1])
            for line in some
            for points in (line.points, line.points[::-1])[: 1 + line.both]
        )
        yield f'<path class="{css.replace("edge", "head")}" d="{heads}"/>\n'


def _curve(line: drawing.Line) -> str:
    """Return a line that turns smoothly at its inner points."""
    # Lines end behind their arrowheads.
    points = [*line.points]
    points[-1] = _towards(points[-1], points[-2], _HEAD - 1)
    if line.both:
        points[0] = _towards(points[0], points[1], _HEAD - 1)
    path = "M" + _point(points[0])
    for corner, after in pairwise(points[1:]):
        half = (corner[0] + after[0]) / 2, (corner[1] + after[1]) / 2
        path += f"Q{_point(corner)} {_point(half)}"
    return f"{path}L{_point(points[-1])}"


def _head(before: drawing.Point, tip: drawing.Point) -> str:
    base = _towards(tip, before, _HEAD)
    away = _HEAD / 2
    across = (base[1] - tip[1]) / _HEAD * away, (tip[0] - base[0]) / _HEAD * away
    corner = base[0] + across[0], base[1] + across[1]
    other = base[0] - across[0], base[1] - across[1]
    return f"M{_point(tip)}L{_point(corner)} {_point(other)}z"


def _towards(start: drawing.Point, end: drawing.Point, length: float) -> drawing.Point:
    """Return the point that is so far from one point on the way to another."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    share = length / far
    return (
        start[0] + (end[0] - start[0]) * share,
        start[1] + (end[1] - start[1]) * share,
    )


def _point(point: Sequence[float]) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


@lru_cache(4096)
def _number(number: float) -> str:
    return f"{round(number, 1):g}"
