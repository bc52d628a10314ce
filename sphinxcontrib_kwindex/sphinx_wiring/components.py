"""The components, each a module with its own set-up.

The handlers of one event run in the order in which they are registered here.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from .documents.book import setup_book
from .documents.books_without_map import setup_without_map
from .documents.directives import setup_directives
from .documents.domain import setup_domain
from .documents.generated_documents import setup_documents
from .documents.handwritten_pages import setup_handwritten
from .documents.output_records import setup_outputs
from .documents.placeholder import setup_placeholder
from .documents.toctrees import setup_toctrees
from .fast_lane.lane import setup_fast_lane
from .html.mathml import setup_mathml
from .html.navigation import setup_navigation
from .html.robots import setup_robots
from .html.search_index import setup_search_index
from .html.source_buttons import setup_source_buttons
from .html.themes import setup_themes
from .html.visitors import setup_html_writer
from .markdown.builder import setup_markdown
from .setup.build_lock import setup_turns
from .setup.closing_message import setup_closing
from .setup.config import setup_config
from .setup.garbage_collection import setup_garbage
from .setup.guarded_handlers import setup_guests
from .setup.pipeline import setup_survey
from .setup.translation import setup_language
from .setup.worker_watchdog import setup_orphans


def setup_all(app: Sphinx) -> None:
    """Register all components."""
    setup_config(app)
    setup_turns(app)
    setup_language(app)
    setup_garbage(app)
    setup_survey(app)
    setup_guests(app)
    setup_domain(app)
    setup_outputs(app)
    setup_search_index(app)
    setup_orphans(app)
    setup_documents(app)
    setup_without_map(app)
    setup_book(app)
    setup_placeholder(app)
    setup_handwritten(app)
    setup_toctrees(app)
    setup_directives(app)
    setup_navigation(app)
    setup_themes(app)
    setup_robots(app)
    setup_html_writer(app)
    setup_mathml(app)
    setup_source_buttons(app)
    setup_markdown(app)
    setup_fast_lane(app)
    setup_closing(app)
