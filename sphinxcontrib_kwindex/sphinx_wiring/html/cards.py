"""Has the data of cards written beside the pages: what they show of definitions."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..documents.books_without_map import makes_site
from ..setup.build_state import build_state
from ..setup.garbage_collection import collecting_seldom
from ..setup.messages import warn


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write what changed of it."""
    builder, code = app.builder, build_state(app).code
    if exception is not None or not makes_site(builder):
        return
    assert isinstance(builder, StandaloneHTMLBuilder)
    # Not where pages are made for no browser.
    from ...exports.cards import remove_cards, write_cards

    try:
        if code is None:
            remove_cards(Path(app.outdir))
            return
        with collecting_seldom():
            write_cards(code, Path(app.outdir), builder.get_target_uri)
    except OSError as exc:
        warn(f"the data of cards could not be written: {exc}", subtype="export")
