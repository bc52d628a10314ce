"""Draws the neighbourhood of a file as SVG.

Who leads to it stands on the left, where it leads to on the right, and the file is
the bar between them. It is drawn as wide as a phone, so that it can be read there,
and grows with the page. Colours are those of the text and of links; nothing has an id.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final
from unicodedata import east_asian_width

from ...i18n import say
from ...pages.nodes import Place, kw_picture, printable

_WIDTH: Final = 360
_MIDDLE: Final = _WIDTH // 2
_BAR: Final = 4
#: Half of the gap between the columns.
_GAP: Final = 22
_BOX: Final = _MIDDLE - _GAP - 1
_ROW: Final = 40
_HEIGHT: Final = 34
_NOTE: Final = 22
#: Where the rows begin, behind the file's own name and the captions.
_TOP: Final = 54
#: Characters of a monospace font that fit: of the file, of a name, of a folder.
_TITLE_FITS: Final = 47
_NAME_FITS: Final = 20
_FOLDER_FITS: Final = 24


def draw(node: kw_picture) -> str:
    """Return the picture as markup that is HTML and XML."""
    into, out, both = node.sides()
    left, right = ([(place, False) for place in side] for side in (into, out))
    # What leads both ways stands where there is more room, and has two arrowheads.
    files = [sum(not place.note for place in side) for side in (into, out)]
    roomy = left if files[0] <= files[1] else right
    roomy[:0] = [(place, True) for place in both]
    bottom = max(_bottom(left), _bottom(right))
    title = _text(node["title"])
    importers = say("imported by") if left else ""
    imported = say("imports") if right else ""
    parts = [
        f"""<svg xmlns="http://www.w3.org/2000/svg" class="kw-picture" role="img"
width="{_WIDTH}" height="{bottom}" viewBox="0 0 {_WIDTH} {bottom}" fill="currentColor">
<title>{title}</title>
<rect x="1" y="1" width="{_WIDTH - 2}" height="26" rx="5" fill-opacity="0.12"
stroke="currentColor" stroke-opacity="0.5"/>
<rect x="{_MIDDLE - _BAR}" y="27" width="{2 * _BAR}" height="{bottom - 28}"
fill-opacity="0.35"/>
""",
        _label(_MIDDLE, 18, _tail(node["places"][0].label, _TITLE_FITS), "kw-name"),
        _label(1 + _BOX // 2, 44, importers, "kw-caption"),
        _label(_WIDTH - 1 - _BOX // 2, 44, imported, "kw-caption"),
    ]
    for rows, x in ((left, 1), (right, _WIDTH - 1 - _BOX)):
        y = _TOP
        for place, mutual in rows:
            height = _NOTE if place.note else _HEIGHT
            parts.extend(_place(place, x, y, height))
            parts.append(_arrow(x, y + height // 2, mutual=mutual))
            y += height + _ROW - _HEIGHT
    parts.append("</svg>\n")
    return "".join(parts)


def _bottom(rows: list[tuple[Place, bool]]) -> int:
    heights = [_NOTE if place.note else _HEIGHT for place, _ in rows]
    return _TOP + sum(heights) + (_ROW - _HEIGHT) * max(0, len(rows) - 1) + 2


def _place(place: Place, x: int, y: int, height: int) -> Iterator[str]:
    yield f'<a href="{_text(place.uri)}">' if place.uri else "<g>"
    folder, slash, name = place.label.rpartition("/")
    yield f"<title>{_text(place.label)}</title>" if not place.note else ""
    yield (
        f'<rect x="{x}" y="{y}" width="{_BOX}" height="{height}" rx="5"'
        ' fill-opacity="0.04" stroke="currentColor" stroke-opacity="0.4"/>'
    )
    middle = x + _BOX // 2
    if place.note:
        yield _label(middle, y + 15, place.label, "kw-caption")
    else:
        yield _label(middle, y + (15 if slash else 21), _cut(name), "kw-name")
        if slash:
            yield _label(middle, y + 28, _tail(folder, _FOLDER_FITS), "kw-caption")
    yield "</a>\n" if place.uri else "</g>\n"


def _label(x: int, y: int, text: str, css: str) -> str:
    if not text:
        return ""
    return (
        f'<text class="{css}" x="{x}" y="{y}" text-anchor="middle">{_text(text)}</text>'
    )


def _arrow(x: int, y: int, *, mutual: bool) -> str:
    """Return an arrow between a box and the bar, always to the right."""
    start, end = (1 + _BOX, _MIDDLE - _BAR) if x == 1 else (_MIDDLE + _BAR, x)
    heads = f"M{end} {y}l-7 -4v8z"
    if mutual:
        heads += f"M{start} {y}l7 -4v8z"
    left = start + 6 if mutual else start
    return (
        f'<path d="M{left} {y}H{end - 6}" stroke="currentColor" stroke-opacity="0.6"/>'
        f'<path d="{heads}" fill-opacity="0.75"/>\n'
    )


def _wide(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _cut(text: str) -> str:
    """Return a name without its middle where it is too long."""
    if _wide(text) <= _NAME_FITS:
        return text
    head, tail = text[:-7], text[-7:]
    while head and _wide(head) + _wide(tail) >= _NAME_FITS:
        head = head[:-1]
    return f"{head}…{tail}"


def _tail(text: str, fits: int) -> str:
    """Return a path without its beginning where it is too long."""
    if _wide(text) <= fits:
        return text
    while _wide(text) >= fits:
        text = text[1:]
    return f"…{text}"


def _text(text: str) -> str:
    return html.escape(printable(text))
