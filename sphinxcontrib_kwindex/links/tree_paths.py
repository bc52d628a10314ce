"""How paths of the tree lie to each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from ..model.grouped import grouped

#: What TypeScript reads of a script, by its suffix.
_DECLARATIONS: Final = {"js": "d.ts", "jsx": "d.ts", "mjs": "d.mts", "cjs": "d.cts"}


def folders_above(path: str) -> Iterator[str]:
    """Yield the folder of a path and those around it, the root (empty) last.

    With a slash behind it, a folder is the first of them itself.
    """
    while path:
        path = path.rpartition("/")[0]
        yield path


def by_base_name(paths: Iterable[str]) -> defaultdict[str, list[str]]:
    """Return paths by their base names."""
    return grouped((path.rpartition("/")[2], path) for path in paths)


def folder_distance(path: str, other: str) -> int:
    """Return how many folders lie between two files."""
    folders, other_folders = path.split("/")[:-1], other.split("/")[:-1]
    shared = 0
    for folder, other_folder in zip(folders, other_folders, strict=False):
        if folder != other_folder:
            break
        shared += 1
    return len(folders) + len(other_folders) - 2 * shared


def declarations_of(path: str) -> str:
    """Return the path of what TypeScript reads of a script; empty for other files."""
    base, dot, suffix = path.rpartition(".")
    ending = _DECLARATIONS.get(suffix) if dot else None
    return f"{base}.{ending}" if ending else ""
