"""Writes a paragraph of texts, code and links at once.

Walking from node to node takes most of the time of the Markdown translator.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from docutils.nodes import Element
from sphinx.application import Sphinx

from ..documents.twins import twins_of
from .shortcut import Shortcut

if TYPE_CHECKING:
    from ..markdown.translator import Translator


def our_translator(app: Sphinx) -> type[Translator] | None:
    """Return our translator for Markdown, if a build writes with it."""
    if twins := twins_of(app.env):
        from ..markdown.write_twin import twin_translator

        return twin_translator(twins)
    if app.builder.format != "markdown":
        return None
    from ..markdown.translator import Translator

    found = app.registry.translators.get(app.builder.name)
    return found if found is not None and issubclass(found, Translator) else None


def put_translator(app: Sphinx, undo: ExitStack, translator: type[Any]) -> None:
    """Have a build write with a translator."""
    if twins := twins_of(app.env):
        twins.default_translator_class = translator
        return
    name = app.builder.name
    undo.callback(
        app.set_translator, name, app.registry.translators[name], override=True
    )
    app.set_translator(name, translator, override=True)


def install(app: Sphinx, undo: ExitStack) -> None:
    """Put a faster translator in the place of ours."""
    base: Any = our_translator(app)
    if base is None:
        return
    from ..markdown.text import code, escape_text, link
    from ..markdown.translator import paragraph_ends

    class Translator(base):  # type: ignore[misc]
        """Writes most paragraphs without a walk."""

        def visit_paragraph(self, node: Element) -> None:
            text = self._at_once(node)
            if text is None:
                super().visit_paragraph(node)
                return
            self.add(text, *paragraph_ends(self.status))
            raise nodes.SkipNode

        visit_paragraph.__pushing_context__ = True  # type: ignore[attr-defined]
        visit_compact_paragraph = visit_paragraph

        def _at_once(self, node: Element) -> str | None:
            """Return what is in a node, or ``None`` if there is anything else in it."""
            if not self.status.escape_text or self.in_table():
                return None
            pieces = []
            for child in node.children:
                kind = child.__class__
                if kind is nodes.Text:
                    pieces.append(escape_text(child.astext()))
                elif kind is nodes.literal:
                    pieces.append(code(child.astext()))
                elif isinstance(child, nodes.reference) and not self.in_link():
                    inner = self._at_once(child)
                    if inner is None:
                        return None
                    pieces.append(link(inner, self._fetch_ref_uri(child)))
                else:
                    return None
                if isinstance(child, Element) and child["ids"]:
                    return None
            return "".join(pieces)

    put_translator(app, undo, Translator)


MARKDOWN_PARAGRAPHS: Final = Shortcut(
    "markdown_paragraphs",
    "walking from node to node of a paragraph in which there are only texts, code and"
    " links",
    (
        (
            "sphinx_markdown_builder.translator:MarkdownTranslator.add"
            "(self, value, prefix_eol, suffix_eol)"
        ),
        "sphinx_markdown_builder.translator:MarkdownTranslator._fetch_ref_uri",
        "sphinx_markdown_builder.translator:pushing_context(method)",
        "sphinx_markdown_builder.contexts:ContextStatus",
    ),
    install,
    lambda app: our_translator(app) is not None,
)
