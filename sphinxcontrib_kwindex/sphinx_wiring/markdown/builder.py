"""The Markdown tree: the pages as files that GitHub renders well.

The builder is that of sphinx-markdown-builder, and is there without being named in
``conf.py``; its translator is extended in :mod:`.translator`, our own nodes are
written in :mod:`.writer`.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.osutil import copyfile, ensuredir

from ...pages.nodes import (
    kw_checks,
    kw_definition,
    kw_entries,
    kw_fields,
    kw_picture,
    kw_source,
)
from ..documents.placeholder import kw_placeholder
from .translator import Translator
from .writer import (
    depart_definition,
    visit_checks,
    visit_definition,
    visit_entries,
    visit_fields,
    visit_picture,
    visit_placeholder,
    visit_source,
)

#: The name of the builder.
MARKDOWN = "markdown"


def builder_inited(app: Sphinx) -> None:
    """Register the translator, if it is the one that is needed.

    Themes take any translator for one that the user chose: some versions of
    pydata_sphinx_theme do not register theirs then.
    """
    if app.builder.name == MARKDOWN and MARKDOWN not in app.registry.translators:
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
    """Register the builder, its translator and the visitors of our nodes."""
    name = "sphinx_markdown_builder"
    if name not in app.extensions:
        # sphinx-llm registers the builder's value itself where it comes first. Values
        # are filled later, so that another registration in its place loses nothing.
        app.config.values.pop("markdown_http_base", None)
    app.setup_extension(name)
    for node, visitors in (
        (kw_placeholder, (visit_placeholder, None)),
        (kw_entries, (visit_entries, None)),
        (kw_fields, (visit_fields, None)),
        (kw_definition, (visit_definition, depart_definition)),
        (kw_source, (visit_source, None)),
        (kw_picture, (visit_picture, None)),
        (kw_checks, (visit_checks, None)),
    ):
        app.registry.add_translation_handlers(node, markdown=visitors)
    app.connect("builder-inited", builder_inited)
    app.connect("build-finished", build_finished)
