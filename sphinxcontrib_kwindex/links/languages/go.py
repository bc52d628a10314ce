"""What the imports of Go mean, over the paths of a tree.

A package is a folder. Its path is that of a module, which the ``go.mod`` above it
names, and the folders below: https://go.dev/ref/mod#resolve-pkg-mod.
"""

from __future__ import annotations

from collections.abc import Collection

from ...store.database import Store
from .import_rules import Find


class GoRules:
    """Which folders import paths mean, and which files are of one package."""

    def __init__(self, _store: Store, files: Collection[str]) -> None:
        self._folders = {
            path.rpartition("/")[0] for path in files if path.endswith(".go")
        }

    def find(self, _importer: str, module: str, _level: int) -> str:
        """Return the folder of a package; empty if none of the tree is meant.

        The longest end of the path that is a folder with Go in it, and the only one.
        """
        parts = module.split("/")
        for start in range(len(parts)):
            end = "/".join(parts[start:])
            found = [
                folder
                for folder in self._folders
                if folder == end or folder.endswith(f"/{end}")
            ]
            if found:
                return found[0] if len(found) == 1 else ""
        return ""

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what a package is that is not in the tree."""
        is_standard = "." not in module.partition("/")[0]
        return "standard library" if is_standard else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether two files are of one package."""
        return path.rpartition("/")[0] == other.rpartition("/")[0]
