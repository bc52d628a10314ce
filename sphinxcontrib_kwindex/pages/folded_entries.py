"""Which entries of a long list are shown at first, and which when asked."""

from __future__ import annotations

from .nodes import ListEntry, kw_entries


def in_two(node: kw_entries) -> tuple[list[ListEntry], list[ListEntry], int]:
    """Return the entries that are shown at first, the others, and how many these are.

    Nothing is hidden to save a line. Before the others, what they stand below is named
    again.
    """
    items: list[ListEntry] = list(node["entries"])
    shown = node.get("shown", 0)
    if not shown or len(items) <= shown + 1:
        return items, [], 0
    before, rest = items[:shown], items[shown:]
    above: list[ListEntry] = []
    level = rest[0].level
    for entry in reversed(before):
        if entry.level < level:
            level = entry.level
            above.append(
                ListEntry(entry.text, entry.uri, prose=entry.prose, level=level)
            )
    return before, [*reversed(above), *rest], len(rest)
