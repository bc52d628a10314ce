"""Analyses and links a tree by an application of Sphinx that builds nothing."""

from __future__ import annotations

import sys

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from ..codemap.settings import Settings
from ..scan.git import tracks_files
from ..sphinx_wiring.setup.build_state import build_state
from ..sphinx_wiring.setup.pipeline import make_code_map
from ..store.file_queries import file_paths
from .cache_folder import CacheFolder
from .messages import FULL_DISK, BuildError, UsageError, is_full_disk
from .progress import Messages, Progress
from .tree_state import folders_below


def analyse_tree(
    configuration: dict[str, object], cache: CacheFolder, *, jobs: int, quiet: bool
) -> tuple[Settings, list[str]]:
    """Bring the store of a tree up to date, and plan its pages.

    :param configuration: of :func:`.project_configuration`.
    :param cache: locked.
    :return: what the configuration says, and the files, and the folders in which others
        may appear, relative to the root.
    :raises UsageError: if the tree cannot be analysed.
    :raises BuildError: if the disk is full.
    """
    progress = None if quiet else Progress(sys.stderr)
    values = configuration | {
        "kwindex_generate": False,  # its pages are planned, and no document is made
        "kwindex_fast_lane": False,
    }
    try:
        with patch_docutils(cache.source), docutils_namespace():
            app = Sphinx(
                srcdir=cache.source,
                confdir=None,
                outdir=cache.folder / "answers",
                doctreedir=cache.folder / "answers",
                buildername="dummy",
                confoverrides=values,
                status=progress,
                warning=Messages(sys.stderr, progress),
                freshenv=True,
                parallel=jobs,
            )
            try:
                code = make_code_map(app)
                paths = [*file_paths(code.store)]
                if app.config.kwindex_untracked or not tracks_files(code.root):
                    paths += folders_below(code.root)
                code.store.close()
                return code.settings, paths
            finally:
                build_state(app).undo.close()
    except SphinxError as error:
        if is_full_disk(error):
            raise BuildError(FULL_DISK) from error
        raise UsageError(" ".join(str(error).split())) from error
    finally:
        if progress is not None:
            progress.clear()
