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
