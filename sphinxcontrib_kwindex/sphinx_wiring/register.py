"""Registers with Sphinx all that the extension brings."""

from __future__ import annotations

from sphinx.application import Sphinx

from .documents.book import SpellCharacters
from .documents.directives import DIRECTIVES
from .documents.domain import KwDomain
from .documents.expand_placeholders import ExpandPlaceholders
from .documents.generated_documents import PageParser
from .event_handlers import connect_handlers
from .html.api_source_links import RemoveButtons
from .html.visitors import VISITORS
from .markdown.builder import setup_markdown
from .setup.build_state import setup_build_state
from .setup.config import setup_config
from .setup.pipeline import SKIP_EVENT, SUFFIX


def setup_all(app: Sphinx) -> None:
    """Register everything."""
    setup_config(app)
    setup_build_state(app)
    app.add_event(SKIP_EVENT)
    app.add_domain(KwDomain)
    app.add_source_suffix(SUFFIX, "kwindex")
    app.add_source_parser(PageParser)
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    for node, visitors in VISITORS.items():
        app.add_node(node, html=visitors)
    for transform in (SpellCharacters, ExpandPlaceholders, RemoveButtons):
        app.add_post_transform(transform)
    setup_markdown(app)
    connect_handlers(app)
