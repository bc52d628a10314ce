"""Markdown twins: each generated page of an HTML builder once more, as Markdown.

The nodes of a page are made once, with links that know where they lead in either format
(:class:`.TwinContext`), and written twice. A twin stands beside its page:
``a.md`` beside ``a.html``, with ``dirhtml`` ``a/index.md`` beside ``a/index.html``. Its
links lead to other twins, and out of the map to where those of the page lead.

A record in the output directory says which twins there are.
"""

from __future__ import annotations

import posixpath
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.osutil import relative_uri

from ...scan.own_folders import OUTPUT_RECORD, keep_names, read_names, remove_all
from ..setup.build_state import build_state
from ..setup.config import MARKDOWN_VALUES, output
from ..setup.messages import warn
from .books_without_map import makes_site

#: The extension that brings the builder for Markdown and its translator.
EXTENSION: Final = "sphinx_markdown_builder"
#: The name of the list of what there is to read, below :confval:`kwindex_output`.
LIST: Final = "llms.txt"
#: Stands in lists that are ours.
MARK: Final = "<!-- sphinxcontrib-kwindex -->"
_SUFFIX: Final = ".md"
#: In the output directory: which files are twins, or lists of them.
_RECORD: Final = f"{OUTPUT_RECORD}-twins"


def config_inited(app: Sphinx, config: Config) -> None:
    """Say what is missing where there are to be twins."""
    given = config.kwindex_markdown
    if given not in MARKDOWN_VALUES:
        warn(
            f'kwindex_markdown: {given!r} is neither True nor False nor "listed";'
            f" {bool(given)} is used instead",
            subtype="config",
        )
    if config.kwindex_markdown and find_spec(EXTENSION) is None:
        warn(
            "kwindex_markdown: it needs another package; install it with:"
            " pip install 'sphinxcontrib-kwindex[markdown]'",
            subtype="config",
        )


def twins_of(env: BuildEnvironment) -> Twins | None:
    """Return the twins of a build, ``None`` if it has none."""
    state = build_state(env)
    if not state.app.config.kwindex_markdown or not state.pages:
        return None
    if not makes_site(state.app.builder) or find_spec(EXTENSION) is None:
        return None
    return state.shared(Twins, lambda: Twins(state.app))


class Twins:
    """The twins of a build: where they are, and what a translator sees of a builder."""

    # Translators for this name are nobody's choice.
    name: Final = "kwindex-twins"
    format: Final = "markdown"
    default_translator_class: type[Any] | None = None
    """The translator, when it is known."""

    def __init__(self, app: Sphinx) -> None:
        builder = app.builder
        assert isinstance(builder, StandaloneHTMLBuilder)
        self._html = builder
        self._pages = build_state(app).pages
        self.config = app.config
        self.env = app.env
        self.current_doc_name = ""
        self.address = cache(self._address)
        self.list_address = posixpath.join(output(app.config), LIST)
        """The address of the list of what there is to read."""

    def _address(self, docname: str) -> str:
        """Return the address of a twin below the root of the output."""
        page = Path(self._html.get_outfilename(docname)).relative_to(self._html.outdir)
        return page.as_posix().removesuffix(self._html.out_suffix) + _SUFFIX

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the address of a twin, or of what another document has."""
        if docname in self._pages:
            return self.address(docname)
        return self._html.get_target_uri(docname, typ)

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        """Return the URI of a document as a link of a twin, as builders do."""
        if to in self._pages:
            return relative_uri(self.address(from_), self.address(to))
        return self._html.get_relative_uri(from_, to, typ)

    @cached_property
    def _by_address(self) -> dict[str, str]:
        """The docnames of the pages by the address of their HTML."""
        address = self._html.get_target_uri
        return {posixpath.normpath(address(name) or "."): name for name in self._pages}

    def from_html(self, uri: str) -> str:
        """Return where a link of the page that is written leads from its twin."""
        path, hash_, fragment = uri.partition("#")
        page = self._html.get_target_uri(self.current_doc_name)
        address = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        docname = self._by_address.get(address if path else "")
        if docname is None:
            return uri
        twin = self.get_relative_uri(self.current_doc_name, docname)
        return f"{twin}{hash_}{fragment}"

    def files(self) -> set[str]:
        """Return the addresses of all twins, and of the lists."""
        return {LIST, self.list_address, *map(self.address, self._pages)}


class TwinLinks:
    """What is put before a translator for Markdown: where links of a twin lead."""

    builder: Twins

    def _fetch_ref_uri(self, node: nodes.Element) -> str:
        if twin := node.get("twin"):
            return str(twin())
        if "refid" in node:
            return f"#{node['refid']}"
        uri = str(node.get("refuri", ""))
        return self.builder.from_html(uri) if node.get("internal") else uri


def write_started(app: Sphinx, builder: Builder) -> None:
    """Note which twins are going to be there: the build may be killed."""
    if twins := twins_of(app.env):
        record = Path(app.outdir, _RECORD)
        before = read_names(record)
        if new := twins.files() - before:
            keep_names(record, before | new)


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Delete the twins of pages that are gone."""
    if exception is not None or not makes_site(app.builder):
        return
    record = Path(app.outdir, _RECORD)
    before = read_names(record)
    if not before:
        return
    twins = twins_of(app.env)
    now = twins.files() if twins else set()
    outdir = Path(app.outdir)
    gone = (outdir / name for name in before - now)
    remove_all(
        [file for file in gone if file.name != LIST or is_our_list(file)],
        (outdir / name for name in now),
        outdir,
    )
    if now != before:
        keep_names(record, now)


def is_our_list(file: Path) -> bool:
    """Tell whether a list is there that nobody else wrote."""
    return file.is_file() and MARK in file.read_text("utf-8", "replace")
