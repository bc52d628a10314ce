"""The style sheet of the pages: ours for all themes, and what one theme needs.

Ours is parted by what it is for, in ``static/page``; pages load it as one file.

A theme has a file in ``static/themes`` where it gives pages too little room for code,
or lists what stands in our outline, too; themes that inherit from it need the same.
Pages of other themes stay as they have them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from ...scan.own_folders import write_changed
from ..documents.domain import kw_domain
from ..setup.build_state import build_state
from .source_listing import GROUP

STYLE_SHEET: Final = "kwindex.css"
_STATIC: Final = Path(__file__).parents[2] / "static"
#: Rules of a style sheet with selectors that are younger than epub 3.
_NEW_RULES: Final = re.compile(r"[^{}]*:(?:is|has|where)\([^{}]*\{[^{}]*\}")
#: Its parts in their order; what is said later holds.
_PARTS: Final = ("base", "definitions", "listing", "pictures", "lists", "layout")


def write_started(app: Sphinx, builder: Builder) -> None:
    """Put the style sheet where pages refer to it, before the checksums."""
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    path = Path(app.outdir, "_static", STYLE_SHEET)
    if build_state(app).book is not None and not kw_domain(app.env).has_directives():
        # A book takes in whatever there is.
        path.unlink(missing_ok=True)
        return
    parts = (_STATIC / "page" / f"{part}.css" for part in _PARTS)
    sheets = [*parts, *_of_theme(app, builder)]
    rules = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
    if builder.embedded:
        # Readers of epub do not know all.
        rules = _NEW_RULES.sub("", rules)
    else:
        rules += f"\n{_line_numbers()}"
    write_changed(path, rules.encode())
    if isinstance(builder, SerializingHTMLBuilder):
        # It names those of all pages in one file, whichever pages are written.
        builder.add_css_file(STYLE_SHEET)


def _line_numbers() -> str:
    """Return the rules with the numbers beside the lines of a group, as one text."""
    first = "".join(rf"{number}\a " for number in range(1, GROUP))
    later = " ".join(rf'counter(kw-hundred) "{number:02}\a"' for number in range(GROUP))
    return (
        f".kw-lines {{ --kw-numbers: {later}; }}\n"
        f'.kw-lines:first-child {{ --kw-numbers: "{first}"; }}\n'
    )


def _of_theme(app: Sphinx, builder: StandaloneHTMLBuilder) -> list[Path]:
    if builder.embedded or not (theme := getattr(builder, "theme", None)):
        return []
    # Archives are unpacked into folders of their names.
    given = {Path(at): name for name, at in app.registry.html_themes.items()}
    folders = [Path(folder) for folder in reversed(theme.get_theme_dirs())]
    names = [given.get(folder, folder.name) for folder in folders]
    sheets = [_STATIC / "themes" / f"{name}.css" for name in names]
    known = [sheet for sheet in sheets if sheet.is_file()]
    return [_STATIC / "themes" / "columns.css", *known] if known else []
