"""What is changed in a page that a template made, as no value of the context helps."""

from __future__ import annotations

from functools import wraps

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..setup.build_state import build_state
from .edit_links import lead_to_original
from .generated_page import Context, GeneratedPage
from .scripts import with_attributes


def builder_inited(app: Sphinx) -> None:
    """Look at what templates make."""
    templates = getattr(app.builder, "templates", None)
    if templates is None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    state, render = build_state(app), templates.render

    @wraps(render)
    def render_page(template: str, context: Context) -> str:
        made: str = with_attributes(render(template, context), context)
        page = state.pages.get(context.get("pagename", ""))
        if state.code is None or page is None:
            return made
        return lead_to_original(made, GeneratedPage(app, state.code, page, context))

    # For as long as there is this builder: an application may build several times.
    vars(templates)["render"] = render_page
