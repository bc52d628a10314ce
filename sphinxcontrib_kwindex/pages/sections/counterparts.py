"""Where what a file declares is defined, and the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...i18n import and_more, mark, say
from ...links.tree_paths import folder_distance
from ...store.definition_queries import Counterpart
from ..nodes import Part
from ..page_context import Context

#: Most files that are named.
_NAMED: Final = 4
_DEFINED: Final = mark("defined in ")
_DECLARED: Final = mark("declared in ")


def counterpart_note(
    context: Context, path: str, rows: Sequence[Counterpart]
) -> list[Part]:
    """Return the line on the other files of a definition, the nearest first."""
    nearest = sorted(rows, key=lambda row: (folder_distance(path, row.path), row.path))
    first = {row.path: row for row in reversed(nearest)}
    shown = list(first.values())[::-1]
    parts: list[Part] = []
    for row in shown[:_NAMED]:
        before = ", " if parts else say(_DEFINED if row.own_declares else _DECLARED)
        uri = context.href("docs", row.path, row.anchor)
        parts += [Part(before), Part(row.path, uri, literal=True)]
    if more := len(shown) - _NAMED:
        parts += [Part(and_more(more))] if more > 0 else []
    return parts
