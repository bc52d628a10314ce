"""Opens the map of a tree for questions, without a page being built.

The store in the user's cache directory has it, the same that ``kwindex PATH`` uses.
Where the tree is as it was, that is opened and nothing else done: answers are to come
at once, so nothing here imports Sphinx, or what analyses, before it is needed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Final

import msgspec

from ..codemap.code_map import CodeMap
from ..codemap.settings import Settings
from ..model.digests import digest
from ..store.connection import STORE_NAME, tells_damage
from ..store.database import Store
from ..store.file_queries import file_paths
from .cache_folder import CacheFolder
from .messages import BuildError, warning
from .pyproject import read_values
from .sphinx_project import project_configuration, root_folder
from .tree_state import TICK, TreeState, program_state

#: What is kept of the settings; the rest decides about nothing but pages.
_KEPT: Final = ("title", "source_link", "language", "sections", "rules", "idioms")
#: No page is built, so that any theme will do that comes with Sphinx.
_THEME: Final = "basic"


@contextmanager
def open_tree(
    path: str | PathLike[str],
    *,
    cache: str | PathLike[str] | None = None,
    config: str | PathLike[str] | None = None,
    values: Mapping[str, object] | None = None,
    jobs: int = 1,
    quiet: bool = True,
    with_pages: bool = False,
    tick: int = TICK,
) -> Iterator[CodeMap]:
    """Open the map of a tree, brought up to date.

    :param path: the root of the tree.
    :param cache: the cache directory, by default the user's.
    :param config: the file with ``[tool.kwindex]``, by default that of the tree.
    :param values: configuration values by name without ``kwindex_``; they take
        precedence over the file.
    :param jobs: the number of processes that analyse.
    :param quiet: whether no progress is shown.
    :param with_pages: whether the map is to know the pages that the command would make.
    :param tick: nanoseconds; what changed so shortly before is looked at anew.
    :raises UsageError: if there is nothing to open, or for a wrong value.
    :raises BuildError: if the analysis fails, or the store cannot be used.
    """
    root = root_folder(Path(path))
    folder = CacheFolder(root, Path(cache) if cache else None)
    file = Path(config) if config else None
    chosen = read_values(root, file, warning) | dict(values or {})
    configuration = project_configuration(root, folder, chosen, _THEME, "dummy")
    key = digest(sorted(configuration.items()), program_state())
    state = TreeState(folder.folder / "tree.json", root, tick)

    try:
        kept = _known(folder, state, key)
        if kept is None:
            with folder.locked():
                # Another process may just have done it.
                kept = _known(folder, state, key)
                if kept is None:
                    paths, kept = _analyse(configuration, folder, jobs, quiet=quiet)
                    state.save(key, paths, kept)
        with _opened(folder) as store, store.reading():
            code = CodeMap(store, root, msgspec.convert(kept, Settings))
            if with_pages:
                code.set_pages(store.pages())
            yield code
    except sqlite3.Error as error:  # locked by another process, or damaged
        told = f"{folder.folder / STORE_NAME}: {error}"
        if tells_damage(error):
            # Who analyses the tree looks for that, and makes another.
            state.forget()
            told += "; the next run analyses everything again"
        raise BuildError(told) from error


def _opened(folder: CacheFolder) -> closing[Store]:
    return closing(Store(folder.folder / STORE_NAME, warning, intact=True))


def _known(folder: CacheFolder, state: TreeState, key: str) -> Any:
    """Return what is kept of the settings; ``None`` if the tree is to be analysed."""
    kept = state.unchanged_since(key)
    if kept is not None:
        # A store that was lost, or is made anew since it was damaged, is empty.
        with _opened(folder) as store:
            kept = kept if any(file_paths(store)) else None
    return kept


def _analyse(
    configuration: dict[str, object], folder: CacheFolder, jobs: int, *, quiet: bool
) -> tuple[list[str], Any]:
    """Bring the store up to date; return the paths and what is kept of the settings."""
    from .analyse_tree import analyse_tree

    settings, paths = analyse_tree(configuration, folder, jobs=jobs, quiet=quiet)
    return paths, msgspec.to_builtins({name: getattr(settings, name) for name in _KEPT})
