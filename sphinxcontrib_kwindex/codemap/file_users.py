"""Which other files surely use what a file defines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..store import use_queries
from ..store.use_queries import UserRow
from .code_map import CodeMap


def sure_users(code: CodeMap, path: str) -> Iterator[UserRow]:
    """Yield which other files surely use a file, also as another declares it."""
    yield from code.sure_users(path)
    for other in code.counterparts(path):
        if not other.own_declares and other.places:
            for row in code.sure_users(other.path, other.qualname, other.anchor):
                if row.path != path:
                    yield row._replace(anchor=other.own)


def indirect_users(code: CodeMap, path: str) -> list[str]:
    """Return the files that surely use what a file defines and do not import it."""
    users = (row.path for row in code.sure_users(path))
    return use_queries.indirect_users(code.store, path, users)


def count_users(code: CodeMap, path: str) -> Counter[str]:
    """Return how many other files surely use each definition of a file, by its id."""
    used = {(row.anchor, row.path) for row in sure_users(code, path)}
    return Counter(anchor for anchor, _ in used)
