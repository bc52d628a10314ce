"""The user's own table of contents, rendered once instead of once for each page.

Themes such as furo show the whole ``toctree`` beside every page. For a page outside
of it, as all of ours but one are, it differs by nothing but the way there. Sphinx
resolves and renders it anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from itertools import takewhile
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..html.generated_page import GeneratedPage, for_generated_pages
from ..setup.event_priorities import EARLY
from .shortcut import Shortcut, connect, makes_html


def _shared(here: Sequence[str], there: Sequence[str]) -> int:
    """Return how many folders two paths have in common from the root."""
    pairs = zip(here, there, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def install(app: Sphinx, undo: ExitStack) -> None:
    """Give themes what renders the table of contents for few of the pages."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    rendered: dict[object, str] = {}

    def folder(docname: str) -> tuple[str, ...]:
        return tuple(builder.get_target_uri(docname).split("/")[:-1])

    @cache
    def folders() -> list[tuple[str, ...]]:
        # The keys are the documents that stand in some table of contents.
        return sorted(set(map(folder, builder.env.files_to_rebuild)))

    def outside(docname: str, render: Callable[..., str]) -> Callable[..., str]:
        """Return what renders the tree for a page that does not stand in it."""
        here = folder(docname)
        # What decides the links to those in the tree: how deep the page stands, and how
        # much of the way is a common one.
        way = (len(here), *(_shared(here, there) for there in folders()))

        def toctree(**options: Any) -> str:
            key = way, repr(sorted(options.items()))
            if key not in rendered:
                rendered[key] = render(**options)
            return rendered[key]

        return toctree

    @for_generated_pages
    def html_page_context(shown: GeneratedPage) -> None:
        toctree = shown.context.get("toctree")
        if toctree and shown.docname not in app.env.files_to_rebuild:
            shown.context["toctree"] = outside(shown.docname, toctree)

    # Before the handlers of themes, which take ``toctree`` from the context.
    connect(undo, app, "html-page-context", html_page_context, EARLY)


SIDEBARS: Final = Shortcut(
    "sidebars",
    "resolving and rendering the table of contents of your manual for each page",
    (
        "sphinx.builders.html:StandaloneHTMLBuilder.handle_page",
        "sphinx.builders.html:StandaloneHTMLBuilder.get_target_uri",
        "env.files_to_rebuild",
    ),
    install,
    makes_html,
    saves="2 %, more beside a long manual",
)
