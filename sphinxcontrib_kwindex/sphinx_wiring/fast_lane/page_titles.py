"""Renders the titles around a generated page without docutils' transforms.

For each page Sphinx renders its own title, and those of the pages around it, as a
document with all transforms; and it renders local contents that nobody sees, because
those of generated pages are made when the page is (:mod:`..html.navigation`).
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache, lru_cache
from typing import Any, Final

from docutils import nodes
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..setup.build_state import build_state, replace
from .shortcut import Shortcut, makes_html

#: How many titles are remembered: a page's own, and those of the folders around it.
_TITLES: Final = 1000

Parts = dict[str, str]


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the context of a generated page made without what it does not need."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    names, kind = ("get_doc_context", "render_partial"), type(builder)
    if any(getattr(kind, at) is not getattr(StandaloneHTMLBuilder, at) for at in names):
        return
    make, render = builder.get_doc_context, builder.render_partial

    @cache
    def one_translator() -> Any:
        # To make one takes longer than to write. Sphinx makes its settings when it
        # begins to write.
        document = new_document("<partial node>", builder.docsettings)
        return builder.create_translator(document, builder)

    @lru_cache(_TITLES)
    def rendered(text: str) -> str:
        """Return what the translator makes of the title of a document."""
        translator = one_translator()
        document = translator.document
        document.children = []
        document += nodes.title("", text)
        document[0].walkabout(translator)
        return "".join(translator.title)

    def short(node: nodes.Node | None) -> Parts:
        """Render a title as Sphinx does, and leave the local contents out."""
        if isinstance(node, nodes.bullet_list):
            return {"fragment": "", "title": ""}
        if isinstance(node, nodes.title) and all(
            isinstance(child, nodes.Text) for child in node.children
        ):
            return {"fragment": "", "title": rendered(node.astext())}
        return render(node)

    def get_doc_context(docname: str, body: str, metatags: str) -> dict[str, Any]:
        ours = docname in build_state(app).pages
        if not ours or not hasattr(builder, "docsettings"):
            return make(docname, body, metatags)
        with ExitStack() as one_page:
            replace(one_page, builder, "render_partial", short)
            return make(docname, body, metatags)

    replace(undo, builder, "get_doc_context", get_doc_context)


PAGE_TITLES: Final = Shortcut(
    "page_titles",
    "running docutils' transforms over the titles around each generated page, and"
    " rendering local contents that it does not show",
    (
        (
            "sphinx.builders.html:StandaloneHTMLBuilder.get_doc_context"
            "(self, docname, body, metatags)"
        ),
        "sphinx.builders.html:StandaloneHTMLBuilder.render_partial(self, node)",
        "sphinx.builders.html:StandaloneHTMLBuilder.create_translator(self, args)",
    ),
    install,
    makes_html,
    saves="3 %",
)
