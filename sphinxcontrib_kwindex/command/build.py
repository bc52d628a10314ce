"""Runs Sphinx over the command's own project."""

from __future__ import annotations

import sys
import traceback
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

import sphinx
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ExtensionError, SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from .. import __version__
from ..sphinx_wiring.documents.domain import kw_domain
from ..sphinx_wiring.setup.build_state import build_state
from ..store.definition_queries import count_definitions
from ..store.file_queries import keys_of_problem_files
from .cache_folder import CacheFolder
from .messages import FULL_DISK, BuildError, UsageError, is_full_disk
from .output_folder import OutputFolder
from .progress import Messages, Progress
from .up_to_date import LastRun, Summary

if TYPE_CHECKING:
    from .build_arguments import Arguments

#: The file that has GitHub Pages publish a folder as it is.
NO_JEKYLL: Final = ".nojekyll"


class _Application(Sphinx):
    """A Sphinx that checks the name of the builder before anything is written."""

    output: OutputFolder

    def preload_builder(self, name: str) -> None:
        """Load the builder, and only then claim the output folder."""
        others = entry_points(group="sphinx.builders").names
        known = sorted({*self.registry.builders, *others})
        if name not in known:
            message = f"unknown builder {name!r}; choose from {', '.join(known)}"
            raise UsageError(message)
        super().preload_builder(name)
        self.output.claim()


def build(
    arguments: Arguments,
    configuration: dict[str, object],
    cache: CacheFolder,
    output: OutputFolder,
    last_run: LastRun,
) -> Summary:
    """Build the pages, and return what was made of what.

    :param arguments: those of the command line.
    :param configuration: the values that a ``conf.py`` would have.
    :param cache: has the folders of sources and doctrees; it is locked.
    :param output: where the pages go; it is released where the usage is wrong.
    :param last_run: whether what it left is intact; if not, all is written again.
    :raises UsageError: for what only Sphinx knows to be wrong.
    :raises BuildError: if there is an error in Sphinx, or in this package.
    """
    # Sphinx itself sees what is missing, and not what is damaged.
    damaged = not last_run.is_intact
    progress = None if arguments.quiet or arguments.verbose else Progress(sys.stderr)
    application: type[_Application] = type("kwindex", (_Application,), {})
    application.output = output
    try:
        # Told where to look, docutils looks for its configuration nowhere else; by
        # default it does in the current folder, which may be the tree.
        with patch_docutils(cache.source), docutils_namespace():
            app = application(
                srcdir=cache.source,
                confdir=None,
                outdir=output.folder,
                doctreedir=cache.doctrees(arguments.builder),
                buildername=arguments.builder,
                confoverrides=dict(configuration),
                status=Messages(sys.stdout) if arguments.verbose else progress,
                warning=Messages(sys.stderr, progress),
                verbosity=int(arguments.verbose),
                parallel=arguments.jobs,
            )
            state = build_state(app)
            if state.error and state.code is None:
                # Without a map there is no page to begin with.
                raise state.error
            last_run.forget()
            app.build(force_all=damaged)
            if getattr(app.builder, "out_suffix", "") == ".html":
                # GitHub Pages would leave out what begins with an underscore.
                Path(output.folder, NO_JEKYLL).touch()
            return _summary(app)
    except UsageError:
        output.release()
        raise
    except Exception as error:
        failure = _failure(error, cache)
        if isinstance(failure, UsageError):
            output.release()
        raise failure from error
    finally:
        if progress is not None:
            progress.clear()


def _failure(error: Exception, cache: CacheFolder) -> UsageError | BuildError:
    """Return what is told of an error of a build."""
    if is_full_disk(error):
        return BuildError(FULL_DISK)
    if isinstance(error, OSError):
        return BuildError(f"cannot read or write a file: {error}")
    is_bug = isinstance(error, ExtensionError) and error.orig_exc is not None
    if isinstance(error, SphinxError) and not is_bug:
        return UsageError(" ".join(str(error).split()))
    return BuildError(_report(cache))


def _report(cache: CacheFolder) -> str:
    """Write a report of the error, and return the message that names it."""
    python = sys.version.split()[0]
    versions = f"kwindex {__version__}, Sphinx {sphinx.__version__}, Python {python}"
    report = cache.folder / "error.txt"
    report.write_text(f"{versions}\n\n{traceback.format_exc()}", "utf-8")
    return f"internal error; please report it with the details in {report}"


def check_theme(theme: str) -> None:
    """Fail unless a theme is installed.

    :raises UsageError: that names those that are.
    """
    own = Path(sphinx.__file__).parent / "themes"
    known = {path.name for path in own.iterdir() if path.is_dir()}
    known |= set(entry_points(group="sphinx.html_themes").names)
    if theme not in known:
        raise UsageError(
            f"the theme {theme!r} is not installed; choose from"
            f" {', '.join(sorted(known))}"
        )


def _summary(app: Sphinx) -> Summary:
    code = kw_domain(app.env).tree
    return Summary(
        files=len(code.store.file_keys()),
        definitions=count_definitions(code.store),
        pages=len(code.by_docname),
        first_page=str(_first_page(app)),
        unparsed=sorted(keys_of_problem_files(code.store)),
    )


def _first_page(app: Sphinx) -> Path:
    """Return the file to open first, or else the output folder."""
    out, root_doc, builder = Path(app.outdir), app.config.root_doc, app.builder
    candidates: list[Path] = []
    if builder.name != "epub":
        if isinstance(builder, StandaloneHTMLBuilder):
            candidates.append(Path(builder.get_outfilename(root_doc)))
        candidates.append(out / f"{root_doc}{getattr(builder, 'out_suffix', '')}")
    for pattern in ("*.epub", "*.tex", "*.texi", f"{root_doc}.*"):
        candidates += sorted(out.glob(pattern))
    return next((path for path in candidates if path.is_file()), out)
