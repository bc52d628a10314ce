"""The scripts of the pages: where they stand, and what Python tells them.

Pages of the map have one, ``kwindex.js``, which loads all others, and their data, when
they are used (``static/kwindex.d.ts``). Its parts stand in ``static/page``, by what
they are for. What they show is translated here. Books have no scripts; the project's
own pages have them where ``kwindex_palette`` asks for it.
"""

from __future__ import annotations

import html
from functools import cache
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from ...codemap.names.lookup import PLACES
from ...exports.script_data import remove_data, write_data
from ...i18n import mark, say
from ...model.digests import digest
from ...model.kinds import KIND_NUMBERS, KINDS
from ...pages.quantities import kind_word
from ...scan.own_folders import write_changed
from ..documents.books_without_map import makes_site
from ..setup.build_state import build_state
from ..setup.config import EVERYWHERE, palette
from .style_sheet import STYLE_SHEET
from .visitors import shows_map

#: The script that stands on pages.
SCRIPT: Final = "kwindex.js"
#: Its parts in their order: the first has what the others use.
_PARTS: Final = ("core", "tools", "lists", "lines", "pictures", "wide")
#: Its attribute that says where the page is.
_ROOT: Final = "data-root"
#: What scripts show, by the names that they ask for. The first part of a name is the
#: script's. There is no rule for the plural: "Uses: {number}".
TEXTS: Final[dict[str, str]] = {
    "palette.title": mark("Go to a definition or a file"),
    "palette.name": mark("Name or path"),
    "palette.list": mark("Results"),
    "palette.files": mark("Go to a file"),
    "palette.lines": mark("Go to a line of the listing"),
    "palette.uses": mark("Uses of the name under the cursor, or of the file"),
    "palette.card": mark("Open the card of the focused identifier"),
    "palette.copy": mark("Copy a link to the definition around the marked line"),
    "palette.extend": mark("Extend the marked lines"),
    "palette.help": mark("Keys"),
    "palette.move": mark("Choose another result"),
    "palette.enter": mark("Open the result"),
    "palette.tab": mark("Open the result in a new tab"),
    "palette.about": mark("Uses of the result; documentation of a folder"),
    "palette.close": mark("Close"),
    "palette.filter": mark("Before a name: classes alone, files alone, and so on"),
    "palette.range": mark("Lines of the listing"),
    "palette.switch": mark("Enable keyboard shortcuts"),
    "palette.loading": mark("Loading the names…"),
    "palette.incomplete": mark("Some names are missing. Reload the page."),
    "palette.results": mark("Results: {number}"),
    "palette.nothing": mark("Nothing found"),
    "palette.search": mark("Search the pages for “{query}”"),
    "palette.recent": mark("Recently visited"),
    "palette.line": mark("line"),
    "palette.unlisted": mark("There is no listing on this page"),
    "outline.filter": mark("Filter the outline"),
    "card.pin": mark("Pin"),
    "card.open": mark("Open"),
    "card.close": mark("Close"),
    "card.filter": mark("Filter"),
    "card.found": mark("Uses found: {number}"),
    "card.description": mark("Description"),
    "card.line": mark("line {number}"),
    "card.module": mark("top level"),
    "card.subclasses": mark("Derived classes: {number}"),
    "card.derived": mark("Classes derived from these: {number}"),
    "card.uses": mark("Uses: {number}"),
    "card.tests": mark("Uses in tests: {number}"),
    "card.possible": mark("Possible uses, by name only: {number}"),
    "card.users": mark("Files that use it: {number}"),
    "card.testers": mark("Tests that use it: {number}"),
    "card.imports": mark("imports it"),
    "card.maybe": mark("Files that may use it, by name only: {number}"),
    "card.maybeTests": mark("Tests that may use it, by name only: {number}"),
    "card.none": mark("no use found"),
    "card.all": mark("Show all uses"),
    "card.more": mark("Uses that are not listed here: {number}"),
    "card.measured": mark("Ran in tests: {number}"),
    "card.through": mark("test, through {names}"),
    "card.declaration": mark("Uses of the declaration in {name}"),
    "card.definition": mark("Uses of the definition in {name}"),
    "card.defined": mark("Defined in {name}"),
    "card.base": mark("Possible uses through {name}"),
    "card.name": mark("Uses of {name} on unknown receivers"),
    "card.role0": mark("reference"),
    "card.role2": mark("decorator"),
    "card.role4": mark("as a type"),
    "card.role6": mark("assignment"),
    "links.copied": mark("Copied: {address}"),
    "links.refused": mark("Could not copy: {address}"),
    "links.lines": mark("Lines {lines}"),
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
    loaded = [*_STATIC.glob("*.js"), *_STATIC.glob("*.css")]
    parts = [(_STATIC / "page" / f"{part}.js").read_bytes() for part in _PARTS]
    files = {path.name: path.read_bytes() for path in loaded}
    return {SCRIPT: b"\n".join(parts), **files}


@cache
def _version(texts: tuple[tuple[str, str], ...]) -> str:
    """Return the version of the scripts and of what they are told."""
    return digest(sorted(_files().items()), [*texts])[:8]


class _Told:
    """What the scripts of a build are told."""

    def __init__(self) -> None:
        self.texts = [
            *((f"kind.{kind}", kind_word(kind)) for kind in (*KINDS, *PLACES)),
            ("filter.kinds", " ".join(KIND_NUMBERS)),
            *((name, say(text)) for name, text in TEXTS.items()),
        ]
        #: Is in the addresses of scripts, so that browsers see new ones.
        self.version = _version(tuple(self.texts))


def write_started(app: Sphinx, builder: Builder) -> None:
    """Put the scripts where pages refer to them, before the checksums."""
    if not makes_site(builder):
        return
    for name, content in _files().items():
        write_changed(Path(app.outdir, "_static", name), content)
    state = build_state(app)
    if state.code is not None:
        write_data(Path(app.outdir), "texts", state.shared(_Told, _Told).texts)
    else:
        remove_data(Path(app.outdir), "texts")


def html_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Have the pages that show something of the map load style sheet and script."""
    builder, state = app.builder, build_state(app)
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    shown = shows_map(context, doctree)
    if shown:
        builder.add_css_file(STYLE_SHEET)
    if not makes_site(builder):
        return
    # Hand-written pages may show parts of a map that has no pages, and no names.
    where = palette(app.config) if state.pages else ""
    if where == EVERYWHERE or shown:
        told = {
            _ROOT: context.get("content_root", ""),
            "data-version": state.shared(_Told, _Told).version,
            "data-filter": say("Filter"),
            "data-wide": say("Scrolls sideways"),
        }
        if where:
            told |= {"data-find": say("Find"), "data-files": say("Files")}
        builder.add_js_file(SCRIPT, defer="defer", **told)


def html_page_context_last(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Have style sheet and script on this page, and not on the one behind it.

    Builders clear the lists for the page behind it too late where they copy them for
    each page before others are asked for more.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or isinstance(
        builder, SerializingHTMLBuilder
    ):
        return
    lists: tuple[tuple[str, list[Any], str], ...] = (
        ("css_files", getattr(builder, "_css_files", []), STYLE_SHEET),
        ("script_files", getattr(builder, "_js_files", []), SCRIPT),
    )
    for name, assets, own in lists:
        added = [asset for asset in assets if _is_ours(asset, own)]
        if added:
            shown = list(context.get(name, ()))
            context[name] = shown + [asset for asset in added if asset not in shown]
            assets[:] = [asset for asset in assets if asset not in added]


def _is_ours(asset: object, name: str) -> bool:
    return str(getattr(asset, "filename", "")) == f"_static/{name}"


def with_assets(made: str, context: dict[str, Any]) -> str:
    """Return a page with our style sheet, our script and what that is told.

    Some templates write those alone that a theme brings, others the names of scripts
    alone. Without its attributes the script does not know where the page is, and is too
    early.
    """
    for assets, tag, name in (
        ("css_files", "css_tag", STYLE_SHEET),
        ("script_files", "js_tag", SCRIPT),
    ):
        for asset in context.get(assets, ()):
            if not _is_ours(asset, name):
                continue
            if f"_static/{name}" not in made and "</head>" in made:
                made = made.replace("</head>", f"{context[tag](asset)}\n</head>", 1)
            elif name == SCRIPT:
                made = _with_attributes(made, asset.attributes)
    return made


def _with_attributes(made: str, attributes: dict[str, str]) -> str:
    place = made.find(f"_static/{SCRIPT}")
    start, end = made.rfind("<", 0, place), made.find(">", place)
    if place < 0 or not made.startswith("<script", start) or _ROOT in made[start:end]:
        return made
    told = "".join(
        f' {name}="{html.escape(value)}"' for name, value in attributes.items()
    )
    return made[:end] + told + made[end:]
