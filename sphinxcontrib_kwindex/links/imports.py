"""What imports mean: the files, and the definitions in them.

A fact is what one file says; a link needs the others: which file an import means,
which file really defines the name that it asks for, and, read the other way
round, who imports a file. Imports are resolved by path alone, as the import
system would find them if the right folders were on its path, and never by
``sys.path`` or by what is installed where the documentation is built.

*Roots* are the folders from which absolute imports start. For a file these are,
in this order: the folder that holds its outermost package, the folders above that
folder up to the root of the tree, and then the roots of all other packages in the
tree, nearest first (``src`` layouts, several distributions in one repository).
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Final

from ..model.rows import FileRow, ImportRow, LinkRow
from ..store.database import Store
from ..store.definition_queries import top_level_kinds
from .tree_paths import folder_distance, folders_above, is_package_file

#: Names of folders that hold modules, and not only packages, to be imported from.
_SOURCE_FOLDERS: Final = frozenset({"src", "lib", "python"})


def package_name(store: Store, root_name: str) -> str:
    """Return what the root is called where it is a package itself.

    That is the name by which most imports reach what is in it. The name of the
    folder is that of a checkout, and only the last resort.
    """
    modules = Modules(store.file_keys(), root_name)
    if not modules.root_name:
        return ""
    names: Counter[str] = Counter()
    for row in store.imports():
        top, _, rest = row.module.partition(".")
        if not row.level and rest and modules.locate("", rest.split(".")):
            names[top] += 1
    best = max(names, key=lambda name: (names[name], name), default=root_name)
    return best if best not in sys.stdlib_module_names else root_name


class Modules:
    """Which file a module name means, by path."""

    def __init__(self, paths: Iterable[str], root_name: str) -> None:
        self.files = {path for path in paths if path.endswith((".py", ".pyi"))}
        self.folders = {
            folder for path in self.files for folder in folders_above(path) if folder
        }
        self.packages = {
            path.rpartition("/")[0] for path in self.files if is_package_file(path)
        }
        self.root_name = root_name if "" in self.packages else ""
        self._roots = self._roots_by_top_name()

    def _roots_by_top_name(self) -> dict[str, list[str]]:
        roots = defaultdict(list)
        for package in sorted(self.packages):
            parent, _, name = package.rpartition("/")
            if package and parent not in self.packages:
                roots[name].append(parent)
        for folder in sorted(self.folders):
            parent, _, name = folder.rpartition("/")
            if folder not in self.packages and _is_source_folder(parent):
                roots[name].append(parent)
        for file in sorted(self.files):
            parent, _, name = file.rpartition("/")
            if _is_source_folder(parent) and parent not in self.packages:
                roots[name.rpartition(".")[0]].append(parent)
        return roots

    def root_of(self, path: str) -> str:
        """Return the folder from which a file is imported.

        It holds the outermost package around the file, or is a source folder (what
        stands in such a folder without being a package is a namespace package), or is
        the file's own.
        """
        own = path.rpartition("/")[0]
        root = own
        for folder in folders_above(f"{own}/"):
            if folder in self.packages:
                root = folder.rpartition("/")[0]
            elif _is_source_folder(folder):
                return folder
        return root

    def name(self, path: str) -> str:
        """Return the name by which a Python file of the tree is imported."""
        root = self.root_of(path)
        dotted = path[len(root) :].strip("/").rpartition(".")[0].replace("/", ".")
        if not root and self.root_name:
            dotted = f"{self.root_name}.{dotted}"
        return dotted.removesuffix(".__init__") or dotted

    def locate(self, folder: str, parts: list[str], *, stub: bool = False) -> str:
        """Return the path of the module *parts* in *folder*.

        :param stub: whether a stub (``.pyi``) is preferred.
        :return: the path of a file, that of a folder for a namespace package, or
            an empty string.
        """
        base = "/".join([folder, *parts]) if folder else "/".join(parts)
        suffixes = (".pyi", ".py") if stub else (".py", ".pyi")
        for tail in ("/__init__", ""):
            for suffix in suffixes:
                path = f"{base}{tail}{suffix}".lstrip("/")
                if path in self.files:
                    return path
        return base if base in self.folders else ""

    def absolute(self, importer: str, module: str) -> str:
        """Return the path of the module that *importer* names, or an empty string."""
        parts = module.split(".")
        stub = importer.endswith(".pyi")
        if self.root_name and parts[0] == self.root_name:
            return self.locate("", parts[1:], stub=stub)
        is_stdlib = parts[0] in sys.stdlib_module_names
        own = self.root_of(importer)
        roots = [root for root in folders_above(f"{own}/") if root not in self.packages]
        beside = importer.rpartition("/")[0]
        if beside not in self.packages and beside != own and not is_stdlib:
            # Python puts a script's own folder first. Here it may as well be a
            # namespace package, whose modules hide nothing.
            roots.append(beside)
        # A namespace package never hides a regular package further down the path, nor
        # does a folder hide the standard library module of its name.
        namespace = ""
        others = iter(()) if is_stdlib else self._nearest_roots(own, parts[0])
        for root in chain(roots, others):
            path = self.locate(root, parts, stub=stub)
            if path in self.files:
                return path
            namespace = namespace or path
        return "" if is_stdlib else namespace

    def _nearest_roots(self, own: str, top: str) -> Iterator[str]:
        """Yield the roots of other packages with a name, nearest to a root first."""

        def distance(root: str) -> tuple[int, str]:
            return folder_distance(f"{own}/", f"{root}/"), root

        yield from sorted(self._roots.get(top, []), key=distance)

    def relative(self, importer: str, module: str, level: int) -> str:
        """Return the path of a module named relatively, or an empty string."""
        folder = importer.rpartition("/")[0]
        for _ in range(level - 1):
            if not folder:
                return ""
            folder = folder.rpartition("/")[0]
        parts = module.split(".") if module else []
        return self.locate(folder, parts, stub=importer.endswith(".pyi"))


_Name = tuple[str, str]
"""The path of a file, and a name in it."""


class ImportResolver:
    """Follows imports to the files that define what they ask for.

    What a file imports and defines is read when an import leads there: after an edit
    most of a tree is not looked at.
    """

    def __init__(self, store: Store, root_name: str) -> None:
        self._files = {file.path: file for file in store.files()}
        self.modules = Modules(self._files, root_name)
        self._store = store
        self._names = cache(self._top_level_names)
        self._bound = cache(self._top_level_imports)
        self._answers: dict[_Name, _Name | None] = {}
        # Answers that hold for every search.
        self._known: dict[_Name, _Name | None] = {}
        # Answers within a circle, for the search under way only.
        self._provisional: dict[_Name, _Name | None] = {}
        self._searching: set[_Name] = set()
        self._in_circle = False
        self.find_module = cache(self._find_module)

    def link_rows(self, paths: Iterable[str] | None = None) -> Iterator[LinkRow]:
        """Yield what each import of some files means; by default of all."""
        if paths is None:
            yield from map(self._link_row, self._store.imports())
        else:
            for path in paths:
                yield from map(self._link_row, self._store.imports(path))

    def _link_row(self, row: ImportRow) -> LinkRow:
        module = self.find_module(row.path, row.module, row.level)
        if not module:
            top = row.module.partition(".")[0]
            if row.level or self.find_module(row.path, top, 0) in self._files:
                category = "missing"
            elif top in sys.stdlib_module_names or top == "__main__":
                category = "standard library"
            else:
                category = "third party"
            return LinkRow(row.path, row.ordinal, category)
        target, qualname = module, ""
        if row.name and row.name != "*":
            target, qualname = self.find_definition(module, row.name) or (module, "")
        category = "file" if target in self._files else "folder"
        return LinkRow(row.path, row.ordinal, category, module, target, qualname)

    def _find_module(self, path: str, module: str, level: int) -> str:
        if level:
            return self.modules.relative(path, module, level)
        return self.modules.absolute(path, module)

    def find_definition(self, path: str, name: str) -> tuple[str, str] | None:
        """Return where the name *name* of the module at *path* is defined.

        :return: the path of the defining file and the qualified name there, with an
            empty name for a module; ``None`` if nothing in the tree defines it.
        """
        if self._searching:
            return self._search(path, name)
        key = (path, name)
        if key not in self._answers:
            self._provisional.clear()
            self._in_circle = False
            self._answers[key] = self._search(path, name)
        return self._answers[key]

    def _search(self, path: str, name: str) -> _Name | None:
        """Search for a name, perhaps within the search for another name.

        A circle of re-exports ends where it was entered. What lies in a circle is kept
        for the search under way only, or it would depend on what was searched for
        first.
        """
        key = (path, name)
        if key in self._known:
            return self._known[key]
        if key in self._searching or key in self._provisional:
            self._in_circle = True
            return self._provisional.get(key)
        self._searching.add(key)
        outer, self._in_circle = self._in_circle, False
        try:
            definition = self._define(path, name)
        finally:
            self._searching.discard(key)
        kept = self._provisional if self._in_circle else self._known
        kept[key] = definition
        self._in_circle |= outer
        return definition

    def _define(self, path: str, name: str) -> tuple[str, str] | None:
        rank = self._names(path).get(name)
        if rank == 0:
            return path, name
        binding, stars = self._bound(path)
        if row := binding.get(name):
            module = self.find_module(row.path, row.module, row.level)
            if module and not row.name:
                # "import a.b" binds "a", "import a.b as c" binds "a.b" to "c".
                if row.bound == row.module.partition(".")[0]:
                    module = self.find_module(row.path, row.bound, row.level)
                return (module, "") if module else None
            if module and (definition := self.find_definition(module, row.name)):
                return definition
        if rank is not None:
            return path, name
        for row in reversed(stars):
            module = self.find_module(row.path, row.module, row.level)
            is_exported = module and self._is_exported(module, name)
            if is_exported and (definition := self.find_definition(module, name)):
                return definition
        if path in self.modules.folders:
            folder = path
        elif is_package_file(path):
            folder = path.rpartition("/")[0]
        else:
            return None
        submodule = self.modules.locate(folder, [name], stub=path.endswith(".pyi"))
        return (submodule, "") if submodule else None

    def _is_exported(self, path: str, name: str) -> bool:
        file: FileRow | None = self._files.get(path)
        if file is not None and file.exports is not None:
            return name in file.exports
        return not name.startswith("_")

    def _top_level_names(self, path: str) -> dict[str, int]:
        """Return the names that a file defines itself, with their rank.

        A class or function (0) is what its name means; data (1) may be the fallback of
        a failed import.
        """
        ranks: dict[str, int] = {}
        # What is not shown hides what others define under its name all the same.
        for name, kind in top_level_kinds(self._store, path):
            rank = 0 if kind in {"class", "function"} else 1
            ranks[name] = min(rank, ranks.get(name, 1))
        return ranks

    def _top_level_imports(
        self, path: str
    ) -> tuple[dict[str, ImportRow], list[ImportRow]]:
        """Return the imports of a file by the names they bind, and star imports."""
        binding: dict[str, ImportRow] = {}
        stars: list[ImportRow] = []
        for row in self._store.imports(path):
            if row.name == "*":
                stars.append(row)
            elif not row.lazy:
                binding.setdefault(row.bound, row)
        return binding, stars


def _is_source_folder(folder: str) -> bool:
    return folder.rpartition("/")[2] in _SOURCE_FOLDERS
