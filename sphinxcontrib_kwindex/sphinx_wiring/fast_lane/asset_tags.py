"""Makes the tags for style sheets and scripts once for all pages of one depth.

For each tag on each page Sphinx asks the file system when the file was changed, to tell
its checksum.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import ExitStack
from functools import cache
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..setup.event_priorities import LAST
from .shortcut import Shortcut, connect, makes_html


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have pages as far from the assets as others show the tags of those."""
    shared: dict[tuple[str, str], Callable[[Hashable], str]] = {}

    def html_page_context(
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        # They are in one folder; in it, the way to each is another.
        if pagename.startswith("_static"):
            return
        for name in ("css_tag", "js_tag"):
            make = context.get(name)
            # Another extension's may say something of the page.
            own = getattr(make, "__module__", "") == StandaloneHTMLBuilder.__module__
            if make is not None and own:
                place = name, context["content_root"]
                context[name] = shared.setdefault(place, cache(make))

    # When nobody changes the context any more.
    connect(undo, app, "html-page-context", html_page_context, LAST)


ASSET_TAGS: Final = Shortcut(
    "asset_tags",
    "asking the file system for each page when its style sheets and scripts were"
    " changed, and making their tags",
    (
        "sphinx.builders.html:StandaloneHTMLBuilder.handle_page",
        "sphinx.builders.html:StandaloneHTMLBuilder.add_css_file",
        "sphinx.builders.html:StandaloneHTMLBuilder.add_js_file",
    ),
    install,
    makes_html,
    saves="2 %",
)
