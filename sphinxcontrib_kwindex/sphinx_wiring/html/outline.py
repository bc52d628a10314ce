"""Writes the outline beside a listing.

There is one for all widths: a fold above the listing, which the style sheet shows open
and beside it where there is room (``static/themes``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from ...i18n import say
from ...pages.nodes import OutlineEntry, Part, depths, kw_outline
from ..documents.books_without_map import makes_book
from .line_breaks import breakable, escaped

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


def visit_outline(self: HTML5Translator, node: kw_outline) -> None:
    """Write links to what is asked next, and to the definitions in the listing."""
    if not makes_book(self.builder):
        name = escaped(say("Outline"))
        self.body.append(
            f'<details class="kw-side"><summary>{name}</summary>\n'
            f'<nav aria-label="{name}">\n<ul class="kw-ways">'
        )
        self.body.extend(map(_way, node["ways"]))
        self.body.append("</ul>\n")
        self.body.extend(_entries(node["entries"]))
        self.body.append("</nav></details>\n")
    raise nodes.SkipNode


def _way(part: Part) -> str:
    return f'<li><a href="{escaped(part.uri)}">{escaped(part.text)}</a></li>\n'


def _entries(entries: tuple[OutlineEntry, ...]) -> Iterator[str]:
    """Yield nested lists, in few bytes: there are as many as definitions."""
    if not entries:
        return
    yield '<ul class="kw-outline">'
    now = 0
    for number, (entry, depth) in enumerate(zip(entries, depths(entries), strict=True)):
        if depth > now:
            yield "<ul>"
        elif number:
            yield "</li>" + "</ul></li>" * (now - depth)
        now = depth
        name = breakable(entry.name, narrow=True)
        kind = _CLASSES.get(entry.kind, "")
        yield f'\n<li{kind}><a href="{escaped(entry.uri)}">{name}</a>'
    yield "</li>" + "</ul></li>" * now + "</ul>\n"
