"""Runs the exports that ``kwindex_exports`` names, when the pages are written.

Pages with a dialog that leads to names (``kwindex_palette``) have their names written
by one, too, and the files for the list beside them. Those with cards have the data of
these.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from ...codemap.code_map import CodeMap
from ...codemap.names.similar_names import did_you_mean
from ...exports.export import Export
from ...exports.script_data import DATA
from ...exports.write_exports import remove_exports, write_exports
from ...model.errors import described
from ..setup.additions import additions
from ..setup.build_state import build_state
from ..setup.config import palette
from ..setup.garbage_collection import collecting_seldom
from ..setup.messages import warn
from .books_without_map import makes_book, makes_site
from .outdated_outputs import output_path

#: The formats of builders whose output is a folder of pages.
_FORMATS: Final = frozenset({"html", "markdown"})


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the files of the chosen exports into the output directory."""
    state, known = build_state(app), additions(app).exports
    if exception is not None:
        return
    if app.builder.format not in _FORMATS or makes_book(app.builder):
        return
    outdir = Path(app.outdir)

    def pages() -> Iterator[Path]:
        paths = (output_path(app.builder, outdir, name) for name in app.env.all_docs)
        return filter(None, paths)

    if state.code is None or not state.pages:
        remove_exports(outdir, pages)
        return
    chosen = dict.fromkeys(map(str, app.config.kwindex_exports))
    for name in chosen:
        if name not in known:
            hint = did_you_mean(name, known, "choose from")
            text = f"kwindex_exports: unknown export {name!r}; {hint}"
            warn(text, subtype="export")
    exports = [known[name] for name in chosen if name in known]
    if makes_site(app.builder) and palette(app.config):
        exports.append(_names(app.builder, state.code))
    write_exports(exports, state.code, outdir, pages, _failed)


def _names(builder: Builder, code: CodeMap) -> Export:
    """Return the export for the dialog of the pages and the list of files."""
    address = builder.get_target_uri

    def write(code: CodeMap, folder: Path) -> None:
        # Not in a build in which nothing changed.
        from ...exports.palette_data import write_file_list, write_names

        write_names(code, folder, address)
        write_file_list(code, folder, address)

    start = code.page("index", "")
    return Export(f"{DATA}/names", write, address(start.docname) if start else "")


def _failed(export: Export, error: Exception) -> None:
    text = f"the export {export.name!r} failed ({described(error)})"
    warn(f"{text}; no files were written", subtype="export")


def build_finished_cards(app: Sphinx, exception: Exception | None) -> None:
    """Write what changed of the data of cards: what they show of definitions."""
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
