"""What the includes of C and C++ mean, over the paths of a tree.

A path is looked for beside the file that includes it, at the root, in the folders named
``include``, and as the end of a path that no other file has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from posixpath import dirname, join, normpath
from typing import Final

from ...store.database import Store
from .import_rules import Find

#: Folders that includes are looked for in, wherever they are.
_FOLDERS: Final = ("include", "inc", "src")


class IncludeRules:
    """Where includes lead, and which files see each other by them."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._store = store
        self._files = files
        self._ending: defaultdict[str, list[str]] = defaultdict(list)
        for path in files:
            self._ending[path.rpartition("/")[2]].append(path)
        self._seen: dict[str, frozenset[str]] = {}

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the path of the file that an include means; empty if none does."""
        beside = normpath(join(dirname(importer), module))
        if beside in self._files:
            return beside
        if module in self._files:
            return module
        name = module.rpartition("/")[2]
        ends = [
            path for path in self._ending.get(name, ()) if path.endswith(f"/{module}")
        ]
        return ends[0] if len(ends) == 1 else ""

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what an include is that is not in the tree."""
        is_standard = "/" not in module and "." not in module
        return "standard library" if is_standard else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file includes another, perhaps through others."""
        if path not in self._seen:
            self._seen[path] = frozenset(self._closure(path))
        return other in self._seen[path]

    def _closure(self, path: str) -> set[str]:
        seen = {path}
        waiting = [path]
        while waiting:
            one = waiting.pop()
            for row in self._store.imports(one):
                target = self.find(one, row.module, row.level)
                if target and target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen
