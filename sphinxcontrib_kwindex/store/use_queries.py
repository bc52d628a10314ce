"""Queries about uses of definitions: by identifiers, and as bases of classes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from .database import Store
from .link_rows import BaseRow, Use


def uses_that_may_be_calls(
    store: Store, targets: Iterable[str] | None = None
) -> Iterator[Use]:
    """Yield the uses with places that may be calls, file by file of the definitions.

    :param targets: the files with the definitions; by default all.
    """
    query = "SELECT * FROM use WHERE places <> '[]'"
    values: tuple[str, ...] = ()
    if targets is not None:
        query += " AND target IN (SELECT value FROM json_each(?))"
        values = (json.dumps(list(targets)),)
    return map(Use._make, store.select(f"{query} ORDER BY target", values))


def bases_of_classes(store: Store) -> Iterator[BaseRow]:
    """Yield the bases of all classes of the tree, class by class, in their order."""
    query = "SELECT * FROM base ORDER BY path, qualname, ordinal"
    return map(BaseRow._make, store.select(query))
