"""Has Sphinx do once, or not at all, what it does for each page.

For each page it looks the files of style sheets and scripts up on the disk, to tell
their checksums, and those of the templates, which may have changed. Docutils looks for
what there is to transform in the page's title, and in those of the pages around it,
again for each page that names them, and in local contents that nobody sees, because
those of generated pages are made when the page is (:mod:`.navigation`). For the log of
debugging, all that the page is made of is spelt out
(:meth:`sphinx.events.EventManager.emit`). For each piece of code Pygments' formatter
makes its style sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final

from docutils import nodes
from docutils.utils import new_document
from pygments.formatter import Formatter
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.highlighting import PygmentsBridge
from sphinx.jinja2glue import BuiltinTemplateLoader

from ..documents.domain import kw_domain

#: Nobody changes the context behind this.
_LAST: Final = 1000
#: So many titles are remembered: a page's own, and those of the folders around it.
_TITLES: Final = 1000

Parts = dict[str, str]


def builder_inited(app: Sphinx) -> None:
    """Have the builder make the context of a generated page in a shorter way."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    if isinstance(builder.templates, BuiltinTemplateLoader):
        builder.templates.environment.auto_reload = False
    for name in ("highlighter", "dark_highlighter"):
        bridge = getattr(builder, name, None)
        if isinstance(bridge, PygmentsBridge):
            vars(bridge)["get_formatter"] = _remembering(bridge.get_formatter)
    if all(
        getattr(type(builder), name) is getattr(StandaloneHTMLBuilder, name)
        for name in ("get_doc_context", "render_partial", "handle_page")
    ):
        _shorten_context(app, builder)


def _shorten_context(app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Have the context of a generated page made without what it does not need."""
    make, render = builder.get_doc_context, builder.render_partial
    rendered = lru_cache(_TITLES)(lambda text: _rendered_title(builder, text))

    def short(node: nodes.Node | None) -> Parts:
        """Render a title as Sphinx does, and leave the local contents out."""
        if isinstance(node, nodes.bullet_list):
            return {"fragment": "", "title": ""}
        if not isinstance(node, nodes.title) or any(map(_has_markup, node.children)):
            return render(node)
        return {"fragment": "", "title": rendered(node.astext())}

    def get_doc_context(docname: str, body: str, metatags: str) -> dict[str, Any]:
        code = kw_domain(app.env).code
        if code is None or docname not in code.by_docname:
            return make(docname, body, metatags)
        vars(builder)["render_partial"] = short
        try:
            return make(docname, _Body(body), metatags)
        finally:
            del vars(builder)["render_partial"]

    vars(builder)["get_doc_context"] = get_doc_context


def _remembering(make: Callable[..., Formatter[str]]) -> Callable[..., Formatter[str]]:
    """Return what makes one formatter for the same options."""
    known: dict[Hashable, Formatter[str]] = {}

    def get_formatter(**options: Any) -> Formatter[str]:
        # Lines to emphasise are a list; they are rare.
        if not all(isinstance(one, Hashable) for one in options.values()):
            return make(**options)
        key = frozenset(options.items())
        if key not in known:
            known[key] = make(**options)
        return known[key]

    return get_formatter


class _Body(str):
    """The content of a page, of which a log sees how much it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} characters>"


def _rendered_title(builder: StandaloneHTMLBuilder, text: str) -> str:
    document = new_document("<partial node>", builder.docsettings)
    document += nodes.title("", text)
    visitor: Any = builder.create_translator(document, builder)
    document.walkabout(visitor)
    return "".join(visitor.title)


def _has_markup(node: nodes.Node) -> bool:
    return not isinstance(node, nodes.Text)


class _Tags:
    """The tags for style sheets and scripts, by what the page's place makes of them."""

    def __init__(self) -> None:
        self._tags: dict[tuple[str, str, Hashable], str] = {}

    def html_page_context(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Have the page show the tags of one from where the assets are as far."""
        # They are in one folder; in it, the way to each is another.
        if pagename.startswith("_static"):
            return
        for name in ("css_tag", "js_tag"):
            make = context.get(name)
            # Another extension's may say something of the page.
            own = getattr(make, "__module__", "") == StandaloneHTMLBuilder.__module__
            if make is not None and own:
                context[name] = self._once(name, context["content_root"], make)

    def _once(
        self, name: str, root: str, make: Callable[[Hashable], str]
    ) -> Callable[[Hashable], str]:
        def tag(asset: Hashable) -> str:
            known = self._tags.get((name, root, asset))
            if known is None:
                known = self._tags[name, root, asset] = make(asset)
            return known

        return tag


def setup_page_costs(app: Sphinx) -> None:
    """Register the handlers."""
    app.connect("builder-inited", builder_inited)
    app.connect("html-page-context", _Tags().html_page_context, priority=_LAST)
