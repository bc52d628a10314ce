"""The folders of packages of Python that have other names than the packages.

What builds a distribution of them is told, and so is this.
"""

from __future__ import annotations

from posixpath import basename, dirname, join, normpath
from typing import Final

from ...store.database import Store

_FOLDERS: Final = "package folders"


def package_folders(store: Store) -> list[tuple[str, str]]:
    """Return packages with their folders, with no name folders that hold packages."""
    # A warm answer does not ask for it.
    from ...analysis.project.package_folders import PACKAGING

    found: set[tuple[str, str]] = set()
    for path in [path for path in store.file_keys() if basename(path) in PACKAGING]:
        for package, inside in store.facts_of(path).module_paths:
            own = normpath(join(dirname(path), inside))
            as_it_is = f"/{own}".endswith(f"/{package.replace('.', '/')}")
            if own.strip("./") and not as_it_is:
                found.add((package, own))
    return sorted(found)


def kept_package_folders(store: Store) -> list[tuple[str, str]]:
    """Return the packages with folders that the tree was linked with."""
    lines = store.meta(_FOLDERS).splitlines()
    return [(name, folder) for name, _, folder in (it.partition("=") for it in lines)]


def keep_package_folders(store: Store, found: list[tuple[str, str]]) -> None:
    """Keep which packages have which folders."""
    store.set_meta(_FOLDERS, "\n".join(map("=".join, found)))
