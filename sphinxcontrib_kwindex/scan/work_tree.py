"""Where a tree begins when nobody says so."""

from __future__ import annotations

import os
from pathlib import Path


def work_tree(folder: Path) -> Path | None:
    """Return the root of the git work tree that holds a folder, if one does.

    :param folder: absolute.
    """
    for candidate in (folder, *folder.parents):
        if os.path.lexists(candidate / ".git"):
            return candidate
    return None


def default_root(confdir: Path, srcdir: Path) -> Path:
    """Return the root when none is configured.

    It is the git work tree that holds *confdir*, or else the folder that holds
    *srcdir*; absolute, with symbolic links resolved.
    """
    return work_tree(confdir.resolve()) or srcdir.resolve().parent


def beside_sources(path: Path, confdir: Path, srcdir: Path) -> Path:
    """Return a path, or the same one in the copy of its work tree with the sources.

    What builds several versions (sphinx-multiversion) has the documents of each from a
    copy of its tree, and ``conf.py`` from the work tree: ``sphinx-build -c docs
    copy/docs``. A copy is a folder above the sources with a ``conf.py`` at that place.

    :param path: absolute and resolved, as the two folders are.
    """
    tree = work_tree(confdir)
    if tree and path.is_relative_to(tree) and not srcdir.is_relative_to(tree):
        conf = confdir.relative_to(tree) / "conf.py"
        for copy in (srcdir, *srcdir.parents):
            if (copy / conf).is_file():
                return copy / path.relative_to(tree)
    return path
