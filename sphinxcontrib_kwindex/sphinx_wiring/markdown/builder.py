"""The Markdown tree: the pages as files that GitHub renders well.

The builder is that of sphinx-markdown-builder, and is there without being named in
``conf.py``; its translator is extended in :mod:`.translator`, the map's nodes are
written in :mod:`.writer`. It is an extra of the package: where it is not installed, a
builder of the same name says how to get it.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.errors import ConfigError
from sphinx.util.osutil import copyfile, ensuredir

from ..documents.markdown_twins import EXTENSION, LIST, twins_of
from ..setup.build_state import build_state
from ..setup.messages import warn

#: The name of the builder.
MARKDOWN: Final = "markdown"


class MissingBuilder(Builder):
    """Stands for the Markdown builder where it is not installed."""

    name = MARKDOWN
    format = MARKDOWN

    def init(self) -> None:
        """Say how to install it.

        :raises ConfigError: always.
        """
        raise ConfigError(
            "the Markdown builder is not installed; install it with:"
            " pip install 'sphinxcontrib-kwindex[markdown]'"
        )


def builder_inited(app: Sphinx) -> None:
    """Register the translator, if the builder needs it.

    Themes take any translator for the user's choice: some versions of
    pydata_sphinx_theme do not register their own then.
    """
    if app.builder.name == MARKDOWN and MARKDOWN not in app.registry.translators:
        from .translator import Translator

        app.set_translator(MARKDOWN, Translator)


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Copy the pictures that pages show; the builder copies downloads only."""
    if exception is not None or app.builder.name != MARKDOWN:
        return
    images = Path(app.outdir, "_images")
    for source, (_, name) in app.env.images.items():
        path = Path(app.srcdir, source)
        if path.is_file():
            ensuredir(images)
            copyfile(path, images / name)


def setup_markdown(app: Sphinx) -> None:
    """Register the builder, its translator and the visitors of the map's nodes."""
    if find_spec(EXTENSION) is None:
        if MARKDOWN not in app.registry.builders:
            app.add_builder(MissingBuilder)
        return
    if EXTENSION not in app.extensions:
        # sphinx-llm registers the builder's value itself where it comes first. Values
        # are filled later, so that another registration in its place loses nothing.
        app.config.values.pop("markdown_http_base", None)
    app.setup_extension(EXTENSION)
    from .writer import VISITORS

    for node, visitors in VISITORS.items():
        app.registry.add_translation_handlers(node, markdown=visitors)


def build_finished_last(app: Sphinx, exception: Exception | None) -> None:
    """Write the lists, when all others have written theirs."""
    twins, code = twins_of(app.env), build_state(app).code
    if exception is not None or twins is None or code is None:
        return
    # It takes long to import; most builds have no twins.
    from .llms_lists import write_lists

    try:
        write_lists(app, twins, code)
    except OSError as error:
        warn(f"{LIST} could not be written: {error}", subtype="export")
