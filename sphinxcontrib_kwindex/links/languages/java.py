"""What the imports of Java and Kotlin mean, over the paths of a tree.

A type is in the file of its name, whose package that file declares, wherever it is:
``org.x.Foo`` is ``Foo.java`` with ``package org.x;``; of Kotlin, what a file defines
counts. Of several, as in a project of many modules, the nearest is meant. What is
imported of Scala or Groovy, which are not parsed, or of Kotlin without its grammar, is
the file with that path: ``org/x/Foo.kt``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import cache
from posixpath import basename, dirname
from typing import Final

from ...model.grouped import grouped
from ...model.references import PACKAGE_OF
from ...store.database import Store
from ...store.definition_queries import names_of_packages
from ...store.file_queries import packages_of_files
from ..tree_paths import folder_endings, nearest
from .import_rules import Find, ImportRules

#: The packages of Java's own library, with those below them. Others that begin with
#: ``javax`` are of Jakarta EE, or of a project of their own:
#: https://docs.oracle.com/en/java/javase/21/docs/api/allpackages-index.html
_EXTENSIONS: Final = """
accessibility annotation.processing crypto imageio lang.model management naming net
print rmi script security.auth security.cert security.sasl sound sql swing tools
transaction.xa xml.catalog xml.crypto xml.datatype xml.namespace xml.parsers xml.stream
xml.transform xml.validation xml.xpath xml.XMLConstants
"""
_STANDARD: Final = (
    *("java.", "jdk.", "org.ietf.jgss.", "org.w3c.dom.", "org.xml.sax."),
    *(f"javax.{name}." for name in _EXTENSIONS.split()),
)
#: The same of Kotlin's, which Java does not have by itself.
_STANDARD_IN_KOTLIN: Final = (*_STANDARD, "kotlin.")
_NEIGHBOURS: Final = (".kt", ".scala", ".groovy")


class JavaRules(ImportRules):
    """Which files and folders imports mean, and which files are of one package."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._store = store
        declared = dict(packages_of_files(store))
        kotlin = list(names_of_packages(store, ".kt"))
        analysed = {path for path, _, _ in kotlin}.union(declared)
        self._packages = {
            path: declared.get(path, "")
            for path in files
            if path.endswith(".java") or (path.endswith(".kt") and path in analysed)
        }
        self._files: defaultdict[str, list[str]] = defaultdict(list)
        self._extensions: defaultdict[str, set[str]] = defaultdict(set)
        """The files with functions for classes of others, by their qualified names."""
        self._folders: defaultdict[str, set[str]] = defaultdict(set)
        java = (path for path in self._packages if path.endswith(".java"))
        names = [(path, basename(path).removesuffix(".java"), False) for path in java]
        for path, name, is_extension in (*names, *kotlin):
            package = self._packages.get(path, "")
            qualname = f"{package}.{name}" if package else name
            if is_extension:
                self._extensions[qualname].add(path)
            else:
                self._files[qualname].append(path)
        for path, package in self._packages.items():
            self._folders[package].add(dirname(path))
            if path.endswith(".kt"):
                name = _class_of_functions(path)
                self._files[f"{package}.{name}" if package else name].append(path)
        self._neighbours = grouped(
            (basename(path).partition(".")[0], path)
            for path in files
            if path.endswith(_NEIGHBOURS) and path not in self._packages
        )
        """The files of other languages by the last part of their path."""
        self._neighbour_folders = folder_endings(
            path for paths in self._neighbours.values() for path in paths
        )
        self._on_demand = cache(self._read_on_demand)

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the file of a type, or the folder of a package; else nothing.

        The package of a type is the folder that has it, if the tree has the type.
        """
        if module.endswith(PACKAGE_OF):
            name = module.removesuffix(PACKAGE_OF)
            if name in self._files:
                return dirname(self.find(importer, name, 0))
            return self.find(importer, name.rpartition(".")[0], 0)
        several = self._extensions.get(module, set())
        if len(several) > 1:
            # Which one it is, what it is called for tells.
            several = {f"{dirname(path)}/" for path in several}
        paths = (
            self._files.get(module)
            or [f"{folder}/" for folder in self._folders.get(module, ())]
            or several
            or self._of_neighbours(module)
        )
        return nearest(importer, paths).rstrip("/")

    def names_in(self, file: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return names without that of the class that holds functions of Kotlin."""
        of_functions = len(names) > 1 and names[0] == _class_of_functions(file)
        return names[1:] if of_functions and file.endswith(".kt") else names

    def category(self, importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what a package or type is that is not in the tree."""
        is_java = importer.endswith(".java")
        if f"{module}.".startswith(_STANDARD if is_java else _STANDARD_IN_KOTLIN):
            return "standard library"
        package = module.rpartition(".")[0]
        folder = package.replace(".", "/")
        own = package in self._folders or folder in self._neighbour_folders
        return "missing" if own else "third party"

    def _of_neighbours(self, module: str) -> list[str]:
        package, _, name = module.rpartition(".")
        within = f"/{package.replace('.', '/')}"
        return [
            path
            for path in self._neighbours.get(name, ())
            if f"/{dirname(path)}".endswith(within)
        ]

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file is of the package of another, or imports all of it."""
        package = self._packages.get(other)
        if package is None or path not in self._packages:
            return False
        every = self._on_demand(path)
        stem = basename(other).partition(".")[0]
        return (
            package == self._packages[path]
            or package in every
            or f"{package}.{stem}" in every
        )

    def opens(self, path: str, space: str, other: str) -> bool:
        """Tell whether a file imports all that a type of another has."""
        ending = f".{space.partition('.')[0]}"
        named = (row for row in self._on_demand(path) if f".{row}".endswith(ending))
        return any(self.find(path, name, 0) == other for name in named)

    def _read_on_demand(self, path: str) -> set[str]:
        return {row.module for row in self._store.imports(path) if row.name == "*"}


def _class_of_functions(path: str) -> str:
    """Return what Java calls the class with the functions of a file of Kotlin."""
    stem = basename(path).partition(".")[0]
    return f"{stem[:1].upper()}{stem[1:]}Kt"
