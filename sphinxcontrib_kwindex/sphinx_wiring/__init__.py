"""Everything that knows Sphinx: a component a module, each with its own set-up.

The handlers of one event run in the order in which they are registered here.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from .book import setup_book
from .closing import setup_closing
from .config import setup_config
from .directives import setup_directives
from .doctrees import setup_doctrees
from .documents import setup_documents
from .domain import setup_domain
from .garbage import setup_garbage
from .guests import setup_guests
from .handwritten import setup_handwritten
from .html_writer import setup_html_writer
from .language import setup_language
from .markdown import setup_markdown
from .mathml import setup_mathml
from .navigation import setup_navigation
from .orphans import setup_orphans
from .outputs import setup_outputs
from .page_costs import setup_page_costs
from .placeholder import setup_placeholder
from .reading import setup_reading
from .robots import setup_robots
from .search_costs import setup_search_costs
from .search_index import setup_search_index
from .source_buttons import setup_source_buttons
from .survey import setup_survey
from .themes import setup_themes
from .toctrees import setup_toctrees
from .turns import setup_turns
from .without_map import setup_without_map
from .writers import setup_writers


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
    setup_search_costs(app)
    setup_orphans(app)
    setup_documents(app)
    setup_doctrees(app)
    setup_reading(app)
    setup_writers(app)
    setup_without_map(app)
    setup_book(app)
    setup_placeholder(app)
    setup_handwritten(app)
    setup_toctrees(app)
    setup_directives(app)
    setup_navigation(app)
    setup_themes(app)
    setup_robots(app)
    setup_page_costs(app)
    setup_html_writer(app)
    setup_mathml(app)
    setup_source_buttons(app)
    setup_markdown(app)
    setup_closing(app)
