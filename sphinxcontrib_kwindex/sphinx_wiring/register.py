"""The components, each a module with its own set-up.

The handlers of one event run in the order in which they are registered here.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from .documents.book import setup_book
from .documents.books_without_map import setup_books_without_map
from .documents.directives import setup_directives
from .documents.domain import setup_domain
from .documents.expand_placeholders import setup_expand_placeholders
from .documents.exports import setup_exports
from .documents.generated_documents import setup_generated_documents
from .documents.handwritten_pages import setup_handwritten_pages
from .documents.output_records import setup_output_records
from .documents.toctrees import setup_toctrees
from .fast_lane.install_shortcuts import setup_fast_lane
from .html.api_source_links import setup_source_buttons
from .html.mathml import setup_mathml
from .html.navigation import setup_navigation
from .html.robots import setup_robots
from .html.search_index import setup_search_index
from .html.themes import setup_themes
from .html.visitors import setup_visitors
from .markdown.builder import setup_markdown
from .setup.build_lock import setup_build_lock
from .setup.build_state import setup_build_state
from .setup.closing_message import setup_closing_message
from .setup.config import setup_config
from .setup.extension_errors import setup_guarded_handlers
from .setup.garbage_collection import setup_garbage_collection
from .setup.page_language import setup_translation
from .setup.pipeline import setup_pipeline
from .setup.writer_watchdog import setup_worker_watchdog


def setup_all(app: Sphinx) -> None:
    """Register all components."""
    setup_config(app)
    setup_build_state(app)
    setup_build_lock(app)
    setup_translation(app)
    setup_garbage_collection(app)
    setup_pipeline(app)
    setup_guarded_handlers(app)
    setup_domain(app)
    setup_output_records(app)
    setup_search_index(app)
    setup_worker_watchdog(app)
    setup_generated_documents(app)
    setup_books_without_map(app)
    setup_book(app)
    setup_expand_placeholders(app)
    setup_handwritten_pages(app)
    setup_toctrees(app)
    setup_directives(app)
    setup_navigation(app)
    setup_themes(app)
    setup_robots(app)
    setup_visitors(app)
    setup_mathml(app)
    setup_source_buttons(app)
    setup_markdown(app)
    setup_fast_lane(app)
    setup_exports(app)
    setup_closing_message(app)
