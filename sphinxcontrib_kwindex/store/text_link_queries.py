"""What is asked of the mentions of files in texts."""

from __future__ import annotations

from ..model.rows import ResolvedMention
from .database import Store


def resolved_mentions(store: Store, path: str) -> list[ResolvedMention]:
    """Return what the mentions of a file mean, where they mean something."""
    query = "SELECT ordinal, target, line FROM pointer WHERE path = ? ORDER BY ordinal"
    return list(map(ResolvedMention._make, store.select(query, (path,))))


def mentioned_in(store: Store, path: str) -> list[str]:
    """Return the text files that name a file, in the order of the tree."""
    query = (
        "SELECT DISTINCT pointer.path FROM pointer JOIN file USING (path)"
        " WHERE target = ? AND pointer.path <> target ORDER BY file.ordinal"
    )
    return [file for (file,) in store.select(query, (path,))]
