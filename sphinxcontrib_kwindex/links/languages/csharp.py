"""What the namespaces of C# mean, over the paths of a tree.

A directive ``using A.B;`` makes known what all files have that declare that namespace;
it leads to their folder, of several to the nearest; one that gives a type another name
leads to the file that defines it. A directive ``global using A.B;``
does so for all files of a project, and so does what a project says itself or includes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from functools import cache
from posixpath import basename, dirname
from typing import Final

from ...model.kinds import TYPES
from ...store.database import Store
from ...store.definition_queries import definitions_named
from ...store.file_queries import packages_of_files
from ..tree_paths import folders_above, nearest
from .import_rules import Find, ImportRules, beginnings

#: The files that say which namespaces others know: projects, what these include, and by
#: custom of sources those named after it.
_SAYS_WHAT_IS_KNOWN: Final = re.compile(
    r"\.(?:csproj|props|targets)$|(?:using|import|global)[^/]*\.cs$", re.IGNORECASE
)


class CSharpRules(ImportRules):
    """Which folders namespaces mean, and which files see each other by them."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        declared = dict(packages_of_files(store))
        self._store = store
        self._spaces = {
            path: declared.get(path, "") for path in files if path.endswith(".cs")
        }
        self._folders: defaultdict[str, set[str]] = defaultdict(set)
        for path, space in self._spaces.items():
            self._folders[space].add(dirname(path))
        self._own = beginnings(self._folders, ".")
        self._used = cache(self._read_used)
        keys = store.file_keys()
        self._project_of = cache(self._find_project)
        self._projects = {dirname(path) for path in keys if path.endswith(".csproj")}
        self._known: defaultdict[str, set[str]] = defaultdict(set)
        """What is known to all files of a project, or of the tree, by their folder."""
        for path, key in keys.items():
            if _SAYS_WHAT_IS_KNOWN.search(path):
                where = self._project_of(path)
                if path.endswith((".props", ".targets")):
                    shared = basename(path).startswith("Directory.Build.")
                    where = dirname(path) if shared else ""
                names = store.get_facts(key).module_names
                self._known[where].update(row.name for row in names)

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the nearest folder of a namespace, or file of a type, else nothing."""
        places = [f"{folder}/" for folder in self._folders.get(module, ())]
        space, _, name = module.rpartition(".")
        if not places and space in self._folders:
            rows = definitions_named(self._store, name, sorted(TYPES))
            of_space = (row for row in rows if self._spaces.get(row.path) == space)
            places = [row.path for row in of_space if row.qualname == name]
        return nearest(importer, places).rstrip("/")

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what a namespace is that no file of the tree declares."""
        if module.partition(".")[0] == "System":
            return "standard library"
        return "missing" if module in self._own else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file is in the namespace of another, or below, or uses it.

        What is in none is known to all of its project.
        """
        space, own = self._spaces.get(other), self._spaces.get(path)
        if space is None or own is None:
            return False
        if own and not space:
            return self._project_of(path) == self._project_of(other)
        return f"{own}.".startswith(f"{space}.") or space in self._used(path)

    def holds(self, path: str, space: str, other: str) -> bool:
        """Tell whether a file declares a namespace, as named in another file.

        The name may begin in a namespace around that of the other file.
        """
        declared, own = self._spaces.get(other, ""), self._spaces.get(path, "")
        around = declared.removesuffix(space)
        return declared.endswith(space) and (
            not around or (around[-1] == "." and f"{own}.".startswith(around))
        )

    def _read_used(self, path: str) -> set[str]:
        used = {row.module for row in self._store.imports(path)}
        project = self._project_of(path)
        for folder in folders_above(path):
            # Of the projects around that of the file only what is for folders counts.
            if folder == project or folder not in self._projects:
                used |= self._known.get(folder, set())
        return used

    def _find_project(self, path: str) -> str:
        return next(filter(self._projects.__contains__, folders_above(path)), "")
