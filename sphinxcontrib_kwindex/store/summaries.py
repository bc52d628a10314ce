"""What a file says of itself and not of every file of its project."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ..model.grouped import grouped
from .database import Store

#: The number of files from which on a sentence says nothing of one of them, such as the
#: name of the project above its licence.
_MANY: Final = 5


def settle_summaries(store: Store) -> set[str]:
    """Have the summary of each file be its first sentence that few other files have.

    It is empty if there is none. What does not come from a comment stays.

    :return: the files whose summary was another.
    """
    query = "SELECT path, text FROM sentence ORDER BY path, ordinal"
    sentences = grouped(store.select(query))
    files = Counter(text for texts in sentences.values() for text in set(texts))
    own = {
        path: next((text for text in texts if files[text] < _MANY), "")
        for path, texts in sentences.items()
    }
    query = "SELECT path, summary FROM file WHERE path IN (SELECT path FROM sentence)"
    others = {
        path: own[path] for path, summary in store.select(query) if own[path] != summary
    }
    store.set_summaries(others)
    return set(others)
