"""The Sphinx project that the command makes of a repository."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..model.digests import digest
from ..scan.own_folders import COMMAND_MARK
from .cache_folder import CacheFolder
from .messages import UsageError, printable

#: Themes write the name of a project as it is, and this one may be the tree's.
_NO_MARKUP: Final = str.maketrans('<>"', "\u2039\u203a\u201d")


#: What git keeps in its own folder: https://git-scm.com/docs/gitrepository-layout
_OF_GIT: Final = ("HEAD", "objects", "refs")


def root_folder(path: Path, *, of_git: bool = False) -> Path:
    """Return a folder, absolute and with symbolic links resolved.

    :param of_git: whether it may be a bare repository.
    :raises UsageError: if it is none.
    """
    try:
        root = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it is a link to itself"
        raise UsageError(f"cannot open the folder {path}: {reason}") from error
    if not root.is_dir():
        raise UsageError(f"{path} is a file; pass the folder that contains it")
    # It has the address of another repository, which may hold a password.
    if not of_git and all((root / name).exists() for name in _OF_GIT):
        raise UsageError(f"{path} is git's own folder, without files; pass a work tree")
    return root


def project_configuration(
    root: Path, cache: CacheFolder, values: dict[str, object], theme: str, builder: str
) -> dict[str, object]:
    """Return the configuration of the Sphinx project, by names of ``conf.py``.

    :param root: the folder whose files are shown.
    :param cache: where the store is.
    :param values: those of the tree and of the arguments, by name without ``kwindex_``.
    """
    # The tree may say what it is called.
    written = str(values.get("title") or root.name or "Code map")
    title = printable(" ".join(written.split()))
    name = title.translate(_NO_MARKUP)
    return {
        "extensions": ["sphinxcontrib_kwindex"],
        "project": name,
        "author": name,
        "version": digest(title)[:7] if builder == "epub" else "",
        "copyright": "",
        "html_show_copyright": False,
        "html_title": name,
        "html_theme": theme,
        "html_math_renderer": "kwindex-mathml",
        "epub_copyright": name,
        "epub_exclude_files": [COMMAND_MARK],
        "kwindex_root": str(root),
        "kwindex_output": "",
        "kwindex_books": True,
        "kwindex_robots": "",
        # The package is an extra.
        "kwindex_markdown": find_spec("sphinx_markdown_builder") is not None,
        "kwindex_cache": str(cache.folder),
        **{f"kwindex_{key}": value for key, value in values.items()},
        "kwindex_title": title,
    }
