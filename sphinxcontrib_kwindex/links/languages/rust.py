"""What the paths of Rust mean, over the files of a tree.

A module is a file: ``x`` of a crate is ``x.rs`` or ``x/mod.rs`` beside its root, or the
file that an attribute ``path`` names. One that stands in a file (``mod x { mod y; }``)
may hold files, too; here it has the path that its own file would have. A path that ends
with a slash is a folder of modules, from that of ``Cargo.toml``. A crate has the
name that ``Cargo.toml`` says:
https://doc.rust-lang.org/cargo/reference/cargo-targets.html.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Set
from functools import cache
from posixpath import basename, dirname, join, normpath
from typing import Final

from ...model.grouped import grouped
from ...store.database import Store
from ...store.import_queries import declared_modules, imports_of_modules
from ..tree_paths import folders_above
from .import_rules import Find, ImportRules

SUFFIX: Final = ".rs"
#: The files that are a crate, or a module with others in its folder.
_ROOTS: Final = ("lib.rs", "main.rs")
_MODULE: Final = "mod.rs"
_STANDARD: Final = frozenset({"std", "core", "alloc", "proc_macro", "test"})
#: The folders of a package in which each file is a crate, if no other has it as module.
_TARGETS: Final = ("src/bin", "tests", "examples", "benches")
_MOST_BOUND: Final = 5


class RustRules(ImportRules):
    """Which files the paths of modules mean."""

    needs_outer_modules = False
    offers_imported = True

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._store = store
        self._files = files
        # The libraries by their names, those of each folder with a Cargo.toml, and
        # what the crate in a folder calls others.
        self._crates: defaultdict[str, list[str]] = defaultdict(list)
        self._libraries: dict[str, tuple[str, str]] = {}
        self._used: dict[tuple[str, str], str] = {}
        self._roots: set[str] = set()
        packages: set[str] = set()
        for path, key in store.file_keys().items():
            if basename(path) != "Cargo.toml":
                continue
            folder, facts = dirname(path), store.get_facts(key)
            for row in facts.module_names:
                packages.add(folder)
                target = normpath(join(folder, row.path))
                if target in files:
                    self._roots.add(target)
                    if row.name:
                        self._crates[row.name].append(target)
                        self._libraries[folder] = row.name, target
            for name, used in facts.module_paths:
                other = normpath(join(folder, used))
                self._used[folder, name] = "" if other == "." else other
        # Modules whose files attributes name.
        self._named: dict[tuple[str, str], str] = {}
        self._around: dict[str, str] = {}
        for importer, module, name in imports_of_modules(store, SUFFIX):
            target = normpath(join(dirname(importer), module))
            if target in files:
                self._named[importer, name] = target
                self._around.setdefault(target, importer)
        self._held: dict[str, str] = {}
        """The paths of modules that hold files and stand in others: in which."""
        declared = list(declared_modules(store))
        self._declared = set(declared)
        self._add_targets(packages, declared)
        for importer, module in declared:
            self._declare(importer, module)
        self._roots_in = grouped((dirname(path), path) for path in sorted(self._roots))
        self._parent = cache(self._find_parent)
        self._called = cache(self._find_called)

    def _add_targets(self, packages: Set[str], declared: list[tuple[str, str]]) -> None:
        """Note the files that are crates by their place, and who has others of them.

        :param packages: the folders of packages.
        :param declared: as of :func:`.declared_modules`.
        """
        folders = {join(package, target) for package in packages for target in _TARGETS}
        targets = {
            path
            for path in self._files
            if path.endswith(SUFFIX) and dirname(path) in folders
        }
        self._roots |= targets
        for importer, module in declared:
            if importer in targets:
                name = module.partition("::")[2]
                for path in _paths(dirname(importer), name):
                    if path in self._files and path != importer:
                        self._around.setdefault(path, importer)
                        self._roots.discard(path)

    def _declare(self, importer: str, module: str) -> None:
        """Note that a file has modules that hold others, if these are files."""
        _, *around, name = module.split("::")
        folder = self._folder(importer)
        paths = _paths(join(folder, *around), name)
        while around and any(path in self._files for path in paths):
            self._held.setdefault(f"{join(folder, *around)}{SUFFIX}", importer)
            around.pop()

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the path of the file of a module, or of the one that it stands in."""
        file = self._find(importer, module, _MOST_BOUND)
        file = self._held.get(file, file)
        # What is declared to have a file does not stand in this one.
        is_lost = file == importer and (importer, module) in self._declared
        return "" if is_lost else file

    def _find(self, importer: str, module: str, most: int) -> str:
        if module.endswith(SUFFIX):
            target = normpath(join(dirname(importer), module))
            return target if target in self._files else ""
        if module.endswith("/"):
            return self._folder_of_modules(importer, module)
        first, *rest = module.split("::")
        at = self._start(importer, first)
        if not at and most and (path := self._known_as(importer, first)):
            return self._find(importer, "::".join((path, *rest)), most - 1)
        while at and rest and rest[0] in {"super", "self"}:
            at = self._parent(at) if rest.pop(0) == "super" else at
        for part in rest if at else ():
            child = self._child(at, part)
            if not child:
                break
            at = child
        return at

    def _folder_of_modules(self, importer: str, module: str) -> str:
        """Return the folder of the tree that is at a path below that of its package."""
        packages = (
            folder
            for folder in folders_above(importer)
            if join(folder, "Cargo.toml") in self._files
        )
        target = normpath(join(next(packages, ""), module))
        within = (path for path in self._files if dirname(path) == target)
        return target if any(path.endswith(SUFFIX) for path in within) else ""

    def category(self, importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what a crate is that is not in the tree."""
        first = module.partition("::")[0]
        path = "" if first in self._crates else self._known_as(importer, first)
        first = path.partition("::")[0] or first
        if first in _STANDARD:
            return "standard library"
        is_own = first in {"crate", "self", "super", *self._crates}
        is_path = module.endswith((SUFFIX, "/"))
        return "missing" if is_own or is_path else "third party"

    def is_within(self, path: str, module: str) -> bool:
        """Tell whether a file is a module, or in that, and sees what it has."""
        return path == module or module in self._with_modules_around(path)

    def offers_macros_of(self, module: str, other: str) -> bool:
        """Tell whether a file is the root of the crate that another is of.

        There stands what ``#[macro_export]`` is before.
        """
        return module == self._root(other)

    def _start(self, importer: str, first: str) -> str:
        """Return the file that the first part of a path means."""
        if first == "self":
            return importer
        if first == "super":
            return self._parent(importer)
        if first == "crate":
            return self._root(importer)
        return self._child(importer, first) or self._crate(importer, first)

    def _crate(self, importer: str, name: str) -> str:
        """Return the library that a name of a crate means in a file.

        That is what the crate of the file depends on, or its own library, or the only
        one of the tree.
        """
        crates = self._crates.get(name, [])
        folders = list(folders_above(importer))
        for folder in folders:
            if (used := self._used.get((folder, name))) is not None:
                return self._libraries.get(used, ("", ""))[1]
        for folder in folders if crates else ():
            own, target = self._libraries.get(folder, ("", ""))
            if own == name:
                return target
        return crates[0] if len(crates) == 1 else ""

    def _known_as(self, importer: str, name: str) -> str:
        """Return the path that a file, or the root of its crate, gives a name."""
        path = self._bound(importer, name)
        return path or self._called(self._root(importer)).get(name, "")

    def _find_called(self, root: str) -> dict[str, str]:
        """Return the crates that all of a crate has by other names.

        Its root says so, ``extern crate a as b;``:
        https://doc.rust-lang.org/reference/items/extern-crates.html
        """
        return {
            row.bound: row.module
            for row in self._store.imports(root)
            if not row.name and "::" not in row.module and row.bound != row.module
        }

    def _bound(self, importer: str, name: str) -> str:
        """Return the path that an import of a file gives a name."""
        for row in self._store.imports(importer):
            if row.bound == name and row.name != "*":
                path = "::".join(part for part in (row.module, row.name) if part)
                if path.partition("::")[0] != name and not path.endswith(SUFFIX):
                    return path
        return ""

    def _root(self, path: str) -> str:
        *_, root = self._with_modules_around(path)
        return root

    def _with_modules_around(self, path: str) -> Iterator[str]:
        """Yield a file and those of the modules around it, from the innermost outwards.

        Attributes may say that each of two files is a module of the other.
        """
        seen = set[str]()
        while path and path not in seen:
            seen.add(path)
            yield path
            path = self._parent(path)

    def _folder(self, path: str) -> str:
        """Return the folder of the modules in a file."""
        name = basename(path)
        if path in self._roots or name == _MODULE or name in _ROOTS:
            return dirname(path)
        return path.removesuffix(SUFFIX)

    def _child(self, path: str, name: str) -> str:
        """Return the file of a module in that of another."""
        if file := self._named.get((path, name)):
            return file
        for file in _paths(self._folder(path), name):
            if (file in self._files or file in self._held) and file != path:
                return file
        return ""

    def _find_parent(self, path: str) -> str:
        """Return the file that has a file as a module; empty for that of a crate."""
        if path in self._roots:
            return ""
        if path in self._around:
            return self._around[path]
        name = basename(path)
        folder = dirname(path)
        if name == _MODULE:
            folder = dirname(folder)
        elif name in _ROOTS:
            return ""
        if (above := f"{folder}{SUFFIX}") in self._held:
            return above
        if path in self._held:
            return self._held[path]
        beside = [f"{folder}{SUFFIX}"] if folder else []
        beside += [join(folder, file) for file in (_MODULE, *_ROOTS)]
        # Roots by other names have their modules beside them.
        beside += self._roots_in[folder]
        return next(
            (file for file in beside if file in self._files and file != path), ""
        )


def _paths(folder: str, name: str) -> tuple[str, str]:
    """Return where the file of a module may be."""
    return join(folder, f"{name}{SUFFIX}"), join(folder, name, _MODULE)
