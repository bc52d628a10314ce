r"""What the imports of PHP mean, over the paths of a tree.

A class is in the file of its name, whose namespace that file declares, wherever it is
(PSR-4): ``X\\Foo`` is ``Foo.php`` with ``namespace X;``; by the custom of WordPress
``Foo_Bar`` is in ``class-foo-bar.php``. A function, a constant or a class without a
file of its name is in a file of its namespace that defines it. Of several the nearest
is meant.

``require`` and ``include`` name a file by its path: in quotes alone as others do
(:class:`.ScriptRules`), from the folder of the file itself (``./``), or from one that
is not known (``*/``), where only a path that one file ends with says which is meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from posixpath import dirname, join, normpath, splitext
from typing import Final

from ...model.grouped import grouped
from ...store.database import Store
from ...store.definition_queries import names_of_packages
from ...store.file_queries import packages_of_files
from ..tree_paths import nearest
from .import_rules import Find, ImportRules, beginnings
from .includes import ScriptRules

#: What names of files begin with by the custom of WordPress.
_KINDS: Final = frozenset({"abstract", "class", "enum", "interface", "trait"})
#: How a path begins from the folder of the file, and from one that is not known.
_BESIDE: Final = "./"
_ANYWHERE: Final = "*/"


def _is_path(module: str) -> bool:
    return "." in module


def _of_wordpress(name: str) -> str:
    """Return the name of a class, or of its file, as no other file is called."""
    return f"-{name.lower().replace('_', '-')}"


class PhpRules(ImportRules):
    """Which files imports mean, and which files are of one namespace."""

    loads_one = True

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._scripts = ScriptRules(store, files)
        self._paths = files
        declared = dict(packages_of_files(store))
        self._spaces = {
            path: declared.get(path, "") for path in files if path.endswith(".php")
        }
        self._own = beginnings(self._spaces.values(), "\\")
        self._files: defaultdict[str, list[str]] = defaultdict(list)
        self._declaring = grouped((space, path) for path, space in self._spaces.items())
        for path, space in self._spaces.items():
            name = splitext(path.rpartition("/")[2])[0]
            kind, mark, rest = name.partition("-")
            if mark and kind in _KINDS:
                name = _of_wordpress(rest)
            self._files[f"{space}\\{name}" if space else name].append(path)
        self._defining = grouped(
            (f"{self._spaces[path]}\\{name}", path)
            for path, name, _ in names_of_packages(store, ".php")
            if self._spaces.get(path)
        )

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the file of a class, or of all that a namespace has, else nothing.

        A namespace in several files means their folder, unless a class in it has its
        name, which would be taken for what is meant.
        """
        if _is_path(module):
            return self._file(importer, module)
        space, mark, name = module.rpartition("\\")
        custom = f"{space}{mark}{_of_wordpress(name)}"
        paths = self._files.get(module, []) or self._files.get(custom, [])
        if not paths:
            paths = self._declaring.get(module, [])
            if len(paths) > 1:
                is_class = f"{module}\\{name}" in self._files
                paths = [] if is_class else sorted({dirname(path) for path in paths})
        return nearest(importer, paths or self._defining.get(module, []))

    def _file(self, importer: str, path: str) -> str:
        """Return the file that is required by its path."""
        if path.startswith(_BESIDE):
            beside = normpath(join(dirname(importer), path))
            return beside if beside in self._paths else ""
        if path.startswith(_ANYWHERE):
            found = self._scripts.ending(path.removeprefix(_ANYWHERE))
            return found[0] if len(found) == 1 else ""
        return self._scripts.find(importer, path)

    def category(self, importer: str, module: str, level: int, find: Find) -> str:
        """Return what a class or a file is that is not in the tree.

        Those of PHP itself are in no namespace, as are those of WordPress: ``WP_Post``.
        """
        if module.startswith(_BESIDE):
            return "missing"
        if _is_path(module):
            path = module.removeprefix(_ANYWHERE)
            return self._scripts.category(importer, path, level, find)
        space, _, name = module.rpartition("\\")
        if not space:
            return "third party" if "_" in name.strip("_") else "standard library"
        return "missing" if space in self._own else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file is of the namespace of another."""
        space = self._spaces.get(path)
        return space is not None and space == self._spaces.get(other)
