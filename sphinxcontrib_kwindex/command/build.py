"""The run of Sphinx."""

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
from ..sphinx_wiring.setup.garbage_collection import own_process
from .errors import UsageError
from .locations import Output, Workshop
from .progress import Messages, Progress
from .up_to_date import State, Summary

if TYPE_CHECKING:
    from .arguments import Arguments

#: The file that has GitHub Pages publish a folder as it is.
NO_JEKYLL: Final = ".nojekyll"


class BuildError(Exception):
    """Something went wrong that the user could not know; the text is a sentence."""


class _Application(Sphinx):
    """Looks at its arguments before anything is written."""

    output: Output

    def preload_builder(self, name: str) -> None:
        """Load the builder, and only then take the output folder."""
        others = entry_points(group="sphinx.builders").names
        known = sorted({*self.registry.builders, *others})
        if name not in known:
            message = f"there is no builder {name!r}; known: {', '.join(known)}"
            raise UsageError(message)
        super().preload_builder(name)
        self.output.claim()


def build(
    arguments: Arguments,
    overrides: dict[str, object],
    workshop: Workshop,
    output: Output,
    state: State,
) -> Summary:
    """Build the pages.

    :raises UsageError: for what only Sphinx knows to be wrong.
    :raises BuildError: if there is an error in Sphinx, or in this package.
    """
    _check_theme(arguments.theme)
    # Sphinx itself sees what is missing, and not what is damaged.
    damaged = not state.is_whole
    progress = None if arguments.quiet or arguments.verbose else Progress(sys.stderr)
    application: type[_Application] = type("kwindex", (_Application,), {})
    application.output = output
    try:
        # Told where to look, docutils looks for its configuration nowhere else; by
        # default it does in the current folder, which may be the tree.
        with patch_docutils(workshop.source), docutils_namespace(), own_process():
            app = application(
                srcdir=workshop.source,
                confdir=None,
                outdir=output.folder,
                doctreedir=workshop.doctrees(arguments.builder),
                buildername=arguments.builder,
                confoverrides=dict(overrides),
                status=Messages(sys.stdout) if arguments.verbose else progress,
                warning=Messages(sys.stderr, progress),
                verbosity=int(arguments.verbose),
                parallel=arguments.jobs,
            )
            state.forget()
            app.build(force_all=damaged)
            if getattr(app.builder, "out_suffix", "") == ".html":
                # GitHub Pages would leave out what begins with an underscore.
                Path(output.folder, NO_JEKYLL).touch()
            return _summary(app)
    except UsageError:
        output.release()
        raise
    except OSError as error:
        message = f"it could not be written: {error}"
        raise BuildError(message) from error
    except Exception as error:
        if isinstance(error, SphinxError) and not _is_bug(error):
            output.release()
            raise UsageError(" ".join(str(error).split())) from error
        raise BuildError(_report(workshop)) from error
    finally:
        if progress is not None:
            progress.clear()


def _is_bug(error: SphinxError) -> bool:
    return isinstance(error, ExtensionError) and error.orig_exc is not None


def _report(workshop: Workshop) -> str:
    """Write down what went wrong, and say where that is."""
    python = sys.version.split()[0]
    versions = f"kwindex {__version__}, Sphinx {sphinx.__version__}, Python {python}"
    place = workshop.folder / "error.txt"
    place.write_text(f"{versions}\n\n{traceback.format_exc()}", "utf-8")
    return f"an error in the program, which {place} describes; please report it"


def _check_theme(theme: str) -> None:
    own = Path(sphinx.__file__).parent / "themes"
    known = {path.name for path in own.iterdir() if path.is_dir()}
    known |= set(entry_points(group="sphinx.html_themes").names)
    if theme not in known:
        message = (
            f"the theme {theme!r} is not installed; installed:"
            f" {', '.join(sorted(known))}"
        )
        raise UsageError(message)


def _summary(app: Sphinx) -> Summary:
    code = kw_domain(app.env).code
    assert code is not None
    unparsed = code.store.select("SELECT path, 0 FROM file WHERE problem ORDER BY path")
    return Summary(
        files=code.store.count("file"),
        definitions=code.store.count("definition"),
        pages=len(code.by_docname),
        entrance=str(_entrance(app)),
        unparsed=[path for path, _ in unparsed],
    )


def _entrance(app: Sphinx) -> Path:
    """Return the file to look at first, or the folder where there is no such file."""
    out, builder = Path(app.outdir), app.builder
    first: list[Path] = []
    if isinstance(builder, StandaloneHTMLBuilder):
        first.append(Path(builder.get_outfilename(app.config.root_doc)))
    suffix = getattr(builder, "out_suffix", "")
    first.append(out / f"{app.config.root_doc}{suffix}")
    if app.builder.name == "epub":
        first = []
    for pattern in ("*.epub", "*.tex", "*.texi", f"{app.config.root_doc}.*"):
        first += sorted(out.glob(pattern))
    return next((path for path in first if path.is_file()), out)
