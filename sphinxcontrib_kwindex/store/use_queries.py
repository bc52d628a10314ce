"""What is asked of uses: which names are used where, and which classes are bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .database import Store, among
from .link_rows import BaseRow, Use


def uses_that_may_be_calls(
    store: Store, targets: Iterable[str] | None = None
) -> Iterator[Use]:
    """Iterate over the uses that may be calls, file by file of the definitions.

    :param targets: the files with the definitions; by default all.
    """
    where, values = among(targets, "target")
    query = f"SELECT * FROM use WHERE places <> '[]' AND {where} ORDER BY target"
    return map(Use._make, store.select(query, values))


def bases_of_classes(store: Store) -> Iterator[BaseRow]:
    """Iterate over the bases of all classes of the tree, class by class."""
    query = "SELECT * FROM base ORDER BY path, qualname, ordinal"
    return map(BaseRow._make, store.select(query))
