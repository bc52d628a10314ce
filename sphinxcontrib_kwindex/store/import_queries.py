"""What is asked of the imports of the tree and of what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .database import Store

#: The imports that are counted, as pairs of importer and imported file.
IMPORTED: Final = (
    "SELECT path, module AS other FROM link WHERE category = 'file' AND module <> path"
    " UNION SELECT path, target FROM link"
    " WHERE category = 'file' AND qualname = '' AND target <> path"
)


class ExecutedImport(NamedTuple):
    """An import that runs as soon as the file is imported."""

    path: str
    name: str
    """The imported name, empty in ``import module``."""
    module: str
    """What it means, as in :class:`~.rows.LinkRow`."""
    target: str
    qualname: str


def imported_files(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over files, each with a file or namespace package that it imports."""
    return store.select(IMPORTED)


def executed_imports(store: Store) -> Iterator[ExecutedImport]:
    """Iterate over the imports in the tree that run; those of stubs never do."""
    rows = store.select(
        "SELECT path, import.name, link.module, target, link.qualname FROM link"
        " JOIN import USING (path, ordinal) WHERE category IN ('file', 'folder')"
        " AND runs AND path NOT LIKE '%.pyi'"
    )
    return map(ExecutedImport._make, rows)
