"""Modules of packages that are imported without naming the package.

A program may put its own package on Python's path, or run a file in it. Then some file
in the package imports by such a name what a module beside it, or above, defines. What
is called after another project does not define what is imported of that.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Set
from functools import cache
from posixpath import splitext
from typing import Final

from ...model.grouped import grouped
from ...store.database import Store
from ...store.definition_queries import top_level_kinds
from ...store.import_queries import absolute_imports
from ..languages.python import Modules
from ..places import GETATTR

_ON_PATH: Final = "modules on path"


def modules_on_path(
    store: Store,
    root_name: str,
    namespaces: Iterable[str],
    declared: Collection[tuple[str, str]],
) -> list[str]:
    """Return such modules, by what imports and definitions say.

    :param declared: as :func:`~.package_folders.package_folders` finds them.
    :return: the package, a slash, and the name of the module; no name where several
        are known, as any may be meant.
    """
    modules = Modules(store.file_keys(), root_name, namespaces, declared=declared)
    packages = _packages_of_modules(modules)
    defined = cache(lambda path: {name for name, _ in top_level_kinds(store, path)})

    def has(file: str, module: str, name: str) -> bool | None:
        """Tell whether what is imported is there; ``None`` where that says nothing."""
        if file not in modules.files:
            return False
        if not name:
            return "." in module or None
        if modules.submodule(file, name) or name in defined(file):
            return True
        return None if _may_bring(store, file, name, defined(file)) else False

    tops: defaultdict[tuple[str, bool], set[str]] = defaultdict(set)
    for module, name, path in absolute_imports(store):
        top = module.partition(".")[0]
        for package in packages.get(top, ()):
            inside = package and f"{package}/"
            own = f"{inside}{top}/", f"{inside}{top}."
            if path.startswith(inside) and not path.startswith(own):
                meant = modules.find(path, module, 0)
                if not meant or meant.startswith(own):
                    file = modules.locate(package, module.split("."))
                    known = has(file, module, name)
                    if known is not None:
                        tops[package, known].add(top)
    found: set[str] = set()
    for package in {package for package, _ in tops}:
        others = tops[package, False]
        own_tops = tops[package, True] - others
        if len(own_tops) > len(others):
            found.update(f"{package}/{top}" for top in own_tops)
            found.update([f"{package}/"] * (len(own_tops) > 1))
    return sorted(found)


def _packages_of_modules(modules: Modules) -> dict[str, list[str]]:
    """Return by names of modules the packages that have such modules.

    Those that Python has itself are left out.
    """
    pairs = (
        (splitext(path.rpartition("/")[2])[0], path.rpartition("/")[0])
        for path in sorted(modules.files | modules.packages)
    )
    return grouped(
        (name, folder)
        for name, folder in dict.fromkeys(pairs)
        if folder in modules.packages and name not in sys.stdlib_module_names
    )


def _may_bring(store: Store, path: str, name: str, defined: Set[str]) -> bool:
    """Tell whether a module may have a name that it does not define."""
    brought = {bound for row in store.imports(path) for bound in (row.bound, row.name)}
    return GETATTR in defined or not brought.isdisjoint(("*", name))


def kept_on_path(store: Store) -> list[str]:
    """Return the modules on the path that the tree was linked with."""
    return store.meta(_ON_PATH).splitlines()


def keep_on_path(store: Store, found: list[str]) -> None:
    """Keep which modules are on the path."""
    store.set_meta(_ON_PATH, "\n".join(found))
