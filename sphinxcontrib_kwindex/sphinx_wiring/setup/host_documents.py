"""What Sphinx itself reads or generates in this build, and so is not shown again.

A file of the tree that is a document of the project has a page already: its row in the
code map leads there. The folders that other extensions write to before documents are
read (galleries, generated stubs) are output and not source.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.project import EXCLUDE_PATHS, Project
from sphinx.util.i18n import CatalogRepository
from sphinx.util.matching import get_matching_files

#: Values of other extensions that name folders, from the source directory, that they
#: fill at each build.
_GENERATED: Final = ("autoapi_root", "autodoc2_output_dir")


def own_documents(app: Sphinx, root: Path, suffix: str) -> dict[str, str]:
    """Return the docnames of the documents of the project, by path from *root*.

    The search is that of :meth:`sphinx.project.Project.discover`; of two files for one
    document the first by Sphinx's order counts.

    :param suffix: that of generated documents, which are none of these.
    """
    config = app.config
    source = Path(os.path.realpath(app.srcdir))
    if not source.is_relative_to(root):
        return {}
    prefix = source.relative_to(root).as_posix()
    prefix = "" if prefix == "." else f"{prefix}/"
    # A project of its own: that of the build may have generated pages in it.
    project = Project(app.srcdir, config.source_suffix)
    excluded = [
        *config.exclude_patterns,
        *config.templates_path,
        # Of HTML whatever is built, or builders would differ in what is shown.
        *config.html_static_path,
        *config.html_extra_path,
        *EXCLUDE_PATHS,
    ]
    paths: dict[str, str] = {}
    for name in get_matching_files(app.srcdir, config.include_patterns, excluded):
        docname = project.path2doc(name)
        if docname and not name.endswith(suffix):
            paths.setdefault(docname, f"{prefix}{name}")
    return {path: docname for docname, path in paths.items()}


def generated_paths(app: Sphinx) -> Iterator[Path]:
    """Yield what a build writes into the source directory.

    That is the folders that other extensions fill, and the catalogues that Sphinx
    compiles.
    """
    config = app.config
    if config.language and config.gettext_auto_build:
        catalogues = CatalogRepository(
            app.srcdir, config.locale_dirs, config.language, config.source_encoding
        )
        yield from (Path(catalogue.mo_path) for catalogue in catalogues.catalogs)
    source = Path(app.srcdir)
    named = [app.config[name] for name in _GENERATED if name in app.config]
    for folder in (*named, *_galleries(app.config)):
        path = source / os.fspath(folder or "")
        if path.resolve() not in {source.resolve(), *source.resolve().parents}:
            yield path


def _galleries(config: Config) -> Iterator[str | os.PathLike[str]]:
    """Yield the folders that sphinx-gallery writes to."""
    gallery_conf: Any = getattr(config, "sphinx_gallery_conf", None)
    if not isinstance(gallery_conf, dict):
        return
    for name in ("gallery_dirs", "backreferences_dir"):
        folders = gallery_conf.get(name) or ()
        if isinstance(folders, str | os.PathLike):
            folders = [folders]
        yield from folders
