"""What the imports of Cython mean, over the paths of a tree.

``cimport`` reads the definition file of a module, ``import`` runs the module:
https://docs.cython.org/en/latest/src/userguide/sharing_declarations.html. A module of
the tree may be in Cython or Python; ``cdef extern from`` names a header of C.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from posixpath import dirname, join, normpath
from typing import Final

from ...store.database import Store
from ..tree_paths import by_base_name
from .import_rules import Find, ImportRules
from .standard_headers import is_standard

#: What a module may end in, what is declared before what is defined.
_PACKAGE: Final = ("/__init__.pxd", "/__init__.pyx", "/__init__.py")
_ENDINGS: Final = (".pxd", ".pyx", ".py", ".pyi", *_PACKAGE)
#: What ends a path, and no name of a module: ``include``, ``cdef extern from``.
_BY_PATH: Final = (".pxi", ".pxd", ".pyx", ".h", ".hpp", ".hh", ".hxx", ">")
#: What comes with Cython.
_SHIPPED: Final = frozenset({"cpython", "cython", "libc", "libcpp", "openmp", "posix"})


class CythonRules(ImportRules):
    """Which files modules, included files and headers mean."""

    def __init__(self, _store: Store, files: Collection[str]) -> None:
        self._files = files
        self._named = by_base_name(files)

    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the file that an import means; empty if none does.

        :param module: as written, with or without the points of its level.
        """
        level = level or len(module) - len(module.lstrip("."))
        module = module.lstrip(".") if level else module
        if module.endswith(_BY_PATH):
            return self._found(dirname(importer), module.strip("<>"))
        path = module.replace(".", "/")
        if level:
            folder = normpath(join(dirname(importer), *[".."] * (level - 1), path))
            paths = (f"{folder}{ending}".removeprefix("./") for ending in _ENDINGS)
            return next((file for file in paths if file in self._files), "")
        several = (self._module(dirname(importer), path, ending) for ending in _ENDINGS)
        return next(filter(None, several), "")

    def _module(self, folder: str, path: str, ending: str) -> str:
        """Return the file of a module that is named from the top of a package."""
        top = path.partition("/")[0]
        known = top in sys.stdlib_module_names or top in _SHIPPED
        file = self._found("" if known else folder, path + ending)
        if file in {"", path + ending, normpath(join(folder, path + ending))}:
            return file
        folder = file.removesuffix(path + ending)
        # In a package it has a longer name.
        return "" if any(f"{folder}{e[1:]}" in self._files for e in _PACKAGE) else file

    def _found(self, folder: str, path: str) -> str:
        """Return the file beside another, at the root, or with the only such ending."""
        for whole in (normpath(join(folder, path)), path):
            if whole in self._files:
                return whole
        named = self._named.get(path.rpartition("/")[2], ())
        ends = [file for file in named if file.endswith(f"/{path}")]
        return ends[0] if len(ends) == 1 else ""

    def category(self, _importer: str, module: str, level: int, _find: Find) -> str:
        """Return what a module is that is not in the tree."""
        top = module.partition(".")[0]
        if module.endswith(_BY_PATH) and is_standard(module.strip("<>")):
            return "standard library"
        if level or module.endswith(_BY_PATH):
            return "missing"
        known = top in sys.stdlib_module_names or top in _SHIPPED
        return "standard library" if known else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file is the definition file of another, or has one."""
        return path.rpartition(".")[0] == other.rpartition(".")[0]
