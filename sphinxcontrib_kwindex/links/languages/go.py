"""What the imports of Go mean, over the paths of a tree.

A package is a folder. Its path is that of a module, which the ``go.mod`` above it
names, and the folders below: https://go.dev/ref/mod#resolve-pkg-mod.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from posixpath import join, normpath
from typing import Final

from ...store.database import Store
from ...store.file_queries import build_constraints, packages_of_files
from ..tree_paths import by_base_name
from .go_builds import builds_of, together
from .import_rules import Find, ImportRules

#: The module of the standard library, whose packages are called without it: ``io/fs``.
_STANDARD: Final = "std"
#: What ends the path of a module from its second major version on.
_VERSION: Final = re.compile(r"/v\d+$")


class GoRules(ImportRules):
    """Which folders import paths mean, and which files are of one package."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._folders = {
            path.rpartition("/")[0] for path in files if path.endswith(".go")
        }
        self._packages = {
            path: name for path, name in packages_of_files(store) if path in files
        }
        constraints = dict(build_constraints(store))
        self._builds = lru_cache(None)(
            lambda path: builds_of(path, constraints.get(path, ""))
        )
        self._by_name = by_base_name(self._folders)
        self._modules: dict[str, str] = {}
        for path, key in sorted(store.file_keys().items()):
            if path.rpartition("/")[2] == "go.mod":
                for row in store.get_facts(key).module_names:
                    self._modules.setdefault(row.name, path.rpartition("/")[0])
        # The folder of the tree itself is no target; one of its files stands for it, by
        # custom that with the documentation, or that with the name of the package.
        own = {
            f"{_package_name(name)}.go" for name, at in self._modules.items() if not at
        }
        top = sorted(path for path in files if path.endswith(".go") and "/" not in path)

        def order(path: str) -> tuple[bool, ...]:
            return path.endswith("_test.go"), path != "doc.go", path not in own

        top.sort(key=order)
        self._top = top[0] if top else ""

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the folder of a package; empty if none of the tree is meant.

        It is what the nearest module has of that path. A path with a host, as all have
        but those of the standard library, may be below a folder as it is (``vendor``,
        ``GOPATH``).
        """
        if module.startswith("."):
            folder = normpath(join(importer.rpartition("/")[0], module))
            return self._package(folder)
        name = module
        while name:
            if name in self._modules:
                rest = module[len(name) :].lstrip("/")
                folder = join(self._modules[name], rest).rstrip("/")
                return self._package(folder)
            name = name.rpartition("/")[0]
        if "." not in module.partition("/")[0]:
            above = self._modules.get(_STANDARD)
            return "" if above is None else self._package(join(above, module))
        folders = [
            folder
            for folder in self._by_name[module.rpartition("/")[2]]
            if folder == module or folder.endswith(f"/{module}")
        ]
        return folders[0] if len(folders) == 1 else ""

    def _package(self, folder: str) -> str:
        if folder in {"", "."}:
            return self._top
        return folder if folder in self._folders else ""

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what a package is that is not in the tree."""
        if any(f"{module}/".startswith(f"{name}/") for name in self._modules):
            return "missing"
        is_standard = "." not in module.partition("/")[0]
        return "standard library" if is_standard else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether two files are of one package, and may be built together."""
        return self._package_of(path) == self._package_of(other) and bool(
            self.built_with(path, {other})
        )

    def built_with(self, path: str, others: Collection[str]) -> Collection[str]:
        """Return which files that define the same may be in one build with a file.

        Where one always is, that never has the others.
        """
        own, _ = self._builds(path)
        builds = {other: self._builds(other) for other in others}
        always = {
            other
            for other, (_, fails) in builds.items()
            if other == path or (own and not together(own, fails))
        }
        return always or {
            other for other, (holds, _) in builds.items() if together(own, holds)
        }

    def _package_of(self, path: str) -> tuple[str, str]:
        return path.rpartition("/")[0], self._packages.get(path, "")


def _package_name(module: str) -> str:
    """Return the name that the package of a module has by custom."""
    return _VERSION.sub("", module).rpartition("/")[2]
