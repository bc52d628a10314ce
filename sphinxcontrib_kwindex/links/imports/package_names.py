"""Which packages the folders of a tree are, where no file of Python says it."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from ...model.grouped import grouped
from ...model.names import last_part
from ...model.python_suffixes import PYTHON
from ...store.database import Store
from ...store.import_queries import absolute_imports
from ..languages.python import Modules, is_source_folder
from ..tree_paths import folders_above

_NAMESPACES: Final = "namespace packages"
#: How many packages around a module are looked at.
_DEEPEST: Final = 20


def package_name(store: Store, root_name: str) -> str:
    """Return what the root is called where it is a package itself.

    That is the name by which most imports reach what is in it, ``package.inner`` where
    it is inside of another package. Names that end as the folder is called come first:
    other packages have modules of the same names. The name of the folder alone is that
    of a checkout, and only the last resort.
    """
    modules = Modules(store.file_keys(), root_name)
    if not modules.root_name:
        return ""
    imported = Counter(
        row.module
        for row in store.imports()
        if not row.level and row.path.endswith(PYTHON)
    )
    names: Counter[str] = Counter()
    for module, count in imported.items():
        parts = module.split(".")
        for end in range(1, len(parts)):
            if modules.locate("", parts[end:]):
                names[".".join(parts[:end])] += count

    def rank(name: str) -> tuple[bool, int, str]:
        return last_part(name) == root_name, names[name], name

    best = max(names, key=rank, default=root_name)
    return best if best not in sys.stdlib_module_names else root_name


def namespace_packages(store: Store) -> list[str]:
    """Return the folders that imports take for packages and no file makes packages.

    Some file imports something in such a folder by a name that begins with that of the
    folder. Without it ``import functools`` in ``jaraco/functools/__init__.py`` would
    mean the file itself.
    """
    modules = Modules(store.file_keys(), "")
    roots = {modules.root_of(path) for path in modules.files}
    tops = {part for root in roots for part in root.split("/")}
    parted = (package.rpartition("/") for package in sorted(modules.packages))
    regular = grouped(
        (name, parent) for parent, _, name in parted if parent not in modules.packages
    )
    bases: defaultdict[str, set[str]] = defaultdict(set)
    for root in roots:
        if root and not is_source_folder(root):
            base = next(filter(is_source_folder, folders_above(root)), "")
            bases[root.removeprefix(base).strip("/")].add(base)
    folders: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for module, name, path in absolute_imports(store) if bases else ():
        parts = module.split(".")
        if parts[0] not in tops:
            continue
        is_new = (module, name) not in seen
        seen.add((module, name))
        for end in range(1, len(parts) + 1):
            if is_source_folder(parts[end - 1]):
                break
            folder = "/".join(parts[:end])
            # In the folders around it a file names what is in its own distribution.
            for outer in {
                *folders_above(path),
                *(bases.get(folder, ()) if is_new else ()),
            }:
                root = f"{outer}/{folder}".lstrip("/")
                inside = parts[end:] or [name]
                if (
                    root in roots
                    and modules.locate(root, inside, stub=True) in modules.files
                    # A package that a file makes one hides it.
                    and not any(
                        modules.locate(parent, [*parts[:end], *inside]) in modules.files
                        for parent in regular.get(parts[0], ())
                    )
                ):
                    around = folders_above(f"{root}/")
                    folders.update(above for above in around if len(above) > len(outer))
    return sorted(folders - modules.packages)


def by_package(modules: Iterable[str]) -> Mapping[str, list[str]]:
    """Return modules by the packages around them, of which there are seldom many."""
    parted = [name.split(".", _DEEPEST) for name in dict.fromkeys(modules)]
    return grouped(
        (".".join(parts[:end]), ".".join(parts))
        for parts in parted
        for end in range(1, len(parts))
    )


def kept_namespaces(store: Store) -> list[str]:
    """Return the namespace packages that the tree was linked with."""
    return store.meta(_NAMESPACES).splitlines()


def keep_namespaces(store: Store, folders: list[str]) -> None:
    """Keep which folders are namespace packages."""
    store.set_meta(_NAMESPACES, "\n".join(folders))
