"""What is asked of uses: which names are used where, and which classes are bases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from .database import Store
from .link_rows import BaseRow, Use


def uses_that_may_be_calls(
    store: Store, targets: Iterable[str] | None = None
) -> Iterator[Use]:
    """Iterate over the uses that may be calls, file by file of the definitions.

    :param targets: the files with the definitions; by default all.
    """
    query = "SELECT * FROM use WHERE places <> '[]'"
    values: tuple[str, ...] = ()
    if targets is not None:
        query += " AND target IN (SELECT value FROM json_each(?))"
        values = (json.dumps(list(targets)),)
    return map(Use._make, store.select(f"{query} ORDER BY target", values))


def bases_of_classes(store: Store) -> Iterator[BaseRow]:
    """Iterate over the bases of all classes of the tree, class by class."""
    query = "SELECT * FROM base ORDER BY path, qualname, ordinal"
    return map(BaseRow._make, store.select(query))
