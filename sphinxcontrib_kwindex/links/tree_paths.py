"""Relations between paths: distance, containment, folders above."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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


def is_within(path: str, folder: str) -> bool:
    """Tell whether a path is a file or folder, or in it; all is in the root."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def folder_endings(paths: Iterable[str]) -> set[str]:
    """Return how the folders of files end: ``a/b`` and ``b`` of ``a/b/c.h``."""
    folders = {path.rpartition("/")[0] for path in paths}
    return {
        "/".join(parts[first:])
        for parts in (folder.split("/") for folder in folders)
        for first in range(len(parts))
    }


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


def nearest(path: str, others: Iterable[str]) -> str:
    """Return the nearest of some files and folders, the first by name; else nothing.

    :param others: folders have a slash at the end.
    """
    return min(
        others, key=lambda other: (folder_distance(path, other), other), default=""
    )


def nearest_alone(path: str, others: Iterable[str]) -> str:
    """Return the nearest of some files; nothing where two are as near."""
    near = sorted((folder_distance(path, other), other) for other in others)
    is_alone = len(near) == 1 or (len(near) > 1 and near[0][0] < near[1][0])
    return near[0][1] if is_alone else ""


def parts_fit(
    parts: Sequence[str],
    patterns: Iterable[str],
    fits: Callable[[str, str], bool],
    *,
    least: int,
) -> bool:
    """Tell whether parts of a path or a name fit patterns, in time that is linear in
    both.

    :param patterns: one for each part; ``**`` stands for any number of them.
    :param fits: tells whether a part fits another pattern.
    :param least: how many parts ``**`` stands for at least.
    """
    # How many parts the patterns so far may take.
    taken = {0}
    for pattern in patterns:
        if pattern == "**":
            first = min(taken, default=len(parts) + 1) + least
            taken = set(range(first, len(parts) + 1))
        else:
            taken = {
                number + 1
                for number in taken
                if number < len(parts) and fits(parts[number], pattern)
            }
    return len(parts) in taken


def declarations_of(path: str) -> str:
    """Return the path of what TypeScript reads of a script; empty for other files."""
    base, dot, suffix = path.rpartition(".")
    ending = _DECLARATIONS.get(suffix) if dot else None
    return f"{base}.{ending}" if ending else ""
