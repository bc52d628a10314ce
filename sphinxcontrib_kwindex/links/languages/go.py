"""What the imports of Go mean, over the paths of a tree.

A package is a folder. Its path is that of a module, which the ``go.mod`` above it
names, and the folders below: https://go.dev/ref/mod#resolve-pkg-mod.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from posixpath import join, normpath
from typing import Final

from ...store.database import Store
from ...store.file_queries import packages_of_files
from ..tree_paths import by_base_name
from .import_rules import Find, ImportRules

#: What ends the name of a file that is built for one system, or processor, only:
#: https://pkg.go.dev/cmd/go#hdr-Build_constraints.
_SYSTEM: Final = re.compile(
    r"(?:_(aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd"
    r"|openbsd|plan9|solaris|wasip1|windows|zos))?"
    r"(?:_(386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le"
    r"|riscv64|s390x|wasm))?(?:_test)?\.go$"
)
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
        return self._package_of(path) == self._package_of(other) and all(
            not own or not theirs or own == theirs
            for own, theirs in zip(_built_for(path), _built_for(other), strict=True)
        )

    def _package_of(self, path: str) -> tuple[str, str]:
        return path.rpartition("/")[0], self._packages.get(path, "")


def _built_for(path: str) -> tuple[str, str]:
    """Return the system and the processor that a file is built for; empty for all."""
    match = _SYSTEM.search(path)
    return (match[1] or "", match[2] or "") if match else ("", "")


def _package_name(module: str) -> str:
    """Return the name that the package of a module has by custom."""
    return _VERSION.sub("", module).rpartition("/")[2]
