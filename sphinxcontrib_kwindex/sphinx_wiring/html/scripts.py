"""The scripts of the pages: where they stand, and what Python tells them.

Pages of the map have one, ``kwindex.js``, which loads all others, and their data, when
they are used (``static/kwindex.d.ts``). What they show is translated here. Pages that
readers have not asked for scripts on, and books, have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from ...exports.script_data import write_data
from ...i18n import mark, say
from ...model.facts import KINDS
from ...model.rows import digest
from ...pages.quantities import kind_word
from ..documents.books_without_map import makes_book
from ..setup.build_state import build_state
from .visitors import shows_map

#: The script that stands on pages.
SCRIPT: Final = "kwindex.js"
#: What scripts show, by the names that they ask for. The first part of a name is the
#: script's. There is no rule for the plural: "Uses: {number}".
TEXTS: Final[dict[str, str]] = {
    "palette.title": mark("Go to a definition or a file"),
    "filter.all": mark("Search all names"),
    "filter.shown": mark("{number} of {all} on this page"),
    "filter.public": mark("public"),
    "filter.private": mark("private"),
    "filter.documented": mark("documented"),
    "filter.undocumented": mark("not documented"),
    "filter.tested": mark("tested"),
    "filter.untested": mark("no test found"),
    "filter.unused": mark("no use found"),
}
_STATIC: Final = Path(__file__).parents[2] / "static"


@cache
def _files() -> dict[str, bytes]:
    """Return all scripts, and what they load, by name."""
    styles = _STATIC.glob("kwindex-*.css")
    return {path.name: path.read_bytes() for path in [*_STATIC.glob("*.js"), *styles]}


def _texts() -> list[tuple[str, str]]:
    return [
        *((f"kind.{kind}", kind_word(kind)) for kind in KINDS),
        ("filter.kinds", " ".join(KINDS)),
        *((name, say(text)) for name, text in TEXTS.items()),
    ]


def has_scripts(builder: Builder) -> bool:
    """Return whether the pages of a builder have scripts."""
    return isinstance(builder, StandaloneHTMLBuilder) and not makes_book(builder)


def write_started(app: Sphinx, builder: Builder) -> None:
    """Put the scripts where pages refer to them, before the checksums."""
    if not has_scripts(builder):
        return
    static = Path(app.outdir, "_static")
    static.mkdir(parents=True, exist_ok=True)
    for name, content in _files().items():
        (static / name).write_bytes(content)
    if build_state(app).pages:
        write_data(Path(app.outdir), "texts", _texts())


def html_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Have the pages that show something of the map load the script."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or not has_scripts(builder):
        return
    if shows_map(context, doctree):
        told = dict(_told())
        told["data-root"] = context["content_root"]
        told["data-filter"] = say("Filter")
        builder.add_js_file(SCRIPT, defer="defer", **told)


def _told() -> Iterator[tuple[str, str]]:
    """Yield the attributes of the script's element that all pages have in common."""
    yield "data-version", _version(str(_texts()))


@cache
def _version(texts: str) -> str:
    """Return what the addresses of scripts have, so that browsers see new ones."""
    return digest(sorted(_files().items()), texts)[:8]
