"""Books of a manual, help collections and wikis that leave the map out.

All builders share one environment and its doctrees, so the generated pages stay in
both, and no other builder reads anything again. Only while a book is put together are
they out of sight: no table of contents leads to them, no file is written for them, and
a link to such a page leads to its address on the web, or is plain text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Set
from typing import Any, Final
from urllib.parse import quote, urlsplit

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.latex import LaTeXBuilder
from sphinx.builders.manpage import ManualPageBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.builders.texinfo import TexinfoBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from ...model.reachable import reached
from ..setup.build_state import build_state, replace
from .outdated_outputs import remove_pages
from .toctrees import leave_out

#: The builders that make one document, or one file, of all pages, and the configuration
#: value that has the documents that their books begin with.
BOOKS: Final[dict[type[Builder], str]] = {
    SingleFileHTMLBuilder: "",
    Epub3Builder: "",
    LaTeXBuilder: "latex_documents",
    TexinfoBuilder: "texinfo_documents",
    ManualPageBuilder: "man_pages",
}


def makes_book(builder: Builder) -> bool:
    """Return whether a builder makes one document, or one file, of all pages.

    Those of other packages put it together with a method of the name that Sphinx's have
    for that, or with the function that these call.
    """
    if isinstance(builder, tuple(BOOKS)) or hasattr(builder, "assemble_doctree"):
        return True
    modules = {cls.__module__ for cls in type(builder).__mro__}
    return any(
        hasattr(sys.modules.get(module), "inline_all_toctrees") for module in modules
    )


def _writes_each(builder: Builder) -> bool:
    """Return whether a book, or a collection for a help viewer, has a file a page.

    So has a wiki to which each page is uploaded (sphinxcontrib-confluencebuilder).
    """
    if hasattr(builder, "publish_doc"):
        return True
    pages = isinstance(builder, StandaloneHTMLBuilder) and builder.embedded
    return pages and not isinstance(builder, SerializingHTMLBuilder)


def makes_site(builder: Builder) -> bool:
    """Return whether a builder makes pages for browsers, which may have scripts."""
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.embedded:
        return False
    return not isinstance(builder, SerializingHTMLBuilder) and not makes_book(builder)


def _beginnings(app: Sphinx) -> set[str]:
    """Return the documents that the books of a build begin with."""
    for builder, name in BOOKS.items():
        if name and isinstance(app.builder, builder):
            return {entry[0] for entry in app.config[name]}
    # Of rst2pdf and docxbuilder; whatever others have there is theirs.
    given = getattr(app.config, f"{app.builder.name}_documents", None) or ()
    first = {entry[0] for entry in given if isinstance(entry, list | tuple) and entry}
    return first or {app.config.root_doc}


def web_address(config: Config, docname: str) -> str:
    """Return where a document is on the web, or an empty string if that is unclear.

    A base without a host, such as the ``/`` of manuals that know theirs only on Read
    the Docs, leads from a book to nowhere. A suffix that is a slash is that of
    ``dirhtml``, whose builder nobody names here.
    """
    if not urlsplit(config.html_baseurl).netloc:
        return ""
    suffix = config.html_link_suffix or config.html_file_suffix or ".html"
    if suffix == "/" and (docname == "index" or docname.endswith("/index")):
        docname, suffix = docname.removesuffix("index"), ""
    return f"{config.html_baseurl.rstrip('/')}/{quote(docname)}{suffix}"


class _Book:
    """What a builder sees while it puts a book together without the map.

    :param pages: the docnames of the generated pages.
    """

    def __init__(self, app: Sphinx, pages: Set[str]) -> None:
        self._app = app
        self._pages = pages
        self._undo = build_state(app).undo_book
        builder = app.builder
        self._write = builder.write
        self._outdated = builder.get_outdated_docs
        self._relative_uri = builder.get_relative_uri
        builder.write = self.write  # type: ignore[assignment,method-assign,misc]
        builder.get_outdated_docs = self.outdated  # type: ignore[method-assign]
        builder.get_relative_uri = self.relative_uri  # type: ignore[method-assign]
        if isinstance(builder, StandaloneHTMLBuilder):
            self._load_indexer = builder.load_indexer
            builder.load_indexer = self.load_indexer  # type: ignore[method-assign]

    def outdated(self) -> str | Iterable[str]:
        """Return what has to be written, as the builder does."""
        docnames = self._outdated()
        return docnames if isinstance(docnames, str) else self._without(docnames)

    def relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        """Return the URI of a document as a link of another.

        :raises NoUri: if it is nowhere; then Sphinx leaves the text of the link.
        """
        if to not in self._pages:
            return self._relative_uri(from_, to, typ)
        if address := web_address(self._app.config, to):
            return address
        raise NoUri(to, typ)

    def load_indexer(self, docnames: Set[str]) -> None:
        """Load the search index, where the pages are no documents that it lacks."""
        self._load_indexer({*docnames, *self._pages})

    def write(
        self,
        docnames: Iterable[str] | None = None,
        updated: Iterable[str] = (),
        method: Any = "update",
    ) -> None:
        """Write what is left, and leave the rest of the build without the pages."""
        env = self._app.env
        self._hide(env)
        remove_pages(self._app, self._pages)
        # The others go by the tables of contents.
        if _writes_each(self._app.builder):
            if docnames is None or docnames == ["__all__"]:
                docnames = env.found_docs
            docnames, updated = self._without(docnames), self._without(updated)
        self._write(docnames, updated, method)
        if isinstance(self._app.builder, SingleFileHTMLBuilder):
            # Its inventory is written next.
            left = {name: env.all_docs[name] for name in self._without(env.all_docs)}
            replace(self._undo, env, "all_docs", left)

    def _without(self, docnames: Iterable[str]) -> list[str]:
        return [name for name in docnames if name not in self._pages]

    def _hide(self, env: BuildEnvironment) -> None:
        parents = {
            docname
            for docname, included in env.toctree_includes.items()
            if not self._pages.isdisjoint(included)
        }
        self._undo.callback(_forget_doctrees, env)
        includes = _kept_includes(env, self._pages)
        replace(self._undo, env, "toctree_includes", includes)
        tocs = dict(env.tocs)
        for docname in parents & tocs.keys():
            tocs[docname] = tocs[docname].deepcopy()
            _leave_out(tocs[docname], self._pages)
        replace(self._undo, env, "tocs", tocs)
        get_doctree = env.get_doctree

        def without(docname: str) -> nodes.document:
            doctree = get_doctree(docname)
            if docname in parents:
                _leave_out(doctree, self._pages)
            return doctree

        replace(self._undo, env, "get_doctree", without)
        _forget_doctrees(env)


def _kept_includes(env: BuildEnvironment, pages: Set[str]) -> dict[str, list[str]]:
    return {
        docname: [name for name in included if name not in pages]
        for docname, included in env.toctree_includes.items()
        if docname not in pages
    }


def _forget_doctrees(env: BuildEnvironment) -> None:
    """Have Sphinx ask for doctrees again that it has ready."""
    env.__dict__.pop("master_doctree", None)
    getattr(env, "_write_doc_doctree_cache", {}).clear()


def _leave_out(tree: nodes.Element, pages: Set[str]) -> None:
    """Take pages out of every ``toctree``, and a ``toctree`` that no author wrote."""
    for toctree in list(tree.findall(addnodes.toctree)):
        if pages.isdisjoint(toctree["includefiles"]):
            continue
        leave_out(toctree, pages)
        empty: nodes.Element = toctree
        # What was written has a line, and is what it was before the map came into it.
        while toctree.line is None and not len(empty) and not empty.get("entries"):
            above = empty.parent
            above.remove(empty)
            if not isinstance(above, nodes.compound | nodes.bullet_list):
                break
            empty = above


def builder_inited(app: Sphinx) -> None:
    """Have a book put together without the map unless it is asked for."""
    state = build_state(app)
    pages, builder = state.pages.keys(), app.builder
    if not pages or app.config.kwindex_books:
        return
    if not makes_book(builder) and not _writes_each(builder):
        return
    # A book that begins with a generated page was asked for.
    if pages.isdisjoint(_beginnings(app)):
        state.book = set()
        _Book(app, pages)


def env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Find out which documents are in the book, once all are read."""
    state = build_state(app)
    if state.book is not None:
        pages = state.pages.keys()
        state.book = env.all_docs.keys() - pages
        if not isinstance(app.builder, Epub3Builder):
            appendices = [
                *getattr(app.config, "latex_appendices", ()),
                *(app.config.texinfo_appendices or ()),
            ]
            includes = _kept_includes(env, pages)
            starts: list[str] = [*_beginnings(app), *appendices]
            in_book = reached(starts, lambda name: includes.get(name, ()))
            state.book &= set(in_book)
    return []


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Give the environment back as it was."""
    build_state(app).undo_book.close()
