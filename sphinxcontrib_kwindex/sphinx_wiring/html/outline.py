"""Writes the outline beside a listing.

There is one for all widths: a fold above the listing, which the style sheet shows open
and beside it where there is room (``static/themes``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sphinx.builders import Builder

from ...i18n import say
from ...pages.nodes import ListEntry, OutlineEntry, Part, depths, kw_outline
from ..documents.books_without_map import makes_book
from .escaping import escaped
from .line_breaks import breakable

E = TypeVar("E", ListEntry, OutlineEntry)

#: The classes of kinds. Methods are the most, and have none.
_CLASSES: Final = {
    "class": ' class="kw-c"',
    "function": ' class="kw-f"',
    "attribute": ' class="kw-a"',
    "data": ' class="kw-v"',
    "namespace": ' class="kw-n"',
    "interface": ' class="kw-i"',
    "enum": ' class="kw-e"',
    "type": ' class="kw-y"',
    "macro": ' class="kw-d"',
    "target": ' class="kw-f"',
    "field": ' class="kw-a"',
    "constant": ' class="kw-v"',
    "": ' class="kw-t"',
}


def outline(builder: Builder, node: kw_outline) -> str:
    """Return links to what is asked next, and to the definitions in the listing."""
    if makes_book(builder):
        return ""
    name, entries = escaped(say("Outline")), node["entries"]
    return (
        f'<details class="kw-side"><summary>{name}</summary>\n'
        f'<nav aria-label="{name}">\n<ul class="kw-ways">'
        f"{''.join(map(_way, node['ways']))}</ul>\n"
        f"{nested_list(entries, _entry, 'kw-outline', '') if entries else ''}"
        "</nav></details>\n"
    )


def _way(part: Part) -> str:
    return f'<li><a href="{escaped(part.uri)}">{escaped(part.text)}</a></li>\n'


def _entry(entry: OutlineEntry) -> str:
    """Return an entry, not closed, in few bytes: there are as many as definitions."""
    name = breakable(entry.name, narrow=True, taken=2 * entry.level)
    kind = _CLASSES.get(entry.kind, "")
    return f'\n<li{kind}><a href="{escaped(entry.uri)}">{name}</a>'


def nested_list(
    items: Sequence[E], written: Callable[[E], str], css: str, end: str = "\n"
) -> str:
    """Return a list, with lists in it for deeper entries.

    :param written: returns an entry, not closed.
    :param css: the classes of the outermost list.
    :param end: what stands behind the tags in it.
    """
    parts = [f'<ul class="{css}">{end}']
    now = 0
    for number, (entry, depth) in enumerate(zip(items, depths(items), strict=True)):
        if depth > now:
            parts.append(f"{end}<ul>{end}")
        elif number:
            parts.append(f"</li>{end}" + f"</ul>{end}</li>{end}" * (now - depth))
        now = depth
        parts.append(written(entry))
    if items:
        parts.append(f"</li>{end}" + f"</ul>{end}</li>{end}" * now)
    return f"{''.join(parts)}</ul>\n"
