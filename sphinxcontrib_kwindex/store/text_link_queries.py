"""What is asked of the mentions of files in texts."""

from __future__ import annotations

from .database import Store
from .link_rows import TextLinkRow


def resolved_mentions(store: Store, path: str) -> list[TextLinkRow]:
    """Return what the mentions of a file mean, where they mean something."""
    query = "SELECT * FROM pointer WHERE path = ? ORDER BY ordinal"
    return list(map(TextLinkRow._make, store.select(query, (path,))))


def mentioned_in(store: Store, path: str) -> list[str]:
    """Return the text files that name a file, in the order of the tree."""
    query = (
        "SELECT DISTINCT pointer.path FROM pointer JOIN file USING (path)"
        " WHERE target = ? AND pointer.path <> target ORDER BY file.ordinal"
    )
    return [file for (file,) in store.select(query, (path,))]
