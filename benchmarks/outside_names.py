"""Which names of a tree's files are those of other projects.

The checks of links ask it whether a name that a file mentions can be one of the tree,
by :mod:`ast` alone. It shares no code with the package.
"""

from __future__ import annotations

import ast
import importlib
import sys
import sysconfig
from collections import namedtuple
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path, PurePosixPath

from bindings_by_ast import Bindings, Source

#: Imports of imports that are followed.
_MOST: int = 10


class Imports:
    """What the files of a tree import.

    :param root: a package, or a folder with packages.
    """

    def __init__(self, root: Path) -> None:
        self._prefix = f"{root.name}." if (root / "__init__.py").exists() else ""
        self._paths: dict[str, str] = {}
        self._packages: set[str] = set()
        self._modules: set[str] = set()
        self._imported: dict[str, dict[str, Source]] = {}
        """By path and name what a module imports, and binds in no other way."""

    def add(self, path: str, own: Bindings) -> None:
        """Note what a file imports."""
        for name in {_dotted(path), _dotted(path.removeprefix("src/"))}:
            dotted = f"{self._prefix}{name}".rstrip(".")
            self._paths[dotted] = path
            parts = dotted.split(".")
            self._modules.update(parts)
            self._packages.update(".".join(parts[:n]) for n in range(1, len(parts)))
        module = own.module
        self._imported[path] = {
            name: sources[-1]
            for name, sources in module.imported.items()
            if len(sources) == len(module.bound[name])
        }

    def has_module(self, name: str) -> bool:
        """Tell whether a module or a package has a name, without those around it."""
        return name in self._modules

    def is_outside(self, path: str, source: Source) -> bool:
        """Tell whether what a file imports is another project's."""
        for _ in range(_MOST):
            module = self._absolute(path, source.module)
            there = self._paths.get(module)
            if there is None:
                # A package may have no ``__init__.py``.
                return module not in self._packages
            if not source.name or f"{module}.{source.name}" in self._paths:
                return False
            path, following = there, self._imported[there].get(source.name)
            if following is None:
                return False
            source = following
        return False

    def _absolute(self, path: str, module: str) -> str:
        name = module.lstrip(".")
        level = len(module) - len(name)
        if not level:
            return name
        package = PurePosixPath(path.removeprefix("src/")).parent.parts
        parts = [part for part in (self._prefix[:-1], *package) if part]
        return ".".join([*parts[: 1 - level or None], *filter(None, [name])])


def _dotted(path: str) -> str:
    return path.rpartition(".")[0].removesuffix("__init__").strip("/").replace("/", ".")


@lru_cache(1)
def standard_names() -> frozenset[str]:
    """Return the names that modules and classes of Python's own have.

    Of names with an underscore before them only those with two on both sides.
    """
    names: set[str] = set()
    folder = Path(sysconfig.get_path("stdlib"))
    for top in sorted(sys.stdlib_module_names - {"this", "antigravity", "idlelib"}):
        package = folder / top
        for file in (folder / f"{top}.py", *package.rglob("*.py")):
            if file.exists() and not {"test", "tests"} & {*file.parts}:
                names.update(_names(ast.parse(file.read_bytes())))
    extensions = Path(sysconfig.get_path("platstdlib"), "lib-dynload").glob("*")
    for name in (
        *sys.builtin_module_names,
        *(one.name.split(".")[0] for one in extensions if _is_extension(one)),
    ):
        if name.startswith(("_test", "_xx", "xx")):
            continue
        with suppress(ImportError):
            module = importlib.import_module(name)
            names.update(dir(module))
            for cls in vars(module).values():
                names.update(dir(cls) if isinstance(cls, type) else ())
    private = {
        name
        for name in names
        if name.startswith("_") and not (name[:2] == name[-2:] == "__")
    }
    return frozenset(names - private).union(dir(namedtuple("_", ())))


def _is_extension(file: Path) -> bool:
    return file.name.endswith(tuple(EXTENSION_SUFFIXES))


def _names(tree: ast.Module) -> set[str]:
    """Return the names that a module and its classes have, and their instances."""
    names: set[str] = set()
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                names.add(node.name)
                names.update(
                    one.attr
                    for one in ast.walk(node)
                    if isinstance(one, ast.Attribute)
                    and isinstance(one.ctx, ast.Store)
                    and isinstance(one.value, ast.Name)
                    and one.value.id == "self"
                )
                continue
            case ast.ClassDef():
                names.add(node.name)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
        pending += ast.iter_child_nodes(node)
    return names
