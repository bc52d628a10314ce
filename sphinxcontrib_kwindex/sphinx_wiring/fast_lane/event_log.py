"""Keeps the content of generated pages out of the log of events.

Sphinx spells out all arguments of an event for a message of debugging, whether anybody
reads it or not (:meth:`sphinx.events.EventManager.emit`). For ``html-page-context``
that is the whole page.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..setup.build_state import build_state
from .page_titles import keeps
from .shortcut import Shortcut, makes_html, replace


class _Body(str):
    """The content of a page, of which a log sees how much it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} characters>"


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the context of a generated page hold its content in another class."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    # Others put the context elsewhere than into a template.
    if not keeps(builder, "get_doc_context", "handle_page"):
        return
    make = builder.get_doc_context

    def get_doc_context(docname: str, body: str, metatags: str) -> dict[str, Any]:
        ours = docname in build_state(app).pages
        return make(docname, _Body(body) if ours else body, metatags)

    replace(undo, builder, "get_doc_context", get_doc_context)


EVENT_LOG: Final = Shortcut(
    "event_log",
    "spelling out each generated page for a message of the log that nobody sees",
    (
        (
            "sphinx.builders.html:StandaloneHTMLBuilder.get_doc_context"
            "(self, docname, body, metatags)"
        ),
    ),
    install,
    makes_html,
    upstream="Sphinx: ``EventManager.emit`` makes its message only if the logger is"
    " enabled for ``DEBUG``.",
)
