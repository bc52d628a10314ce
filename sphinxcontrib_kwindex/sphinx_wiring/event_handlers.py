"""All handlers of Sphinx's events, by event in the order in which they are called.

A handler is a function with the name of its event. Where a module has several for one
event, the name of the others goes on with when they are called. What they remember
until a later event is in the state of the build (:mod:`.setup.build_state`).

The shortcuts of the fast lane connect handlers of their own, at ``builder-inited`` and
until ``build-finished`` (:func:`.fast_lane.shortcut.connect`). These are called behind
those here that have the same priority.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sphinx.application import Sphinx

from . import moved_pages
from .documents import (
    book,
    books_without_map,
    domain,
    exports,
    generated_documents,
    handwritten_pages,
    markdown_twins,
    outdated_outputs,
    toctrees,
)
from .fast_lane import install_shortcuts
from .html import (
    api_source_links,
    generated_page,
    head_tags,
    mathml,
    navigation,
    rendered_pages,
    scripts,
    search_index,
    style_sheet,
    themes,
    visitors,
)
from .markdown import builder as markdown
from .setup import (
    analysis_warnings,
    build_lock,
    build_state,
    config,
    extension_errors,
    garbage_collection,
    parallel_jobs,
    pipeline,
    translations,
)
from .setup.event_priorities import EARLY, FIRST, LAST, LATE, NORMAL
from .setup.guarded_handlers import fenced

Handlers = Mapping[str, tuple[tuple[int, Callable[..., Any]], ...]]
"""By event the priorities and the handlers."""

#: Connected when the theme has connected its own: called behind those, and before those
#: that extend them (sphinx_book_theme has 501).
BEHIND_THEMES: Final[Handlers] = {
    "html-page-context": ((NORMAL, themes.html_page_context_behind_themes),)
}


def builder_inited_last(app: Sphinx) -> None:
    """Connect what is called behind the handlers of the theme."""
    connect_handlers(app, BEHIND_THEMES)


HANDLERS: Final[Handlers] = {
    "config-inited": (
        # Before those that look at values.
        (NORMAL, config.config_inited),
        (NORMAL, extension_errors.config_inited),
        (NORMAL, outdated_outputs.config_inited),
        (NORMAL, mathml.config_inited),
        (NORMAL, markdown_twins.config_inited),
        # Before Sphinx adds the suffixes of extensions.
        (NORMAL, generated_documents.config_inited),
        # Behind those that change the language.
        (LATE, translations.config_inited),
        # Behind those that check or change values: it looks for the store.
        (LAST, build_lock.config_inited),
    ),
    "builder-inited": (
        (NORMAL, garbage_collection.builder_inited),
        (NORMAL, build_lock.builder_inited),
        (NORMAL, extension_errors.builder_inited),
        (NORMAL, outdated_outputs.builder_inited),
        (NORMAL, search_index.builder_inited),
        (NORMAL, markdown.builder_inited),
        (NORMAL, visitors.builder_inited),
        (NORMAL, navigation.builder_inited),
        (NORMAL, rendered_pages.builder_inited),
        # It looks at the tree, behind extensions that write documents and sources.
        (LATE, generated_documents.builder_inited),
        # These ask for the pages; the last one, whether the book leaves them out.
        (LATE, parallel_jobs.builder_inited),
        (LATE, books_without_map.builder_inited),
        (LATE, book.builder_inited),
        # Shortcuts are for what the build is by now.
        (LATE, install_shortcuts.builder_inited),
        (LAST, builder_inited_last),
        # What others do at the start, they do with hand-written documents.
        (LAST, generated_documents.builder_inited_last),
    ),
    "env-get-outdated": (
        (NORMAL, generated_documents.env_get_outdated),
        (NORMAL, handwritten_pages.env_get_outdated),
        (NORMAL, toctrees.env_get_outdated),
    ),
    "env-before-read-docs": (
        # Before others take documents out of the list.
        (FIRST, garbage_collection.env_before_read_docs),
        (FIRST, pipeline.env_before_read_docs),
        (NORMAL, generated_documents.env_before_read_docs),
        # When nobody changes the list any more.
        (LAST, generated_documents.env_before_read_docs_last),
    ),
    "source-read": (
        (FIRST, garbage_collection.source_read),
        (NORMAL, generated_documents.source_read),
        (NORMAL, parallel_jobs.source_read),
    ),
    "doctree-read": (
        # Before Sphinx's collectors, which keep what the tables of contents lead to.
        (EARLY, toctrees.doctree_read),
        (NORMAL, handwritten_pages.doctree_read),
        (NORMAL, api_source_links.doctree_read),
        # Behind the collectors: themes are not to see this table of contents.
        (LATE, toctrees.doctree_read_late),
    ),
    "env-updated": (
        # Which documents are in the book decides where roles lead.
        (FIRST, books_without_map.env_updated),
        # Before those that ask what has to be written: it notes where roles lead now.
        (EARLY, handwritten_pages.env_updated),
        (NORMAL, generated_documents.env_updated),
        (NORMAL, outdated_outputs.env_updated),
    ),
    "write-started": (
        (NORMAL, outdated_outputs.write_started),
        (NORMAL, markdown_twins.write_started),
        (NORMAL, style_sheet.write_started),
        (NORMAL, scripts.write_started),
    ),
    "doctree-resolved": (
        (FIRST, garbage_collection.doctree_resolved),
        (NORMAL, outdated_outputs.doctree_resolved),
        (NORMAL, search_index.doctree_resolved),
        (NORMAL, generated_documents.doctree_resolved),
        (NORMAL, book.doctree_resolved),
    ),
    "warn-missing-reference": ((NORMAL, domain.warn_missing_reference),),
    "html-page-context": (
        # Themes see at once which parts of the page will be empty, and ask the
        # environment for its sections.
        (FIRST, themes.html_page_context_first),
        # Before others look at the text of the host's pages.
        (FIRST, head_tags.html_page_context_first),
        # Before the handlers of themes, which make something of both.
        (EARLY, navigation.html_page_context),
        (EARLY, head_tags.html_page_context),
        (NORMAL, scripts.html_page_context),
        # What themes put into the context is changed.
        (LATE, themes.html_page_context_late),
        # Unless others have put the same there.
        (LATE, head_tags.html_page_context_late),
        (LAST, generated_page.html_page_context_last),
        (LAST, scripts.html_page_context_last),
    ),
    "html-collect-pages": ((NORMAL, search_index.html_collect_pages),),
    "build-finished": (
        # The others see the environment as it is without a book.
        (FIRST, books_without_map.build_finished),
        (FIRST, build_lock.build_finished),
        (NORMAL, translations.build_finished),
        (NORMAL, outdated_outputs.build_finished),
        # Where it deleted the pages of a file that moved, others are written.
        (NORMAL, moved_pages.build_finished),
        (NORMAL, markdown.build_finished),
        (NORMAL, markdown_twins.build_finished),
        (NORMAL, exports.build_finished),
        (NORMAL, exports.build_finished_cards),
        (NORMAL, analysis_warnings.build_finished),
        # There may be a list of somebody else's then.
        (LAST, markdown.build_finished_last),
        # Everybody works with what is taken back then.
        (LAST, build_state.build_finished),
    ),
}


def connect_handlers(app: Sphinx, handlers: Handlers = HANDLERS) -> None:
    """Connect handlers for a whole build."""
    for event, rows in handlers.items():
        for priority, handler in rows:
            app.connect(event, fenced(event, handler), priority=priority)
