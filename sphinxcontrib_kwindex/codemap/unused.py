"""Which definitions nothing is found to use, entry points of the project included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..store import use_queries
from ..store.database import Store
from .distributions import ProjectEntryPoint


def unused_definitions(
    store: Store, entry_points: Iterable[ProjectEntryPoint]
) -> defaultdict[str, set[str]]:
    """Return the names of the definitions that nothing is found to use, by file.

    See :mod:`.links.unused`; entry points are uses, too.
    """
    called = {(point.target, point.qualname) for point in entry_points}
    unused: defaultdict[str, set[str]] = defaultdict(set)
    for path, qualname in use_queries.unused_definitions(store):
        if (path, qualname) not in called:
            unused[path].add(qualname)
    return unused
