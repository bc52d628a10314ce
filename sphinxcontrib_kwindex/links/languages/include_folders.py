"""Which folders of the tree the compiler of a file was told to look for headers in.

``compile_commands.json`` names files and folders where they lay when it was made: what
is before the paths of the tree's own files is where the tree lay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from posixpath import dirname, isabs, join, normpath
from typing import Final

from ...analysis.project.compile_commands import COMPILE_COMMANDS
from ...model.project_facts import IncludeFolders
from ...store.database import Store

#: Of how many compiled files it is found out where the tree lay.
_LOOKED_AT: Final = 200


class FoldersTold:
    """The folders that compilers were told, by file.

    :param paths: all of the tree.
    """

    def __init__(self, store: Store, paths: Collection[str]) -> None:
        self._of: dict[str, tuple[str, ...]] = {}
        every: dict[str, None] = {}
        for path in sorted(paths):
            if path.rpartition("/")[2] == COMPILE_COMMANDS:
                told = store.facts_of(path).include_folders
                for files, folders in _in_tree(told, dirname(path), paths):
                    self._of |= dict.fromkeys(files, folders)
                    every |= dict.fromkeys(folders)
        self._every = tuple(every)

    def of(self, path: str) -> tuple[str, ...]:
        """Return the folders for a file; all of them for one that is included."""
        return self._of.get(path, self._every)


def _in_tree(
    told: Iterable[IncludeFolders], folder: str, paths: Collection[str]
) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """Yield files and folders of the tree.

    :param folder: that of the file that told them.
    """
    told = [
        IncludeFolders(
            tuple(_absolute(path, folder) for path in row.folders),
            tuple(_absolute(path, folder) for path in row.files),
        )
        for row in told
    ]
    files = [file for row in told for file in row.files]
    guesses = (_root(file, paths) for file in files[:_LOOKED_AT])
    roots = Counter(root for root in guesses if root is not None)
    if not roots:
        return
    root = roots.most_common(1)[0][0]
    for row in told:
        below = (_below(file, root) for file in row.files)
        inside = (_below(path, root) for path in row.folders)
        yield (
            [file for file in below if file],
            tuple(path for path in inside if path is not None),
        )


def _absolute(path: str, folder: str) -> str:
    """Return a path with a slash before it, where the tree's root is one."""
    if isabs(path) or path[1:3] == ":/":
        return path
    return normpath(join("/", folder, path))


def _root(file: str, paths: Collection[str]) -> str | None:
    """Return what stands before the longest ending of a path that the tree has."""
    parts = file.split("/")
    for number in range(1, len(parts)):
        if "/".join(parts[number:]) in paths:
            return "/".join(parts[:number])
    return None


def _below(path: str, root: str) -> str | None:
    """Return a path from the root of the tree; ``None`` if it lies elsewhere."""
    if path == root:
        return ""
    return path[len(root) + 1 :] if path.startswith(f"{root}/") else None
